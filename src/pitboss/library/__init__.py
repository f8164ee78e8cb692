"""Floor 12: the library, which `import pitboss` opens. It asks what the commands ask, and counts nothing."""

"""What the repository makes for its readers: the site, the reference, the moving picture."""

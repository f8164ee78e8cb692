"""Floor 9: the application. Where the table meets the operating system, and later the money."""

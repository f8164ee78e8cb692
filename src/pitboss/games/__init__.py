"""Floor 4: the games. One module of rules and one data file each; the catalogue finds them by name."""

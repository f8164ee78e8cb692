"""Floor 7: the live table. Its shuffler and shoe, and the seal by which players can check them."""

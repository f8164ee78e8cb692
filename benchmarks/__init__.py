"""How fast the exact answers come, side by side with plain compiled enumerations of the same games."""

"""Floor 8: a simulation with best play handed to it, and the exact figures that it is held against."""

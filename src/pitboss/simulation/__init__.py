"""Floor 6: simulation. Rounds dealt by the million from a game's own definition."""

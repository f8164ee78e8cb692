"""Floor 7: simulation. Rounds dealt by the million from a game's own definition, beside the exact figures."""

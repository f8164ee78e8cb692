"""Floor 5: what can be read in a game before a card is dealt, for analysis and simulation alike."""

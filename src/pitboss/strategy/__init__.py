"""Floor 7: best play. The value of every option for a hand, and a strategy in words with its exact cost."""

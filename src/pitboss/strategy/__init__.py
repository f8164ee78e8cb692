"""Floor 7: best play. The value of every option for a hand, and a strategy in words with its exact cost."""

USUAL_RULES = 14
"""Rules a question that a strategy in words has if nobody says otherwise: as many as are learnt by heart."""

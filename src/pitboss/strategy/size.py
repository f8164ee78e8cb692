"""How long a strategy in words gets if nobody says otherwise; light, for commands that only offer it."""

USUAL_RULES = 14
"""Rules a question: as many as a player learns by heart."""

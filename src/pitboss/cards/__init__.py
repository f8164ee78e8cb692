"""Floor 2: cards, decks and what hands are worth. Knows no game."""

from pitboss.cards.card import Card, format_cards, parse_card, parse_cards
from pitboss.cards.deck import STANDARD, Deck
from pitboss.cards.matching import TWO_AND_TWO
from pitboss.cards.poker import FIVE, FOUR, THREE
from pitboss.cards.ranking import Ranking, Worth

__all__ = [
    "FIVE",
    "FOUR",
    "STANDARD",
    "THREE",
    "TWO_AND_TWO",
    "Card",
    "Deck",
    "Ranking",
    "Worth",
    "format_cards",
    "parse_card",
    "parse_cards",
]

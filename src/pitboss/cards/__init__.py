"""Floor 2: cards, decks and what hands are worth. Knows no game."""

from pitboss.cards.card import Card, format_cards, parse_card, parse_cards
from pitboss.cards.deck import STANDARD, Deck
from pitboss.cards.hole import HOLE_CARDS
from pitboss.cards.matching import TWO_AND_TWO
from pitboss.cards.poker import FIVE, FOUR, THREE
from pitboss.cards.ranking import Ranking, Worth
from pitboss.cards.totals import SPLIT_TOTALS, TOTALS, Totals

__all__ = [
    "FIVE",
    "FOUR",
    "HOLE_CARDS",
    "SPLIT_TOTALS",
    "STANDARD",
    "THREE",
    "TOTALS",
    "TWO_AND_TWO",
    "Card",
    "Deck",
    "Ranking",
    "Totals",
    "Worth",
    "format_cards",
    "parse_card",
    "parse_cards",
]

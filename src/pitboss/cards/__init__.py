"""Floor 2: cards, decks and what hands are worth. Knows no game."""

from pitboss.cards.card import JOKER, Card, format_cards, parse_card, parse_cards
from pitboss.cards.deck import STANDARD, Deck
from pitboss.cards.hole import HOLE_CARDS
from pitboss.cards.matching import TWO_AND_TWO
from pitboss.cards.points import COUP, POINTS, THREE_CARD_POINTS
from pitboss.cards.poker import FIVE, FOUR, THREE
from pitboss.cards.ranking import Ranking, TableRanking, Worth
from pitboss.cards.reading import Readings
from pitboss.cards.run import LONGEST_RUN
from pitboss.cards.suit import LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH, SuitRanking, flush_or_run
from pitboss.cards.totals import SPLIT_TOTALS, TOTALS, Totals
from pitboss.cards.wild import DEUCES_AND_JOKER, JOKER_COMPLETES, NATURAL, WildRanking

__all__ = [
    "COUP",
    "DEUCES_AND_JOKER",
    "FIVE",
    "FOUR",
    "HOLE_CARDS",
    "JOKER",
    "JOKER_COMPLETES",
    "LONGEST_FLUSH",
    "LONGEST_RUN",
    "LONGEST_STRAIGHT_FLUSH",
    "NATURAL",
    "POINTS",
    "SPLIT_TOTALS",
    "STANDARD",
    "THREE",
    "THREE_CARD_POINTS",
    "TOTALS",
    "TWO_AND_TWO",
    "Card",
    "Deck",
    "Ranking",
    "Readings",
    "SuitRanking",
    "TableRanking",
    "Totals",
    "WildRanking",
    "Worth",
    "flush_or_run",
    "format_cards",
    "parse_card",
    "parse_cards",
]

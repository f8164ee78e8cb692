"""Casino War: a decision that comes up only on equal cards."""

from fractions import Fraction

from pitboss.analysis.walker import walk
from pitboss.base.figure import format_percent
from pitboss.cards import Card, Deck
from pitboss.rules import load_game
from pitboss.shape.tally import net

GAME = load_game("casino_war")


def test_six_decks_give_the_published_edges() -> None:
    """2.88 % going to war, 18.65 % on the tie."""
    without_suits = Deck(tuple((Card(rank, 0), 24) for rank in range(2, 15)))
    found = walk(GAME.with_deck(without_suits), ("bet", "tie"))
    ties = found.tallies["tie"]
    value = sum((net(outcome, {}) * ways for outcome, ways in ties.ways.items()), Fraction(0)) / ties.total
    assert format_percent(-found.value, 2) == "2.88%"
    assert format_percent(-value, 2) == "18.65%"
    assert all(values["go to war"] > values["surrender"] for values in found.decisions.values())

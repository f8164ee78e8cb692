"""Big Raise Stud Poker on the full deck."""

from pitboss.analysis.analysis import analyze
from pitboss.base.figure import format_percent
from pitboss.rules import load_game


def test_the_full_deck_gives_the_published_cost() -> None:
    found = analyze(load_game("big_raise_stud"), "ante")
    assert format_percent(found.house_advantage, 2) == "2.58%"

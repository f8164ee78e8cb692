"""Straight Edge Poker: the longest run of ranks, round the corner, of seven cards against eight."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import LONGEST_RUN
from pitboss.rules import (
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Round,
    Sight,
    Step,
    raise_once,
    raised,
)

RANKINGS = {"player": LONGEST_RUN, "dealer": LONGEST_RUN}

STAKES = {"play": raised("play")}
OPTIONS = (Option("fold"), Option("play", Fraction(1)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 7, Face.SEAT, place.number)
    yield Draw("dealer", 8, Face.DOWN)
    yield from raise_once(table, "play", OPTIONS)


def looks(table: Round, place: Place) -> Looks:
    return {
        "player": Look(LONGEST_RUN, table.hand(place.hand)),
        "dealer": Look(LONGEST_RUN, table.hand("dealer")),
    }


def ante(see: Sight) -> Result:
    """The player wins equal runs."""
    if see.chose("fold"):
        return see.lose(name="fold")
    return see.win() if see.order("player", "dealer") >= 0 else see.lose()


play = ante

"""High Five Poker: the best five of seven cards, with a joker that completes straights and flushes."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import JOKER_COMPLETES
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

HAND = JOKER_COMPLETES.with_lines("full_house_of_aces", sixes="pair_sixes_or_better")
RANKINGS = {"player": HAND, "dealer": HAND}

STAKES = {"play": raised("play")}
OPTIONS = (Option("fold"), Option("play", Fraction(1)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 7, Face.SEAT, place.number)
    yield Draw("dealer", 7, Face.DOWN)
    yield from raise_once(table, "play", OPTIONS, loses=("ante", "play"), stays={"trips": "trips_stays"})


def looks(table: Round, place: Place) -> Looks:
    return {
        "player": Look(HAND, table.hand(place.hand)),
        "dealer": Look(HAND, table.hand("dealer")),
    }


def is_open(see: Sight) -> bool:
    """The dealer opens with a pair of sixes, and always against a straight or better."""
    return see.is_in("player", "straight_or_better") or see.is_in("dealer", "sixes_or_better")


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    return see.duel("player", "dealer") if is_open(see) else see.win(name="dealer does not open")


def play(see: Sight) -> Result:
    return see.duel("player", "dealer") if is_open(see) else see.push(name="dealer does not open")


def trips(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") and not see.setting("trips_stays") else see.pay()

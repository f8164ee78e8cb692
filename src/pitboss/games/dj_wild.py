"""DJ Wild Stud Poker: five cards each, deuces and the joker wild, a Blind beside the Ante."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import DEUCES_AND_JOKER, NATURAL, Readings
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

HAND = DEUCES_AND_JOKER
BOTH = Readings("natural or wild", wild=HAND, natural=NATURAL)
RANKINGS = {"player": HAND, "dealer": HAND, "trips": BOTH}

STAKES = {"play": raised("play")}
BASE_BETS = ("ante", "blind", "play")
STAYS = {"trips": "trips_stays", "bad_beat": "bad_beat_stays"}
OPTIONS = (Option("fold"), Option("play", Fraction(2)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 5, Face.SEAT, place.number)
    yield Draw("dealer", 5, Face.DOWN)
    yield from raise_once(table, "play", OPTIONS, loses=BASE_BETS, stays=STAYS)


def looks(table: Round, place: Place) -> Looks:
    hand = table.hand(place.hand)
    return {
        "player": Look(HAND, hand),
        "dealer": Look(HAND, table.hand("dealer")),
        "trips": Look(BOTH, hand),
    }


def ante(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.duel("player", "dealer")


def blind(see: Sight) -> Result:
    """A winning hand is paid by the table, or pushes below it."""
    if see.chose("fold"):
        return see.lose(name="fold")
    order = see.order("player", "dealer")
    if order > 0:
        return see.pay() if see.is_in("player", "straight_or_better") else see.push()
    return see.push(name="tie") if order == 0 else see.lose()


def play(see: Sight) -> Result:
    return see.duel("player", "dealer")


def trips(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") and not see.setting("trips_stays") else see.pay()


def bad_beat(see: Sight) -> Result:
    """By the rank of the hand that is beaten; on a tie there is none."""
    if see.chose("fold") and not see.setting("bad_beat_stays"):
        return see.lose(name="fold")
    order = see.order("player", "dealer")
    if order == 0 or (order > 0 and see.setting("loser") == "player"):
        return see.lose()
    return see.pay(look="player" if order < 0 else "dealer")

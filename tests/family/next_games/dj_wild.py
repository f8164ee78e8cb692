"""DJ Wild Stud Poker: five cards each, deuces and the joker wild, a Blind beside the Ante."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import DEUCES_AND_JOKER, NATURAL, Readings
from pitboss.rules import (
    Choose,
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Reveal,
    Round,
    Settle,
    Sight,
    Step,
    raised,
)

HAND = DEUCES_AND_JOKER
BOTH = Readings("natural or wild", wild=HAND, natural=NATURAL)
RANKINGS = {"player": HAND, "dealer": HAND, "trips": BOTH}

STAKES = {"play": raised("play")}
BASE_BETS = ("ante", "blind", "play")
OPTIONS = (Option("fold"), Option("play", Fraction(2)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 5, Face.SEAT, place.number)
    yield Draw("dealer", 5, Face.DOWN)
    for place in table.from_left:
        yield Choose(place.number, "play", OPTIONS)
        if place.chose("fold"):
            yield Settle(place.number, BASE_BETS, takes_cards=not is_opened(table, place))
    yield Reveal("dealer")
    for place in table.from_right:
        if is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number)


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards stay unseen, unless a wager still rides on them."""
    stays = any(place.has(wager) and table.settings[f"{wager}_stays"] for wager in ("trips", "bad_beat"))
    return stays or not place.chose("fold")


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

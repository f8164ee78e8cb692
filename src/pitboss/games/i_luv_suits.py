"""I Luv Suits Poker, also High Card Flush: seven cards each, the longest flush, a raise by its length."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH
from pitboss.rules import (
    Draw,
    Face,
    Look,
    Looks,
    Needed,
    Option,
    Place,
    Result,
    Round,
    Sight,
    Step,
    raise_once,
    raised,
)

HAND = LONGEST_FLUSH.with_lines("three_card_flush_nine_high")
RANKINGS = {"player": HAND, "dealer": HAND, "run": LONGEST_STRAIGHT_FLUSH}

STAKES = {"play": raised("play")}
BASE_BETS = ("ante", "play")
STAYS = {"flush_rush": "flush_rush_stays", "super_flush_rush": "super_flush_rush_stays"}
OPENS = "three_card_flush_nine_high_or_better"
OPTIONS = (
    Option("fold"),
    Option("play 1x", Fraction(1)),
    Option("play 2x", Fraction(2), needs=Needed(HAND, "five_card_flush_or_better")),
    Option("play 3x", Fraction(3), needs=Needed(HAND, "six_card_flush_or_better")),
)


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 7, Face.SEAT, place.number)
    yield Draw("dealer", 7, Face.DOWN)
    yield from raise_once(table, "play", OPTIONS, loses=BASE_BETS, stays=STAYS)


def looks(table: Round, place: Place) -> Looks:
    hand = table.hand(place.hand)
    return {
        "player": Look(HAND, hand),
        "dealer": Look(HAND, table.hand("dealer")),
        "run": Look(LONGEST_STRAIGHT_FLUSH, hand),
    }


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", OPENS):
        return see.win(name="dealer does not open")
    return see.duel("player", "dealer")


def play(see: Sight) -> Result:
    if not see.is_in("dealer", OPENS):
        return see.push(name="dealer does not open")
    return see.duel("player", "dealer")


def flush_rush(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") and not see.setting("flush_rush_stays") else see.pay()


def super_flush_rush(see: Sight) -> Result:
    if see.chose("fold") and not see.setting("super_flush_rush_stays"):
        return see.lose(name="fold")
    return see.pay()

"""I Luv Suits Poker, also High Card Flush: seven cards each, the longest flush, a raise by its length."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH
from pitboss.rules import (
    Choose,
    Draw,
    Face,
    Look,
    Looks,
    Needed,
    Option,
    Place,
    Result,
    Reveal,
    Round,
    Settle,
    Sight,
    Step,
    offer,
    raised,
)

HAND = LONGEST_FLUSH.with_lines("three_card_flush_nine_high")
RANKINGS = {"player": HAND, "dealer": HAND, "run": LONGEST_STRAIGHT_FLUSH}

STAKES = {"play": raised("play")}
BASE_BETS = ("ante", "play")
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
    for place in table.from_left:
        yield Choose(place.number, "play", offer(table.hand(place.hand), OPTIONS))
        if place.chose("fold"):
            yield Settle(place.number, BASE_BETS, takes_cards=not is_opened(table, place))
    yield Reveal("dealer")
    for place in table.from_right:
        if is_opened(table, place):
            yield Reveal(place.hand)
        yield Settle(place.number)


def is_opened(table: Round, place: Place) -> bool:
    """Folded cards stay unseen, unless a wager still rides on them."""
    bonuses = ("flush_rush", "super_flush_rush")
    stays = any(place.has(wager) and table.settings[f"{wager}_stays"] for wager in bonuses)
    return stays or not place.chose("fold")


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

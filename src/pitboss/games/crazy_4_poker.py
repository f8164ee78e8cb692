"""Crazy 4 Poker: five cards each, the best four of them, and a larger raise for a pair of aces or better."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FOUR
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

HAND = FOUR.with_lines("king_high_or_better", "pair_of_aces", "pair_queens_or_better", "four_aces")
RANKINGS = {"player": HAND, "dealer": HAND}

STAKES = {"play": raised("play")}
STRONG = Needed(HAND, "pair_of_aces_or_better")
OPTIONS = (
    Option("fold"),
    Option("play 1x", Fraction(1)),
    Option("play 2x", Fraction(2), needs=STRONG),
    Option("play 3x", Fraction(3), needs=STRONG),
)


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 5, Face.SEAT, place.number)
    yield Draw("dealer", 5, Face.DOWN)
    yield from raise_once(table, "play", OPTIONS)


def looks(table: Round, place: Place) -> Looks:
    return {
        "player": Look(HAND, table.hand(place.hand)),
        "dealer": Look(HAND, table.hand("dealer")),
    }


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", "king_high_or_better"):
        return see.push(name="dealer does not open")
    return see.duel("player", "dealer")


def play(see: Sight) -> Result:
    if not see.is_in("dealer", "king_high_or_better"):
        return see.win(name="dealer does not open")
    return see.duel("player", "dealer")


def super_bonus(see: Sight) -> Result:
    """A straight or better is paid even when it is beaten; below it the bet comes back or is lost."""
    if see.chose("fold"):
        return see.lose(name="fold")
    if see.is_in("player", "straight_or_better"):
        return see.pay()
    return see.push() if see.order("player", "dealer") >= 0 else see.lose()


def queens_up(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.pay()

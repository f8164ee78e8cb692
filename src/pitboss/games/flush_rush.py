"""Flush Rush: seven cards in three parts against a paytable, with a bet after four cards and after six."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import LONGEST_FLUSH, flush_or_run
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

HAND = flush_or_run(
    "four_card_flush",
    "five_card_flush",
    "four_card_straight_flush",
    "six_card_flush",
    "five_card_straight_flush",
    "seven_card_flush",
    "six_card_straight_flush",
    "seven_card_straight_flush",
)
RANKINGS = {"hand": HAND, "flush": LONGEST_FLUSH}

STAKES = {"first_bet": raised("first bet"), "second_bet": raised("second bet")}
OPTIONS = (Option("fold"), Option("bet", Fraction(1)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 4, Face.SEAT, place.number)
    for question, cards in (("first bet", 2), ("second bet", 1)):
        for place in table.from_left:
            if not place.chose("fold"):
                yield Choose(place.number, question, OPTIONS)
                if place.chose("fold"):
                    yield Settle(place.number, takes_cards=True)
        for place in table.from_left:
            if not place.chose("fold"):
                yield Draw(place.hand, cards, Face.SEAT, place.number)
    for place in table.from_right:
        if not place.chose("fold"):
            yield Reveal(place.hand)
        yield Settle(place.number)


def looks(table: Round, place: Place) -> Looks:
    hand = table.hand(place.hand)
    return {"hand": Look(HAND, hand), "flush": Look(LONGEST_FLUSH, hand)}


def ante(see: Sight) -> Result:
    return see.lose(name="fold") if see.chose("fold") else see.pay()


def first_bet(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    return see.win() if see.is_in("hand", "four_card_flush_or_better") else see.lose()


second_bet = first_bet

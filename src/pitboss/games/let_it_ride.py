"""Let It Ride: three equal bets on one hand; two of them may be taken back as it unfolds."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE, THREE
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
    Stake,
    Step,
)

HAND = FIVE.with_lines("pair_tens_or_better")
RANKINGS = {"hand": HAND, "own": THREE}

QUESTIONS = ("first bet", "second bet")
STAKES = {"first_bet": Stake(1, QUESTIONS[:1]), "second_bet": Stake(1, QUESTIONS[1:])}
RIDE = (Option("take back", Fraction(-1)), Option("let it ride"))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 3, Face.SEAT, place.number)
    yield Draw("board", 2, Face.DOWN)
    for card, question in enumerate(QUESTIONS):
        for place in table.from_left:
            if place.has("bets"):
                yield Choose(place.number, question, RIDE)
        yield Reveal("board", (card,))
    for place in table.from_right:
        yield Reveal(place.hand)
        yield Settle(place.number)


def looks(table: Round, place: Place) -> Looks:
    own = table.hand(place.hand)
    return {"hand": Look(HAND, own + table.hand("board")), "own": Look(THREE, own)}


def first_bet(see: Sight) -> Result:
    return see.pay()


second_bet = third_bet = three_card_bonus = five_card_bonus = progressive = first_bet

"""Six Card Poker: six cards each, three of the dealer's open, the best five of six."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE
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

HAND = FIVE.with_lines("ace_king_high_or_better")
RANKINGS = {"player": HAND, "dealer": HAND}

STAKES = {"raise_bet": raised("raise")}
OPTIONS = (Option("fold"), Option("raise", Fraction(1)))


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 6, Face.SEAT, place.number)
    yield Draw("dealer", 6, Face.DOWN)
    yield Reveal("dealer", (0, 1, 2))
    for place in table.from_left:
        yield Choose(place.number, "raise", OPTIONS)
        if place.chose("fold"):
            yield Settle(place.number, takes_cards=True)
    yield Reveal("dealer")
    for place in table.from_right:
        if not place.chose("fold"):
            yield Reveal(place.hand)
        yield Settle(place.number)


def looks(table: Round, place: Place) -> Looks:
    return {
        "player": Look(HAND, table.hand(place.hand)),
        "dealer": Look(HAND, table.hand("dealer")),
    }


def ante(see: Sight) -> Result:
    if see.chose("fold"):
        return see.lose(name="fold")
    if not see.is_in("dealer", "ace_king_high_or_better"):
        return see.push(name="dealer does not open")
    return see.duel("player", "dealer")


def raise_bet(see: Sight) -> Result:
    """Compared whether the dealer opens or not."""
    return see.duel("player", "dealer")

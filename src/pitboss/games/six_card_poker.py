"""Six Card Poker: six cards each, three of the dealer's open, the best five of six."""

from collections.abc import Generator
from fractions import Fraction

from pitboss.cards import FIVE
from pitboss.rules import (
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Reveal,
    Round,
    Sight,
    Step,
    raise_once,
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
    yield from raise_once(table, "raise", OPTIONS)


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

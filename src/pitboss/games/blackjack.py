"""Blackjack with the Bet the Set 21 progressive: the first four cards, and what they pay."""

from collections.abc import Generator

from pitboss.cards import TWO_AND_TWO
from pitboss.rules import Draw, Face, Look, Looks, Place, Result, Reveal, Round, Sight, Step

RANKINGS = {"first four": TWO_AND_TWO}


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 2, Face.UP)
    yield Draw("dealer", 1, Face.UP)
    yield Draw("dealer", 1, Face.DOWN)
    yield Reveal("dealer")


def looks(table: Round, place: Place) -> Looks:
    return {"first four": Look(TWO_AND_TWO, table.hand(place.hand)[:2] + table.hand("dealer")[:2])}


def progressive(see: Sight) -> Result:
    return see.pay()

"""Three Card Baccarat: three cards each, no draws, and three pictures beat every total."""

from collections.abc import Generator

from pitboss.cards import THREE_CARD_POINTS
from pitboss.rules import Draw, Face, Look, Looks, Place, Result, Reveal, Round, Settle, Sight, Step

RANKINGS = {"player": THREE_CARD_POINTS, "dealer": THREE_CARD_POINTS}


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 3, Face.DOWN)
    yield Draw("dealer", 3, Face.DOWN)
    yield Reveal("dealer")
    for place in table.from_right:
        yield Reveal(place.hand)
        yield Settle(place.number)


def looks(table: Round, place: Place) -> Looks:
    return {
        "player": Look(THREE_CARD_POINTS, table.hand(place.hand)),
        "dealer": Look(THREE_CARD_POINTS, table.hand("dealer")),
    }


def player(see: Sight) -> Result:
    """A winning hand is paid by its own line: some tables pay less for six."""
    order = see.order("player", "dealer")
    if order > 0:
        return see.pay()
    return see.push(name="tie") if order == 0 else see.lose()


def tie(see: Sight) -> Result:
    return see.pay() if see.order("player", "dealer") == 0 else see.lose()


def total_0(see: Sight) -> Result:
    return see.pay()


total_1 = total_2 = total_3 = total_4 = total_5 = total_6 = total_7 = total_8 = total_9 = total_0

"""Baccarat: two hands, forced third cards, a shoe of eight decks, and nothing to decide."""

from collections.abc import Generator, Sequence

from pitboss.cards import COUP, POINTS, Card
from pitboss.cards.points import NATURAL, STANDS, TEN, point_of, points
from pitboss.rules import Draw, Face, Look, Looks, Place, Result, Round, Settle, Sight, Step

BANKER_DRAWS: tuple[Sequence[int], ...] = (
    range(TEN),
    range(TEN),
    range(TEN),
    (0, 1, 2, 3, 4, 5, 6, 7, 9),
    range(2, 8),
    range(4, 8),
    range(6, 8),
    (),
)
"""By the points of the banker's two cards: the third cards of the player on which the banker draws."""
RANKINGS = {"coup": COUP}


def alike(cards: Sequence[Card]) -> tuple[int, ...]:
    """The points of two cards, and a third card by itself: the banker looks at the player's."""
    return points(cards[:2]), *map(point_of, cards[2:])


def procedure(table: Round) -> Generator[Step, None, None]:
    for _ in range(2):
        yield Draw("player", 1, Face.UP)
        yield Draw("banker", 1, Face.UP)
    player, banker = points(table.cards("player")), points(table.cards("banker"))
    if max(player, banker) < NATURAL:
        if player < STANDS:
            yield Draw("player", 1, Face.UP)
            if point_of(table.cards("player")[2]) in BANKER_DRAWS[banker]:
                yield Draw("banker", 1, Face.UP)
        elif banker < STANDS:
            yield Draw("banker", 1, Face.UP)
    for place in table.from_right:
        yield Settle(place.number)


def looks(table: Round, place: Place) -> Looks:
    player, banker = table.hand("player"), table.hand("banker")
    return {
        "coup": Look(COUP, player + banker),
        "player": Look(POINTS, player),
        "banker": Look(POINTS, banker),
    }


def player(see: Sight) -> Result:
    return see.pay()


banker = tie = dragon_7 = panda_8 = player_dragon = banker_dragon = player

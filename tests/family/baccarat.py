"""Baccarat: two hands, forced third cards, a shoe of eight decks, and nothing to decide."""

from collections.abc import Generator, Sequence
from fractions import Fraction

from pitboss.base.odds import to_one
from pitboss.cards import Card, Deck, Ranking, Worth
from pitboss.rules import Draw, Face, Look, Looks, Place, Result, Round, Sight, Step


class Points(Ranking):
    """The last digit of the sum; aces count one, tens and pictures nothing."""

    name = "baccarat"
    size = 2
    atom_names = tuple(f"point_{point}" for point in range(10))

    def worth(self, cards: Sequence[Card]) -> Worth:
        point = points(cards)
        return Worth(point + 1, point)


POINTS = Points()
RANKINGS = {"player": POINTS, "banker": POINTS}

NATURAL = 8
STANDS = 6
BANKER_DRAWS = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: range(6, 8),
    7: (),
}
"""The player's third cards, by point, on which a banker of so many points draws."""


def points(cards: Sequence[Card]) -> int:
    return sum(point_of(card) for card in cards) % 10


def point_of(card: Card) -> int:
    return 1 if card.rank == 14 else card.rank % 10 if card.rank < 10 else 0


def alike(cards: Sequence[Card]) -> tuple[int, ...]:
    """The point of two cards, and a third card by itself: the banker looks at the player's."""
    return points(cards[:2]), *map(point_of, cards[2:])


def make_shoe(decks: int) -> Deck:
    """A shoe of cards alike by point: the suits are dropped, and all that count nothing are tens."""
    aces_to_nines = [(Card(rank, 0), 4 * decks) for rank in (*range(2, 10), 14)]
    return Deck((*aces_to_nines[:-1], (Card(10, 0), 16 * decks), aces_to_nines[-1]))


def procedure(table: Round) -> Generator[Step, None, None]:
    yield Draw("player", 2, Face.UP)
    yield Draw("banker", 2, Face.UP)
    player, banker = points(table.cards("player")), points(table.cards("banker"))
    if max(player, banker) >= NATURAL:
        return
    if player < STANDS:
        yield Draw("player", 1, Face.UP)
        if point_of(table.cards("player")[2]) in BANKER_DRAWS[banker]:
            yield Draw("banker", 1, Face.UP)
    elif banker < STANDS:
        yield Draw("banker", 1, Face.UP)


def looks(table: Round, place: Place) -> Looks:
    return {"player": Look(POINTS, table.hand("player")), "banker": Look(POINTS, table.hand("banker"))}


def player(see: Sight) -> Result:
    return see.duel("player", "banker")


def banker(see: Sight) -> Result:
    commission = Fraction(int(see.setting("commission_percent")), 100)
    return see.duel("banker", "player", pay=to_one(1 - commission))


def tie(see: Sight) -> Result:
    if see.order("player", "banker"):
        return see.lose()
    return see.win(name="tie", pay=to_one(int(see.setting("tie_pays"))))

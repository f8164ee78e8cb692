"""Three Card Baccarat: three cards each, no draws, and three pictures beat every total."""

from collections.abc import Generator, Iterable, Mapping, Sequence

from pitboss.base.error import InputError
from pitboss.cards import Card, Ranking, Worth
from pitboss.cards.card import ACE
from pitboss.rules import Draw, Face, Look, Looks, Place, Result, Reveal, Round, Settle, Sight, Step

TEN = 10


def point_of(card: Card) -> int:
    return 1 if card.rank == ACE else card.rank % TEN if card.rank < TEN else 0


def points(cards: Sequence[Card]) -> int:
    return sum(map(point_of, cards)) % TEN


def is_picture(card: Card) -> bool:
    return TEN < card.rank < ACE


class ThreeCardPoints(Ranking):
    """Three cards: three pictures, then points, then of equal points the one with more pictures."""

    name = "three-card baccarat"
    size = 3
    atom_names = (*(f"points_{point}" for point in range(TEN)), "three_pictures")

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) != self.size:
            raise InputError(f"a {self.name} hand needs {self.size} cards, got {len(cards)}")
        pictures = sum(map(is_picture, cards))
        atom = TEN if pictures == self.size else points(cards)
        return Worth(atom * self.size + pictures + 1, atom)

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        del lines
        pictures = sum(map(is_picture, cards))
        if pictures == self.size:
            return "three pictures"
        held = {0: "", 1: " with a picture", 2: " with two pictures"}[pictures]
        return f"{points(cards)}{held}"

    @property
    def lines(self) -> Mapping[str, frozenset[int]]:
        """A total of nothing is made by three pictures, too."""
        return {
            **super().lines,
            "total_0": frozenset({0, TEN}),
            **{f"total_{point}": frozenset({point}) for point in range(1, TEN)},
            "hand": frozenset(range(TEN + 1)),
        }


THREE_CARD_POINTS = ThreeCardPoints()
RANKINGS = {"player": THREE_CARD_POINTS, "dealer": THREE_CARD_POINTS}


def alike(cards: Sequence[Card]) -> tuple[int, int]:
    return points(cards), sum(map(is_picture, cards))


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

"""Baccarat: two hands, forced third cards, a shoe of eight decks, and nothing to decide.

A *coup* is both hands at once, the player's cards first: who wins, by how much, with a natural or with three
cards. Where five cards lie, the player's first two tell whose the odd one is: the player draws exactly below
six.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence

from pitboss.base.error import InputError
from pitboss.cards import Card, Ranking, Worth
from pitboss.cards.card import ACE
from pitboss.rules import Draw, Face, Look, Looks, Place, Result, Round, Settle, Sight, Step

TEN = 10
NATURAL = 8
"""Two cards of so many points or more end a round of baccarat."""
STANDS = 6
"""From here on the player of baccarat does not draw."""
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
MARGINS = range(1, TEN)


def point_of(card: Card) -> int:
    return 1 if card.rank == ACE else card.rank % TEN if card.rank < TEN else 0


def points(cards: Sequence[Card]) -> int:
    return sum(map(point_of, cards)) % TEN


class Coup(Ranking):
    """The player's two or three cards and then the banker's."""

    name = "baccarat"
    size = 4
    atom_names = (
        "plain_tie",
        "natural_tie",
        "player_natural",
        *(f"player_plain_by_{margin}" for margin in MARGINS),
        *(f"player_eight_by_{margin}" for margin in range(1, 9)),
        "banker_natural",
        *(f"banker_plain_by_{margin}" for margin in MARGINS),
        *(f"banker_seven_by_{margin}" for margin in range(1, 8)),
    )

    def worth(self, cards: Sequence[Card]) -> Worth:
        atom = self.atom_names.index(name_coup(*part_coup(cards)))
        return Worth(atom + 1, atom)

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        del lines
        player, banker = map(points, part_coup(cards))
        return f"player {player}, banker {banker}"

    @property
    def lines(self) -> Mapping[str, frozenset[int]]:
        return COUP_LINES


def part_coup(cards: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
    if not 4 <= len(cards) <= 6:
        raise InputError(f"a baccarat round has four to six cards, got {len(cards)}")
    drew = len(cards) == 6 or (len(cards) == 5 and points(cards[:2]) < STANDS)
    return cards[: 2 + drew], cards[2 + drew :]


def name_coup(player: Sequence[Card], banker: Sequence[Card]) -> str:
    margin = points(player) - points(banker)
    is_natural = len(player) == len(banker) == 2 and max(points(player), points(banker)) >= NATURAL
    if not margin:
        return "natural_tie" if is_natural else "plain_tie"
    side, hand, special = ("player", player, "eight") if margin > 0 else ("banker", banker, "seven")
    if is_natural:
        return f"{side}_natural"
    is_special = len(hand) == 3 and points(hand) == {"eight": 8, "seven": 7}[special]
    return f"{side}_{special if is_special else 'plain'}_by_{abs(margin)}"


def coup_lines() -> Iterable[tuple[str, frozenset[int]]]:
    names = Coup.atom_names

    def those(*starts: str) -> frozenset[int]:
        return frozenset(place for place, name in enumerate(names) if name.startswith(starts))

    yield "tie", those("plain_tie", "natural_tie")
    yield "natural_tie", those("natural_tie")
    yield "player_wins", those("player_")
    yield "player_natural", those("player_natural")
    yield "player_three_card_eight", those("player_eight_")
    yield "banker_wins", those("banker_")
    yield "banker_natural", those("banker_natural")
    yield "banker_three_card_seven", those("banker_seven_")
    for margin in reversed(MARGINS):
        yield f"player_by_{margin}", those(f"player_plain_by_{margin}", f"player_eight_by_{margin}")
        yield f"banker_by_{margin}", those(f"banker_plain_by_{margin}", f"banker_seven_by_{margin}")


COUP_LINES = dict(coup_lines())
COUP = Coup()
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
    return {"coup": Look(COUP, table.hand("player") + table.hand("banker"))}


def player(see: Sight) -> Result:
    return see.pay()


banker = tie = dragon_7 = panda_8 = player_dragon = banker_dragon = player

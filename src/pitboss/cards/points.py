"""Hands by points, as at baccarat: an ace counts one, tens and pictures nothing, of a sum the last digit.

A *coup* is two hands at once, the player's cards first: who wins, by how much, with a natural or with three
cards. Where five cards lie, the player's first two tell whose the odd one is: the player draws exactly below
six.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, Card
from pitboss.cards.ranking import Ranking, TableRanking, Worth

TEN = 10
EIGHT, SEVEN = 8, 7
NATURAL = 8
"""Two cards of so many points or more end a coup."""
STANDS = 6
"""From here on the player of a coup does not draw."""
MARGINS = range(1, TEN)
WITH_PICTURES = ("", " with a picture", " with two pictures")


def point_of(card: Card) -> int:
    return 1 if card.rank == ACE else card.rank % TEN if card.rank < TEN else 0


def points(cards: Sequence[Card]) -> int:
    return sum(map(point_of, cards)) % TEN


def is_picture(card: Card) -> bool:
    return TEN < card.rank < ACE


class Points(Ranking):
    """One hand of two or three cards."""

    name = "points"
    size = 2
    atom_names = tuple(f"points_{point}" for point in range(TEN))

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) < self.size:
            raise InputError(f"a hand needs {self.size} cards, got {len(cards)}")
        return Worth(points(cards) + 1, points(cards))

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        del lines
        return str(points(cards))


class Coup(Ranking):
    """The player's two or three cards and then the banker's: how it came out, not who has the better hand."""

    name = "baccarat"
    size = 4
    atom_names = (
        "plain_tie",
        "natural_tie",
        "player_natural",
        *(f"player_plain_by_{margin}" for margin in MARGINS),
        *(f"player_eight_by_{margin}" for margin in range(1, EIGHT + 1)),
        "banker_natural",
        *(f"banker_plain_by_{margin}" for margin in MARGINS),
        *(f"banker_seven_by_{margin}" for margin in range(1, SEVEN + 1)),
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
        return coup_lines()


@cache
def coup_lines() -> Mapping[str, frozenset[int]]:
    def those(*starts: str) -> frozenset[int]:
        return frozenset(atom for atom, name in enumerate(Coup.atom_names) if name.startswith(starts))

    margins = {
        f"{side}_by_{margin}": those(f"{side}_plain_by_{margin}", f"{side}_{special}_by_{margin}")
        for margin in reversed(MARGINS)
        for side, special in (("player", "eight"), ("banker", "seven"))
    }
    return {
        "tie": those("plain_tie", "natural_tie"),
        "natural_tie": those("natural_tie"),
        "player_wins": those("player_"),
        "player_natural": those("player_natural"),
        "player_three_card_eight": those("player_eight_"),
        "banker_wins": those("banker_"),
        "banker_natural": those("banker_natural"),
        "banker_three_card_seven": those("banker_seven_"),
        **margins,
    }


def part_coup(cards: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
    """The player's hand and the banker's."""
    if not 4 <= len(cards) <= 6:
        raise InputError(f"a baccarat round has four to six cards, got {len(cards)}")
    drew = len(cards) == 6 or (len(cards) == 5 and points(cards[:2]) < STANDS)
    return cards[: 2 + drew], cards[2 + drew :]


def name_coup(player: Sequence[Card], banker: Sequence[Card]) -> str:
    margin = points(player) - points(banker)
    is_natural = len(player) == len(banker) == 2 and max(points(player), points(banker)) >= NATURAL
    if not margin:
        return "natural_tie" if is_natural else "plain_tie"
    side, hand, special, wanted = (
        ("player", player, "eight", EIGHT) if margin > 0 else ("banker", banker, "seven", SEVEN)
    )
    if is_natural:
        return f"{side}_natural"
    is_special = len(hand) == 3 and points(hand) == wanted
    return f"{side}_{special if is_special else 'plain'}_by_{abs(margin)}"


class ThreeCardPoints(TableRanking):
    """Three cards: three pictures, then points, then of equal points the hand with more pictures."""

    name = "three-card baccarat"
    size = 3
    atom_names = (*(f"points_{point}" for point in range(TEN)), "three_pictures")

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) < self.size:
            raise InputError(f"a {self.name} hand needs {self.size} cards, got {len(cards)}")
        ranks = sorted(card.rank for card in cards)
        klass = max(map(self.rank_class, combinations(ranks, self.size)))
        return Worth(klass, self.class_atoms(None)[klass - 1])

    def rank_class(self, ranks: tuple[int, ...]) -> int:
        cards = [Card(rank, 0) for rank in ranks]
        pictures = sum(map(is_picture, cards))
        return (TEN if pictures == self.size else points(cards)) * self.size + pictures + 1

    def suit_class(self, ranks: tuple[int, ...], wilds: int = 0) -> int:
        """Suits mean nothing."""
        del ranks, wilds
        return 0

    def class_atoms(self, suit: int | None) -> list[int]:
        """Three classes for each total: without a picture, with one, with two; then three pictures."""
        del suit
        last = TEN * self.size + self.size + 1
        return [min(klass // self.size, TEN) for klass in range(last)]

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        del lines
        klass, atom = self.worth(cards)
        return "three pictures" if atom == TEN else f"{atom}{WITH_PICTURES[(klass - 1) % self.size]}"

    @property
    def lines(self) -> Mapping[str, frozenset[int]]:
        """A total of nothing is made by three pictures, too."""
        return {
            **super().lines,
            "total_0": frozenset({0, TEN}),
            **{f"total_{point}": frozenset({point}) for point in range(1, TEN)},
            "hand": frozenset(range(TEN + 1)),
        }


POINTS = Points()
COUP = Coup()
THREE_CARD_POINTS = ThreeCardPoints()

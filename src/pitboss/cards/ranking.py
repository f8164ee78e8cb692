"""What every way of judging a hand has in common: classes, atoms and lines.

A *class* orders hands: equal classes tie. An *atom* is the finest named part of a ranking that a
paytable or a rule may single out. A *line* is a set of atoms under the name that stands in print:
`straight_flush` holds the royal flush unless that has a line of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.cards.card import Card


class Worth(NamedTuple):
    """A hand's class and atom; compare hands by `klass`."""

    klass: int
    atom: int


class Ranking(ABC):
    """Judges hands. `atom_names` run from the lowest to the highest."""

    name: str
    size: int
    atom_names: tuple[str, ...]
    ranks_alike: bool = False
    """Whether only the equality of ranks matters, not which ranks they are."""
    parts: tuple[int, ...] = ()
    """Where the order of the cards matters: how many belong to each part; within one it does not."""

    judges_joker: bool = False
    """Whether it says what a joker is worth."""

    @abstractmethod
    def worth(self, cards: Sequence[Card]) -> Worth:
        """The class and atom of the best hand in these cards."""

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        """The hand in a dealer's words; `lines` are those of the paytables in force, which may name it."""
        del lines
        return self.atom_names[self.worth(cards).atom].replace("_", " ")

    def call(self, cards: Sequence[Card]) -> str:
        """The hand in fewer words: what it is, without what decides among its like."""
        return self.describe(cards)

    def early(self, cards: Sequence[Card], missing: int) -> Worth | None:
        """The worth of a hand of which n cards are still hidden, if they cannot change it."""
        del cards, missing
        return None

    @property
    def lines(self) -> Mapping[str, frozenset[int]]:
        """Every name a paytable may use, as the atoms it covers."""
        return {name: frozenset({number}) for number, name in enumerate(self.atom_names)}

    def line(self, name: str) -> frozenset[int]:
        """The atoms of a line; `<line>_or_better` reaches up from the lowest atom of the line."""
        lines = self.lines
        if name in lines:
            return lines[name]
        base = name.removesuffix("_or_better")
        if base != name and base in lines:
            return frozenset(range(min(lines[base]), len(self.atom_names)))
        raise InputError(f"a {self.name} hand cannot be {name!r}; it can be {', '.join(lines)}")

    def pick(self, atom: int, lines: Iterable[str]) -> str | None:
        """The narrowest of `lines` that holds the atom."""
        return pick_line(self, atom, tuple(lines))


class TableRanking(Ranking):
    """A ranking that a machine can look up: the best hand is told by all ranks, or by the ranks of one suit.

    Of the two the higher class counts; class 0 is none. Both are asked for `size` cards, and more cards hold
    the best of their parts, unless the ranking is `of_all`: then it is asked for all cards there are.
    """

    of_all: bool = False
    wild: frozenset[int] = frozenset()
    """Ranks of cards that stand for others, whatever their suit."""

    @abstractmethod
    def rank_class(self, ranks: tuple[int, ...]) -> int:
        """The class of cards of these ranks, ascending, in any suits."""

    @abstractmethod
    def suit_class(self, ranks: tuple[int, ...], wilds: int = 0) -> int:
        """The class of cards of these ranks, ascending, in one suit, with n wild cards beside them."""

    @abstractmethod
    def class_atoms(self, suit: int | None) -> list[int]:
        """The atom of each class in a suit, from class 1 on; None is for a suit that no atom names."""


@lru_cache(maxsize=1 << 14)
def pick_line(ranking: Ranking, atom: int, lines: tuple[str, ...]) -> str | None:
    holding = [name for name in lines if atom in ranking.line(name)]
    return min(holding, key=lambda name: len(ranking.line(name)), default=None)

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


@lru_cache(maxsize=1 << 14)
def pick_line(ranking: Ranking, atom: int, lines: tuple[str, ...]) -> str | None:
    holding = [name for name in lines if atom in ranking.line(name)]
    return min(holding, key=lambda name: len(ranking.line(name)), default=None)

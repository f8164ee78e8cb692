"""One hand read in several ways, as natural and as wild cards: a paytable names the way and the line.

Hands are not compared by it: its classes have no order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product

from pitboss.cards.card import Card
from pitboss.cards.ranking import Ranking, Worth


class Readings(Ranking):
    """`natural_flush` is the line `flush` of the way `natural`; one that no other way has needs no prefix."""

    def __init__(self, name: str, **ways: Ranking) -> None:
        self.name = name
        self.ways = ways
        self.size = max(way.size for way in ways.values())
        self.judges_joker = all(way.judges_joker for way in ways.values())
        named = [[f"{word}_{atom}" for atom in way.atom_names] for word, way in ways.items()]
        self.atom_names = tuple("+".join(atoms) for atoms in product(*named))

    def number(self, atoms: Sequence[int]) -> int:
        """The atom of the whole, by that of each way."""
        found = 0
        for atom, way in zip(atoms, self.ways.values(), strict=True):
            found = found * len(way.atom_names) + atom
        return found

    def worth(self, cards: Sequence[Card]) -> Worth:
        atom = self.number([way.worth(cards).atom for way in self.ways.values()])
        return Worth(atom + 1, atom)

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        """As its first way reads it."""
        return next(iter(self.ways.values())).describe(cards, lines)

    @cached_property
    def lines(self) -> Mapping[str, frozenset[int]]:
        every = list(product(*(range(len(way.atom_names)) for way in self.ways.values())))
        times = Counter(line for way in self.ways.values() for line in way.lines)
        found = {}
        for place, (word, way) in enumerate(self.ways.items()):
            for line, atoms in way.lines.items():
                numbers = frozenset(self.number(atom) for atom in every if atom[place] in atoms)
                found[f"{word}_{line}"] = numbers
                if times[line] == 1:
                    found[line] = numbers
        return found

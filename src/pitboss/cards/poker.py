"""Poker hands of three, four and five cards, and the best of more.

Atoms are runs of classes, except that one may name a suit: the ace-king-queen of spades ties with
that of hearts, and pays more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import prod

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, LOWEST, SUITS, Card
from pitboss.cards.hand_name import OWN_NAMES, hand_parts
from pitboss.cards.line import Band, Suited, parse_line
from pitboss.cards.ranking import TableRanking, Worth

PRIMES = (0, 0, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
"""A prime for each rank, so that a product names a set of ranks whatever their order."""


@dataclass(frozen=True)
class Atom:
    """The hands of a category whose deciding ranks are at least `floor` (and below the next atom's)."""

    name: str
    category: str
    floor: tuple[int, ...] = ()
    suit: int | None = None


Score = tuple[int, tuple[int, ...]]


def is_run(ranks: Sequence[int]) -> int:
    """The top rank of a straight (the ace may count as one), or 0. Ranks descend and differ."""
    if ranks[0] - ranks[-1] == len(ranks) - 1:
        return ranks[0]
    low_ace = (*ranks[1:], 1)
    if ranks[0] == ACE and low_ace[0] - 1 == len(ranks) - 1:
        return low_ace[0]
    return 0


@dataclass(frozen=True, eq=False)
class PokerRanking(TableRanking):
    """Hands of `size` cards; `categories` and `atoms` run from low to high."""

    name: str
    size: int
    categories: tuple[str, ...]
    atoms: tuple[Atom, ...]
    groups: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "atom_names", tuple(atom.name for atom in self.atoms))

    def score(self, ranks: Iterable[int], *, suited: bool) -> Score:
        """Category and deciding ranks of exactly `size` cards."""
        counts = sorted(Counter(ranks).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
        deciding = tuple(rank for rank, _ in counts)
        shape = tuple(count for _, count in counts)
        if shape[0] == 1:
            top = is_run(deciding) if "straight" in self.categories else 0
            suited = suited and "flush" in self.categories
            if top == ACE and suited and "royal_flush" in self.categories:
                return self.categories.index("royal_flush"), (top,)
            if top:
                return self.categories.index("straight_flush" if suited else "straight"), (top,)
            return self.categories.index("flush" if suited else "high_card"), deciding
        return self.categories.index(SHAPES[shape[:2] if shape[1:2] == (2,) else shape[:1]]), deciding

    @cached_property
    def classes(self) -> dict[Score, int]:
        """Every score a single deck can make, numbered from 1, low to high."""
        scores = set()
        for ranks in combinations_with_replacement(range(LOWEST, ACE + 1), self.size):
            if max(Counter(ranks).values()) <= len(SUITS):
                scores.add(self.score(ranks, suited=False))
                if len(set(ranks)) == self.size:
                    scores.add(self.score(ranks, suited=True))
        return {score: number for number, score in enumerate(sorted(scores), start=1)}

    def rank_class(self, ranks: tuple[int, ...]) -> int:
        if max(map(ranks.count, ranks)) > len(SUITS):
            return 0
        return self.classes[self.score(ranks, suited=False)]

    def suit_class(self, ranks: tuple[int, ...], wilds: int = 0) -> int:
        del wilds
        score = self.score(ranks, suited=True)
        return self.classes[score] if self.categories[score[0]] in SUITED else 0

    def class_atoms(self, suit: int | None) -> list[int]:
        return [self.atom_of(score, suit) for score in self.classes]

    @cached_property
    def scores(self) -> dict[int, Score]:
        return {number: score for score, number in self.classes.items()}

    def atom_of(self, score: Score, suit: int | None) -> int:
        category, deciding = score
        found = -1
        for number, atom in enumerate(self.atoms):
            if atom.category == self.categories[category] and atom.suit in (None, suit):
                found = number if deciding[: len(atom.floor)] >= atom.floor else found
        return found

    def worth(self, cards: Sequence[Card]) -> Worth:
        """The best `size` cards of these."""
        if len(cards) == self.size:
            return self._worth(cards)
        if len(cards) < self.size:
            raise InputError(f"a {self.name} hand needs {self.size} cards, got {len(cards)}")
        return self._best(tuple(cards))

    @lru_cache(maxsize=1 << 16)  # noqa: B019 - rankings are a handful and live as long as the program
    def _best(self, cards: tuple[Card, ...]) -> Worth:
        return max(self._worth(part) for part in combinations(cards, self.size))

    def _worth(self, cards: Sequence[Card]) -> Worth:
        """Looked up by the product of the ranks' primes, and by the suit where all cards share one."""
        product, suits = 1, 0
        for rank, suit in cards:
            product *= PRIMES[rank]
            suits |= 1 << suit
        if suits & (suits - 1):
            return self.mixed[product]
        same = self.suited.get(product)
        return same[suits.bit_length() - 1] if same else self.mixed[product]

    @cached_property
    def mixed(self) -> dict[int, Worth]:
        """The worth of every set of ranks in more than one suit, by the product of the ranks' primes."""
        return {
            prod(PRIMES[rank] for rank in ranks): self._scored(ranks, None)
            for ranks in combinations_with_replacement(range(LOWEST, ACE + 1), self.size)
            if max(Counter(ranks).values()) <= len(SUITS)
        }

    @cached_property
    def suited(self) -> dict[int, tuple[Worth, ...]]:
        """The worth of every set of different ranks in one suit, for each suit."""
        return {
            prod(PRIMES[rank] for rank in ranks): tuple(
                self._scored(ranks, suit) for suit in range(len(SUITS))
            )
            for ranks in combinations(range(LOWEST, ACE + 1), self.size)
        }

    def _scored(self, ranks: Sequence[int], suit: int | None) -> Worth:
        score = self.score(ranks, suited=suit is not None)
        return Worth(self.classes[score], self.atom_of(score, suit))

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        return "".join(self._parts(cards, lines))

    def call(self, cards: Sequence[Card]) -> str:
        return self._parts(cards)[0]

    def _parts(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> tuple[str, str]:
        klass, atom = self.worth(cards)
        line = self.pick(atom, lines) or ""
        if own := OWN_NAMES.get(line) or OWN_NAMES.get(self.atom_names[atom]):
            return own, ""
        category, deciding = self.scores[klass]
        return hand_parts(self.categories[category], deciding)

    def with_lines(self, *lines: str, **named: str) -> "PokerRanking":
        """The same order of hands, with atoms cut where these lines begin and end.

        A line may be given a name of its own: `akq_spades="akq_suited_in_spades"`. An atom that is just one
        of the lines has its name.
        """
        wanted = {
            name: parse_line(line, self.size)
            for name, line in {**{line: line for line in lines}, **named}.items()
            if name not in self.lines
        }
        for line in wanted.values():
            if isinstance(line, Band) and line.category not in self.categories:
                raise InputError(f"a {self.name} hand cannot be {line.category!r}")
        old = self._cut(tuple(wanted.values()))
        inside = {
            name: [atom for atom in old if self._is_in(atom, old[atom], wanted[name])] for name in wanted
        }
        parts = Counter(old.values())
        names = {atom: self.atom_names[part] for atom, part in old.items() if parts[part] == 1}
        for name, atoms in inside.items():
            if len(atoms) == 1:
                names.setdefault(atoms[0], name)
        names = {atom: names.get(atom, atom.name) for atom in old}
        groups = {
            self.atom_names[part]: tuple(names[atom] for atom in old if old[atom] == part)
            for part, times in parts.items()
            if times > 1
        }
        new = {name: tuple(names[atom] for atom in atoms) for name, atoms in inside.items()}
        new = {name: members for name, members in new.items() if members != (name,)}
        cut = tuple(replace(atom, name=name) for atom, name in names.items())
        return replace(self, atoms=cut, groups={**groups, **self.groups, **new})

    def _is_in(self, atom: Atom, part_of: int, line: Band | Suited) -> bool:
        """Whether the hands of an atom, which was cut where the line begins and ends, are on the line."""
        if isinstance(line, Suited):
            return atom.suit == line.suit and part_of in self.line(line.line)
        if atom.category != line.category:
            above = self.categories.index(atom.category) > self.categories.index(line.category)
            return above and line.reaches_up
        return atom.floor >= line.low and (line.high is None or atom.floor < line.high)

    def _cut(self, lines: tuple[Band | Suited, ...]) -> dict[Atom, int]:
        """The new atoms from low to high, each with the number of the old one that it is part of."""
        suited = [line for line in lines if isinstance(line, Suited)]
        found: dict[Atom, int] = {}
        for number, category in enumerate(self.categories):
            floors = {atom.floor for atom in self.atoms if atom.category == category}
            for line in lines:
                if isinstance(line, Band) and line.category == category:
                    floors |= {end for end in (line.low, line.high) if end is not None and is_reached(end)}
            for floor in sorted(floors):
                parts = {suit: self.atom_of((number, floor), suit) for suit in (None, *range(len(SUITS)))}
                asked = {line.suit for line in suited if parts[line.suit] in self.line(line.line)}
                for suit, part in parts.items():
                    if suit is None or suit in asked or part != parts[None]:
                        where = "_".join(map(str, (*floor, *(() if suit is None else (SUITS[suit],)))))
                        found[Atom(f"{category}_from_{where or 'below'}", category, floor, suit)] = part
        return found

    @cached_property
    def lines(self) -> Mapping[str, frozenset[int]]:
        """Every name a paytable may use, as the atoms it covers."""
        numbers = {atom.name: number for number, atom in enumerate(self.atoms)}
        lines = {name: frozenset({number}) for name, number in numbers.items()}
        for category in self.categories:
            lines[category] = frozenset(numbers[a.name] for a in self.atoms if a.category == category)
        for name, members in self.groups.items():
            lines[name] = frozenset().union(*(lines[member] for member in members))
        return lines


def is_reached(floor: tuple[int, ...]) -> bool:
    """Whether some hand can have these deciding ranks: each is below the one before, none above an ace."""
    return all(later < earlier for earlier, later in pairwise((ACE + 1, *floor)))


SHAPES = {
    (5,): "five_of_a_kind",
    (4,): "four_of_a_kind",
    (3, 2): "full_house",
    (3,): "three_of_a_kind",
    (2, 2): "two_pair",
    (2,): "pair",
}


SUITED = ("flush", "straight_flush", "royal_flush")
"""Categories that need cards of one suit."""


def whole(category: str) -> Atom:
    """A category that no line cuts."""
    return Atom(f"any_{category}", category)


THREE_HANDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind")
THREE = PokerRanking(
    "three-card",
    3,
    (*THREE_HANDS, "straight_flush"),
    (
        *map(whole, THREE_HANDS),
        Atom("straight_flush_below_akq", "straight_flush"),
        Atom("straight_flush_of_akq", "straight_flush", (ACE,)),
    ),
    {"akq_suited": ("straight_flush_of_akq",), "mini_royal": ("straight_flush_of_akq",)},
)

FOUR_HANDS = (
    "high_card",
    "pair",
    "two_pair",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)
FOUR = PokerRanking("four-card", 4, FOUR_HANDS, tuple(map(whole, FOUR_HANDS)), {})

FIVE_HANDS = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
)
FIVE = PokerRanking(
    "five-card",
    5,
    (*FIVE_HANDS, "straight_flush"),
    (
        *map(whole, FIVE_HANDS),
        Atom("straight_flush_below_royal", "straight_flush"),
        Atom("royal_flush", "straight_flush", (ACE,)),
    ),
    {"pair_or_less": ("high_card", "pair")},
)

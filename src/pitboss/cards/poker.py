"""Poker hands of three, four and five cards, and the best of more.

Atoms are runs of classes, except that one may name a suit: the ace-king-queen of spades ties with
that of hearts, and pays more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import prod

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, LOWEST, SUITS, Card
from pitboss.cards.hand_name import OWN_NAMES, hand_parts
from pitboss.cards.line import Band, Suited, line_above, parse_line
from pitboss.cards.ranking import Ranking, Worth

SPADES = SUITS.index("s")
PRIMES = (0, 0, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
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
class PokerRanking(Ranking):
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

    def with_lines(self, *names: str) -> "PokerRanking":
        """The same order of hands, with atoms cut where these lines begin and end."""
        wanted = {name: parse_line(name, self.size) for name in map(line_above, names)}
        wanted = {name: line for name, line in wanted.items() if name not in self.lines}
        for line in wanted.values():
            if isinstance(line, Band) and line.category not in self.categories:
                raise InputError(f"a {self.name} hand cannot be {line.category!r}")
        old = self._cut(tuple(wanted.values()))
        parts = Counter(old.values())
        atoms = [
            replace(atom, name=self.atom_names[number]) if parts[number] == 1 else atom
            for atom, number in old.items()
        ]
        groups = {
            self.atom_names[number]: tuple(atom.name for atom, part in old.items() if part == number)
            for number, times in parts.items()
            if times > 1
        }
        new = {
            name: tuple(
                atom.name
                for atom, number in zip(atoms, old.values(), strict=True)
                if (is_inside(atom, line) if isinstance(line, Band) else self._is_of(atom, number, line))
            )
            for name, line in wanted.items()
        }
        return PokerRanking(
            self.name, self.size, self.categories, tuple(atoms), {**groups, **self.groups, **new}
        )

    def _is_of(self, atom: Atom, part_of: int, line: Suited) -> bool:
        return atom.suit == line.suit and part_of in self.line(line.line)

    def _categories(self, line: Band | Suited) -> set[str]:
        if isinstance(line, Band):
            return {line.category}
        return {self.atoms[atom].category for atom in self.line(line.line)}

    def _cut(self, lines: tuple[Band | Suited, ...]) -> dict[Atom, int]:
        """The new atoms from low to high, each with the number of the old one that it is part of."""
        found: dict[Atom, int] = {}
        for number, category in enumerate(self.categories):
            own = {atom: part for part, atom in enumerate(self.atoms) if atom.category == category}
            cutting = [line for line in lines if category in self._categories(line)]
            if not cutting:
                found |= own
                continue
            floors = {atom.floor for atom in own}
            suits = {atom.suit for atom in own if atom.suit is not None}
            for line in cutting:
                if isinstance(line, Suited):
                    suits |= {line.suit}
                else:
                    floors |= {end for end in (line.low, line.high) if end is not None and is_reached(end)}
            for floor, suit in product(sorted(floors), (None, *sorted(suits))):
                where = "_".join(map(str, (*floor, *(() if suit is None else (SUITS[suit],)))))
                atom = Atom(f"{category}_from_{where or 'below'}", category, floor, suit)
                found[atom] = self.atom_of((number, floor), suit)
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


def is_inside(atom: Atom, band: Band) -> bool:
    """Whether the hands of an atom, which was cut where the band begins and ends, are in the band."""
    if atom.category != band.category:
        return False
    return atom.floor >= band.low and (band.high is None or atom.floor < band.high)


SHAPES = {
    (4,): "four_of_a_kind",
    (3, 2): "full_house",
    (3,): "three_of_a_kind",
    (2, 2): "two_pair",
    (2,): "pair",
}

THREE = PokerRanking(
    "three-card",
    3,
    ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"),
    (
        Atom("jack_high_or_lower", "high_card"),
        Atom("queen_high", "high_card", (12,)),
        Atom("any_pair", "pair"),
        Atom("any_flush", "flush"),
        Atom("any_straight", "straight"),
        Atom("any_three_of_a_kind", "three_of_a_kind"),
        Atom("straight_flush_below_akq", "straight_flush"),
        Atom("akq_red_or_clubs", "straight_flush", (ACE,)),
        Atom("akq_spades", "straight_flush", (ACE,), SPADES),
    ),
    {"akq_suited": ("akq_red_or_clubs", "akq_spades"), "mini_royal": ("akq_red_or_clubs", "akq_spades")},
)

FOUR = PokerRanking(
    "four-card",
    4,
    (
        "high_card",
        "pair",
        "two_pair",
        "straight",
        "flush",
        "three_of_a_kind",
        "straight_flush",
        "four_of_a_kind",
    ),
    (
        Atom("queen_high_or_lower", "high_card"),
        Atom("king_high", "high_card", (13,)),
        Atom("pair_below_queens", "pair"),
        Atom("pair_of_queens_or_kings", "pair", (12,)),
        Atom("pair_of_aces", "pair", (ACE,)),
        Atom("any_two_pair", "two_pair"),
        Atom("any_straight", "straight"),
        Atom("any_flush", "flush"),
        Atom("any_three_of_a_kind", "three_of_a_kind"),
        Atom("any_straight_flush", "straight_flush"),
        Atom("any_four_of_a_kind", "four_of_a_kind"),
    ),
    {},
)

FIVE = PokerRanking(
    "five-card",
    5,
    (
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
    ),
    (
        Atom("below_ace_king", "high_card"),
        Atom("ace_king_high", "high_card", (ACE, 13)),
        Atom("pair_below_sixes", "pair"),
        Atom("pair_sixes_to_nines", "pair", (6,)),
        Atom("pair_of_tens", "pair", (10,)),
        Atom("pair_of_jacks_to_aces", "pair", (11,)),
        Atom("any_two_pair", "two_pair"),
        Atom("any_three_of_a_kind", "three_of_a_kind"),
        Atom("any_straight", "straight"),
        Atom("any_flush", "flush"),
        Atom("any_full_house", "full_house"),
        Atom("any_four_of_a_kind", "four_of_a_kind"),
        Atom("straight_flush_below_royal", "straight_flush"),
        Atom("royal_flush", "straight_flush", (ACE,)),
    ),
    {
        "pair_jacks_or_better": ("pair_of_jacks_to_aces",),
        "pair_tens_or_better": ("pair_of_tens", "pair_of_jacks_to_aces"),
        "pair_sixes_to_tens": ("pair_sixes_to_nines", "pair_of_tens"),
        "pair_or_less": ("high_card", "pair"),
    },
)

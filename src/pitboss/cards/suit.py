"""Hands by one suit alone: the longest flush, and the longest straight flush.

A suit's ranks are a mask, the two as bit 0. The hand is worth what its best suit is. Lines are named by
length, and by the highest card where a ranking is cut there: `five_card_flush`, `three_card_flush_nine_high`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, LOWEST, Card
from pitboss.cards.hand_name import NAMES
from pitboss.cards.line import RANKS
from pitboss.cards.ranking import TableRanking, Worth

Score = tuple[int, ...]
MASKS = range(1, 1 << (ACE - LOWEST + 1))
LENGTHS = ("one", "two", "three", "four", "five", "six", "seven")
LINE = re.compile(rf"(?P<length>{'|'.join(LENGTHS)})_card_flush_(?P<top>{'|'.join(RANKS)})_high")


def mask_of(ranks: Sequence[int]) -> int:
    return sum(1 << (rank - LOWEST) for rank in ranks)


def flush_score(mask: int) -> Score:
    """The length, then the ranks from the top."""
    return mask.bit_count(), mask


def run_score(mask: int) -> Score:
    """The length of the longest run of ranks; the ace is high or low, and never in the middle."""
    rungs = mask << 1 | mask >> (ACE - LOWEST)
    length = 0
    while rungs:
        length, rungs = length + 1, rungs & rungs << 1
    return (min(length, len(LENGTHS)),)


@dataclass(frozen=True, eq=False)
class SuitRanking(TableRanking):
    """`floors` are the atoms from low to high, with the lowest score of each."""

    name: str
    score: Callable[[int], Score]
    floors: tuple[tuple[str, Score], ...]
    groups: Mapping[str, tuple[str, ...]]
    size: int = 1
    is_by_line: bool = False
    """Whether a score is the number of a line, the first below all of them, and says nothing of ranks."""
    of_all = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "atom_names", tuple(name for name, _ in self.floors))

    @cached_property
    def classes(self) -> dict[Score, int]:
        return {score: number for number, score in enumerate(sorted(set(map(self.score, MASKS))), start=1)}

    @cached_property
    def scores(self) -> dict[int, Score]:
        return {number: score for score, number in self.classes.items()}

    def class_parts(self, number: int) -> tuple[str, tuple[int, ...]]:
        """What a class is called, and its ranks where they decide."""
        if self.is_by_line:
            (line,) = self.scores[number]
            return f"{'' if line else 'less than '}{called(self.atom_names[line or 1])}", ()
        length, *masks = self.scores[number]
        ranks = tuple(rank for mask in masks for rank in range(ACE, 1, -1) if mask >> (rank - LOWEST) & 1)
        return f"a {LENGTHS[min(length, len(LENGTHS)) - 1]}-card {self.name.partition(' ')[2]}", ranks

    @cached_property
    def worths(self) -> tuple[Worth, ...]:
        """What each suit is worth, by its mask."""
        atoms = [0, *self.class_atoms(None)]
        classes = [0, *(self.classes[self.score(mask)] for mask in MASKS)]
        return tuple(Worth(klass, atoms[klass]) for klass in classes)

    def rank_class(self, ranks: tuple[int, ...]) -> int:
        del ranks
        return 0

    def suit_class(self, ranks: tuple[int, ...], wilds: int = 0) -> int:
        del wilds
        return self.worths[mask_of(ranks)].klass

    def class_atoms(self, suit: int | None) -> list[int]:
        del suit
        return [sum(floor <= score for _, floor in self.floors) - 1 for score in self.classes]

    def worth(self, cards: Sequence[Card]) -> Worth:
        if not cards:
            raise InputError(f"a {self.name} hand needs cards")
        return self.worths[self._best(cards)]

    def _best(self, cards: Sequence[Card]) -> int:
        masks = [
            mask_of([card.rank for card in cards if card.suit == suit]) for suit in {c.suit for c in cards}
        ]
        return max(masks, key=lambda mask: self.worths[mask])

    def describe(self, cards: Sequence[Card], lines: object = ()) -> str:
        del lines
        if self.is_by_line:
            return self.call(cards)
        mask = self._best(cards)
        return f"{self.call(cards)}, {NAMES[mask.bit_length() - 1 + LOWEST]} high"

    def call(self, cards: Sequence[Card]) -> str:
        return self.class_parts(self.worth(cards).klass)[0]

    def with_lines(self, *lines: str) -> "SuitRanking":
        """The same order, with an atom that begins at each of these lines."""
        floors, groups = dict(self.floors), dict(self.groups)
        for line in lines:
            match = LINE.fullmatch(line)
            if not match:
                raise InputError(f"there is no line {line!r}; write one as 'three_card_flush_nine_high'")
            length = LENGTHS.index(match["length"]) + 1
            whole = f"{match['length']}_card_flush"
            floors[line] = (length, 1 << (RANKS[match["top"]] - LOWEST))
            below = f"{whole}_below"
            if whole in floors:
                floors[below] = floors.pop(whole)
            groups[whole] = (*groups.get(whole, (below,)), line)
        return replace(self, floors=tuple(sorted(floors.items(), key=lambda one: one[1])), groups=groups)

    @cached_property
    def lines(self) -> Mapping[str, frozenset[int]]:
        numbers = {name: frozenset({number}) for number, name in enumerate(self.atom_names)}
        return {
            **numbers,
            **{
                name: frozenset().union(*(numbers[part] for part in parts))
                for name, parts in self.groups.items()
            },
        }


LONGEST_FLUSH = SuitRanking(
    "longest flush",
    flush_score,
    tuple((f"{word}_card_flush", (length,)) for length, word in enumerate(LENGTHS, start=1)),
    {},
)
LONGEST_STRAIGHT_FLUSH = SuitRanking(
    "longest straight flush",
    run_score,
    tuple((f"{word}_card_straight_flush", (length,)) for length, word in enumerate(LENGTHS, start=1)),
    {},
)


def flush_or_run(*lines: str) -> SuitRanking:
    """Judged by the best of these lines, low to high: lengths of flushes and of straight flushes."""
    wanted = []
    for line in lines:
        word, _, kind = line.partition("_card_")
        wanted.append((run_score if kind == "straight_flush" else flush_score, LENGTHS.index(word) + 1))

    def score(mask: int) -> Score:
        met = [number for number, (of, length) in enumerate(wanted, start=1) if of(mask)[0] >= length]
        return (max(met, default=0),)

    floors = (("no_line", (0,)), *((line, (number,)) for number, line in enumerate(lines, start=1)))
    return SuitRanking("flush or straight flush", score, floors, {}, is_by_line=True)


def called(line: str) -> str:
    """A length as a dealer calls it: 'a four-card straight flush'."""
    word, _, kind = line.partition("_card_")
    return f"a {word}-card {kind.replace('_', ' ')}"

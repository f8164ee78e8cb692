"""What is known of each hand of so many cards: one word, its class on top, and below that the cells that
somebody asks for.

Hands are numbered by their ranks; those of one suit have numbers of their own for each suit, or, where more
cards are dealt than count, a table by the ranks of that suit.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.poker import PokerRanking
from pitboss.shape.question import Cells
from pitboss.shape.tables import RANK_COUNT, RankTable, multiset_count, rank_table
from pitboss.simulation.column_hand import SUITS
from pitboss.simulation.column_step import Step
from pitboss.simulation.piece import Ints

CLASS_SHIFT = 18
"""Cells have the bits below the class; both together are no negative number of 32 bits."""
MOST_CLASSES = 1 << 31 - CLASS_SHIFT


@dataclass(frozen=True)
class Field:
    """Some bits of the word."""

    shift: int
    mask: int
    of_class: Ints
    """The number for each class."""
    cells: Cells | None = None
    """Where suits may be named, what the number is the cell of."""

    def of_flush(self, table: RankTable, suit: int) -> Ints:
        """The number for the ranks of a suit."""
        found = self.of_class[table.flush] if self.cells is None else table.flush_cells(self.cells)[suit]
        assert int(found.max()) <= self.mask, "every cell has room in the word"
        return found.astype(np.int64)


@dataclass(eq=False)
class HandTable:
    """What is known of each hand of so many cards, by the number of its ranks and by the suit it is of."""

    ranking: PokerRanking
    cards: int
    start: int
    """Where it stands among the tables."""
    fields: dict[tuple[int, ...], Field] = field(default_factory=dict)
    """By what is asked."""
    used: int = 0

    @property
    def step(self) -> Step:
        if self.cards <= self.ranking.size:
            return Step.JUDGE
        is_of_four = (self.ranking.size, self.cards) == (3, 4) and "flush" in self.ranking.categories
        return Step.JUDGE_THREE_OF_FOUR if is_of_four else Step.JUDGE_LONG

    @property
    def multisets(self) -> int:
        return multiset_count(self.cards)

    @cached_property
    def size(self) -> int:
        return len(self.content())

    def find(self, key: tuple[int, ...], of_class: Ints, cells: Cells | None) -> Field | None:
        """The bits for a number that hangs on the class; none if there is no room for it."""
        if key not in self.fields:
            largest = max(cells.of_atom) if cells else int(of_class.max(initial=1))
            width = max(1, largest.bit_length())
            if self.used + width > CLASS_SHIFT:
                return None
            self.fields[key] = Field(self.used, (1 << width) - 1, of_class, cells)
            self.used += width
        return self.fields[key]

    def content(self) -> NDArray[np.int32]:
        assert len(self.ranking.classes) < MOST_CLASSES, "a class has room in the word"
        table = rank_table(self.ranking, self.cards)
        parts = [self.words(table.plain[table.first :].astype(np.int64))]
        if self.step is Step.JUDGE:
            parts += self.suited(table, parts[0])
        if self.step is Step.JUDGE_THREE_OF_FOUR:
            triples = rank_table(self.ranking, self.ranking.size)
            nothing = np.zeros(len(triples.counts), np.int64)
            parts += [nothing, *self.suited(triples, nothing)]
        if self.step is not Step.JUDGE:
            parts += [self.flushes(table, suit) for suit in range(SUITS)]
        return np.concatenate(parts).astype(np.int32)

    def suited(self, table: RankTable, plain: Ints) -> list[Ints]:
        """The words of hands of one suit, by the number of their ranks: they are flushes, or what the ranks
        make if that is more."""
        is_distinct = (table.counts <= 1).all(axis=1)
        masks = (table.counts.astype(np.int64) << np.arange(RANK_COUNT)).sum(axis=1) * is_distinct
        return [np.maximum(plain, self.flushes(table, suit)[masks]) for suit in range(SUITS)]

    def words(self, classes: Ints) -> Ints:
        found = classes << CLASS_SHIFT
        for place in self.fields.values():
            found = found | place.of_class[classes] << place.shift
        return found

    def flushes(self, table: RankTable, suit: int) -> Ints:
        """For the ranks of one suit, as a mask: 0 where they are no flush."""
        found = table.flush.astype(np.int64) << CLASS_SHIFT
        for place in self.fields.values():
            found = found | place.of_flush(table, suit) << place.shift
        return found * (table.flush > 0)

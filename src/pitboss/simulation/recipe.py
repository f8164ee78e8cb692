"""A round as steps for a block of rounds, with the tables that they read: what `column_step` takes.

Every hand is judged once, into one word: its class on top, and below that the cells that somebody asks for.
Hands of one ranking and size share a table. They are numbered by their ranks; those of one suit have numbers
of their own for each suit, or, where more cards are dealt than count, a table by the ranks of that suit.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards.poker import PokerRanking
from pitboss.shape.question import Cells
from pitboss.shape.tables import RANK_COUNT, RankTable, multiset_count, rank_table
from pitboss.simulation.column_hand import MOST_HAND, SUITS
from pitboss.simulation.column_step import WIDTH, Step
from pitboss.simulation.piece import Ints
from pitboss.simulation.policy import Hashed

ALL_BITS = (1 << 31) - 1
CLASS_SHIFT = 18
"""Cells have the bits below the class; both together are no negative number of 32 bits."""
MOST_CLASSES = 1 << 31 - CLASS_SHIFT
Columns = tuple[int, ...]


# -- what is known of a hand -------------------------------------------------------------------------


@dataclass(frozen=True)
class WordField:
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
    """What is known of each hand of n cards, by the number of its ranks and by the suit it is of."""

    ranking: PokerRanking
    cards: int
    start: int
    """Where it stands among the tables."""
    fields: dict[tuple[int, ...], WordField] = field(default_factory=dict)
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

    def find(self, key: tuple[int, ...], of_class: Ints, cells: Cells | None) -> WordField | None:
        """The bits for a number that depends on the class; none if there is no room for it."""
        if key not in self.fields:
            largest = max(cells.of_atom) if cells else int(of_class.max(initial=1))
            width = max(1, largest.bit_length())
            if self.used + width > CLASS_SHIFT:
                return None
            self.fields[key] = WordField(self.used, (1 << width) - 1, of_class, cells)
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


# -- steps -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Digit:
    """Some bits of a value."""

    value: int
    shift: int = 0
    mask: int = ALL_BITS
    radix: int = 0
    """Of the number that it is appended to; 0 where it is the first."""


@dataclass
class Recipe:
    """Steps in the making."""

    column_of: dict[int, int]
    """The column of each card that is dealt, by its token."""
    steps: list[list[int]] = field(default_factory=list)
    tables: dict[str, tuple[int, NDArray[np.int32]]] = field(default_factory=dict)
    hand_tables: list[HandTable] = field(default_factory=list)
    ascending: set[Columns] = field(default_factory=set)
    """Columns that side by side ascend."""
    judged: dict[tuple[Columns, int], int] = field(default_factory=dict)
    """Values of hands that were judged, by their columns and the start of the table."""
    highest: dict[tuple[int, ...], int] = field(default_factory=dict)
    """The highest of such values."""
    length: int = 0
    values: int = 0
    chosen: int = 0
    """Columns of cards beyond those dealt."""
    hashed: Hashed = field(default_factory=Hashed)
    """Situations that ranks do not decide."""

    # -- writing -----------------------------------------------------------------------------------

    def step(self, kind: Step, into: int, *numbers: int) -> None:
        row = [int(kind), into, *map(int, numbers)]
        if len(row) > WIDTH:
            raise PlanError(f"a step of {len(row)} numbers is too long")
        self.steps.append(row + [0] * (WIDTH - len(row)))

    def value(self) -> int:
        self.values += 1
        return self.values - 1

    @property
    def all_columns(self) -> int:
        """Behind the cards that are dealt lies room for a hand that is sorted, then those that are chosen."""
        return len(self.column_of) + MOST_HAND + self.chosen

    def card_column(self) -> int:
        self.chosen += 1
        return self.all_columns - 1

    def table(self, name: str, content: NDArray[np.integer]) -> int:
        """Where a table stands; tables of one name are the same."""
        if name not in self.tables:
            self.tables[name] = (self.length, np.ascontiguousarray(content.ravel(), np.int32))
            self.length += content.size
        return self.tables[name][0]

    def columns(self, tokens: Iterable[int]) -> Columns:
        return tuple(sorted(self.column_of[token] for token in tokens))

    def sort(self, columns: Columns) -> int:
        """Where these cards lie in ascending order, until others are sorted."""
        room = len(self.column_of)
        self.step(Step.SORT, room, len(columns), *columns)
        return room

    # -- hands -------------------------------------------------------------------------------------

    def cell(self, cells: Cells, hands: list[Columns]) -> Digit:
        """The cell of the highest of these hands, which have the same number of cards."""
        assert isinstance(cells.ranking, PokerRanking)
        of_class = rank_table(cells.ranking, cells.ranking.size).cell_of_class(cells).astype(np.int64)
        return self.of_hands(cells.ranking, hands, cells.of_atom, of_class, cells)

    def of_hands(
        self,
        ranking: PokerRanking,
        hands: list[Columns],
        key: tuple[int, ...],
        of_class: Ints,
        cells: Cells | None = None,
    ) -> Digit:
        """A number that depends on the class of the highest of these hands; `key` names it."""
        (size,) = {len(hand) for hand in hands}
        if size > MOST_HAND:
            raise PlanError(f"hands of {size} cards are too large for the tables")
        if size < ranking.size:
            raise PlanError(f"hands of {size} cards are fewer than the {ranking.size} that count")
        known = [table for table in self.hand_tables if (table.ranking, table.cards) == (ranking, size)]
        for table in (*known, HandTable(ranking, size, self.length)):
            place = table.find(key, of_class, cells)
            if place:
                break
        else:
            raise PlanError("more is asked of a hand than fits beside its class")
        if table not in known:
            self.length += table.size
            self.hand_tables.append(table)
        return Digit(self.judge_all(table, hands), place.shift, place.mask)

    def judge_all(self, table: HandTable, hands: list[Columns]) -> int:
        """The word of a hand, or of the highest of several."""
        found = [self.judge(table, hand) for hand in hands]
        if len(found) == 1:
            return found[0]
        if tuple(found) not in self.highest:
            highest = found[0]
            for other in found[1:]:
                lower, highest = highest, self.value()
                self.step(Step.HIGHER, highest, lower, other)
            self.highest[tuple(found)] = highest
        return self.highest[tuple(found)]

    def judge(self, table: HandTable, hand: Columns) -> int:
        if (hand, table.start) not in self.judged:
            value = self.judged[hand, table.start] = self.value()
            enough = table.ranking.size if "flush" in table.ranking.categories else len(hand) + 1
            is_sorted = table.step is Step.JUDGE and hand in self.ascending
            first = hand[0] if is_sorted else self.sort(hand)
            self.step(table.step, value, table.start, table.multisets, first, len(hand), enough)
        return self.judged[hand, table.start]

    # -- the whole ---------------------------------------------------------------------------------

    def append(self, into: int, *digits: Digit) -> None:
        """Digits to a number; one of radix 0 begins it anew."""
        assert into not in {digit.value for digit in digits}, "a loop writes what it does not read"
        for digit in digits:
            self.step(Step.DIGIT, into, digit.value, digit.shift, digit.mask, digit.radix)

    def lookups(self) -> NDArray[np.int32]:
        found = np.zeros(self.length, np.int32)
        for start, content in self.tables.values():
            found[start : start + len(content)] = content
        for table in self.hand_tables:
            found[table.start : table.start + table.size] = table.content()
        return found

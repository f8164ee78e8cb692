"""A round as steps for a block of rounds, with the tables that they read: what `column_step` takes.

Every hand is judged once, into a word with its class on top and below that the cells that somebody asks for.
Hands of one ranking and size share a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards.poker import PokerRanking
from pitboss.shape.question import Cells
from pitboss.shape.tables import rank_table
from pitboss.simulation.column_hand import MOST_HAND
from pitboss.simulation.column_step import WIDTH, Step
from pitboss.simulation.hand_table import HandTable
from pitboss.simulation.piece import Ints

ALL_BITS = (1 << 31) - 1
Columns = tuple[int, ...]


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
        """A number that hangs on the class of the highest of these hands; `key` names it."""
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

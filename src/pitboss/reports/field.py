"""Fields of a table: each title with what it reads in a row, so that rows become a table.

Amounts of an account book are written to the last micro-dollar, so that what stands in a column adds up to
what stands under it; what is nothing everywhere may be left out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.reports.cell import Number, exact_money, ordinal, whole
from pitboss.reports.cell import money as cents
from pitboss.reports.page import Cell, Column, PageTable, Tone, Toned, make_table

Row = TypeVar("Row")
TOTAL = "Total"


@dataclass(frozen=True)
class Field(Generic[Row]):
    title: str
    read: Callable[[Row], Cell | int]
    say: Callable[[int], Number] | None = None
    """How a number is written; none for words."""
    is_summed: bool = False
    is_optional: bool = False
    """Left out of a table where it is nothing in every row."""
    wraps: bool = False
    is_right: bool = False
    """Whether cells that are written already stand to the right, as numbers do."""

    def cell(self, row: Row) -> Cell:
        value = self.read(row)
        return self.write(value) if isinstance(value, int) else value

    def write(self, value: int) -> Number:
        assert self.say, f"{self.title} holds no number"
        return self.say(value)

    def total(self, rows: Iterable[Row]) -> int:
        return sum(value for row in rows if isinstance(value := self.read(row), int))


def words(
    title: str, read: Callable[[Row], Cell], *, is_optional: bool = False, wraps: bool = False
) -> Field[Row]:
    return Field(title, read, is_optional=is_optional, wraps=wraps)


def value(title: str, read: Callable[[Row], Cell], *, wraps: bool = False) -> Field[Row]:
    """A figure that is written already, or words in its place."""
    return Field(title, read, is_right=True, wraps=wraps)


def count(title: str, read: Callable[[Row], int], *, is_summed: bool = True) -> Field[Row]:
    return Field(title, read, whole, is_summed=is_summed)


def number(title: str, read: Callable[[Row], int]) -> Field[Row]:
    """A number that names something."""
    return Field(title, read, ordinal)


def amount(title: str, read: Callable[[Row], Cell | int]) -> Field[Row]:
    """As a display shows it, in whole cents; words where there is no amount."""
    return Field(title, read, cents)


def money(
    title: str, read: Callable[[Row], int], *, is_summed: bool = True, is_optional: bool = False
) -> Field[Row]:
    return Field(title, read, exact_money, is_summed=is_summed, is_optional=is_optional)


def field_table(fields: Sequence[Field[Row]], rows: Iterable[Row]) -> PageTable:
    columns = [
        Column(one.title, right=one.is_right or one.say is not None, wraps=one.wraps) for one in fields
    ]
    return make_table(columns, ([field.cell(row) for field in fields] for row in rows))


def ruled_table(fields: Sequence[Field[Row]], rows: Sequence[Row], *, has_total: bool = True) -> PageTable:
    """With totals, and without what is nothing in every row."""
    kept = [field for field in fields if not field.is_optional or any(map(field.read, rows))]
    table = field_table(kept, rows)
    if not has_total or len(rows) < 2:
        return table
    return PageTable(table.columns, (*table.rows, tuple(total_row(kept, rows))))


def total_row(fields: Sequence[Field[Row]], rows: Sequence[Row]) -> list[Cell]:
    sums = [field.write(field.total(rows)) if field.is_summed else "" for field in fields]
    return [Toned(TOTAL, Tone.STRONG), *(Toned(sum_, Tone.STRONG) if sum_ else "" for sum_ in sums[1:])]


def left_out(fields: Sequence[Field[Row]], rows: Sequence[Row]) -> str:
    """A sentence about what is nothing in every row, or nothing at all."""
    none = [
        field.title.lower()
        for field in fields
        if field.is_optional and field.say and not any(map(field.read, rows))
    ]
    return f"Nothing in these days: {', '.join(none)}." if none else ""

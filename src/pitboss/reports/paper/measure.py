"""Measures of a sheet: how wide a column has to be for its content, and how many lines a text takes."""

from collections.abc import Iterator
from math import ceil

from pitboss.reports.page import Facts, Page, PageTable, number_of

NARROWEST, WIDEST_TITLE, WIDEST, WIDEST_WORDS = 9, 14, 30, 46
"""Characters: of any column, of one for its title's sake, for a name's, for sentences."""


def find_widths(page: Page) -> list[int]:
    """By content: columns of tables, labels of facts, and numbers that would not show if they did not fit."""
    widths: list[int] = [NARROWEST, NARROWEST]
    for place, length in lengths(page):
        widths += [NARROWEST] * (place + 1 - len(widths))
        widths[place] = max(widths[place], length + 2)
    return widths


def lengths(page: Page) -> Iterator[tuple[int, int]]:
    for block in page:
        if isinstance(block, Facts):
            for label, value in block.rows:
                yield 0, len(label)
                yield 1, len(str(value)) if number_of(value) else 0
        elif isinstance(block, PageTable):
            for place, column in enumerate(block.columns):
                widest = WIDEST_WORDS if column.wraps or column.under else WIDEST
                yield (
                    place,
                    max(min(len(column.title), WIDEST_TITLE), *map(len, column.title.split() or [""])),
                )
                yield place, min(widest, max((len(str(row[place])) for row in block.rows), default=0))


def count_lines(text: str, width: int) -> int:
    """About so many: words are broken where they end."""
    return sum(ceil(max(1, len(line)) / (width - 1)) for line in text.splitlines() or [""])

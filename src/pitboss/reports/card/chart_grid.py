"""A chart on a card: letters in cells of their option's colour; rows that say the same are one row."""

from collections.abc import Iterator
from itertools import groupby

from pitboss.reports.chart_sheet import LEGEND, sign
from pitboss.reports.page import Cell, Column, PageTable, Tone, Toned, make_table
from pitboss.strategy.chart import UPS, Chart, ChartRow, Section, card_name

TONES = {
    "stand": Tone.BAD,
    "hit": Tone.GOOD,
    "double": Tone.INFERRED,
    "split": Tone.CAREFUL,
    "surrender": Tone.DIM,
}
"""The colours that such charts usually have: red to stop, green to go on, others for what is rarer."""
NO_HAND = Toned("-", Tone.DIM)


def chart_tables(chart: Chart) -> Iterator[PageTable]:
    for section in chart.sections:
        columns = (Column(section.name.capitalize()), *(Column(card_name(up), right=True) for up in UPS))
        yield make_table(columns, grid_rows(section))


def grid_rows(section: Section) -> Iterator[tuple[Cell, ...]]:
    for cells, rows in groupby(section.rows, key=row_cells):
        yield Toned(span_name(list(rows)), Tone.STRONG), *cells


def row_cells(row: ChartRow) -> tuple[Toned, ...]:
    """A gap where a small deck has no such hand against an up card."""
    by_up = {cell.starts[0].up: Toned(sign(cell), TONES[cell.option]) for cell in row.cells}
    return tuple(by_up.get(up, NO_HAND) for up in UPS)


def span_name(rows: list[ChartRow]) -> str:
    """'5', '2-2, 3-3', '5 to 8'."""
    first, last = rows[0].name, rows[-1].name
    return {1: first, 2: f"{first}, {last}"}.get(len(rows), f"{first} to {last}")


def legend_words(chart: Chart) -> str:
    used = {sign(cell) for cell in chart.cells}
    return ", ".join(f"{mark} {words}" for mark, words in LEGEND.items() if mark in used)

"""The chart of a game drawn to a total, as data, as a page and on a card."""

from collections.abc import Callable, Iterator
from itertools import groupby

from pitboss.analysis.drawn import Start
from pitboss.audit.best_play import chart_cost
from pitboss.base.figure import format_fraction, format_percent
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.strategy.chart import UPS, Chart, ChartRow, Section, card_name
from pitboss.strategy.chart import Cell as ChartCell

SIGNS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
LEGEND = {
    "S": "stand",
    "H": "hit",
    "Dh": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
}


def sign(cell: ChartCell) -> str:
    if cell.option in ("double", "surrender"):
        return SIGNS[cell.option] + SIGNS[cell.otherwise].lower()
    return SIGNS[cell.option]


def chart_data(chart: Chart) -> dict[str, Json]:
    cost = chart_cost(chart)
    return {
        "game": chart.game.id,
        "tie_rule": chart.game.house_rules.tie_rule,
        "up_cards": [card_name(up) for up in UPS],
        "chart": {
            section.name: {row.name: [sign(cell) for cell in row.cells] for row in section.rows}
            for section in chart.sections
        },
        "legend": dict(LEGEND),
        "exceptions": [
            {"hand": hand_words(start), "up": card_name(start.up), "do": start.best, "chart": cell.option}
            for start, cell in chart.exceptions
        ],
        "cost": format_fraction(cost),
        "cost_percent": float(cost * 100),
        "house_advantage": format_fraction(chart.drawn.house_advantage),
        "house_advantage_percent": float(chart.drawn.house_advantage * 100),
    }


def chart_page(chart: Chart) -> Page:
    blocks: list[Block] = [Heading(f"{chart.game.name}: the chart")]
    for section in chart.sections:
        blocks += [Heading(section.name, 2), section_table(section)]
    cost = format_percent(chart_cost(chart), 5)
    blocks.append(
        Facts(
            (
                ("how to read it", legend_words(chart)),
                ("best play loses", f"{format_percent(chart.drawn.house_advantage)} of the bet"),
                ("the chart costs", Toned(f"{cost} of the bet on top", Tone.STRONG)),
            )
        )
    )
    if chart.exceptions:
        blocks += [Heading("two cards that do better otherwise", 2), bullets(exception_lines(chart))]
    return tuple(blocks)


def section_table(section: Section) -> PageTable:
    columns = (Column(""), *(Column(card_name(up), right=True) for up in UPS))
    return make_table(columns, map(chart_row, section.rows))


def chart_row(row: ChartRow) -> list[Cell]:
    return [Toned(row.name, Tone.STRONG), *cells_by_up(row, sign, "-")]


def cells_by_up(row: ChartRow, say: Callable[[ChartCell], Cell], gap: Cell) -> tuple[Cell, ...]:
    """A gap where a small deck has no such hand against an up card."""
    by_up = {cell.starts[0].up: say(cell) for cell in row.cells}
    return tuple(by_up.get(up, gap) for up in UPS)


def exception_lines(chart: Chart) -> Iterator[str]:
    for start, cell in chart.exceptions:
        gain = start.value - start.values[cell.option]
        gained = f"{format_percent(gain, 3)} better than to {cell.option}"
        yield f"{hand_words(start)} against {card_name(start.up)}: {start.best}, {gained}"


def hand_words(start: Start) -> str:
    low, high = start.hand
    return f"{card_name(high)}-{card_name(low)}" if low > 1 else f"A-{card_name(high)}"


# -- on a card -------------------------------------------------------------------------------------


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
    """Letters in cells of their option's colour; rows that say the same are one row."""
    for section in chart.sections:
        columns = (Column(section.name.capitalize()), *(Column(card_name(up), right=True) for up in UPS))
        yield make_table(columns, grid_rows(section))


def grid_rows(section: Section) -> Iterator[tuple[Cell, ...]]:
    for cells, rows in groupby(section.rows, key=row_cells):
        yield Toned(span_name(list(rows)), Tone.STRONG), *cells


def row_cells(row: ChartRow) -> tuple[Cell, ...]:
    return cells_by_up(row, lambda cell: Toned(sign(cell), TONES[cell.option]), NO_HAND)


def span_name(rows: list[ChartRow]) -> str:
    """'5', '2-2, 3-3', '5 to 8'."""
    first, last = rows[0].name, rows[-1].name
    return {1: first, 2: f"{first}, {last}"}.get(len(rows), f"{first} to {last}")


def legend_words(chart: Chart) -> str:
    used = {sign(cell) for cell in chart.cells}
    return ", ".join(f"{mark} {words}" for mark, words in LEGEND.items() if mark in used)

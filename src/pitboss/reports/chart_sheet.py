"""The chart of a game drawn to a total, as data and as a page."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.drawn import Start
from pitboss.base.figure import format_fraction, format_percent
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
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
from pitboss.strategy.chart import UPS, Cell, Chart, ChartRow, Section, card_name

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


def sign(cell: Cell) -> str:
    if cell.option in ("double", "surrender"):
        return SIGNS[cell.option] + SIGNS[cell.otherwise].lower()
    return SIGNS[cell.option]


def chart_cost(chart: Chart) -> Fraction:
    """What playing every hand to its end by the chart costs on top of best play, in units of the bet."""
    from pitboss.shape.drawing import natural_wager
    from pitboss.trial.blackjack_chart import chart_policy

    wager = natural_wager(chart.game)
    assert wager is not None
    played = chart_policy(chart.game, wager).house_advantage
    assert played is not None
    return played - chart.drawn.house_advantage


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
    used, cost = {sign(cell) for cell in chart.cells}, format_percent(chart_cost(chart), 5)
    legend = ", ".join(f"{mark} {words}" for mark, words in LEGEND.items() if mark in used)
    blocks.append(
        Facts(
            (
                ("how to read it", legend),
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


def chart_row(row: ChartRow) -> list[str | Toned]:
    """A gap where a small deck has no such hand against an up card."""
    by_up = {cell.starts[0].up: sign(cell) for cell in row.cells}
    return [Toned(row.name, Tone.STRONG), *(by_up.get(up, "-") for up in UPS)]


def exception_lines(chart: Chart) -> Iterator[str]:
    for start, cell in chart.exceptions:
        gain = start.value - start.values[cell.option]
        gained = f"{format_percent(gain, 3)} better than to {cell.option}"
        yield f"{hand_words(start)} against {card_name(start.up)}: {start.best}, {gained}"


def hand_words(start: Start) -> str:
    low, high = start.hand
    return f"{card_name(high)}-{card_name(low)}" if low > 1 else f"A-{card_name(high)}"

"""Best play as data and as a page: the chart, the options for a hand, words for a game, what errors cost."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from pitboss.analysis.drawn import Start
from pitboss.audit.best_play import chart_cost
from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.cards import format_cards
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Data, Json
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.wager_page import LONGEST_FRACTION, number, share
from pitboss.rules import Game
from pitboss.strategy.advice import Advice, Choice
from pitboss.strategy.chart import UPS, Chart, ChartRow, Section, card_name
from pitboss.strategy.chart import Cell as ChartCell
from pitboss.strategy.words import OTHERWISE, Strategy, Words
from pitboss.trial.common_error import CommonError

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
        **share("cost", cost),
        **share("house_advantage", chart.drawn.house_advantage),
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
    rows = ([Toned(row.name, Tone.STRONG), *cells_by_up(row, sign, "-")] for row in section.rows)
    return make_table(columns, rows)


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


# -- the options for a hand ------------------------------------------------------------------------


# -- the options for a hand ------------------------------------------------------------------------


def advice_data(game: Game, found: tuple[Advice, ...]) -> Json:
    return {
        "game": game.id,
        "tie_rule": game.house_rules.tie_rule,
        "decisions": [decision_data(d) for d in found],
    }


def decision_data(advice: Advice) -> Json:
    return {
        "question": advice.question,
        "after": list(advice.history),
        "cards": [format_cards(group) for group in advice.cards],
        "best": advice.best.option,
        "options": [
            {
                "option": choice.option,
                "card": str(choice.card) if choice.card else None,
                **number("value", choice.value),
                **share("cost", choice.cost),
            }
            for choice in advice.choices
        ],
    }


def advice_page(game: Game, found: tuple[Advice, ...]) -> Page:
    cards = " / ".join(format_cards(group) for group in found[-1].cards)
    page: list[Heading | Facts | PageTable | Lines] = [Heading(f"{game.name}: {cards}")]
    for advice in found:
        after = f", after {', '.join(advice.history)}" if advice.history else ""
        best = f"{advice.best.option} {advice.best.card or ''}".rstrip()
        page += [Heading(f"{advice.question}{after}: {best}", 2), options_table(advice)]
    page.append(
        Lines(("Values are the expected net of the whole round from here, in units of the base wager.",))
    )
    return tuple(page)


def options_table(advice: Advice) -> PageTable:
    fields: tuple[Field[Choice], ...] = (
        words("option", lambda choice: option_cell(choice, is_best=choice is advice.best)),
        value("value", lambda choice: format_decimal(choice.value, 6)),
        value("costs", lambda choice: "best" if choice is advice.best else format_percent(choice.cost)),
        value("exactly", lambda choice: short_fraction(choice.value) or Toned("-", Tone.DIM)),
    )
    return field_table(fields, advice.choices)


def option_cell(choice: Choice, *, is_best: bool) -> Cell:
    said = f"{choice.option} ({choice.card})" if choice.card else choice.option
    return Toned(said, Tone.GOOD) if is_best else said


def short_fraction(value: Fraction) -> str:
    """Empty where it would be too long to read."""
    fraction = format_fraction(value)
    return fraction if len(fraction) <= LONGEST_FRACTION else ""


# -- a strategy in words ---------------------------------------------------------------------------


def strategy_data(found: Strategy | Chart) -> Json:
    if isinstance(found, Chart):
        return chart_data(found)
    return {
        "game": found.game.id,
        "tie_rule": found.game.house_rules.tie_rule,
        "questions": [
            {
                "question": one.question,
                "rules": [{"if": list(conditions), "then": option} for conditions, option in one.rules],
            }
            for one in found.words
        ],
        "best_value": format_fraction(found.best),
        "value": format_fraction(found.value),
        **share("cost", found.cost),
        **share("house_advantage", -found.value),
    }


def strategy_page(found: Strategy | Chart) -> Page:
    if isinstance(found, Chart):
        return chart_page(found)
    page: list[Heading | Facts | PageTable | Lines] = [Heading(f"{found.game.name}: best play in words")]
    for one in found.words:
        page += [Heading(one.question, 2), rules_table(one)]
    page.append(
        Facts(
            (
                ("how to read it", "from the top: the first rule that fits decides"),
                ("best play loses", percent_of_base(-found.best)),
                ("these words lose", percent_of_base(-found.value)),
                ("the words cost", Toned(percent_of_base(found.cost), Tone.STRONG)),
                ("equally good options", f"the {found.game.house_rules.tie_rule} is taken"),
            )
        )
    )
    return tuple(page)


def rules_table(one: Words) -> PageTable:
    rows = tuple((option, " and ".join(conditions) or OTHERWISE) for conditions, option in one.rules)
    return PageTable((Column("do"), Column("with", wraps=True)), rows)


def percent_of_base(value: Fraction) -> str:
    return f"{format_percent(value, 4)} of the base wager ({format_fraction(value)})"


# -- what usual errors cost ------------------------------------------------------------------------

ERROR_FIELDS = ("game", "question", "error", "cost", "cost_percent")


def error_rows(game: Game, errors: Sequence[CommonError]) -> Iterator[Data]:
    for error in errors:
        yield {"game": game.id, "question": error.question, "error": error.name, **share("cost", error.cost)}


def error_data(game: Game, errors: Sequence[CommonError]) -> Json:
    rows = [{name: row[name] for name in ERROR_FIELDS[1:]} for row in error_rows(game, errors)]
    return {"game": game.id, "tie_rule": game.house_rules.tie_rule, "errors": list(rows)}


ERRORS: tuple[Field[CommonError], ...] = (
    words("question", lambda error: error.question or "all"),
    words("error", lambda error: error.name, wraps=True),
    value("costs", lambda error: format_percent(error.cost, 4)),
    words("exactly", lambda error: short_fraction(error.cost) or "-"),
)


def error_page(game: Game, errors: Sequence[CommonError]) -> Page:
    about = "costs are of the base wager, a round, beside best play; at other questions play is the best"
    return Heading(f"{game.name}: what errors cost"), field_table(ERRORS, errors), Lines((about,))

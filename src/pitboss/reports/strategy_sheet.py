"""Best play as data and as a page: the options for a hand, words or a chart for a game, what errors cost."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.cards import format_cards
from pitboss.reports.chart_sheet import chart_data, chart_page
from pitboss.reports.form import Data, Json
from pitboss.reports.page import Column, Facts, Heading, Lines, Page, PageTable, Tone, Toned
from pitboss.reports.wager_page import LONGEST_FRACTION
from pitboss.reports.wager_sheet import share
from pitboss.rules import Game
from pitboss.strategy.advice import Advice, Choice
from pitboss.strategy.chart import Chart
from pitboss.strategy.words import OTHERWISE, Strategy, Words
from pitboss.trial.common_error import CommonError

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
                "value": format_fraction(choice.value),
                "value_decimal": float(choice.value),
                "cost": format_fraction(choice.cost),
                "cost_percent": float(choice.cost * 100),
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
    columns = (
        Column("option"),
        Column("value", right=True),
        Column("costs", right=True),
        Column("exactly", right=True),
    )
    return PageTable(
        columns, tuple(option_row(choice, is_best=choice is advice.best) for choice in advice.choices)
    )


def option_row(choice: Choice, *, is_best: bool) -> tuple[str | Toned, ...]:
    words = f"{choice.option} ({choice.card})" if choice.card else choice.option
    name = Toned(words, Tone.GOOD) if is_best else words
    cost = "best" if is_best else format_percent(choice.cost)
    fraction = format_fraction(choice.value)
    exactly = fraction if len(fraction) <= LONGEST_FRACTION else Toned("-", Tone.DIM)
    return name, format_decimal(choice.value, 6), cost, exactly


# -- a strategy in words ---------------------------------------------------------------------------


def strategy_data(found: Strategy | Chart) -> Json:
    if isinstance(found, Chart):
        return chart_data(found)
    return {
        "game": found.game.id,
        "tie_rule": found.game.house_rules.tie_rule,
        "questions": [
            {
                "question": words.question,
                "rules": [{"if": list(conditions), "then": option} for conditions, option in words.rules],
            }
            for words in found.words
        ],
        "best_value": format_fraction(found.best),
        "value": format_fraction(found.value),
        "cost": format_fraction(found.cost),
        "cost_percent": float(found.cost * 100),
        "house_advantage": format_fraction(-found.value),
        "house_advantage_percent": float(-found.value * 100),
    }


def strategy_page(found: Strategy | Chart) -> Page:
    if isinstance(found, Chart):
        return chart_page(found)
    page: list[Heading | Facts | PageTable | Lines] = [Heading(f"{found.game.name}: best play in words")]
    for words in found.words:
        page += [Heading(words.question, 2), rules_table(words)]
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


def rules_table(words: Words) -> PageTable:
    rows = tuple((option, " and ".join(conditions) or OTHERWISE) for conditions, option in words.rules)
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


def error_page(game: Game, errors: Sequence[CommonError]) -> Page:
    columns = (
        Column("question"),
        Column("error", wraps=True),
        Column("costs", right=True),
        Column("exactly"),
    )
    rows = []
    for error in errors:
        exactly = format_fraction(error.cost)
        shown = exactly if len(exactly) <= LONGEST_FRACTION else "-"
        rows.append((error.question or "all", error.name, format_percent(error.cost, 4), shown))
    about = "costs are of the base wager, a round, beside best play; at other questions play is the best"
    return Heading(f"{game.name}: what errors cost"), PageTable(columns, tuple(rows)), Lines((about,))

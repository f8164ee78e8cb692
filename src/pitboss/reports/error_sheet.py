"""What usual errors of players cost, as data and as a page."""

from collections.abc import Iterator, Sequence

from pitboss.base.figure import format_fraction, format_percent
from pitboss.reports.form import Json
from pitboss.reports.page import Column, Heading, Lines, Page, Table
from pitboss.reports.wager_page import LONGEST_FRACTION
from pitboss.reports.wager_sheet import Data, share
from pitboss.rules import Game
from pitboss.trial.common_error import CommonError

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
    return Heading(f"{game.name}: what errors cost"), Table(columns, tuple(rows)), Lines((about,))

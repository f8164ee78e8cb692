"""Best play as a par sheet has it: the rules in words or the chart, and what they cost."""

from dataclasses import replace

from pitboss.audit.best_play import chart_cost
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_percent
from pitboss.reports.card.foot import capital
from pitboss.reports.page import Block, Column, Facts, Heading, Page, PageTable
from pitboss.reports.strategy_sheet import strategy_page
from pitboss.strategy.chart import Chart
from pitboss.strategy.words import Strategy


def depends_on_play(part: SheetPart) -> bool:
    """Whether some decision changes what the wager comes to."""
    return part.analysis.decisions is not None or part.analysis.drawn is not None


def play_words(found: Strategy | Chart | None) -> str:
    """What the figures assume about the player, in a sentence."""
    if found is None:
        return "no decision of the player changes a figure of this sheet"
    kept, cost = ("chart", chart_cost(found)) if isinstance(found, Chart) else ("words", found.cost)
    return (
        "the highest expected result at every decision, by the player's own and all open cards; of equally "
        f"good options the {found.game.house_rules.tie_rule}; the {kept} under best play cost "
        f"{format_percent(cost, 5)} of the base wager more"
    )


def best_play_page(found: Strategy | Chart) -> Page:
    """The strategy's own page, set as a section: one level lower, with capitals where lines begin."""
    title = "Best play: the chart" if isinstance(found, Chart) else "Best play in words"
    return (Heading(title, 2), *map(as_section, strategy_page(found)[1:]))


def as_section(block: Block) -> Block:
    match block:
        case Heading(text=text, level=level):
            return Heading(capital(text), level + 1)
        case Facts(rows=rows):
            return Facts(tuple((capital(label), value) for label, value in rows))
        case PageTable(columns=columns, rows=rows):
            return PageTable(tuple(capital_column(column) for column in columns), rows)
        case _:
            return block


def capital_column(column: Column) -> Column:
    return replace(column, title=capital(column.title))

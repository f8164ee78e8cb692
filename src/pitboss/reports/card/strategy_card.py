"""The strategy card of a game: best play to take along, with its exact price."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pitboss.audit.best_play import BestPlay, CloseCall, Cost, find_best_play
from pitboss.base.figure import format_fraction, format_percent, round_decimal
from pitboss.base.progress import Progress, silent
from pitboss.cards.hand_name import line_words
from pitboss.reports.card.felt_plan import draw_felt_plan
from pitboss.reports.card.foot import (
    capital,
    card_data,
    cards_words,
    house_choices,
    made_from,
    unusual_choices,
)
from pitboss.reports.card.payout import paid_words
from pitboss.reports.cell import Number, Unit, percent, whole
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.paper.paper import Paper, PaperLayout
from pitboss.reports.sign import written_pay
from pitboss.reports.strategy_sheet import chart_tables, exception_lines, legend_words, strategy_data
from pitboss.reports.wager_page import share
from pitboss.reports.wording import wager_label
from pitboss.rules import Game
from pitboss.strategy import USUAL_RULES
from pitboss.strategy.chart import Chart
from pitboss.strategy.words import OTHERWISE, Strategy, Words

WIDE_LAYOUT = PaperLayout(is_one_page=True, largest_points=13.0)
"""For a few rules, in large letters across the page."""
LONG_LAYOUT = PaperLayout(columns=2, is_one_page=True, largest_points=12.0)
FEW_RULES = 8
PLAN_PERCENT = 46
"""Of the page, where it has one column."""
EXAMPLE = 10
"""Dollars that a loss is told for."""
LONGEST_FRACTION = 28
"""Where one is longer, only the price is written out, and the others are left to the data."""
EXACTLY = "exactly"


def make_strategy_card(game: Game, most_rules: int = USUAL_RULES, progress: Progress = silent) -> Paper:
    """At most n rules a question, or a chart where the game draws to a total."""
    progress(f"{game.name}: best play")
    return strategy_paper(find_best_play(game, most_rules))


def strategy_paper(play: BestPlay) -> Paper:
    game = play.game
    return Paper(
        title=f"{game.name}: best play",
        banner=(Lines((game.summary,)), *cost_blocks(play)),
        page=(*play_blocks(play), *about_blocks(play)),
        data=best_play_data(play),
        made_from=made_from(game, ("Ties", game.house_rules.tie_rule)),
        layout=WIDE_LAYOUT if is_short(play) else LONG_LAYOUT,
    )


def is_short(play: BestPlay) -> bool:
    return (
        isinstance(play.found, Strategy) and sum(len(words.rules) for words in play.found.words) <= FEW_RULES
    )


# -- what it costs ---------------------------------------------------------------------------------


def cost_blocks(play: BestPlay) -> Iterator[Block]:
    """The price stands there exactly, under the table where it is too long for a column."""
    table = cost_table(play)
    yield table
    if not any(column.title == EXACTLY for column in table.columns):
        exact = format_fraction(play.price)
        yield Lines((f"Price of the {kept_by(play)}, exactly: {exact} of {base_words(play.game)}",))


def kept_by(play: BestPlay) -> str:
    return "chart" if isinstance(play.found, Chart) else "words"


def cost_table(play: BestPlay) -> PageTable:
    kept = kept_by(play)
    losses = {
        "Best play": play.best.loss,
        f"With the {kept}": play.kept.loss,
        f"Price of the {kept}": play.price,
    }
    per_money: tuple[str | Number, ...] = (percent(play.best.per_money), percent(play.kept.per_money), "")
    columns: dict[str, Sequence[str | Number]] = {
        f"of {base_words(play.game)}": [percent(loss, 5) for loss in losses.values()],
        EXACTLY: [format_fraction(loss) if loss else whole(0) for loss in losses.values()],
        f"on ${EXAMPLE}": [
            Number(round_decimal(loss * EXAMPLE, 5), Unit.DOLLARS) for loss in losses.values()
        ],
        "of money wagered": per_money,
    }
    if max(len(str(exact)) for exact in columns[EXACTLY]) > LONGEST_FRACTION:
        del columns[EXACTLY]
    heads = (Column("House advantage", wraps=True), *(Column(title, right=True) for title in columns))
    best, kept_row, price = zip(losses, *columns.values(), strict=True)
    return make_table(heads, (best, kept_row, (Toned(words, Tone.STRONG) for words in price)))


def base_words(game: Game) -> str:
    """The unit that losses are told in: what lies on the spot before the cards, or on one of several."""
    if any(game.wagers[wager].stakes > 1 for wager in game.deciding):
        return "one stake"
    return "the " + " and ".join(wager_label(game, wager) for wager in game.deciding)


# -- how to play -----------------------------------------------------------------------------------


def play_blocks(play: BestPlay) -> Iterator[Block]:
    if isinstance(play.found, Chart):
        yield from chart_blocks(play.found)
    else:
        yield from words_blocks(play.found)
        yield from call_blocks(play)


def words_blocks(found: Strategy) -> Iterator[Block]:
    yield Heading("The first line that fits decides", 2)
    yield from map(rule_table, found.words)


def rule_table(words: Words) -> PageTable:
    rows = (
        (Toned(action_words(option), Tone.STRONG), " and ".join(conditions) or OTHERWISE)
        for conditions, option in words.rules
    )
    return make_table((Column(capital(words.question)), Column("with", wraps=True)), rows)


def action_words(option: str) -> str:
    """'discard third (the highest card)' is read 'Discard the highest card': hands are held in any order."""
    name, which, card = option.partition(" (the ")
    short = f"{name.rpartition(' ')[0] or name} the {card.removesuffix(')')}" if which else name
    return capital(short)


def call_blocks(play: BestPlay) -> Iterator[Block]:
    if play.calls:
        titles = (Column("Cards"), Column("Best", wraps=True), Column("Second best", wraps=True))
        cost = Column(f"costs, of {base_words(play.game)}", right=True)
        yield Heading("Close calls", 2)
        yield make_table((*titles, cost), map(call_row, play.calls))


def call_row(call: CloseCall) -> tuple[Cell, ...]:
    return call.cards, action_words(call.best), action_words(call.other), percent(call.cost)


def chart_blocks(chart: Chart) -> Iterator[Block]:
    yield from chart_tables(chart)
    yield Lines((f"{capital(legend_words(chart))}. Your hand is on the left, the dealer's up card on top.",))
    if chart.exceptions:
        yield Heading("Two cards that do better otherwise", 2)
        yield bullets(map(capital, exception_lines(chart)))


# -- what it is for --------------------------------------------------------------------------------


def about_blocks(play: BestPlay) -> Iterator[Block]:
    game = play.game
    plan = draw_felt_plan(game, wagers=game.deciding)
    yield replace(plan, width_percent=PLAN_PERCENT) if is_short(play) else plan
    yield Heading("What it is for", 2)
    yield Facts(tuple(about_facts(play)))
    yield from (pay_table(game, wager) for wager in game.deciding if len(game.chosen.get(wager, ())) == 1)
    choose = unusual_choices if isinstance(play.found, Strategy) else house_choices
    if choices := tuple(choose(game)):
        yield bullets(choices)


def pay_table(game: Game, wager: str) -> PageTable:
    """What the base game pays: with another table the best play may be another."""
    (table,) = game.chosen[wager]
    rows = ((capital(line_words(line)), written_pay(pay)) for line, pay in table.pays.items())
    return make_table((Column(paid_words(game, wager), wraps=True), Column("pays", right=True)), rows)


def about_facts(play: BestPlay) -> Iterator[tuple[str, str]]:
    game = play.game
    yield "Cards", cards_words(game)
    tables = [table.id for wager in game.deciding for table in game.chosen.get(wager, ())]
    if tables:
        yield "Paytable", ", ".join(tables)
    if isinstance(play.found, Chart) and play.found.drawn.insurance is not None:
        yield "Insurance", f"never: it costs {format_percent(play.found.drawn.insurance)} of its stake"
    yield "Equal options", f"of two that are worth the same, the {game.house_rules.tie_rule} is taken"
    if isinstance(play.found, Chart):
        yield "Price", "of every hand played to its end by the chart, not of its first two cards alone"


def best_play_data(play: BestPlay) -> Json:
    found = strategy_data(play.found)
    assert isinstance(found, dict)
    return {
        **card_data(play.game),
        "base_wagers": list(play.game.deciding),
        "best_play": cost_data(play.best),
        "kept": cost_data(play.kept),
        "cost": format_fraction(play.price),
        "close_calls": [call_data(call) for call in play.calls],
        "strategy": found,
    }


def cost_data(cost: Cost) -> Json:
    return {
        **share("house_advantage", cost.loss),
        "average_total_wager": format_fraction(cost.money),
        **share("element_of_risk", cost.per_money),
    }


def call_data(call: CloseCall) -> Json:
    return {
        "question": call.question,
        "cards": call.cards,
        "best": call.best,
        "second_best": call.other,
        "cost": format_fraction(call.cost),
    }

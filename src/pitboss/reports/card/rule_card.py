"""The rule card of a table: what its players read, on one page.

It carries what must be posted (WAC 230-15-060), as the sign of the table has it, together with the rules of
the game and a plan of the felt: all of it from the setup that the table deals by.
"""

from collections.abc import Iterator, Sequence

from pitboss.jackpot.display import Amount
from pitboss.reports.card.felt_plan import draw_felt_plan
from pitboss.reports.card.foot import capital, card_data, cards_words, house_choices, made_from
from pitboss.reports.card.pay_block import prize_tables
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Column, Facts, Heading, Lines, Page, Table, bullets, make_table
from pitboss.reports.paper.paper import CARD, Paper
from pitboss.reports.sign import (
    DISPUTES,
    EMPLOYEES,
    NO_FEES,
    PostedLimit,
    Sign,
    jackpot_blocks,
    make_sign,
    sign_data,
)
from pitboss.reports.wording import short_dollars, spots_of
from pitboss.rules import Game
from pitboss.table.setup import Setup


def make_rule_card(
    setup: Setup,
    jackpots: Sequence[Amount] = (),
    *,
    fees: str = NO_FEES,
    employees: str = EMPLOYEES,
    disputes: str = DISPUTES,
) -> Paper:
    """The card of a table that is set up like this, under these displays."""
    game = setup.game
    sign = make_sign(setup, jackpots, fees=fees, employees=employees, disputes=disputes)
    return Paper(
        title=f"{game.name}: rules and pays",
        banner=(Lines((game.summary,)), limit_table(sign), *prize_tables(game, sign, by_hands=True)),
        page=tuple(card_blocks(setup, sign)),
        data=rule_data(game, sign),
        made_from=made_from(game, ("Limits of", setup.day.isoformat())),
        layout=CARD,
    )


def card_blocks(setup: Setup, sign: Sign) -> Iterator[Block]:
    game = setup.game
    yield draw_felt_plan(game, wagers=list(setup.posted))
    yield from round_blocks(game)
    if tables := tuple(prize_tables(game, sign, by_hands=False)):
        yield Heading("What the hands pay", 2)
        yield from tables
    yield from jackpot_blocks(sign)
    yield from house_blocks(game)
    yield Heading("Please note", 2)
    yield Facts(tuple(note_facts(setup, sign)))


# -- wagers and limits -----------------------------------------------------------------------------


def limit_table(sign: Sign) -> Table:
    is_capped = any(limit.most_in_a_deal_micros is not None for limit in sign.limits)
    columns = [Column("Wager"), Column("Limits"), Column("What it is", wraps=True)]
    if is_capped:
        columns.insert(2, Column("Most paid in one deal", right=True))
    return make_table(columns, (limit_row(limit, is_capped=is_capped) for limit in sign.limits))


def limit_row(limit: PostedLimit, *, is_capped: bool) -> Iterator[str]:
    yield limit.wager
    yield limit_words(limit)
    if is_capped:
        most = limit.most_in_a_deal_micros
        yield "no limit" if most is None else short_dollars(most)
    yield limit.pays


def limit_words(limit: PostedLimit) -> str:
    """'$5 to $100, by $1', or the one amount that the spot takes."""
    low, high = short_dollars(limit.minimum_micros), short_dollars(limit.maximum_micros)
    return low if low == high else f"{low} to {high}, by {short_dollars(limit.step_micros)}"


# -- rules -----------------------------------------------------------------------------------------


def round_blocks(game: Game) -> Page:
    if not game.rules:
        return ()
    steps = tuple((str(number), rule) for number, rule in enumerate(game.rules, start=1))
    return Heading("How a round goes", 2), Facts(steps)


def house_blocks(game: Game) -> Page:
    """What the house has chosen where the rules leave a choice; they are written for the usual one."""
    chosen = tuple(house_choices(game))
    return (Heading("House choices", 2), bullets(chosen)) if chosen else ()


def note_facts(setup: Setup, sign: Sign) -> Iterator[tuple[str, str]]:
    game = setup.game
    yield "Cards", cards_words(game)
    if closed := [wager.label for wager in game.wagers.values() if wager.id not in setup.posted]:
        yield "Not offered", ", ".join(closed)
    if game.chosen:
        yield "Paytables", "; ".join(tables_words(game))
    yield "Fees", capital(sign.fees)
    yield "Employees", sign.employees
    yield "Disputes", sign.disputes


def tables_words(game: Game) -> Iterator[str]:
    """The paytables in force by name; columns of one table count as one."""
    for wager, tables in game.chosen.items():
        counts = [str(table.hands) for table in tables if table.hands]
        columns = f"{game.wagers[wager].label} for {', '.join(counts)} hands"
        yield columns if len(counts) > 1 else tables[0].id


def rule_data(game: Game, sign: Sign) -> Json:
    return {
        **card_data(game),
        "summary": game.summary,
        "rules": list(game.rules),
        "felt": str(game.layout.get("felt", "")),
        "spots": [dict(spot._asdict()) for spot in spots_of(game)],
        "sign": sign_data(sign),
    }

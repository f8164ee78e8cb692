"""`pitboss sign`: what is posted at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pitboss.base.error import InputError, find_name
from pitboss.base.money import MICROS, parse_dollars
from pitboss.cli.desk import Store, now, open_floor
from pitboss.cli.option import AsJson, GameName, Paytables, Settings, choose_game, word
from pitboss.cli.play import Day, day_of
from pitboss.cli.screen import say_sheet
from pitboss.rules import Game

if TYPE_CHECKING:
    from pitboss.jackpot.display import Amount
    from pitboss.table.setup import SpotLimit

Limits = Annotated[
    list[str] | None,
    word(
        "A posted limit, as 'ante=10-200/5'; may be repeated. Default: the usual ones.",
        "WAGER=FROM-TO[/STEP]",
        "--limit",
    ),
]
TableName = Annotated[
    str | None, word("Post the jackpots that the journal has for this table.", "TABLE", "--table")
]
WithTo = Annotated[
    bool, word("Post 'for 1' as 'to 1', where a jurisdiction asks for that.", None, "--odds-with-to")
]
Fees = Annotated[str | None, word("Fees, if there are any.", "TEXT", "--fees")]


def sign(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    limit: Limits = None,
    table: TableName = None,
    fees: Fees = None,
    odds_with_to: WithTo = False,
    day: Day = None,
    store: Store = None,
    json: AsJson = False,
) -> None:
    """Print the sign of a table: what must be posted for players.

    Limits and fees, odds and fixed prizes, jackpots, aggregate limits and how a dispute is settled.
    """
    from pitboss.reports.sign import NO_FEES, make_sign, sign_data, sign_page
    from pitboss.table.setup import Setup

    chosen = choose_game(game, setting, paytable)
    setup = Setup(chosen, day_of(day), limits=read_limits(chosen, limit))
    found = make_sign(setup, read_jackpots(table, store), fees=fees or NO_FEES, odds_with_to=odds_with_to)
    say_sheet(sign_data, sign_page, found, json=json)


def read_limits(game: Game, texts: list[str] | None) -> dict[str, SpotLimit]:
    from pitboss.table.setup import SpotLimit

    limits = {}
    for text in texts or ():
        name, _, rest = text.partition("=")
        span, _, step = rest.partition("/")
        low, dash, high = span.partition("-")
        if not dash:
            raise InputError(f"--limit: write it as 'ante=5-100', not {text!r}")
        wager = find_name("wager", name.strip(), game.wagers)
        step_micros = parse_dollars(step) if step else MICROS
        limits[wager] = SpotLimit(parse_dollars(low), parse_dollars(high), step_micros)
    return limits


def read_jackpots(table: str | None, store: str | None) -> tuple[Amount, ...]:
    from pitboss.jackpot.display import read_display

    if table is None:
        return ()
    with open_floor(store) as manager:
        return read_display(manager.floor, table, now()).amounts

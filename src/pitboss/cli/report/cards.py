"""`pitboss report rules`, `dealer` and `strategy`: cards for the wall, for dealers and for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.analyze import Paytables
from pitboss.cli.desk import Store, open_floor
from pitboss.cli.option import AsJson, GameName, Settings, apply_settings
from pitboss.cli.paper import Out, PaperName, PaperSize, say_paper
from pitboss.cli.play import Day, day_of
from pitboss.cli.screen import working
from pitboss.cli.sign import Fees, Limits, TableName, read_limits
from pitboss.cli.strategy import MostRules, check_rules
from pitboss.rules import load_game
from pitboss.strategy.size import USUAL_RULES

if TYPE_CHECKING:
    from pitboss.reports.card.posted_jackpot import Jackpots
    from pitboss.rules import Game
    from pitboss.table.setup import Setup


def rules(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    limit: Limits = None,
    table: TableName = None,
    fees: Fees = None,
    day: Day = None,
    store: Store = None,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Make the rule card of a table: one page for its players.

    Wagers and limits, the felt, how a round goes, what the hands pay, jackpots and what else must be posted.
    """
    from pitboss.reports.card.rule_card import make_rule_card
    from pitboss.reports.sign import NO_FEES

    setup = read_setup(read_game(game, paytable, setting), limit, day)
    card = make_rule_card(setup, read_posted(table, store), fees=fees or NO_FEES)
    say_paper(card, out=out, size=paper, json=json)


def dealer(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    limit: Limits = None,
    day: Day = None,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Make the dealer's card of a game: one page to learn it by.

    The procedure with its calls, the order of settling, pays for usual stakes, the keypad, irregularities.
    """
    from pitboss.reports.card.dealer_card import make_dealer_card

    card = make_dealer_card(read_setup(read_game(game, paytable, setting), limit, day))
    say_paper(card, out=out, size=paper, json=json)


def strategy(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    rules: MostRules = USUAL_RULES,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Make the strategy card of a game: best play on one page, with its exact price.

    The words or the chart are found by the program; what they give away against best play is stated.
    """
    check_rules(rules)
    chosen = read_game(game, paytable, setting)
    with working("Finding best play"):
        from pitboss.reports.card.strategy_card import make_strategy_card

        card = make_strategy_card(chosen, rules)
    say_paper(card, out=out, size=paper, json=json)


def read_game(name: str, paytables: list[str] | None, settings: list[str] | None) -> Game:
    game = apply_settings(load_game(name), settings)
    for table in paytables or ():
        game = game.with_paytable(table)
    return game


def read_setup(game: Game, limits: list[str] | None, day: str | None) -> Setup:
    from pitboss.table.setup import Setup

    return Setup(game, day_of(day), limits=read_limits(game, limits))


def read_posted(table: str | None, store: str | None) -> Jackpots:
    """What the display of the table says after the last entry of the journal; nothing without a table."""
    from pitboss.jackpot.display import read_display
    from pitboss.reports.card.posted_jackpot import NONE_READ, post_jackpots

    if table is None:
        return NONE_READ
    with open_floor(store) as manager:
        moment = manager.floor.last_at
        return post_jackpots(read_display(manager.floor, table, moment), manager.number, moment)

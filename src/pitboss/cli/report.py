"""`pitboss report` and `sign`: par sheets, cards, packs and records; what is posted at a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError, find_name
from pitboss.base.money import MICROS, parse_dollars
from pitboss.cli import record
from pitboss.cli.analyze import MostRules, Wagers, check_rules
from pitboss.cli.command import Command
from pitboss.cli.desk import Store, now, open_floor
from pitboss.cli.option import (
    AsJson,
    Contribution,
    GameName,
    Meter,
    MeterSeed,
    Offer,
    Paytables,
    Players,
    Reserve,
    Settings,
    argument,
    choose_game,
    complete_game,
    read_asked,
    read_closed,
    read_day,
    word,
)
from pitboss.cli.paper import (
    Out,
    PaperName,
    PaperSize,
    SubmissionFile,
    check_endings,
    page_size,
    read_submitted,
    say_paper,
)
from pitboss.cli.play import Day, day_of
from pitboss.cli.screen import say, say_json, say_sheet, working
from pitboss.rules import Game
from pitboss.strategy import USUAL_RULES

if TYPE_CHECKING:
    from pitboss.audit.request import AnalysisRequest
    from pitboss.audit.term import Asked
    from pitboss.jackpot.display import Amount
    from pitboss.reports.card.rule_card import Jackpots
    from pitboss.table.setup import Setup, SpotLimit

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
    offer: Offer = None,
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

    chosen = choose_game(game, setting, paytable)
    setup = read_setup(chosen, limit, offer, day)
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


# -- par sheets, cards and packs -------------------------------------------------------------------


DIFFERS = 1

NewFolder = Annotated[Path, argument("A new folder for the pack.", "FOLDER")]
Folder = Annotated[Path, argument("The pack.", "FOLDER")]
Games = Annotated[
    list[str] | None,
    word("Only this game; may be repeated. Default: all.", "GAME", "--game", complete=complete_game),
]


def pack(
    folder: NewFolder,
    game: Games = None,
    paper: PaperSize = PaperName.A4,
    day: Day = None,
    submission: SubmissionFile = None,
    json: AsJson = False,
) -> None:
    """Write the regulator's pack: a folder, and one PDF of all its papers.

    Definitions, par sheets, rule cards, the audit, evidence of the shuffler, version and hashes. The same
    program makes the same bytes again.
    """
    with parts_done("Making the pack") as progress:
        from pitboss.reports.pack.making import make_folder, make_order, make_pack, write_pack

        order = make_order(
            game or (), day_of(day), size=page_size(paper), submission=read_submitted(submission)
        )
        make_folder(folder)
        files = make_pack(order, progress=progress)
        write_pack(folder, files)
    if json:
        say_json({"folder": str(folder), "files": list(files)})
    else:
        say(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes")


def check(folder: Folder, json: AsJson = False) -> None:
    """Make everything in a pack again and say what differs.

    The exit status is 1 if anything does: a digit in a figure, a file too many, another program.
    """
    with parts_done("Checking the pack") as progress:
        from pitboss.reports.pack.check import check_data, check_pack, check_page

        found = check_pack(folder, progress=progress)
    say_sheet(check_data, check_page, found, json=json)
    if not found.passes:
        raise typer.Exit(DIFFERS)


@contextmanager
def parts_done(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar over the parts, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda words, done, parts: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda words, done, parts: bar.update(
            task, completed=done, total=parts, description=f"{what}: {words}"
        )


# -- par sheets and cards --------------------------------------------------------------------------


PrintedDay = Annotated[
    str | None, word("A day to print on the paper. Default: none.", "YYYY-MM-DD", "--date")
]
ParLimits = Annotated[
    list[str] | None,
    word(
        "A posted limit, for the exposure in dollars: 'ante=10-200/5'; may be repeated. Default: none.",
        "WAGER=FROM-TO[/STEP]",
        "--limit",
    ),
]
OwnPays = Annotated[
    str | None,
    word(
        "Pays of your own for the one --wager, as 'pitboss price' takes them: '40,30,6,4,1'.",
        "PAYS",
        "--pays",
    ),
]


def par(
    game: GameName,
    paytable: Paytables = None,
    wager: Wagers = None,
    pays: OwnPays = None,
    players: Players = None,
    meter: Meter = None,
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    limit: ParLimits = None,
    submission: SubmissionFile = None,
    day: PrintedDay = None,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Make the par sheet of a game: all figures of its wagers, for a laboratory to check.

    Every outcome with its ways, pay and contribution, confidence bands of the actual return, best play and
    what its words cost, meters by players and amount, and printed figures beside the exact ones. A workbook
    (.xlsx) computes: change a pay in it, and the advantage follows.
    """
    chosen = choose_game(game, setting)
    printed_day = read_day("--date", day)
    check_endings(out)
    asked = read_asked(
        players=players, meter=meter, seed=meter_seed, contribution=contribution, reserve=reserve
    )
    with working("Making a par sheet") as progress:
        from pitboss.reports.par.sheet import make_par_sheet

        sheet = make_par_sheet(
            find_request(chosen, paytable or [], wager or [], pays, asked),
            day=str(printed_day or ""),
            submission=read_submitted(submission),
            limits=read_limits(chosen, limit),
            progress=progress,
        )
    say_paper(sheet, out=out, size=paper, json=json)


def find_request(
    game: Game, paytables: list[str], wagers: list[str], pays: str | None, asked: Asked
) -> AnalysisRequest:
    from pitboss.audit.request import request_analysis, request_price

    if pays is None:
        return request_analysis(game, paytables=paytables, wagers=wagers, asked=asked)
    if len(wagers) != 1:
        raise InputError("--pays are for one wager: name it with --wager, and only that one")
    for name in paytables:
        game = game.with_paytable(name)
    return request_price(game, wager=wagers[0], pays=pays, asked=asked)


# -- cards -----------------------------------------------------------------------------------------


def rules(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    limit: Limits = None,
    offer: Offer = None,
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

    setup = read_setup(choose_game(game, setting, paytable), limit, offer, day)
    card = make_rule_card(setup, read_posted(table, store), fees=fees or NO_FEES)
    say_paper(card, out=out, size=paper, json=json)


def dealer(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    limit: Limits = None,
    offer: Offer = None,
    day: Day = None,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Make the dealer's card of a game: one page to learn it by.

    The procedure with its calls, the order of settling, pays for usual stakes, the keypad, irregularities.
    """
    from pitboss.reports.card.dealer_card import make_dealer_card

    card = make_dealer_card(read_setup(choose_game(game, setting, paytable), limit, offer, day))
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
    chosen = choose_game(game, setting, paytable)
    with working("Finding best play"):
        from pitboss.reports.card.strategy_card import make_strategy_card

        card = make_strategy_card(chosen, rules)
    say_paper(card, out=out, size=paper, json=json)


def read_setup(game: Game, limits: list[str] | None, offer: list[str] | None, day: str | None) -> Setup:
    from pitboss.table.setup import Setup

    posted, closed = read_limits(game, limits), read_closed(game, offer)
    for wager in closed & posted.keys():
        raise InputError(f"--limit: {game.wagers[wager].label} is not offered here; add --offer {wager}")
    return Setup(game, day_of(day), limits=posted, closed=closed)


def read_posted(table: str | None, store: str | None) -> Jackpots:
    """What the display of the table says after the last entry of the journal; nothing without a table."""
    from pitboss.jackpot.display import read_display
    from pitboss.reports.card.rule_card import NONE_READ, post_jackpots

    if table is None:
        return NONE_READ
    with open_floor(store) as manager:
        moment = manager.floor.last_at
        return post_jackpots(read_display(manager.floor, table, moment), manager.number, moment)


# -- the sub-application ---------------------------------------------------------------------------

COMMANDS: Mapping[str, Command] = {
    "par": par,
    "rules": rules,
    "dealer": dealer,
    "strategy": strategy,
    "pack": pack,
    "check": check,
    **record.COMMANDS,
}
ABOUT = "Print records, or write papers: par sheets, cards, records and the regulator's pack."

"""`pitboss report par`: the par sheet of a game's wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli.analyze import Paytables, Wagers
from pitboss.cli.option import (
    AsJson,
    Contribution,
    GameName,
    Meter,
    Players,
    Reserve,
    Seed,
    Settings,
    apply_settings,
    read_asked,
    read_day,
)
from pitboss.cli.paper import Out, PaperName, PaperSize, check_endings, say_paper
from pitboss.cli.screen import working
from pitboss.rules import load_game

if TYPE_CHECKING:
    from pitboss.reports.request import Request
    from pitboss.reports.terms import Asked
    from pitboss.rules import Game

Day = Annotated[
    str | None,
    typer.Option("--date", metavar="YYYY-MM-DD", help="A day to print on the paper. Default: none."),
]
OwnPays = Annotated[
    str | None,
    typer.Option(
        "--pays",
        metavar="PAYS",
        help="Pays of your own for the one --wager, as 'pitboss price' takes them: '40,30,6,4,1'.",
    ),
]


def par(
    game: GameName,
    paytable: Paytables = None,
    wager: Wagers = None,
    pays: OwnPays = None,
    players: Players = None,
    meter: Meter = None,
    seed: Seed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    day: Day = None,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Make the par sheet of a game: all figures of its wagers, for a laboratory to check.

    Every outcome with its ways, pay and contribution, confidence bands of the actual return, best play and
    what its words cost, meters by players and amount, and printed figures beside the exact ones. A workbook
    (.xlsx) computes: change a pay in it, and the advantage follows.
    """
    chosen = apply_settings(load_game(game), setting)
    printed_day = read_day("--date", day)
    check_endings(out)
    asked = read_asked(players=players, meter=meter, seed=seed, contribution=contribution, reserve=reserve)
    with working("Making a par sheet") as progress:
        from pitboss.reports.par.sheet import make_par_sheet

        request = find_request(chosen, paytable or [], wager or [], pays, asked)
        sheet = make_par_sheet(request, day=str(printed_day or ""), progress=progress)
    say_paper(sheet, out=out, size=paper, json=json)


def find_request(
    game: Game, paytables: list[str], wagers: list[str], pays: str | None, asked: Asked
) -> Request:
    from pitboss.reports.request import request_analysis, request_price

    if pays is None:
        return request_analysis(game, paytables=paytables, wagers=wagers, asked=asked)
    if len(wagers) != 1:
        raise InputError("--pays are for one wager: name it with --wager, and only that one")
    for name in paytables:
        game = game.with_paytable(name)
    return request_price(game, wager=wagers[0], pays=pays, asked=asked)

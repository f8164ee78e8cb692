"""`pitboss analyze`: the exact figures of a game's wagers."""

from typing import Annotated

import typer

from pitboss.cli.option import (
    AsCsv,
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
)
from pitboss.cli.screen import say_analysis
from pitboss.rules import load_game

Paytables = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="ID",
        help="A paytable or designator to put in force; may be repeated. Default: the first.",
    ),
]
Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        metavar="W",
        help="A wager to analyse; may be repeated. Default: those of --paytable, else all.",
    ),
]

Together = Annotated[
    bool,
    typer.Option("--together", help="Also all of them together at one seat."),
]


def analyze(
    game: GameName,
    paytable: Paytables = None,
    wager: Wagers = None,
    players: Players = None,
    meter: Meter = None,
    seed: Seed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    together: Together = False,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Analyse the wagers of a game, exactly.

    House advantage, element of risk, hit frequency, deviation and every outcome, with best play where
    there is something to decide; for a progressive its meter's average, break-even and terms.
    """
    chosen = apply_settings(load_game(game), setting)
    from pitboss.reports.request import request_analysis

    asked = read_asked(players=players, meter=meter, seed=seed, contribution=contribution, reserve=reserve)
    request = request_analysis(chosen, paytables=paytable or (), wagers=wager or (), asked=asked)
    say_analysis(request, "Analysing", json=json, csv=csv, together=together)

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
    read_number,
    read_units,
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
    typer.Option("--together", help="Also all of them together at one seat, and at all --players."),
]
Rounds = Annotated[
    str | None,
    typer.Option(metavar="N", help="Rounds that --together, --won and --bankroll are about. Default: 40."),
]
Won = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="What the house won in these rounds, in units of a wager: where does it lie?"
    ),
]
Bankroll = Annotated[
    str | None, typer.Option(metavar="N", help="Units that a player brings: how likely are they lost?")
]
Goal = Annotated[
    str | None,
    typer.Option(metavar="N", help="Units ahead at which the player leaves, in any number of rounds."),
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
    rounds: Rounds = None,
    won: Won = None,
    bankroll: Bankroll = None,
    goal: Goal = None,
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
    from pitboss.reports.long_run_sheet import LongRun

    run = LongRun(
        read_number("--rounds", rounds) if rounds is not None else None,
        read_units("--won", won),
        read_units("--bankroll", bankroll),
        read_units("--goal", goal),
    )
    say_analysis(request, "Analysing", json=json, csv=csv, run=run if together or run.is_asked else None)

"""`pitboss analyze` and `price`: the exact figures of a game's wagers, under pays of the user's own too."""

from typing import Annotated

import typer

from pitboss.cli.option import (
    AsCsv,
    AsJson,
    Contribution,
    GameName,
    Meter,
    MeterSeed,
    Paytables,
    Players,
    Reserve,
    Settings,
    choose_game,
    complete_wager,
    read_asked,
    read_number,
    read_units,
)
from pitboss.cli.screen import say_analysis

Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        metavar="W",
        help="A wager to analyse; may be repeated. Default: those of --paytable, else all.",
        autocompletion=complete_wager,
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
    meter_seed: MeterSeed = None,
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
    chosen = choose_game(game, setting)
    from pitboss.audit.request import request_analysis

    asked = read_asked(
        players=players, meter=meter, seed=meter_seed, contribution=contribution, reserve=reserve
    )
    request = request_analysis(chosen, paytables=paytable or (), wagers=wager or (), asked=asked)
    from pitboss.audit.long_run import LongRun

    run = LongRun(
        read_number("--rounds", rounds) if rounds is not None else None,
        read_units("--won", won),
        read_units("--bankroll", bankroll),
        read_units("--goal", goal),
    )
    say_analysis(request, "Analysing", json=json, csv=csv, run=run if together or run.is_asked else None)


WagerName = Annotated[
    str,
    typer.Option(
        "--wager", metavar="W", help="The wager that the pays are for.", autocompletion=complete_wager
    ),
]
Pays = Annotated[
    str,
    typer.Option(
        metavar="PAYS",
        help="Pays in the order of the wager's lines, '40,30,6,4,1', or by name, "
        "'straight_flush=40 to 1, pair=push'. A pay is '40 to 1', '300 for 1', '10%' of the meter, 'push' or "
        "'lose'; a bare number is meant as the wager's printed tables mean it. Semicolons may separate, too.",
    ),
]


def price(
    game: GameName,
    wager: WagerName,
    pays: Pays,
    players: Players = None,
    meter: Meter = None,
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Price a paytable of your own.

    The figures are those of `pitboss analyze`, with your pays in force for the wager.
    """
    chosen = choose_game(game, setting)
    from pitboss.audit.request import request_price

    asked = read_asked(
        players=players, meter=meter, seed=meter_seed, contribution=contribution, reserve=reserve
    )
    request = request_price(chosen, wager=wager, pays=pays, asked=asked)
    say_analysis(request, "Pricing", json=json, csv=csv)

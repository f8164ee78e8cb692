"""`pitboss price`: a wager under a paytable of the user's own."""

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

WagerName = Annotated[str, typer.Option("--wager", metavar="W", help="The wager that the pays are for.")]
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
    seed: Seed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Price a paytable of your own.

    The figures are those of `pitboss analyze`, with your pays in force for the wager.
    """
    chosen = apply_settings(load_game(game), setting)
    from pitboss.reports.request import request_price

    asked = read_asked(players=players, meter=meter, seed=seed, contribution=contribution, reserve=reserve)
    request = request_price(chosen, wager=wager, pays=pays, asked=asked)
    say_analysis(request, "Pricing", json=json, csv=csv)

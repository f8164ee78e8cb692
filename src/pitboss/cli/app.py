"""The program: its commands, its help and its version."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from pitboss.cli.analyze import analyze, price
from pitboss.cli.approval import make_approval_app
from pitboss.cli.audit import audit
from pitboss.cli.command import make_plain
from pitboss.cli.design import design
from pitboss.cli.equipment import make_equipment_app
from pitboss.cli.floor import make_floor_app
from pitboss.cli.help import HelpedCommand
from pitboss.cli.ledger import make_ledger_app
from pitboss.cli.play import play
from pitboss.cli.progressive.app import make_progressive_app
from pitboss.cli.record import about
from pitboss.cli.replay import replay
from pitboss.cli.report import make_report_app
from pitboss.cli.show import games as list_games
from pitboss.cli.show import show
from pitboss.cli.shuffler import examine_shuffler, shuffler
from pitboss.cli.sign import sign
from pitboss.cli.simulate import simulate
from pitboss.cli.strategy import strategy
from pitboss.cli.train import train
from pitboss.cli.verify_round import verify_round
from pitboss.cli.vulnerability import vulnerability
from pitboss.rules.catalogue import VARIABLE

COMMANDS = (
    *(list_games, show, analyze, strategy, price, design, vulnerability, simulate),
    *(audit, play, replay, train, sign, about),
)
NAMED_COMMANDS = {"verify-round": verify_round}
"""Commands whose name is no name of a function."""


def make_app() -> typer.Typer:
    app = make_plain()
    app.callback(invoke_without_command=True)(pitboss)
    for command in COMMANDS:
        app.command(cls=HelpedCommand)(command)
    for name, named in NAMED_COMMANDS.items():
        app.command(name, cls=HelpedCommand)(named)
    app.add_typer(make_shuffler_app(), name="shuffler")
    app.add_typer(make_progressive_app(), name="progressive")
    app.add_typer(make_report_app(), name="report")
    app.add_typer(make_ledger_app(), name="ledger")
    app.add_typer(make_approval_app(), name="approval")
    app.add_typer(make_equipment_app(), name="equipment")
    app.add_typer(make_floor_app(), name="floor")
    return app


@cache
def make_program() -> Callable[..., object]:
    """All commands, read once in a process: that takes longer than most of them run."""
    return get_command(make_app())


def make_shuffler_app() -> typer.Typer:
    app = make_plain()
    app.callback(invoke_without_command=True)(shuffler)
    app.command("test", cls=HelpedCommand)(examine_shuffler)
    return app


def say_version(wanted: bool) -> None:
    if wanted:
        from pitboss import __version__

        print(f"pitboss {__version__}")
        raise typer.Exit


def pitboss(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=say_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
    games: Annotated[
        Path | None,
        typer.Option(
            help="A folder with games of your own, each a module and a data file; or set PITBOSS_GAMES."
        ),
    ] = None,
) -> None:
    """Casino games as rule sets, with exact analysis of what they pay.

    Names may be typed in any case, with spaces, dashes or underscores: 'Three Card Poker' is
    three_card_poker. Every command prints JSON with --json.
    """
    if games is not None:
        os.environ[VARIABLE] = str(games)
    if context.invoked_subcommand is None:
        print(context.get_help())

"""The program: its commands, its help and its version."""

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from pitboss.cli import approval, equipment, floor, ledger, report
from pitboss.cli.analyze import analyze, price, strategy
from pitboss.cli.command import Command, HelpedCommand, make_group, make_plain
from pitboss.cli.design import design, vulnerability
from pitboss.cli.option import word
from pitboss.cli.play import play
from pitboss.cli.progressive import app as progressive
from pitboss.cli.progressive import people
from pitboss.cli.record import about
from pitboss.cli.replay import examine_shuffler, replay, verify_round
from pitboss.cli.report import sign
from pitboss.cli.show import audit, show
from pitboss.cli.show import games as list_games
from pitboss.cli.simulate import simulate
from pitboss.cli.train import train
from pitboss.rules.catalogue import VARIABLE

COMMANDS = (
    *(list_games, show, analyze, strategy, price, design, vulnerability, simulate),
    *(audit, play, replay, train, sign, about),
)
NAMED_COMMANDS = {"verify-round": verify_round}
"""Commands whose name is no name of a function."""
GROUPS: Mapping[str, tuple[str, Mapping[str, Command]]] = {
    "shuffler": ("Test the shuffler's randomness.", {"test": examine_shuffler}),
    "progressive": (progressive.ABOUT, progressive.COMMANDS),
    "progressive people": (people.ABOUT, people.COMMANDS),
    "report": (report.ABOUT, report.COMMANDS),
    "ledger": (ledger.ABOUT, ledger.COMMANDS),
    "approval": (approval.ABOUT, approval.COMMANDS),
    "equipment": (equipment.ABOUT, equipment.COMMANDS),
    "floor": (floor.ABOUT, floor.COMMANDS),
}
"""By the words that lead to it: what is said of a group, and its commands."""


def make_app() -> typer.Typer:
    app = make_plain()
    app.callback(invoke_without_command=True)(pitboss)
    for command in COMMANDS:
        app.command(cls=HelpedCommand)(command)
    for name, named in NAMED_COMMANDS.items():
        app.command(name, cls=HelpedCommand)(named)
    groups = {"": app} | {path: make_group(path, *group) for path, group in GROUPS.items()}
    for path in GROUPS:
        above, _, name = path.rpartition(" ")
        groups[above].add_typer(groups[path], name=name)
    return app


@cache
def make_program() -> Callable[..., object]:
    """All commands, read once in a process: that takes longer than most of them run."""
    return get_command(make_app())


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
        word("A folder with games of your own, each a module and a data file; or set PITBOSS_GAMES."),
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

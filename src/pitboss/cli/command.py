"""Commands put together: under one word, of shared options, and those that are called otherwise now.

A command is a function, and its words are the parameters of its signature. Options that many commands have
are written down once, as parameters; `join` makes one command of them and of what each has for itself.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any

import typer

from pitboss.base.error import InputError

Command = Callable[..., None]
MOVED = {
    "approval list": "report approvals",
    "equipment list": "report equipment",
    "ledger retention": "report retention",
    "progressive accrual": "report accrual",
    "progressive checks": "report checks",
    "progressive deposit": "report deposit",
    "progressive history": "report history",
    "progressive hits": "report hits",
    "progressive malfunctions": "report malfunctions",
    "progressive meters": "report meters",
    "progressive people list": "report staff",
    "progressive prizes": "report prizes",
    "progressive reconcile": "report reconciliation",
    "progressive reductions": "report reductions",
    "progressive win-page": "report win",
    "report software": "about",
}
"""What was a second name for something, and what it is called now."""


def make_group(path: str, about: str, commands: Mapping[str, Command]) -> typer.Typer:
    """Plain help, as everywhere; without a command it says which there are."""
    app = typer.Typer(rich_markup_mode=None)

    def say_help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    app.callback(invoke_without_command=True, help=about)(say_help)
    for name, command in commands.items():
        app.command(name)(command)
    for old, new in MOVED.items():
        group, _, name = old.rpartition(" ")
        if group == path:
            takes_all = {"ignore_unknown_options": True, "allow_extra_args": True}
            app.command(name, hidden=True, add_help_option=False, context_settings=takes_all)(
                make_signpost(old, new)
            )
    return app


def make_signpost(old: str, new: str) -> Command:
    def point(context: typer.Context) -> None:
        raise InputError(f"'pitboss {old}' is now 'pitboss {new}'")

    return point


def option(name: str, kind: Any, default: object = Parameter.empty) -> Parameter:
    """A word of a command: its name, what is said of it, and what it is if nobody writes it."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def join(run: Command, words: Sequence[Parameter], name: str, about: str | None) -> Command:
    """A command with these words that runs this."""

    def command(**said: Any) -> None:
        run(**said)

    command.__name__, command.__doc__ = name, about
    command.__signature__ = Signature(words)  # type: ignore[attr-defined]
    return command

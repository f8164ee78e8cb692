"""Commands put together: under one word, of shared options, and those that are called otherwise now.

A command is a function, and its words are the parameters of its signature. Options that many commands have
are written down once, as parameters; `join` makes one command of them and of what each has for itself.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from pitboss.base.error import InputError

LONGEST_LINE = 200
HELP = tomllib.loads(Path(__file__).with_name("help.toml").read_text("utf-8"))
PURPOSES, EXAMPLES, MOVED = HELP["purposes"], HELP["examples"], HELP["moved"]
"""By the words that lead to a command; what was a second name for something, and what it is called now."""


class ExamplesFirst:
    """Help that begins with examples, for a command or a group of them."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Examples"):
            for words in EXAMPLES[path_of(ctx)]:
                formatter.write(f"{'':{formatter.current_indent}}pitboss {words}\n")
        super().format_help_text(ctx, formatter)  # type: ignore[misc]


class HelpedCommand(ExamplesFirst, TyperCommand):
    """A command whose help begins with examples."""


class HelpedGroup(ExamplesFirst, TyperGroup):
    """Commands under one word, listed by purpose."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        shown = {name: command for name, command in self.commands.items() if not command.hidden}
        for purpose, names in PURPOSES.get(path_of(ctx), {"Commands": tuple(shown)}).items():
            with formatter.section(purpose):
                formatter.write_dl([(name, shown[name].get_short_help_str(LONGEST_LINE)) for name in names])


def path_of(ctx: Any) -> str:
    """The words that lead to a command: 'progressive people add'."""
    return str(ctx.command_path).partition(" ")[2]


# -- commands --------------------------------------------------------------------------------------


Command = Callable[..., None]


def make_plain() -> typer.Typer:
    """Help is plain text everywhere: frames would be noise in a pipe."""
    return typer.Typer(
        cls=HelpedGroup,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def make_group(path: str, about: str, commands: Mapping[str, Command]) -> typer.Typer:
    """Commands under one word; without a command it says which there are."""
    app = make_plain()

    def say_help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    app.callback(invoke_without_command=True, help=about)(say_help)
    for name, command in commands.items():
        app.command(name, cls=HelpedCommand)(command)
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

"""Commands under one word."""

from collections.abc import Callable, Mapping

import typer


def make_group(about: str, commands: Mapping[str, Callable[..., None]]) -> typer.Typer:
    """Plain help, as everywhere; without a command it says which there are."""
    app = typer.Typer(rich_markup_mode=None)

    def say_help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    app.callback(invoke_without_command=True, help=about)(say_help)
    for name, command in commands.items():
        app.command(name)(command)
    return app

"""The commands under `pitboss report`."""

import typer

from pitboss.cli.report.cards import dealer, rules, strategy
from pitboss.cli.report.pack import check, pack
from pitboss.cli.report.par import par
from pitboss.cli.report.records import add_records

COMMANDS = (par, rules, dealer, strategy, pack, check)


def make_report_app() -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)
    app.callback(invoke_without_command=True)(report)
    for command in COMMANDS:
        app.command()(command)
    add_records(app)
    return app


def report(context: typer.Context) -> None:
    """Write papers: par sheets, cards, records and the regulator's pack."""
    if context.invoked_subcommand is None:
        print(context.get_help())

"""The commands under `pitboss report`."""

from collections.abc import Mapping

import typer

from pitboss.cli import record
from pitboss.cli.command import Command, make_group
from pitboss.cli.report.cards import dealer, rules, strategy
from pitboss.cli.report.pack import check, pack
from pitboss.cli.report.par import par

COMMANDS: Mapping[str, Command] = {
    "par": par,
    "rules": rules,
    "dealer": dealer,
    "strategy": strategy,
    "pack": pack,
    "check": check,
    **record.COMMANDS,
}
ABOUT = "Print records, or write papers: par sheets, cards, records and the regulator's pack."


def make_report_app() -> typer.Typer:
    return make_group("report", ABOUT, COMMANDS)

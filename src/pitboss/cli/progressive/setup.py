"""Setting a progressive up from a file of terms, opening and closing it; what its display says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.desk import ActReport, CommandDesk, Progressive, Store, TableName, now, open_floor
from pitboss.cli.option import AsJson
from pitboss.cli.progressive.advice import read_terms
from pitboss.cli.screen import say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.jackpot.terms import Terms

TermsFile = Annotated[
    str, typer.Argument(metavar="FILE", help="The terms, in TOML; '-' reads standard input.")
]
Stopped = Annotated[
    str,
    typer.Option(
        "--stop", metavar="WHY", help="Why it must not go on, such as 'seized': two people open it again."
    ),
]


def set_up(desk: CommandDesk, file: TermsFile) -> ActReport:
    """Set a progressive up, or change it, from a file of terms.

    Two people are needed. Every game is analysed: what could not be kept, or must not be linked, is
    refused with the reason, and what the maker would not recommend is a warning. A progressive in play
    cannot be changed.
    """
    from pitboss.house import progressive

    terms = read_terms(file)
    people, manager = desk.people, desk.manager
    done = "changed" if terms.id in manager.floor.progressives else "set up"
    with working("Analysing"):
        answer = progressive.set_up(manager, terms, id_=desk.id, by=people)
        warnings = find_warnings(terms)
    words = f"{terms.id} is {done}, and closed: open it for play"
    more = {"progressive": terms.id, "warnings": warnings}
    return ActReport(answer, words, more, [f"warning: {warning}" for warning in warnings])


def find_warnings(terms: Terms) -> list[str]:
    """What the maker would warn of, each once."""
    from pitboss.audit.plan import advise

    found = (one for advice in advise(terms) for one in advice.warnings)
    return list(dict.fromkeys(f"{one.level}: {one.text}".removeprefix(": ") for one in found))


def open_(desk: CommandDesk, progressive: Progressive) -> ActReport:
    """Open a progressive for play."""
    return switch(desk, progressive, is_open=True)


def close(desk: CommandDesk, progressive: Progressive, stop: Stopped = "") -> ActReport:
    """Close a progressive: it takes no wager.

    With --stop it closes at once, open rounds or not, and two people are needed to open it again:
    for money that was seized, or a bank account that is short.
    """
    return switch(desk, progressive, is_open=False, stopped=stop)


def switch(desk: CommandDesk, progressive: str, *, is_open: bool, stopped: str = "") -> ActReport:
    from pitboss.jackpot.request import Switch

    words = "open for play" if is_open else f"stopped: {stopped}" if stopped else "closed"
    return ActReport(desk.ask(Switch, progressive, is_open, stopped), f"{progressive} is {words}")


def display(table: TableName, store: Store = None, json: AsJson = False) -> None:
    """Show what the display at a table says: amounts, notices and wins."""
    from pitboss.jackpot.display import read_display
    from pitboss.reports.sign import display_data, display_page

    with open_floor(store) as manager:
        found = read_display(manager.floor, table, now())
    if json:
        say_json(display_data(found, None))
    else:
        say_page(display_page(found))

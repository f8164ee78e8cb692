"""Setting a progressive up from a file of terms, opening and closing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.option import AsJson
from pitboss.cli.progressive.desk import (
    By,
    Progressive,
    RequestId,
    Store,
    make_id,
    open_floor,
    say_answer,
    sign_in,
)
from pitboss.cli.screen import say, working
from pitboss.cli.text_file import open_text

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


def set_up(
    file: TermsFile, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Set a progressive up, or change it, from a file of terms.

    Two people are needed. Every game is analysed: what could not be kept, or must not be linked, is
    refused with the reason, and what the maker would not recommend is a warning. A progressive in play
    cannot be changed.
    """
    from pitboss.house import progressive
    from pitboss.jackpot.terms_file import parse_terms_file

    with open_text(file) as stream:
        terms = parse_terms_file(stream.read(), file)
    with open_floor(store, create=True) as manager:
        people = sign_in(manager, by)
        is_new = terms.id not in manager.floor.progressives
        with working("Analysing"):
            answer = progressive.set_up(manager, terms, id_=make_id(id_), by=people)
            warnings = find_warnings(terms)
    done = "set up" if is_new else "changed"
    words = f"{terms.id} is {done}, and closed: open it for play"
    say_answer(answer, words, json=json, progressive=terms.id, warnings=warnings)
    if not json:
        for warning in warnings:
            say(f"warning: {warning}")


def find_warnings(terms: Terms) -> list[str]:
    """What the maker would warn of, each once."""
    from pitboss.reports.progressive.warning_sheet import advise

    found = (one for advice in advise(terms) for one in advice.warnings)
    return list(dict.fromkeys(f"{one.level}: {one.text}".removeprefix(": ") for one in found))


def open_(
    progressive: Progressive, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Open a progressive for play."""
    switch(progressive, by, store, id_, is_open=True, stopped="", json=json)


def close(
    progressive: Progressive,
    stop: Stopped = "",
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Close a progressive: it takes no wager.

    With --stop it closes at once, open rounds or not, and two people are needed to open it again:
    for money that was seized, or a bank account that is short.
    """
    switch(progressive, by, store, id_, is_open=False, stopped=stop, json=json)


def switch(
    progressive: str,
    by: By,
    store: str | None,
    id_: str | None,
    *,
    is_open: bool,
    stopped: str,
    json: bool,
) -> None:
    from pitboss.jackpot.request import Switch

    with open_floor(store) as manager:
        answer = manager.ask(Switch(make_id(id_), sign_in(manager, by), progressive, is_open, stopped))
    words = "open for play" if is_open else f"stopped: {stopped}" if stopped else "closed"
    say_answer(answer, f"{progressive} is {words}", json=json)

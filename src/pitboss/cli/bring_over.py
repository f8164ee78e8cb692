"""`pitboss ledger bring-over`: a room of before version 3, with its log beside the journal, into one book."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli import complain
from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_sheet, working

if TYPE_CHECKING:
    from pitboss.storage.checked_store import CheckedStore

DIFFERS = 1
Old = Annotated[
    str,
    typer.Argument(
        metavar="OLD",
        help="The old room, which is not changed: a path, sqlite:///path or postgresql://user@host/database.",
    ),
]
New = Annotated[
    str, typer.Argument(metavar="NEW", help="An empty place for the new book, written like the old one.")
]


def bring_over(old: Old, new: New, json: AsJson = False) -> None:
    """Bring a room with a log beside its journal into one book.

    The journal is verified and copied as it is. Every table opens where its log left it, with everybody's
    chips; a round that is open is void. Both old books are held against each other: exit status 1, with
    every difference, where they do not say the same. The room's key is in PITBOSS_KEY. Stop the old
    program first.
    """
    from pitboss.cli.desk import now
    from pitboss.house.old_room.bringing import bring_over as bring
    from pitboss.reports.ledger_sheet import brought_data, brought_page
    from pitboss.storage.address import open_store
    from pitboss.storage.old_room import check_empty, open_old_room

    key = os.environ.get("PITBOSS_KEY", "")
    if not key:
        raise InputError("PITBOSS_KEY is not set: set it to the key that the old room was served with")
    check_empty(new, unlike=old)
    with ExitStack() as stack, working("Bringing over") as progress:

        def open_new() -> CheckedStore:
            store = open_store(new, upgrade=False)
            stack.callback(store.close)
            return store

        room = stack.enter_context(open_old_room(old))
        found = bring(room, open_new, key, now, progress)
    say_sheet(brought_data, brought_page, found, json=json)
    if many := len(found.differences):
        words = f"{many:,} difference{'s' if many > 1 else ''}: see above"
        raise typer.Exit(complain(words, DIFFERS))

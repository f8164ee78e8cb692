"""`pitboss ledger reconcile`: whether all laws hold in a room, in one command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import complain
from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.house.reconciliation import Reconciliation
    from pitboss.storage.audit import Audit

NOT_RIGHT = 1
Url = Annotated[
    str | None,
    typer.Argument(
        metavar="URL",
        envvar="PITBOSS_STORE",
        help="A path, sqlite:///path or postgresql://user@host/database. "
        "Default: PITBOSS_STORE, or floor.db in the user's data directory.",
        show_default=False,
    ),
]


def reconcile(url: Url = None, json: AsJson = False) -> None:
    """Say whether all laws hold in a room, from its book alone.

    The chain is verified. Then every wager that was counted is held against the felt and the other way
    round, every round against its number, every prize against its win, and every account against what came
    in. Exit status 0 if all of it holds, 1 with every difference if not.
    """
    from pitboss.cli.desk import usual_store
    from pitboss.house.reconciliation import reconcile_book
    from pitboss.reports.reconciled_sheet import reconciled_data, reconciled_page
    from pitboss.storage.backup import open_journal

    with open_journal(url or usual_store()) as journal, working("Reconciling") as progress:
        audit: Audit = journal.audit(progress=progress)
        found: Reconciliation | None = None
        if audit.fault is None:
            found = reconcile_book(journal.read(0), lambda number: progress(f"held {number:,} entries"))
    if json:
        say_json(reconciled_data(journal.where, audit, found))
    else:
        say_page(reconciled_page(journal.where, audit, found))
    if audit.fault:
        raise typer.Exit(complain(f"entry {audit.fault.number}: {audit.fault.why}", NOT_RIGHT))
    if found and not found.is_right:
        many = len(found.differences)
        raise typer.Exit(complain(f"{many:,} difference{'s' if many > 1 else ''}: see above", NOT_RIGHT))

"""`pitboss ledger`: the journal verified, exported, backed up, restored, archived, upgraded, brought over."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, closing
from datetime import date, datetime, tzinfo
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.cli import complain
from pitboss.cli.command import Command
from pitboss.cli.desk import Zone, read_zone, usual_store
from pitboss.cli.option import AsJson, argument, read_number, word
from pitboss.cli.screen import say, say_json, say_sheet, working
from pitboss.reports.ledger_sheet import audit_data, audit_page

if TYPE_CHECKING:
    from pitboss.house.reconciliation import Reconciliation
    from pitboss.storage.audit import Audit
    from pitboss.storage.checked_store import CheckedStore

DIFFERS = 1
Old = Annotated[
    str,
    argument(
        "The old room, which is not changed: a path, sqlite:///path or postgresql://user@host/database.",
        "OLD",
    ),
]
New = Annotated[str, argument("An empty place for the new book, written like the old one.", "NEW")]


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


NOT_RIGHT = 1

USUAL = "Default: PITBOSS_STORE, or floor.db in the user's data directory."
Url = Annotated[
    str | None,
    typer.Argument(
        metavar="URL",
        envvar="PITBOSS_STORE",
        show_envvar=False,
        help=f"A path, sqlite:///path, postgresql://user@host/database, or an exported .jsonl file. {USUAL}",
    ),
]
Target = Annotated[
    str | None,
    typer.Argument(
        metavar="URL",
        envvar="PITBOSS_STORE",
        show_envvar=False,
        help=f"An empty journal: a path, sqlite:///path or postgresql://user@host/database. {USUAL}",
    ),
]
Source = Annotated[
    list[str],
    argument(f"The journal, and a file that does not exist yet. The journal's {USUAL}", "[URL] FILE"),
]
BackupFile = Annotated[str, argument("A backup, another journal, or an exported .jsonl file.", "FILE")]
Expect = Annotated[str | None, word("The hash of an entry, as it was written down elsewhere.", "HASH")]
AnchorFile = Annotated[
    str | None,
    word(
        "A file, or a folder of them, in which heads of the journal were written down. "
        "Default: PITBOSS_ANCHOR; a SQLite journal has one beside it as well.",
        "FILE",
        "--anchor",
    ),
]
Day = Annotated[str, word("Only what was entered before: 2026-11-01.", "DAY", "--before")]
Into = Annotated[str, word("Where the archives of the journal lie.", "FOLDER", "--into")]
After = Annotated[str, word("Only entries after this number.", "N")]


class JournalForm(StrEnum):
    JSONL = "jsonl"
    CSV = "csv"


FormOption = Annotated[JournalForm, word("JSON lines, or CSV for a spreadsheet.", None, "--format")]


ABOUT = "Verify, export, back up, restore and archive the journal."


def verify(url: Url = None, expect: Expect = None, anchor: AnchorFile = None, json: AsJson = False) -> None:
    """Derive everything again from the journal and its archives.

    Names the first entry that was altered, put in, taken out or moved, with exit status 1, or what else
    is not as it was written: the head, the checkpoint, an archive, a table, an index. An end that was
    cut off is found by the head, which every write keeps beside the entries; if somebody has changed
    that as well, by the anchor, or by a hash that was written down: --expect.
    """
    from pitboss.storage.backup import open_journal

    with open_journal(url or usual_store(), anchor=anchor) as journal, working("Verifying") as progress:
        found = journal.audit(expect=expect, progress=progress)
    say_sheet(audit_data, audit_page, journal.where, found, json=json)
    if found.fault:
        raise typer.Exit(complain(found.fault.words, NOT_RIGHT))


def export(url: Url = None, form: FormOption = JournalForm.JSONL, after: After = "0") -> None:
    """Print the journal, entry by entry.

    JSON lines hold every entry as it is kept and can be verified and restored. CSV has a row for every
    transfer.
    """
    from pitboss.storage.backup import open_journal
    from pitboss.storage.export import csv_lines, format_line

    first = read_number("--after", after)
    with open_journal(url or usual_store()) as journal:
        entries = journal.read(first)
        for line in csv_lines(entries) if form is JournalForm.CSV else map(format_line, entries):
            say(line)


def backup(names: Source, json: AsJson = False) -> None:
    """Copy the journal into a file, while others go on writing.

    The journal is verified first and the copy afterwards. A backup is a journal itself: it can be
    verified, exported and restored into any store.
    """
    from pitboss.storage.backup import back_up, open_journal

    if len(names) > 2:
        raise InputError(f"a journal and a file, not {len(names)} names")
    url = names[0] if len(names) == 2 else os.environ.get("PITBOSS_STORE") or usual_store()
    file = Path(names[-1])
    with open_journal(url) as journal, working("Backing up") as progress:
        found = back_up(journal, file, progress)
    say_copy(f"Backed up to {file}", str(file), found, json=json)


def restore(file: BackupFile, url: Target = None, json: AsJson = False) -> None:
    """Copy a backup into an empty journal.

    The backup is verified first and the journal afterwards. All of it is written in one transaction. A
    backup that lacks what the journal's anchor knows is refused.
    """
    from pitboss.storage.address import open_store
    from pitboss.storage.backup import open_journal
    from pitboss.storage.backup import restore as restore_journal

    with (
        open_journal(file) as journal,
        closing(open_store(url or usual_store(), restores=True)) as target,
        working("Restoring") as progress,
    ):
        found = restore_journal(journal, target, progress)
    say_copy(f"Restored to {target.where}", target.where, found, json=json)


def say_copy(done: str, where: str, found: Audit, *, json: bool) -> None:
    if json:
        say_json(audit_data(where, found))
    else:
        say(f"{done}: {found.verdict.entries:,} entries, the last with the hash {found.verdict.hash}")


def archive(before: Day, into: Into, url: Target = None, zone: Zone = None, json: AsJson = False) -> None:
    """Move closed days out of the database into a file that is read as before.

    Entries go up to the last one before that day of which a checkpoint was made; what a table still
    needs stays. The file is verified before they leave the database, and `verify` reads it from then
    on.
    """
    from pitboss.storage.address import open_store
    from pitboss.storage.archive import archive as move_out

    limit = start_of_day(before, read_zone(zone))
    with closing(open_store(url or usual_store(), create=False)) as store, working("Archiving") as progress:
        made = move_out(store, limit, Path(into), progress)
    file = str(Path(into) / made.file)
    if json:
        say_json({"journal": store.where, **made._asdict(), "file": file})
    else:
        say(
            f"Archived in {file}: entries {made.first:,} to {made.last:,}, the last with the hash {made.hash}"
        )


def start_of_day(text: str, zone: tzinfo | None) -> int:
    """Microseconds since 1970, by the clock of the place."""
    try:
        day = date.fromisoformat(text)
    except ValueError as problem:
        raise InputError(f"--before: write a day as 2026-11-01, not {text!r}") from problem
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()) * MICROS


def upgrade(url: Target = None, json: AsJson = False) -> None:
    """Bring an older journal up to date.

    The game manager does the same when it starts. The journal is kept beside the new one as it was.
    """
    from pitboss.storage.address import open_store
    from pitboss.storage.schema import VERSION

    with closing(open_store(url or usual_store(), create=False)) as store:
        done = store.upgraded
    if json:
        say_json(
            {
                "journal": store.where,
                "version": VERSION,
                "was": done.found if done else VERSION,
                "backup": done.backup if done else None,
            }
        )
    elif done:
        say(f"Brought from version {done.found} to {VERSION}; as it was it is kept in {done.backup}")
    else:
        say(f"Up to date: version {VERSION}")


def reconcile(url: Url = None, json: AsJson = False) -> None:
    """Say whether all laws hold in a room, from its book alone.

    The chain is verified. Then every wager that was counted is held against the felt and the other way
    round, every contribution against the terms, awards of the tray and envy against the cards of the round,
    every round against its number, every prize against its win, and every account against what came in.
    Exit status 0 if all of it holds, 1 with every difference if not.
    """
    from pitboss.cli.desk import usual_store
    from pitboss.house.reconciliation import reconcile_book
    from pitboss.reports.ledger_sheet import reconciled_data, reconciled_page
    from pitboss.storage.backup import open_journal

    with open_journal(url or usual_store()) as journal, working("Reconciling") as progress:
        audit: Audit = journal.audit(progress=progress)
        found: Reconciliation | None = None
        if audit.fault is None:
            found = reconcile_book(journal.read(0), lambda number: progress(f"held {number:,} entries"))
    say_sheet(reconciled_data, reconciled_page, journal.where, audit, found, json=json)
    if audit.fault:
        raise typer.Exit(complain(f"entry {audit.fault.number}: {audit.fault.why}", NOT_RIGHT))
    if found and not found.is_right:
        many = len(found.differences)
        raise typer.Exit(complain(f"{many:,} difference{'s' if many > 1 else ''}: see above", NOT_RIGHT))


COMMANDS: Mapping[str, Command] = {
    "verify": verify,
    "export": export,
    "backup": backup,
    "restore": restore,
    "archive": archive,
    "upgrade": upgrade,
    "reconcile": reconcile,
    "bring-over": bring_over,
}

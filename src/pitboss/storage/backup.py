"""Backup and restore: whole journals copied from one place to another, verified before and after.

A backup is itself a journal, in one SQLite file, whatever the store it was made from: it can be verified,
exported and restored anywhere. It is made while others write: a reader sees the journal as it was when he
began. A file appears under its name when it is complete, and a journal is restored in one transaction, so
that nothing half is ever taken for a whole.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Mark, NoJournalError, StoreError
from pitboss.ledger.verify import ChainFault, verify
from pitboss.storage.address import EXPORT_ENDING, open_store
from pitboss.storage.archive_file import find_archive_faults
from pitboss.storage.audit import Audit, audit, parse_hash
from pitboss.storage.checked_store import CheckedStore, not_empty
from pitboss.storage.export import read_lines
from pitboss.storage.sqlite import SqliteStore

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """Nobody is there to see it."""


# -- reading from anywhere -------------------------------------------------------------------------


@dataclass(frozen=True)
class Journal:
    """Something to read entries from, as often as needed: a store, or a file of JSON lines."""

    where: str
    read: Callable[[int], Iterable[Entry]]
    """Entries after a number."""
    store: CheckedStore | None = None
    """None for a file, which has nothing but its entries."""

    def audit(
        self, *, expect: str | None = None, progress: Progress = silent, marks: Iterable[Mark] = ()
    ) -> Audit:
        """The files of archives, the entries, then the tables that hold them."""
        known, store = None if expect is None else parse_hash(expect), self.store
        try:
            for why in find_archive_faults(store.archives()) if store else ():
                raise StoreError(why)
            found = audit(
                self.read(0),
                store.checkpoint if store else lambda: None,
                head=store.head if store else None,
                marks=[*(store.marks() if store else ()), *marks],
                expect=known,
                progress=lambda number: progress(f"verified {number:,} entries"),
            )
        except StoreError as problem:
            found = Audit(verify(()), None, None, ChainFault(0, str(problem)), START, 0)
        return found if found.fault and found.fault.number else self._with_tables(found, progress)

    def _with_tables(self, found: Audit, progress: Progress) -> Audit:
        progress("verifying the tables")
        for why in self.store.inspect() if self.store else ():
            return replace(found, fault=ChainFault(0, why))
        return found


def journal_of(store: CheckedStore) -> Journal:
    return Journal(store.where, store.entries, store)


@contextmanager
def open_journal(url: str, *, anchor: str | None = None) -> Iterator[Journal]:
    """A journal that exists, for reading only: an address, or a file that was exported as JSON lines."""
    if url.endswith(EXPORT_ENDING):
        path = Path(url)
        if not path.exists():
            raise NoJournalError(f"there is no journal at {url}")
        yield Journal(url, lambda after: read_export(path, after))
        return
    with closing(open_store(url, create=False, upgrade=False, anchor=anchor)) as store:
        yield journal_of(store)


def read_export(path: Path, after: int) -> Iterator[Entry]:
    """All of them for 0, even what stands before number 1."""
    try:
        with path.open(encoding="ascii", newline="\n") as lines:
            yield from (entry for entry in read_lines(lines) if not after or entry.number > after)
    except (OSError, UnicodeDecodeError) as problem:
        raise StoreError(f"{path} cannot be read: {problem}") from problem


# -- copying ---------------------------------------------------------------------------------------


def back_up(source: Journal, file: Path, progress: Progress = silent) -> Audit:
    """A copy in a file that does not exist yet; what was verified is what is in the file."""
    part = file.with_name(file.name + ".part")
    if file.exists() or part.exists():
        raise StoreError(f"{file if file.exists() else part} exists already: name another file")
    try:
        with closing(SqliteStore(part)) as target:
            found = copy_journal(source, target, progress)
        make_single(part)
        os.replace(part, file)
        sync_folder(file.parent)
        if source.store:
            source.store.anchor.note_now(found.end)
    finally:
        for ending in ("", "-wal", "-shm"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
    return found


def restore(source: Journal, target: CheckedStore, progress: Progress = silent) -> Audit:
    """The journal into a vault that is empty."""
    if target.last() is not None:
        raise not_empty(target.where)
    return copy_journal(source, target, progress)


def copy_journal(source: Journal, target: CheckedStore, progress: Progress) -> Audit:
    """Verify, copy exactly what was verified, and verify the copy.

    What the anchor of the target knows must be in the source: nobody goes on from less without knowing it.
    """
    before = source.audit(progress=progress, marks=target.marks())
    if before.fault:
        number, why = before.fault
        what = f"entry {number} is not right: {why}" if number else why
        raise StoreError(f"{source.where} is not copied, {what}")
    progress("copying")
    last = before.end  # without what was written meanwhile
    target.fill(takewhile(lambda entry: entry.number <= last.number, source.read(0)), before.checkpoint)
    after = journal_of(target).audit(progress=progress)
    if after.fault or after.end != last:
        raise StoreError(f"the copy in {target.where} is not the journal: do not use it, and check the disk")
    return after


def make_single(path: Path) -> None:
    """One file without companions, which can be read from a disk that cannot be written."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def sync_folder(folder: Path) -> None:
    """The new name of a file is on the disk when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

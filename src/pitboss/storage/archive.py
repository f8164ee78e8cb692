"""Closed days moved out of the database into a file that is read as part of the journal from then on.

Nothing is deleted: entries go from one place to another, and the journal names the file, what it holds and
its digest. They go up to an entry that a checkpoint was made of, so that a start still finds all it reads in
the database; and no table of a room loses what was done since it last stood (its last entry at the place
`T1#`), for that is read whenever it is opened. The file is read back and compared before a row leaves.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.ledger.attestation import RESERVED, Vouched
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.store import StoreError
from pitboss.storage.archive_file import Archived, ArchiveFile, Archives, digest_of, write_archive
from pitboss.storage.backup import Progress, journal_of, silent, sync_folder
from pitboss.storage.checked_store import CheckedStore
from pitboss.storage.sql_store import SqlStore

STANDS = "#"
"""How the place of entries ends that say where a table stood."""


@dataclass
class Survey:
    """What may go, found in one reading."""

    before_micros: int
    vouched: list[int] = field(default_factory=list)
    """Entries before that time of which a checkpoint was made."""
    needed: dict[str, int] = field(default_factory=dict)
    """By place: the first entry since the table last stood."""

    def read(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.place.endswith(STANDS):
                self.needed.pop(entry.place.removesuffix(STANDS), None)
            elif entry.place:
                self.needed.setdefault(entry.place, entry.number)
            elif entry.id.startswith(RESERVED) and self.is_voucher(entry.draft):
                self.vouched.append(entry.number - 1)

    def is_voucher(self, draft: Draft) -> bool:
        return isinstance(draft.fact, Vouched) and draft.at_micros < self.before_micros

    def last(self, after: int, most: int) -> int:
        """The last entry that may go, after one and up to another; 0 if none may."""
        limit = min((most, *(number - 1 for number in self.needed.values())))
        return max((number for number in self.vouched if after < number <= limit), default=0)


def archive(store: CheckedStore, before_micros: int, folder: Path, progress: Progress = silent) -> Archived:
    """Move what was entered before a time into a new file in a folder."""
    if not isinstance(store, SqlStore):
        raise StoreError("only a journal in a database has archives")
    known = store.archives()
    check_folder(known, folder)
    fault = journal_of(store).audit(progress=progress).fault
    if fault:
        raise StoreError(f"{store.where} is not right, nothing was archived: {fault.words}")
    last = find_end(store, known.last, before_micros)
    progress(f"archiving entries {known.last + 1:,} to {last:,}")
    made = make_file(folder, lambda: store.entries(known.last, upto=last), known.last + 1, last)
    store.hand_over(Archives(str(folder.absolute()), (*known.files, made)))
    return made


def check_folder(known: Archives, folder: Path) -> None:
    """All archives of a journal lie in one folder."""
    if not known.files:
        return
    there = known.path_of(known.files[0]).parent
    if there.absolute() != folder.absolute():
        raise StoreError(f"the archives of this journal lie in {there}: put the new one there as well")


def find_end(store: SqlStore[Any], after: int, before_micros: int) -> int:
    checkpoint, survey = store.checkpoint(), Survey(before_micros)
    survey.read(store.entries(after))
    last = survey.last(after, checkpoint.number) if checkpoint else 0
    if not last:
        raise StoreError(
            "there is nothing to archive: no checkpoint was made of an entry before that day, "
            "or a table still needs what it did before"
        )
    return last


def make_file(folder: Path, read: Callable[[], Iterable[Entry]], first: int, last: int) -> Archived:
    """Written beside its name, read back, compared with what was to be written, and then named."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"entries-{first}-{last}.archive"
    part = file.with_name(file.name + ".part")
    if file.exists():
        raise StoreError(f"{file} exists already: move it away if it is of no use")
    part.unlink(missing_ok=True)
    try:
        write_archive(part, read())
        hash_ = check_file(part, read(), last)
        os.replace(part, file)
        sync_folder(folder)
    finally:
        part.unlink(missing_ok=True)
    return Archived(file.name, first, last, hash_, digest_of(file))


def check_file(path: Path, entries: Iterable[Entry], last: int) -> str:
    """Every entry comes back as it is in the database, by its number and by its id; the hash of the last."""
    file = ArchiveFile(path)
    found = file.entries(0, last)
    entry = None
    for entry in entries:
        if next(found, None) != entry or entry.number not in file.numbers_of(entry.id):
            break
    else:
        if entry and entry.number == last and next(found, None) is None:
            file.close()
            return entry.hash
    raise StoreError(f"{path} does not hold what was written to it: nothing was archived; check the disk")

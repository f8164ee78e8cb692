"""What SQLite and PostgreSQL share: the turn's state, and reading the journal, in the database and in
archives.

A question is one view of the database. Archives only ever take the beginning of the journal away: whatever a
view no longer holds is in the archives that are known after it was taken. So the database is asked first.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Event, RLock
from typing import Generic

from pitboss.ledger.entry import FIRST_HASH, Entry
from pitboss.ledger.store import START, Checkpoint, Link, Mark
from pitboss.storage import checked_store
from pitboss.storage.anchor import Anchor
from pitboss.storage.archive_file import Archives, Stacks, parse_archives
from pitboss.storage.body_pack import unpack_body
from pitboss.storage.checked_store import check_checkpoint, linked, parse_head
from pitboss.storage.reader import C, Readers
from pitboss.storage.schema import PUT_ARCHIVE, READ_META, Row, Run, Schema, Upgrade

COLUMNS = "number, id, place, hash, body"
SELECT = f"SELECT {COLUMNS} FROM entry"
SELECT_LINKED = (
    f"SELECT {COLUMNS}, (SELECT hash FROM entry AS older WHERE older.number = entry.number - 1) FROM entry"
)
MANY = 500
"""So many numbers go into one question."""


class SqlStore(ABC, Generic[C]):
    """All of a store but its connections and its way of writing."""

    schema: Schema
    upgraded: Upgrade | None = None
    _writer: C
    _readers: Readers[C]

    def __init__(
        self,
        where: str,
        anchor: Anchor | None,
        run_on: Callable[[C], Run],
        translated: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self.where = where
        self._run_on = run_on
        self._translated = partial(translated, where)
        """The driver's errors in a person's words."""
        self.anchor = anchor or Anchor()
        self._stacks = Stacks()
        self._lock = RLock()
        self._closed = Event()
        self._is_turn = False
        self._written: Link | None = None
        """In the transaction that is not over."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Run]:
        """All or nothing, and nobody else writes meanwhile; the anchor hears of what was written."""

    @abstractmethod
    def _put(self, run: Run, entries: Iterable[Entry]) -> None:
        """The entries and the head, which are known to belong there."""

    @abstractmethod
    def _rows(self, question: str, *values: object) -> Iterator[Row]:
        """However many, one after another."""

    def _check_open(self) -> None:
        if self._closed.is_set():
            raise checked_store.closed()

    def _note_written(self) -> None:
        if self._written:
            self.anchor.note(self._written)

    # -- writing ---------------------------------------------------------------------------------

    def fill(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        with self._writing() as run:
            if find_last(run) != START:
                raise checked_store.not_empty(self.where)
            self._put(run, linked(entries))
            put_checkpoint(run, checkpoint)

    def hand_over(self, archives: Archives) -> None:
        """Take out what the last of the archives holds, and keep the list of them, in one transaction."""
        newest = archives.files[-1]
        with self._writing() as run:
            if hash_of(run, newest.last) != newest.hash:
                raise checked_store.moved_on(find_last(run).number, newest.last)
            run(self.schema.let_delete)
            run("DELETE FROM entry WHERE number <= ?", newest.last)
            run(self.schema.refuse_delete)
            run(PUT_ARCHIVE, archives.format())

    def close(self) -> None:
        self._closed.set()
        self._readers.close()
        self._stacks.close()
        with self._lock:
            self._writer.close()
            self.anchor.close()

    # -- reading ---------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[C]:
        with self._translated(), self._readers.lend() as connection:
            yield connection

    def _ask(self, question: str, *values: object) -> list[Row]:
        """A few rows at once."""
        with self._reading() as connection:
            return self._run_on(connection)(question, *values)

    def last(self) -> Entry | None:
        return self._one(f"{SELECT_LINKED} ORDER BY number DESC LIMIT 1")

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        """As they were when the reading began: one statement is one view of the journal.

        Without `after` from whatever comes first, so that an entry put in before number 1 is seen.
        """
        limits, values = say_range(after, upto)
        rows = self._rows(f"{SELECT} {limits} ORDER BY number", *values)
        row, before = next(rows, None), FIRST_HASH
        if row and after and row[0] == after:
            before, row = say_hash(row[3]), next(rows, None)
        elif row is None or row[0] != 1:
            upto = upto or 0 if row is None else (row[0] or 0) - 1
            for entry in self._archived(after, upto):
                yield entry
                before = entry.hash
            before = self._hash_before(row[0]) or before if row else before
        while row:
            entry = make_entry(row, before)
            yield entry
            row, before = next(rows, None), entry.hash

    def _archived(self, after: int, upto: int) -> Iterator[Entry]:
        return self._stacks.entries(self.archives(), after, upto) if upto > after else iter(())

    def _hash_before(self, number: int) -> str | None:
        return self.archives().hash_before(number or 0)

    def find(self, id_: str) -> Entry | None:
        if not id_.isprintable():  # none is kept, and not every database can read every one
            return None
        return self._one(f"{SELECT_LINKED} WHERE id = ?", id_) or self._stacks.find(self.archives(), id_)

    def entries_of(self, place: str, after: int = 0) -> Iterator[Entry]:
        if not (place and place.isprintable()):
            return
        rows = self._rows(f"{SELECT} {OF_PLACE} AND number > ? ORDER BY number", place, after)
        row, archives = next(rows, None), self.archives()
        upto = row[0] - 1 if row else archives.last
        for entry in self._stacks.entries_of(archives, place, after, upto):
            yield entry._replace(before="")
        while row:
            yield make_entry(row, "")
            row = next(rows, None)

    def last_of(self, place: str) -> Entry | None:
        if not (place and place.isprintable()):
            return None
        found = self._one(f"{SELECT_LINKED} {OF_PLACE} ORDER BY number DESC LIMIT 1", place)
        return found or self._stacks.last_of(self.archives(), place)

    def _one(self, question: str, *values: object) -> Entry | None:
        for *row, before in self._ask(question, *values):
            number: int = row[0]
            known = say_hash(before) if before else self._hash_before(number) if number > 1 else None
            return make_entry(tuple(row), known or FIRST_HASH)
        return None

    def hashes(self, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
        wanted = list(numbers)
        for begin in range(0, len(wanted), MANY):
            some = ", ".join(map(str, wanted[begin : begin + MANY]))
            for number, hash_ in self._ask(f"SELECT number, hash FROM entry WHERE number IN ({some})"):
                yield number, say_hash(hash_)

    # -- beside the entries ----------------------------------------------------------------------

    def head(self) -> Link:
        return read_head(self._ask, self.where)

    def checkpoint(self) -> Checkpoint | None:
        rows = self._ask("SELECT number, hash, state FROM checkpoint ORDER BY number DESC LIMIT 1")
        return Checkpoint(*rows[0]) if rows else None

    def archives(self) -> Archives:
        return parse_archives(read_meta(self._ask).get("archive"), self.where)

    def marks(self) -> list[Mark]:
        """Entries that the anchor knows, and the last ones of archives."""
        archives = [Mark(one.last, one.hash, f"the archive {one.file}") for one in self.archives().files]
        return [*self.anchor.marks(), *archives]


# -- on any connection -------------------------------------------------------------------------------


def find_last(run: Run) -> Link:
    rows = run("SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1")
    return Link(rows[0][0], say_hash(rows[0][1])) if rows else START


def read_meta(run: Run) -> dict[str, str]:
    return dict(run(READ_META))


def read_head(run: Run, where: str) -> Link:
    return parse_head(read_meta(run).get("head"), where)


def hash_of(run: Run, number: int) -> str:
    """Of the entry with a number; empty where there is none."""
    rows = run("SELECT hash FROM entry WHERE number = ?", number)
    return say_hash(rows[0][0]) if rows else ""


def put_checkpoint(run: Run, checkpoint: Checkpoint | None) -> None:
    """In place of any earlier one, if there is one to put."""
    if checkpoint:
        check_checkpoint(checkpoint, hash_of(run, checkpoint.number))
        run("DELETE FROM checkpoint WHERE number <= ?", checkpoint.number)
        run("INSERT INTO checkpoint VALUES (?, ?, ?)", *checkpoint)


OF_PLACE = "WHERE place = ? AND place <> ''"


def make_entry(row: Row, before: str) -> Entry:
    number, id_, place, hash_, body = row
    text = unpack_body(body) if isinstance(body, bytes) else body
    return Entry(number, id_, text, before, say_hash(hash_), place)


def say_hash(kept: object) -> str:
    """In digits; whatever a clerk has put in its place as it is, so that `verify` can name the entry."""
    return kept.hex() if isinstance(kept, bytes) else str(kept)


def say_range(first: int, upto: int | None) -> tuple[str, list[int]]:
    """Which numbers, in SQL, and its values; without a first one there is no lower bound."""
    limits = {"number >= ?": first or None, "number <= ?": upto}
    given = {words: value for words, value in limits.items() if value is not None}
    return f"WHERE {' AND '.join(given)}" if given else "", list(given.values())

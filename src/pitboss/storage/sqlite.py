"""The journal in a SQLite file: the embedded store of a single machine.

Write-ahead log with full synchronisation: a commit returns when it is on the disk, and readers never wait
for the writer. Any number of processes may have the file open; SQLite lets one write at a time, and the
place in the chain is checked inside the write. Python's own driver is used directly: there are six
statements, and a layer above it would double the time of a batch.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, RLock

from pitboss.base.private_file import make_private, probe_disk
from pitboss.ledger.entry import FIRST_HASH, Entry
from pitboss.ledger.store import START, Checkpoint, Link, NoJournalError, StoreError, UnsureError
from pitboss.storage import vault
from pitboss.storage.reader import Readers
from pitboss.storage.schema import (
    PUT_HEAD,
    READ_HEAD,
    SQLITE,
    USUAL,
    Opening,
    plan_opening,
    read_version,
    say_range,
)
from pitboss.storage.vault import (
    Upgrade,
    check_batch,
    check_checkpoint,
    format_head,
    link_before,
    link_of,
    linked,
    parse_head,
)

BUSY_SECONDS = 30.0
POLL_SECONDS = 0.01
SELECT = "SELECT number, id, place, hash, body FROM entry"
INSERT = "INSERT INTO entry (number, id, place, hash, body) VALUES (?, ?, ?, ?, ?)"


class SqliteStore:
    def __init__(self, path: Path, opening: Opening = USUAL) -> None:
        self.where = str(path)
        self.upgraded: Upgrade | None = None
        self._path = path
        self._lock = RLock()
        self._is_turn = False
        self._closed = Event()
        if not (opening.create or path.exists()):
            raise NoJournalError(f"there is no journal at {path}")
        with translated(self.where):
            self._writer = self._connect()
            try:
                self._prepare(opening)
            except BaseException:
                self._writer.close()
                raise
        self._readers = Readers(self._connect)

    def _connect(self) -> sqlite3.Connection:
        if not self._path.exists():
            with suppress(OSError):  # the driver says what is wrong
                make_private(self._path)
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.text_factory = decode_text
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    # -- opening ---------------------------------------------------------------------------------

    def _prepare(self, opening: Opening) -> None:
        """Make the tables, or bring them up to date after a copy was made; one process at a time."""
        if opening.changes_nothing:
            plan_opening(SQLITE, self._version(self._writer), opening, self.where)
            return
        self._writer.execute("PRAGMA journal_mode = WAL")
        self._writer.create_function("unhex", 1, bytes.fromhex, deterministic=True)  # SQLite has it from 3.41
        with self._transaction() as connection:
            found = self._version(connection)
            statements = plan_opening(SQLITE, found, opening, self.where)
            if statements and found is not None:
                self.upgraded = Upgrade(found, str(self._keep_copy(found)))
            for statement in statements:
                connection.execute(statement)

    def _version(self, connection: sqlite3.Connection) -> int | None:
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        version = None
        if "meta" in tables:
            version = connection.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
        return read_version(tables, version and version[0], self.where)

    def _keep_copy(self, version: int) -> Path:
        """The whole database as it is, in a file beside it that was not there before."""
        names = (
            f"{self._path.name}.version-{version}{again}" for again in ("", *map("-{}".format, range(2, 100)))
        )
        copy = next(path for path in map(self._path.with_name, names) if not path.exists())
        make_private(copy)
        with closing(self._connect()) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            if target.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise StoreError(f"the copy {copy} is damaged: nothing was upgraded")
        return copy

    # -- writing ---------------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[Link]:
        with self._writing() as connection:
            self._is_turn = True
            try:
                yield find_last(connection)
            finally:
                self._is_turn = False

    def append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None = None) -> None:
        check_batch(entries)
        with self._writing() as connection:
            if entries:
                last = find_last(connection)
                if last != link_before(entries):
                    raise vault.moved_on(last.number, entries[0].number - 1)
                head = find_head(connection, self.where)
                if last != head:
                    raise vault.cut_off(head, last)
            put(connection, entries, checkpoint)

    def fill(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        with self._writing() as connection:
            if find_last(connection) != START:
                raise vault.not_empty(self.where)
            put(connection, linked(entries), checkpoint)

    def check_writable(self) -> None:
        """A write that is taken back, and one to the disk beside it: the first alone never gets that far."""
        with self._lock, translated(self.where):
            if self._closed.is_set():
                raise vault.closed()
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                self._writer.execute("UPDATE meta SET value = value WHERE name = 'version'")
            finally:
                self._writer.execute("ROLLBACK")
        try:
            probe_disk(self._path.parent)
        except OSError as problem:
            raise StoreError(f"{self.where} cannot be written: {problem}") from problem

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._closed.is_set():
                raise vault.closed()
            if self._is_turn:
                with translated(self.where):
                    yield self._writer
                return
            with translated(self.where), self._transaction() as connection:
                yield connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and nobody else writes meanwhile."""
        connection = self._writer
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.rollback()
            raise
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as problem:
            connection.rollback()
            raise UnsureError(
                f"{self.where} did not confirm the write ({problem}): read the journal again"
            ) from problem

    # -- reading ---------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with translated(self.where), self._readers.lend() as connection:
            yield connection

    def last(self) -> Entry | None:
        return self._one(f"{SELECT} ORDER BY number DESC LIMIT 1")

    def _one(self, question: str, *values: object) -> Entry | None:
        with self._reading() as connection:
            row = connection.execute(question, values).fetchone()
            return make_entry(row, hash_of(connection, row[0] - 1) or FIRST_HASH) if row else None

    def head(self) -> Link:
        with self._reading() as connection:
            return find_head(connection, self.where)

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        """As they were when the reading began: one statement is one view of the journal.

        Without `after` from whatever comes first, so that an entry put in before number 1 is seen.
        """
        with self._reading() as connection:
            before = hash_of(connection, after) or FIRST_HASH
            for row in connection.execute(f"{SELECT} {say_range(after, upto)} ORDER BY number"):
                entry = make_entry(row, before)
                yield entry
                before = entry.hash

    def find(self, id_: str) -> Entry | None:
        if not id_.isprintable():  # none is kept, and the driver cannot write every one
            return None
        return self._one(f"{SELECT} WHERE id = ?", id_)

    def entries_of(self, place: str, after: int = 0) -> Iterator[Entry]:
        with self._reading() as connection:
            found = connection.execute(
                f"{SELECT} WHERE place = ? AND place <> '' AND number > ? ORDER BY number", (place, after)
            )
            for row in found:
                yield make_entry(row, "")

    def last_of(self, place: str) -> Entry | None:
        return self._one(f"{SELECT} WHERE place = ? AND place <> '' ORDER BY number DESC LIMIT 1", place)

    def checkpoint(self) -> Checkpoint | None:
        with self._reading() as connection:
            row = connection.execute(
                "SELECT number, hash, state FROM checkpoint ORDER BY number DESC"
            ).fetchone()
            return Checkpoint(*row) if row else None

    def news(self, after: int, timeout_seconds: float) -> int:
        """SQLite tells nobody; its counter of changes by others costs a few microseconds to ask."""
        with self._reading() as connection:
            seen, last = None, find_last(connection).number
            for _ in range(round(timeout_seconds / POLL_SECONDS)):
                if last > after or self._closed.wait(POLL_SECONDS):
                    break
                (now,) = connection.execute("PRAGMA data_version").fetchone()
                if now != seen:
                    seen, last = now, find_last(connection).number
            return last

    def close(self) -> None:
        self._closed.set()
        self._readers.close()
        with self._lock:
            self._writer.close()


def put(connection: sqlite3.Connection, entries: Iterable[Entry], checkpoint: Checkpoint | None) -> None:
    last: Entry | None = None

    def rows() -> Iterator[Row]:
        nonlocal last
        for last in entries:
            yield last.number, last.id, last.place, bytes.fromhex(last.hash), last.body

    try:
        connection.executemany(INSERT, rows())
    except sqlite3.IntegrityError as problem:
        raise vault.seen_before() from problem
    if last:
        connection.execute(PUT_HEAD, (format_head(link_of(last)),))
    if checkpoint:
        check_checkpoint(checkpoint, hash_of(connection, checkpoint.number))
        connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", checkpoint)
        connection.execute("DELETE FROM checkpoint WHERE number < ?", (checkpoint.number,))


def find_last(connection: sqlite3.Connection) -> Link:
    row = connection.execute("SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1").fetchone()
    return Link(row[0], row[1].hex()) if row else START


def hash_of(connection: sqlite3.Connection, number: int) -> str:
    """Of the entry with a number; empty where there is none."""
    row = connection.execute("SELECT hash FROM entry WHERE number = ?", (number,)).fetchone()
    return row[0].hex() if row else ""


def find_head(connection: sqlite3.Connection, where: str) -> Link:
    row = connection.execute(READ_HEAD).fetchone()
    return parse_head(row[0] if row else None, where)


Row = tuple[int, str, str, bytes, str]


def make_entry(row: Row, before: str) -> Entry:
    number, id_, place, hash_, body = row
    return Entry(number, id_, body, before, hash_.hex(), place)


decode_text = partial(str, encoding="utf-8", errors="surrogateescape")
"""Damaged text is read as it lies, so that `verify` can say which entry it is."""


@contextmanager
def translated(where: str) -> Iterator[None]:
    """The driver's errors in a person's words."""
    try:
        yield
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            raise StoreError(f"another program keeps {where} locked: end it and try again") from problem
        raise StoreError(f"{where} cannot be used: {problem}") from problem
    except sqlite3.Error as problem:
        raise StoreError(f"{where} cannot be used: {problem}") from problem

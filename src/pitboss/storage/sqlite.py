"""The journal in a SQLite file: the embedded store of a single machine.

Write-ahead log with full synchronisation: a commit returns when it is on the disk, and readers never wait
for the writer. Any number of processes may have the file open; SQLite lets one write at a time, and the
place in the chain is checked inside the write. Python's own driver is used directly: there are six
statements, and a layer above it would double the time of a batch.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, RLock

from pitboss.base.private_file import probe_disk
from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Checkpoint, Link, NoJournalError, StoreError, UnsureError
from pitboss.storage import sqlite_layout, vault
from pitboss.storage.anchor import Anchor
from pitboss.storage.archive_list import Archives, parse_archives
from pitboss.storage.body_pack import pack_body
from pitboss.storage.reader import Readers
from pitboss.storage.schema import PUT_ARCHIVE, PUT_HEAD, READ_META, SQLITE_TRIGGERS, USUAL, Opening
from pitboss.storage.sql_store import Row, SqlStore, say_hash
from pitboss.storage.sqlite_opening import check_existing, connect, make_private, prepare, translated
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

POLL_SECONDS = 0.01
INSERT = "INSERT INTO entry (number, id, place, hash, body) VALUES (?, ?, ?, ?, ?)"


class SqliteStore(SqlStore):
    def __init__(self, path: Path, opening: Opening = USUAL, anchor: Anchor | None = None) -> None:
        super().__init__(anchor)
        self.where = str(path)
        self.upgraded: Upgrade | None = None
        self._path = path
        self._lock = RLock()
        self._is_turn = False
        self._written: Link | None = None
        """In the transaction that is not over."""
        self._closed = Event()
        if not (opening.create or path.exists()):
            raise NoJournalError(f"there is no journal at {path}")
        if opening.create:
            make_private(path)
        with translated(self.where):
            self._writer = connect(path)
            try:
                self._prepare(opening)
            except BaseException:
                self._writer.close()
                raise
        self._readers = Readers(lambda: connect(path))

    def _prepare(self, opening: Opening) -> None:
        """One process at a time."""
        if opening.changes_nothing:
            check_existing(self._writer, opening, self.where)
            return
        self._writer.execute("PRAGMA journal_mode = WAL")
        self._writer.create_function("unhex", 1, bytes.fromhex, deterministic=True)  # SQLite has it from 3.41
        with self._transaction() as connection:
            self.upgraded = prepare(connection, self._path, opening)

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
                self._check_place(connection, entries)
            self._put(connection, entries, checkpoint)

    def _check_place(self, connection: sqlite3.Connection, entries: Sequence[Entry]) -> None:
        """The batch follows the last entry, which is the head, and no archive has one of its ids."""
        last = find_last(connection)
        if last != link_before(entries):
            raise vault.moved_on(last.number, entries[0].number - 1)
        meta: dict[str, str] = dict(connection.execute(READ_META))
        head = parse_head(meta.get("head"), self.where)
        if last != head:
            raise vault.cut_off(head, last)
        archives = parse_archives(meta.get("archive"), self.where)
        if self._stacks.hold(archives, [entry.id for entry in entries]):
            raise vault.seen_before()

    def fill(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        with self._writing() as connection:
            if find_last(connection) != START:
                raise vault.not_empty(self.where)
            self._put(connection, linked(entries), checkpoint)

    def _put(
        self, connection: sqlite3.Connection, entries: Iterable[Entry], checkpoint: Checkpoint | None
    ) -> None:
        last: Entry | None = None

        def rows() -> Iterator[Row]:
            nonlocal last
            for last in entries:
                yield last.number, last.id, last.place, bytes.fromhex(last.hash), pack_body(last.body)

        try:
            connection.executemany(INSERT, rows())
        except sqlite3.IntegrityError as problem:
            raise vault.seen_before() from problem
        if last:
            connection.execute(PUT_HEAD, (format_head(link_of(last)),))
            self._written = link_of(last)
        if checkpoint:
            check_checkpoint(checkpoint, hash_of(connection, checkpoint.number))
            connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", checkpoint)
            connection.execute("DELETE FROM checkpoint WHERE number < ?", (checkpoint.number,))

    def hand_over(self, archives: Archives) -> None:
        newest = archives.files[-1]
        with self._writing() as connection:
            if hash_of(connection, newest.last) != newest.hash:
                raise vault.moved_on(find_last(connection).number, newest.last)
            connection.execute("DROP TRIGGER IF EXISTS entry_delete")
            connection.execute("DELETE FROM entry WHERE number <= ?", (newest.last,))
            connection.execute(SQLITE_TRIGGERS[1])
            connection.execute(PUT_ARCHIVE, (archives.format(),))
        with self._lock, suppress(sqlite3.OperationalError):  # somebody reads: the room is used later
            self._writer.execute("VACUUM")

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
                with translated(self.where), self._part_of_turn() as connection:
                    yield connection
                return
            with translated(self.where), self._transaction() as connection:
                yield connection
            if self._written:
                self.anchor.note(self._written)

    @contextmanager
    def _part_of_turn(self) -> Iterator[sqlite3.Connection]:
        """What fails in a turn leaves nothing, even if the turn goes on."""
        connection, before = self._writer, self._written
        connection.execute("SAVEPOINT part")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK TO part")
            self._written = before
            raise
        finally:
            connection.execute("RELEASE part")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and nobody else writes meanwhile."""
        connection, self._written = self._writer, None
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

    def _rows(self, question: str, *values: object) -> Iterator[Row]:
        with self._reading() as connection:
            yield from connection.execute(question, values)

    def _ask(self, question: str, *values: object) -> list[Row]:
        with self._reading() as connection:
            return connection.execute(question, values).fetchall()

    def inspect(self) -> Iterator[str]:
        with self._reading() as connection:
            yield from sqlite_layout.find_faults(connection)

    def news(self, after: int, timeout_seconds: float) -> int:
        """SQLite tells nobody; its counter of changes by others costs a few microseconds to ask."""
        self.anchor.catch_up()
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
        self._stacks.close()
        with self._lock:
            self._writer.close()
            self.anchor.close()


def find_last(connection: sqlite3.Connection) -> Link:
    row = connection.execute("SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1").fetchone()
    return Link(row[0], say_hash(row[1])) if row else START


def hash_of(connection: sqlite3.Connection, number: int) -> str:
    """Of the entry with a number; empty where there is none."""
    row = connection.execute("SELECT hash FROM entry WHERE number = ?", (number,)).fetchone()
    return say_hash(row[0]) if row else ""

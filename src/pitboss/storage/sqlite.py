"""The journal in a SQLite file: the embedded store of a single machine.

Write-ahead log with full synchronisation: a commit returns when it is on the disk, and readers never wait
for the writer. The log is moved into the file by the writer alone, and the entry that follows goes to the
anchor at once: so the anchor always knows an entry that is in the log and not in the file, and a log that is
lost is missed. Any number of processes may have the file open; SQLite lets one write at a time, and the
place in the chain is checked inside the write. Python's own driver is used directly: there are six
statements, and a layer above it would double the time of a batch.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path

from pitboss.base.private_file import probe_disk
from pitboss.ledger.entry import Entry
from pitboss.ledger.store import Checkpoint, Link, NoJournalError, StoreError, UnsureError
from pitboss.storage import checked_store
from pitboss.storage.anchor import Anchor
from pitboss.storage.archive_file import Archives, parse_archives
from pitboss.storage.body_pack import pack_body
from pitboss.storage.checked_store import check_batch, check_follows, format_head, link_of, parse_head
from pitboss.storage.layout import find_sqlite_faults
from pitboss.storage.reader import Readers
from pitboss.storage.schema import PUT_HEAD, SQLITE, USUAL, Row, Run, SchemaOpening, prepare
from pitboss.storage.sql_store import SqlStore, find_last, put_checkpoint, read_meta

BUSY_SECONDS = 30.0
POLL_SECONDS = 0.01
INSERT = "INSERT INTO entry (number, id, place, hash, body) VALUES "
LOG_ENTRIES = 1_000
"""Written before the write-ahead log is moved into the file."""
MOST_ROWS = 100
"""Of a statement. The driver lets other threads in after each, and with many tables the loop would
take the interpreter from the writer as often as there are entries."""
decode_text = partial(str, encoding="utf-8", errors="surrogateescape")
"""Damaged text is read as it lies, so that `verify` can say which entry it is."""


class SqliteStore(SqlStore[sqlite3.Connection]):
    schema = SQLITE

    def __init__(self, path: Path, opening: SchemaOpening = USUAL, anchor: Anchor | None = None) -> None:
        super().__init__(str(path), anchor, run_on, translated)
        self._path = path
        self._moved = 0
        """The last entry when the log was moved into the file."""
        if not (opening.create or path.exists()):
            raise NoJournalError(f"there is no journal at {path}")
        if opening.create:
            make_private(path)
        with self._translated():
            self._writer = connect(path)
            try:
                self._prepare(opening)
            except BaseException:
                self._writer.close()
                raise
        self._readers = Readers(lambda: connect(path))

    def _prepare(self, opening: SchemaOpening) -> None:
        """One process at a time; for who only reads nothing is made and nothing brought up to date."""
        run, keep = run_on(self._writer), partial(keep_copy, self._path)
        make = partial(prepare, run, SQLITE, opening, self.where, keep)
        if opening.changes_nothing:
            make()
            return
        self._writer.execute("PRAGMA journal_mode = WAL")
        self._writer.create_function("unhex", 1, bytes.fromhex, deterministic=True)  # SQLite has it from 3.41
        with self._transaction():
            self.upgraded = make()

    # -- writing ---------------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[Link]:
        with self._writing() as run:
            self._is_turn = True
            try:
                yield find_last(run)
            finally:
                self._is_turn = False

    def append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None = None) -> None:
        check_batch(entries)
        with self._writing() as run:
            if entries:
                self._check_place(run, entries)
            self._put(run, entries)
            put_checkpoint(run, checkpoint)

    def _check_place(self, run: Run, entries: Sequence[Entry]) -> None:
        """The batch follows the last entry, which is the head, and no archive has one of its ids."""
        meta = read_meta(run)
        check_follows(entries, find_last(run), parse_head(meta.get("head"), self.where))
        archives = parse_archives(meta.get("archive"), self.where)
        if self._stacks.hold(archives, [entry.id for entry in entries]):
            raise checked_store.seen_before()

    def _put(self, run: Run, entries: Iterable[Entry]) -> None:
        last, left = None, iter(entries)
        while some := tuple(islice(left, MOST_ROWS)):
            last = some[-1]
            try:
                self._writer.execute(*insertion(some))
            except sqlite3.IntegrityError as problem:
                raise checked_store.seen_before() from problem
        if last:
            run(PUT_HEAD, format_head(link_of(last)))
            self._written = link_of(last)

    def hand_over(self, archives: Archives) -> None:
        super().hand_over(archives)
        with self._lock, suppress(sqlite3.OperationalError):  # somebody reads: the room is used later
            self._writer.execute("VACUUM")

    def check_writable(self, *, thoroughly: bool = False) -> None:
        """A write that is taken back, and one to the disk beside it: the first alone never gets that far."""
        del thoroughly
        with self._lock, self._translated():
            self._check_open()
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
    def _writing(self) -> Iterator[Run]:
        with self._lock:
            self._check_open()
            is_part = self._is_turn
            with self._translated(), self._part_of_turn() if is_part else self._transaction():
                yield run_on(self._writer)
            if not is_part:
                self._note_written()
                self._move_log()

    def _move_log(self) -> None:
        if self._written and self._written.number - self._moved >= LOG_ENTRIES:
            self._moved = self._written.number
            self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self.anchor.want_next()

    @contextmanager
    def _part_of_turn(self) -> Iterator[None]:
        """What fails in a turn leaves nothing, even if the turn goes on."""
        connection, before = self._writer, self._written
        connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            connection.execute("ROLLBACK TO part")
            self._written = before
            raise
        finally:
            connection.execute("RELEASE part")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile."""
        connection, self._written = self._writer, None
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
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

    def _rows(self, question: str, *values: object) -> Iterator[Row]:
        with self._reading() as connection:
            yield from connection.execute(question, values)

    def inspect(self) -> Iterator[str]:
        with self._reading() as connection:
            yield from find_sqlite_faults(run_on(connection))

    def news(self, after: int, timeout_seconds: float) -> int:
        """SQLite tells nobody; its counter of changes by others costs a few microseconds to ask."""
        self.anchor.catch_up()
        with self._reading() as connection:
            run = run_on(connection)
            seen, last = None, find_last(run).number
            for _ in range(round(timeout_seconds / POLL_SECONDS)):
                if last > after or self._closed.wait(POLL_SECONDS):
                    break
                ((now,),) = run("PRAGMA data_version")
                if now != seen:
                    seen, last = now, find_last(run).number
            return last


# -- the file --------------------------------------------------------------------------------------


def insertion(entries: Sequence[Entry]) -> tuple[str, list[object]]:
    """A statement that writes all of them, and its values."""
    values: list[object] = []
    for one in entries:
        values += one.number, one.id, one.place, bytes.fromhex(one.hash), pack_body(one.body)
    return INSERT + ", ".join(["(?, ?, ?, ?, ?)"] * len(entries)), values


def run_on(connection: sqlite3.Connection) -> Run:
    return lambda question, *values: connection.execute(question, values).fetchall()


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.text_factory = decode_text
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    return connection


def make_private(path: Path) -> None:
    """An empty file that only its owner reads; SQLite gives its companions the same rights."""
    with suppress(OSError):  # it is there, or SQLite will say why it cannot be
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def keep_copy(path: Path, version: int) -> str:
    """The whole database as it is, in a file beside it that was not there before."""
    names = (f"{path.name}.version-{version}{again}" for again in ("", *map("-{}".format, range(2, 100))))
    copy = next(one for one in map(path.with_name, names) if not one.exists())
    make_private(copy)
    with closing(connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        if target.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise StoreError(f"the copy {copy} is damaged: nothing was upgraded")
    return str(copy)


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

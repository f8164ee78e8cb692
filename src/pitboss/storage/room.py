"""The log of a room's tables on SQLite and on PostgreSQL: the same statements in two dialects."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from time import sleep
from typing import Any

from pitboss.base.private_file import make_private
from pitboss.ledger.room_store import KeptRound, Line, RoomStore, Work
from pitboss.ledger.store import StoreError
from pitboss.storage.address import POSTGRES_PREFIXES, read_path

CREATE = (
    "CREATE TABLE IF NOT EXISTS room_line (place TEXT NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, "
    "body TEXT NOT NULL, PRIMARY KEY (place, number), UNIQUE (place, id))",
    "CREATE TABLE IF NOT EXISTS room_snapshot (place TEXT PRIMARY KEY, number BIGINT NOT NULL, "
    "id TEXT NOT NULL, body TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS room_round (place TEXT NOT NULL, round BIGINT NOT NULL, body TEXT NOT NULL, "
    "PRIMARY KEY (place, round))",
    "CREATE TABLE IF NOT EXISTS room_keepsake (name TEXT PRIMARY KEY, until_micros BIGINT NOT NULL, "
    "body TEXT NOT NULL)",
)
PUT_LINE = "INSERT INTO room_line VALUES (?, ?, ?, ?)"
PUT_ROUND = "INSERT INTO room_round VALUES (?, ?, ?)"
PUT_SNAPSHOT = (
    "INSERT INTO room_snapshot VALUES (?, ?, ?, ?) ON CONFLICT (place) DO UPDATE SET "
    "number = excluded.number, id = excluded.id, body = excluded.body"
)
PUT_KEEPSAKE = (
    "INSERT INTO room_keepsake VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
    "until_micros = excluded.until_micros, body = excluded.body"
)
CHANNEL = "pitboss_room"
POLL_SECONDS = 0.05

Connection = Any
"""Both drivers follow the same protocol of the language, which has no type of its own."""


class SqlRoomStore:
    """One connection, one lock: writes come in batches, and a read takes microseconds."""

    begin = "BEGIN IMMEDIATE"

    def __init__(self, connection: Connection, problem: type[Exception], clash: type[Exception]) -> None:
        self._connection = connection
        self._problem = problem
        """What the driver raises."""
        self._clash = clash
        self._lock = RLock()
        with self._asking(), self._transaction():
            for statement in CREATE:
                self._run(statement)

    def _run(self, statement: str, values: Sequence[object] = ()) -> Any:
        return self._connection.execute(statement, tuple(values))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """One at a time, and the driver's errors in a person's words."""
        try:
            with self._lock:
                yield
        except self._problem as problem:
            raise StoreError(f"the room's log cannot be used: {problem}") from problem

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._run(self.begin)
        try:
            yield
        except BaseException:
            self._run("ROLLBACK")
            raise
        self._run("COMMIT")

    # -- writing ---------------------------------------------------------------------------------

    def write(self, works: Sequence[Work]) -> list[bool]:
        with self._asking(), self._transaction():
            return [self._try(work) for work in works]

    def _try(self, work: Work) -> bool:
        self._run("SAVEPOINT work")
        try:
            for line in work.lines:
                self._run(PUT_LINE, line)
            for kept in work.rounds:
                self._run(PUT_ROUND, kept)
            if work.snapshot:
                self._run(PUT_SNAPSHOT, work.snapshot)
        except self._clash:
            self._run("ROLLBACK TO SAVEPOINT work")
            return False
        self._run("RELEASE SAVEPOINT work")
        self._tell(work)
        return True

    def _tell(self, work: Work) -> None:
        """Somebody may be listening elsewhere."""

    def keep(self, name: str, body: str, *, until_micros: int) -> None:
        with self._asking(), self._transaction():
            self._run(PUT_KEEPSAKE, (name, until_micros, body))

    def forget(self, name: str) -> None:
        with self._asking(), self._transaction():
            self._run("DELETE FROM room_keepsake WHERE name = ?", (name,))

    # -- reading ---------------------------------------------------------------------------------

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._asking():
            return list(self._run(statement, values).fetchall())

    def lines(self, place: str, after: int = 0) -> list[Line]:
        found = self._rows(
            "SELECT * FROM room_line WHERE place = ? AND number > ? ORDER BY number", place, after
        )
        return [Line(*row) for row in found]

    def find(self, place: str, id_: str) -> Line | None:
        found = self._rows("SELECT * FROM room_line WHERE place = ? AND id = ?", place, id_)
        return Line(*found[0]) if found else None

    def snapshot(self, place: str) -> Line | None:
        found = self._rows("SELECT * FROM room_snapshot WHERE place = ?", place)
        return Line(*found[0]) if found else None

    def rounds(self, place: str, *, before: int | None = None, most: int = 50) -> list[KeptRound]:
        limit = 2**62 if before is None else before
        found = self._rows(
            "SELECT * FROM room_round WHERE place = ? AND round < ? ORDER BY round DESC LIMIT ?",
            place,
            limit,
            most,
        )
        return [KeptRound(*row) for row in found]

    def keepsake(self, name: str, *, now_micros: int) -> str | None:
        found = self._rows("SELECT body, until_micros FROM room_keepsake WHERE name = ?", name)
        return found[0][0] if found and found[0][1] > now_micros else None

    def news(self, timeout_seconds: float) -> Iterator[tuple[str, int]]:
        """Nobody else writes to an embedded store's room."""
        sleep(timeout_seconds)
        yield from ()

    def close(self) -> None:
        with self._lock:
            self._connection.close()


class PostgresRoomStore(SqlRoomStore):
    """Several servers share a room: each tells the others what it wrote, at the moment of the commit."""

    begin = "BEGIN"

    def __init__(self, url: str) -> None:
        import psycopg
        from psycopg.errors import UniqueViolation

        from pitboss.storage.postgres_opening import connect

        self._connect: Callable[[], Connection] = lambda: connect(url)
        self._lost = (psycopg.OperationalError, psycopg.InterfaceError)
        self._listener = self._listen()
        super().__init__(self._connect(), psycopg.Error, UniqueViolation)

    def _listen(self) -> Connection:
        listener = self._connect()
        listener.execute(f"LISTEN {CHANNEL}".encode())
        return listener

    def _run(self, statement: str, values: Sequence[object] = ()) -> Any:
        return self._connection.execute(statement.replace("?", "%s").encode(), tuple(values))

    def write(self, works: Sequence[Work]) -> list[bool]:
        """After a lost connection it is asked which of them got in; the others are written again."""
        try:
            return super().write(works)
        except StoreError as problem:
            self._connect_again(problem)
            is_there = [all(self.find(line.place, line.id) == line for line in work.lines) for work in works]
            again = iter(super().write([w for w, done in zip(works, is_there, strict=True) if not done]))
            return [done or next(again) for done in is_there]

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return super()._rows(statement, *values)
        except StoreError as problem:
            self._connect_again(problem)
            return super()._rows(statement, *values)

    def _connect_again(self, problem: StoreError) -> None:
        """Where it was the connection that failed; anything else stays a problem."""
        if not isinstance(problem.__cause__, self._lost):
            raise problem
        with self._asking():
            self._connection = self._connect()

    def _tell(self, work: Work) -> None:
        if work.lines:
            last = work.lines[-1]
            self._run("SELECT pg_notify(?, ?)", (CHANNEL, f"{last.number} {last.place}"))

    def news(self, timeout_seconds: float) -> Iterator[tuple[str, int]]:
        try:
            for notice in self._listener.notifies(timeout=timeout_seconds):
                number, _, place = notice.payload.partition(" ")
                yield place, int(number)
        except self._lost:
            sleep(POLL_SECONDS)
            self._listener = self._listen()

    def close(self) -> None:
        super().close()
        self._listener.close()


def open_sqlite(path: Path | str) -> SqlRoomStore:
    if path != ":memory:":
        make_private(Path(path))
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return SqlRoomStore(connection, sqlite3.Error, sqlite3.IntegrityError)


def open_room_store(url: str) -> RoomStore:
    """The log of a room's tables, in the same database as its journal."""
    if url == "memory:":
        return open_sqlite(":memory:")
    if url.startswith(POSTGRES_PREFIXES):
        return PostgresRoomStore(url)
    return open_sqlite(read_path(url))

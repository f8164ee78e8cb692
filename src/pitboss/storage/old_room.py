"""A room as it was kept before version 3, read and never changed: a journal, and the room's log beside it.

    entry          number, id, before, hash, body: the journal of version 2
    room_line      place, number, id, body: what was done at each table; `room` is the list of tables
    room_snapshot  place, number, id, body: where a table last stood between two rounds
    room_round     place, round, body: proofs of finished rounds
    room_keepsake  name, until_micros, body: players, sessions, marks of trainees

Everything is read in one transaction that cannot write, so whoever reads sees one moment of the room.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import Checkpoint, Link, NoJournalError, StoreError
from pitboss.storage import sqlite
from pitboss.storage.address import POSTGRES_PREFIXES, open_store, read_path
from pitboss.storage.schema import (
    POSTGRES,
    ROOM_TABLES,
    SQLITE,
    TABLES,
    Row,
    Run,
    find_tables,
    read_version,
)
from pitboss.storage.sql_store import read_head

OLD_VERSION = 2
PAGE_ROWS = 1_000
ROOM_PLACE = "room"
"""The place of the list of tables."""
KEYS = {"room_line": "number", "room_snapshot": "number", "room_round": "round"}
"""Tables with rows of places, and what orders those of one."""


class OldLine(NamedTuple):
    """Of a table's log, or its snapshot."""

    place: str
    number: int
    id: str
    body: str


class Keepsake(NamedTuple):
    name: str
    until_micros: int
    body: str


class OldRoom:
    def __init__(self, where: str, run: Run, tables: set[str]) -> None:
        self.where = where
        self._run = run
        self._tables = tables
        self._check()

    def _check(self) -> None:
        found = read_version(self._run, self._tables & TABLES, self.where)
        if found is None:
            raise NoJournalError(f"there is no journal at {self.where}")
        if found < OLD_VERSION:
            raise StoreError(
                f"{self.where} is of version {found}: start it once with the program that wrote it, which "
                f"brings it to version {OLD_VERSION}, and then bring it over"
            )
        if found > OLD_VERSION or not any(self.count(name) for name in ROOM_TABLES):
            raise StoreError(
                f"{self.where} keeps no room beside its journal: there is nothing to bring over; "
                "'pitboss ledger upgrade' brings a journal up to date"
            )

    # -- the journal -----------------------------------------------------------------------------

    def entries(self) -> Iterator[Entry]:
        question = "SELECT number, id, body, before, hash FROM entry WHERE number > ? ORDER BY number LIMIT ?"
        last = -1
        while rows := self._run(question, last, PAGE_ROWS):
            yield from (Entry(*row) for row in rows)
            last = rows[-1][0]

    def checkpoint(self) -> Checkpoint | None:
        rows = self._run("SELECT number, hash, state FROM checkpoint ORDER BY number DESC LIMIT 1")
        return Checkpoint(*rows[0]) if rows else None

    def head(self) -> Link:
        return read_head(self._run, self.where)

    # -- the room --------------------------------------------------------------------------------

    def places(self) -> list[str]:
        """Everything that has a log, the room's own list included."""
        return sorted(self._places("room_line"))

    def lines(self, place: str, after: int = 0) -> Iterator[OldLine]:
        return (OldLine(*row) for row in self._rows("room_line", place, after))

    def snapshot(self, place: str) -> OldLine | None:
        return next((OldLine(*row) for row in self._rows("room_snapshot", place)), None)

    def keepsakes(self) -> list[Keepsake]:
        found = self._ask("room_keepsake", "SELECT name, until_micros, body FROM room_keepsake")
        return sorted(Keepsake(*row) for row in found)

    def count(self, table: str, place: str | None = None) -> int:
        where, values = ("", ()) if place is None else (" WHERE place = ?", (place,))
        return sum(many for (many,) in self._ask(table, f"SELECT count(*) FROM {table}{where}", *values))

    def digest(self, place: str | None = None) -> str:
        """SHA-256 of the rows of a place, or of the whole room: each row a line of JSON, in their order."""
        hashed = sha256()
        everywhere = set().union(*map(self._places, KEYS)) if place is None else {place}
        for row in self._digested(sorted(everywhere)):
            hashed.update(json.dumps(row).encode() + b"\n")
        for one in self.keepsakes() if place is None else ():
            hashed.update(json.dumps(["room_keepsake", *one]).encode() + b"\n")
        return hashed.hexdigest()

    def _digested(self, places: Iterable[str]) -> Iterator[list[object]]:
        for place in places:
            for table in KEYS:
                yield from ([table, *row] for row in self._rows(table, place))

    def _places(self, table: str) -> set[str]:
        return {place for (place,) in self._ask(table, f"SELECT DISTINCT place FROM {table}")}

    def _rows(self, table: str, place: str, after: int = -1) -> Iterator[Row]:
        """Of a place, in order, a page at a time."""
        key = KEYS[table]
        question = f"SELECT * FROM {table} WHERE place = ? AND {key} > ? ORDER BY {key} LIMIT ?"
        while rows := self._ask(table, question, place, after, PAGE_ROWS):
            yield from rows
            after = rows[-1][1]

    def _ask(self, table: str, question: str, *values: object) -> list[Row]:
        """Of a table that need not be there."""
        return self._run(question, *values) if table in self._tables else []


def check_empty(url: str, *, unlike: str) -> None:
    """Raise at once if a new book cannot be made at an address, before anything long is done."""
    if not url.startswith(POSTGRES_PREFIXES):
        paths = [read_path(one).resolve() for one in (url, unlike) if not one.startswith(POSTGRES_PREFIXES)]
        if len(set(paths)) < len(paths):
            raise StoreError(f"{url} is the old room itself: name another place for the new book")
    try:
        with closing(open_store(url, create=False, upgrade=False)) as store:
            if store.last() is not None:
                raise StoreError(f"{store.where} is not empty: name an empty place for the new book")
    except NoJournalError:
        return


def open_old_room(url: str) -> AbstractContextManager[OldRoom]:
    """The room at an address, for reading only."""
    return open_postgres(url) if url.startswith(POSTGRES_PREFIXES) else open_sqlite(read_path(url))


@contextmanager
def open_sqlite(path: Path) -> Iterator[OldRoom]:
    if not path.exists():
        raise NoJournalError(f"there is no journal at {path}")
    with sqlite.translated(str(path)):
        address = f"file:{quote(str(path.absolute()))}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            connection.text_factory = sqlite.decode_text
            connection.execute("BEGIN")
            run = sqlite.run_on(connection)
            yield OldRoom(str(path), run, find_tables(run, SQLITE))


@contextmanager
def open_postgres(url: str) -> Iterator[OldRoom]:
    from pitboss.storage import postgres_connection as postgres  # the driver takes 0.1 s to load

    where = postgres.describe(url)
    with postgres.translated(where), closing(postgres.connect(url)) as connection:
        run = postgres.run_on(connection)
        run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield OldRoom(where, run, find_tables(run, POSTGRES))

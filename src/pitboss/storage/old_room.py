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
from collections.abc import Iterable, Iterator, Sequence
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
    Run,
    find_tables,
    read_version,
)
from pitboss.storage.sql_store import read_head

OLD_VERSION = 2
PAGE_ROWS = 1_000
ROOM_PLACE = "room"
"""The place of the list of tables."""
KEYS = {"room_line": ("place", "number"), "room_round": ("place", "round")}
"""Tables that may be long, and what orders them."""


class Line(NamedTuple):
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

    def _has(self, table: str) -> bool:
        return table in self._tables

    # -- the journal -----------------------------------------------------------------------------

    def entries(self) -> Iterator[Entry]:
        question = "SELECT number, id, body, before, hash FROM entry WHERE number > ? ORDER BY number LIMIT ?"
        last: object = -1
        while rows := self._run(question, last, PAGE_ROWS):
            for number, id_, body, before, hash_ in rows:
                assert isinstance(number, int)
                yield Entry(number, str(id_), str(body), str(before), str(hash_))
            last = rows[-1][0]

    def checkpoint(self) -> Checkpoint | None:
        question = "SELECT number, hash, state FROM checkpoint ORDER BY number DESC LIMIT 1"
        for number, hash_, state in self._run(question):
            assert isinstance(number, int)
            return Checkpoint(number, str(hash_), str(state))
        return None

    def head(self) -> Link:
        return read_head(self._run, self.where)

    # -- the room --------------------------------------------------------------------------------

    def places(self) -> list[str]:
        """Everything that has a log, the room's own list included."""
        found = self._run("SELECT DISTINCT place FROM room_line") if self._has("room_line") else ()
        return sorted(str(place) for (place,) in found)

    def lines(self, place: str, after: int = 0) -> Iterator[Line]:
        for _, number, id_, body in self._rows("room_line", place, after):
            assert isinstance(number, int)
            yield Line(place, number, str(id_), str(body))

    def snapshot(self, place: str) -> Line | None:
        for found in self._all("room_snapshot", place):
            _, number, id_, body = found
            assert isinstance(number, int)
            return Line(place, number, str(id_), str(body))
        return None

    def keepsakes(self) -> list[Keepsake]:
        if not self._has("room_keepsake"):
            return []
        found = self._run("SELECT name, until_micros, body FROM room_keepsake")
        kept = [Keepsake(str(name), int(str(until)), str(body)) for name, until, body in found]
        return sorted(kept)

    def count(self, table: str, place: str | None = None) -> int:
        if not self._has(table):
            return 0
        where = "" if place is None else " WHERE place = ?"
        ((many,),) = self._run(f"SELECT count(*) FROM {table}{where}", *(() if place is None else (place,)))
        return int(str(many))

    def digest(self, place: str | None = None) -> str:
        """SHA-256 of the rows of a place, or of the whole room: each row a line of JSON, in their order."""
        hashed = sha256()
        for row in self._digested([place] if place is not None else self._all_places()):
            hashed.update(json.dumps(row).encode() + b"\n")
        for one in self.keepsakes() if place is None else ():
            hashed.update(json.dumps(["room_keepsake", *one]).encode() + b"\n")
        return hashed.hexdigest()

    def _digested(self, places: Iterable[str]) -> Iterator[list[object]]:
        for place in places:
            for table in ROOM_TABLES[:3]:
                rows = self._rows(table, place) if table in KEYS else self._all(table, place)
                yield from ([table, *row] for row in rows)

    def _all_places(self) -> list[str]:
        found: set[str] = set()
        for table in filter(self._has, ROOM_TABLES[:3]):
            found.update(str(place) for (place,) in self._run(f"SELECT DISTINCT place FROM {table}"))
        return sorted(found)

    def _all(self, table: str, place: str) -> Sequence[tuple[object, ...]]:
        return self._run(f"SELECT * FROM {table} WHERE place = ?", place) if self._has(table) else ()

    def _rows(self, table: str, place: str, after: int = -1) -> Iterator[tuple[object, ...]]:
        """Of a place, in order, a page at a time."""
        if not self._has(table):
            return
        key = KEYS[table][1]
        question = f"SELECT * FROM {table} WHERE place = ? AND {key} > ? ORDER BY {key} LIMIT ?"
        last: object = after
        while rows := self._run(question, place, last, PAGE_ROWS):
            yield from rows
            last = rows[-1][1]


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

"""Coming to a SQLite file: made for its owner alone, brought up to date after a copy, errors in words."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from pitboss.ledger.store import StoreError
from pitboss.storage.schema import (
    ROOM_TABLES,
    SQLITE,
    VERSION,
    Opening,
    plan_leftovers,
    plan_opening,
    read_version,
)
from pitboss.storage.vault import Upgrade

BUSY_SECONDS = 30.0

decode_text = partial(str, encoding="utf-8", errors="surrogateescape")
"""Damaged text is read as it lies, so that `verify` can say which entry it is."""


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.text_factory = decode_text
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def make_private(path: Path) -> None:
    """An empty file that only its owner reads; SQLite gives its companions the same rights."""
    with suppress(OSError):  # it is there, or SQLite will say why it cannot be
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def check_existing(connection: sqlite3.Connection, opening: Opening, where: str) -> None:
    """For who only reads: nothing is made and nothing brought up to date."""
    plan_opening(SQLITE, find_version(connection, where), opening, where)


def prepare(connection: sqlite3.Connection, path: Path, opening: Opening) -> Upgrade | None:
    """Make the tables, or bring them up to date after a copy was made, inside of a transaction."""
    found = find_version(connection, str(path))
    statements = plan_opening(SQLITE, found, opening, str(path))
    upgraded = None
    if statements and found is not None and found < VERSION:
        statements += plan_leftovers(find_rooms(connection), opening, str(path))
        upgraded = Upgrade(found, str(keep_copy(path, found)))
    for statement in statements:
        connection.execute(statement)
    return upgraded


def find_tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def find_version(connection: sqlite3.Connection, where: str) -> int | None:
    tables = find_tables(connection)
    version = None
    if "meta" in tables:
        version = connection.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
    return read_version(tables, version and version[0], where)


def find_rooms(connection: sqlite3.Connection) -> dict[str, bool]:
    """The tables of a room that are there, and whether they hold anything."""
    there = find_tables(connection)
    return {
        name: connection.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone() == (1,)
        for name in ROOM_TABLES
        if name in there
    }


def keep_copy(path: Path, version: int) -> Path:
    """The whole database as it is, in a file beside it that was not there before."""
    names = (f"{path.name}.version-{version}{again}" for again in ("", *map("-{}".format, range(2, 100))))
    copy = next(one for one in map(path.with_name, names) if not one.exists())
    make_private(copy)
    with closing(connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        if target.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise StoreError(f"the copy {copy} is damaged: nothing was upgraded")
    return copy


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

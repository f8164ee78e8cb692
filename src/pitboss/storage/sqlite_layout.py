"""The tables of a SQLite journal held against what Pitboss makes, and the file against itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache

from pitboss.storage.layout import find_checkpoint_faults, find_differences, find_meta_faults
from pitboss.storage.schema import READ_META, SQLITE

MADE = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


@cache
def expected() -> dict[str, str]:
    """How everything is made, as SQLite itself tells it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in SQLITE.create:
            connection.execute(statement)
        return dict(connection.execute(MADE))


def find_faults(connection: sqlite3.Connection) -> Iterator[str]:
    yield from find_differences(expected(), dict(connection.execute(MADE)))
    yield from find_meta_faults(connection.execute(READ_META).fetchall())
    yield from find_checkpoint_faults(
        number for (number,) in connection.execute("SELECT number FROM checkpoint ORDER BY number LIMIT 9")
    )
    for (line,) in connection.execute("PRAGMA integrity_check(3)"):
        if line != "ok":
            yield f"the file is damaged, or an index does not fit its table: {' '.join(str(line).split())}"

"""Old rooms for tests: databases that the program of version 2 has written, in SQLite and in PostgreSQL.

The rows in `house/old_rooms` were dealt by that program. Proofs were emptied, to keep them small.
`expect.json` says where it had its tables and the meter.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

from pitboss.house.manager import GameManager
from pitboss.house.old_room.bringing import bring_over
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.room.locker import Locker
from pitboss.house.room.opening import Household
from pitboss.house.room.room import Room
from pitboss.storage.address import open_store
from pitboss.storage.backup import journal_of
from pitboss.storage.old_room import open_old_room

FOLDER = Path(__file__).parent / "house" / "old_rooms"
EXPECT = json.loads((FOLDER / "expect.json").read_text())
KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
NOW = 1_770_000_000_000_000
TABLES = {
    "entry": "number bigint PRIMARY KEY, id text UNIQUE, before text, hash text, body text",
    "checkpoint": "number bigint PRIMARY KEY, hash text, state text",
    "meta": "name text PRIMARY KEY, value text",
    "room_line": "place text, number bigint, id text, body text",
    "room_snapshot": "place text PRIMARY KEY, number bigint, id text, body text",
    "room_round": "place text, round bigint, body text",
    "room_keepsake": "name text PRIMARY KEY, until_micros bigint, body text",
}
COLUMNS = {name: ", ".join(part.split()[0] for part in made.split(", ")) for name, made in TABLES.items()}


def make_sqlite(path, name, *changes):
    """The room of that name in a file; `changes` are done by hand."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / f"{name}.sql").read_text())
        connection.execute("DROP TRIGGER entry_update")
        connection.execute("DROP TRIGGER entry_delete")
        for change in changes:
            connection.execute(*([change] if isinstance(change, str) else change))
        connection.commit()
    return str(path)


def make_postgres(path, url, name, *changes):
    make_sqlite(path, name, *changes)
    with closing(sqlite3.connect(path)) as source, psycopg.connect(url) as target:
        for table, made in TABLES.items():
            target.execute(f"CREATE TABLE {table} ({made})")
            for row in source.execute(f"SELECT {COLUMNS[table]} FROM {table}"):
                target.execute(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(row))})", row)
    return url


def read_rows(url):
    """Everything in an old room's tables."""
    connect = sqlite3.connect if "://" not in url else psycopg.connect
    with closing(connect(url)) as connection:
        return {
            name: sorted(connection.execute(f"SELECT {COLUMNS[name]} FROM {name}").fetchall())
            for name in TABLES
        }


def bring(old, new, key=KEY):
    opened = []

    def open_new():
        opened.append(open_store(new, upgrade=False))
        return opened[-1]

    try:
        with open_old_room(old) as room:
            return bring_over(room, open_new, key, lambda: NOW, lambda words: None)
    finally:
        for store in opened:
            store.close()


def opened(url):
    return closing(open_store(url, create=False, upgrade=False))


def room_of(store, key=KEY):
    manager = GameManager(store, lambda: NOW)
    return Room(Household(manager, Locker(key), None, "house-dealer", "house-floor"))


def check_laws(store):
    """The chain is whole, and all laws of the book hold."""
    assert journal_of(store).audit().fault is None
    found = reconcile_book(store.entries())
    assert found.differences == []
    return found.floor

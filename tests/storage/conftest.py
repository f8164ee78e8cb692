"""Places where a journal can be kept: in memory, in a file, and on a real PostgreSQL."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pitboss.storage.address import open_store
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.storage.schema import POSTGRES_TRIGGERS, SQLITE_TRIGGERS
from postgresql import fresh_schema

TRIGGERS = {
    "sqlite": ("DROP TRIGGER entry_update", "DROP TRIGGER entry_delete"),
    "postgres": ("DROP TRIGGER entry_change ON entry",),
}


class Place:
    """One journal, opened as often as needed: every handle is like another process."""

    def __init__(self, kind, url, shelf=None):
        self.kind, self.url = kind, url
        self._shelf = shelf
        self._opened = []

    def open(self):
        store = MemoryStore(self._shelf) if self._shelf else open_store(self.url)
        self._opened.append(store)
        return store

    def close(self):
        for store in self._opened:
            store.close()

    # -- by hand ---------------------------------------------------------------------------------

    def connect(self):
        return sqlite3.connect(self.url) if self.kind == "sqlite" else psycopg.connect(self.url)

    def by_hand(self, *statements):
        """What a clerk does with the database's own tools; a statement may have its values with it."""
        with closing(self.connect()) as connection:
            for statement in statements:
                text, values = statement if isinstance(statement, tuple) else (statement, ())
                connection.execute(text if self.kind == "sqlite" else text.replace("?", "%s"), values)
            connection.commit()

    def drop_triggers(self):
        self.by_hand(*TRIGGERS[self.kind])

    def put_triggers(self):
        """What a clerk does who leaves no trace."""
        self.by_hand(*{"sqlite": SQLITE_TRIGGERS, "postgres": POSTGRES_TRIGGERS[1:]}[self.kind])

    def lose_anchor(self):
        """There is one beside every file."""
        Path(f"{self.url}.anchor").unlink(missing_ok=True)

    def ask(self, question):
        with closing(self.connect()) as connection:
            return connection.execute(question).fetchall()


@pytest.fixture
def make_place(request, tmp_path):
    places = []

    def make(kind):
        if kind == "memory":
            place = Place(kind, "memory:", Shelf())
        elif kind == "sqlite":
            place = Place(kind, str(tmp_path / f"journal-{len(places)}.db"))
        else:
            place = Place(kind, fresh_schema(request.getfixturevalue("server")))
        places.append(place)
        return place

    yield make
    for place in places:
        place.close()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request, make_place):
    return make_place(request.param)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, make_place):
    """A place that outlives the process, with tables that a clerk can get at."""
    return make_place(request.param)


@pytest.fixture
def store(place):
    return place.open()

"""Old rooms and empty places, in SQLite and in PostgreSQL; a book in which everything has happened."""

from unittest.mock import patch

import pytest

from house.room_simulator import RiggedRandomness, RoomSimulation, read_book
from old_room_places import make_postgres, make_sqlite
from postgresql import fresh_schema


@pytest.fixture(params=["sqlite", "postgres"])
def places(request, tmp_path):
    """Makes an old room of a name, and says where a new one may be."""
    if request.param == "sqlite":
        return lambda name: (make_sqlite(tmp_path / "old.db", name), str(tmp_path / "new.db"))
    server = request.getfixturevalue("server")
    return lambda name: (
        make_postgres(tmp_path / "old.db", fresh_schema(server), name),
        fresh_schema(server),
    )


@pytest.fixture
def new(tmp_path):
    return str(tmp_path / "new.db")


@pytest.fixture(scope="module")
def rich_book():
    """Two servers deal two tables from stacked shuffles: jackpots, envy, the tray's awards, voids, folds."""
    with patch("pitboss.house.room.opening.SystemRandomness", RiggedRandomness):
        simulation = RoomSimulation(3, failure_rate=0.0, steps=900)
        simulation.run()
        return read_book(simulation.store)

"""Old rooms and empty places, in SQLite and in PostgreSQL."""

import pytest

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

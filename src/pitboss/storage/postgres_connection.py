"""Connections to a PostgreSQL server: how it is reached and asked, its tables made, its errors in words."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InvalidSqlStatementName, error_from_result
from psycopg.pq import Conninfo, ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.rows import TupleRow

from pitboss.base.transport import check_encrypted
from pitboss.ledger.store import StoreError
from pitboss.storage.kept_copy import keep_copies, note_copies
from pitboss.storage.schema import POSTGRES, TABLES, Run, SchemaOpening, Upgrade, find_tables, prepare

Connection = psycopg.Connection[TupleRow]

CONNECT_SECONDS = 10
ENCRYPTED = ("require", "verify-ca", "verify-full")
"""Modes that give up rather than go on in the clear."""
OPENING_LOCK = 0x706974626F7373
"""'pitboss', as the number of an advisory lock: one process at a time makes or upgrades tables."""


def check_transport(url: str) -> None:
    """A journal on another machine is reached over TLS only, as the address or the environment says."""
    known = {option.keyword: option.val for option in Conninfo.get_defaults() if option.val}
    known |= {option.keyword: option.val for option in Conninfo.parse(url.encode()) if option.val}
    found = {keyword.decode(): value.decode() for keyword, value in known.items()}
    hosts = found.get("hostaddr", found.get("host", "")).split(",")
    service = [found["service"]] if "service" in found else []
    check_encrypted(
        (*hosts, *service),
        is_encrypted=found.get("sslmode", "") in ENCRYPTED,
        advice="add '?sslmode=verify-full' to the address (or 'require' where no certificate can be checked)",
    )


def connect(url: str) -> Connection:
    """Durable whatever the server's default is: a commit that is not on the disk is none."""
    check_transport(url)
    connection = psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        application_name="pitboss",
        client_encoding="UTF8",
    )
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') = 'off'"
    )
    return connection


def is_alive(connection: Connection) -> bool:
    try:
        connection.execute("")
    except psycopg.Error:
        connection.close()
        return False
    return True


def run_on(connection: Connection) -> Run:
    def run(question: str, *values: object) -> list[TupleRow]:
        cursor = connection.execute(question.replace("?", "%s").encode(), values or None)
        return cursor.fetchall() if cursor.description else []

    return run


class PreparedStatement:
    """A statement that is sent again and again: the server plans it once for a connection.

    The driver's own way makes a cursor and looks up how each value is written: a tenth of a millisecond for a
    batch, most of what a single table waits for besides the disk. It is taken in a transaction all the same,
    for after a rollback the driver lets the server forget what was prepared: outside of one, where nothing is
    lost by a refusal, that is noticed and made good.
    """

    def __init__(self, name: bytes, statement: bytes) -> None:
        self.name, self.statement = name, statement
        self._known_to: PGconn | None = None

    def run(self, connection: Connection, values: Sequence[str]) -> int:
        """How many rows it gives."""
        if connection.pgconn.transaction_status == TransactionStatus.INTRANS:
            return psycopg.RawCursor(connection).execute(self.statement, values, prepare=True).rowcount
        try:
            return self._send(connection.pgconn, values)
        except InvalidSqlStatementName:
            self._known_to = None
            return self._send(connection.pgconn, values)

    def _send(self, wire: PGconn, values: Sequence[str]) -> int:
        if self._known_to is not wire:
            check_result(wire, wire.prepare(self.name, self.statement))
            self._known_to = wire
        result = wire.exec_prepared(self.name, [value.encode() for value in values])
        check_result(wire, result)
        return result.ntuples


def check_result(wire: PGconn, result: PGresult) -> None:
    """Raise what the driver would raise."""
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return
    problem = error_from_result(result)
    if wire.status == ConnStatus.BAD and not isinstance(problem, psycopg.OperationalError):
        raise psycopg.OperationalError(str(problem)) from problem  # the server was lost, and could not say so
    raise problem


def open_tables(connection: Connection, opening: SchemaOpening, where: str) -> Upgrade | None:
    """Make the tables, or bring them up to date after a copy was made; one process at a time."""
    run = run_on(connection)
    if run("SHOW fsync") == [("off",)]:
        raise StoreError(f"{where} does not wait for its disk: set fsync = on in its configuration")
    with connection.transaction():
        if not opening.changes_nothing:
            run("SELECT pg_advisory_xact_lock(?)", OPENING_LOCK)
        there = find_tables(run, POSTGRES)
        ours, endings = sorted(there & TABLES), list[str]()

        def keep_copy(version: int) -> str:
            endings.append(keep_copies(run, there, version))
            return "the tables " + ", ".join(name + endings[0] for name in ours)

        upgraded = prepare(run, POSTGRES, opening, where, keep_copy)
        if upgraded:
            note_copies(run, ours, upgraded.found, endings[0])
        return upgraded


# -- words -----------------------------------------------------------------------------------------


def describe(url: str) -> str:
    """The address without its password, which the driver's own complaint would repeat."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error as problem:
        raise StoreError("the address cannot be read: write postgresql://user@host/database") from problem
    return f"postgresql://{parts.get('host') or ''}/{parts.get('dbname') or ''}"


def say(problem: psycopg.Error) -> str:
    return problem.diag.message_primary or " ".join(str(problem).split())


@contextmanager
def translated(where: str) -> Iterator[None]:
    """The driver's errors in a person's words."""
    try:
        yield
    except psycopg.OperationalError as problem:
        raise StoreError(f"{where} does not answer: {say(problem)}") from problem
    except psycopg.Error as problem:
        raise StoreError(f"{where} cannot be used: {say(problem)}") from problem

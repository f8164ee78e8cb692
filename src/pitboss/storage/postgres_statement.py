"""What is said to a PostgreSQL server: the statements of the store, and questions about its end."""

from collections.abc import Sequence
from contextlib import closing

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Checkpoint, Link
from pitboss.storage.postgres_opening import Connection
from pitboss.storage.sql_store import say_hash
from pitboss.storage.vault import check_checkpoint

JOURNAL_PLACE = "SELECT oid FROM pg_namespace WHERE nspname = current_schema()"
"""A server may hold several journals: each has its channel for news, with a name that is never too long."""
APPEND = b"""
WITH locked AS (
    SELECT value FROM meta WHERE name = 'head' FOR UPDATE
), put AS (
    INSERT INTO entry (number, id, place, hash, body)
    SELECT %(first)s::bigint + row - 1, split_part(line, E'\\t', 1), split_part(line, E'\\t', 2),
        decode(split_part(line, E'\\t', 3), 'hex'), split_part(line, E'\\t', 4)
    FROM string_to_table(%(lines)s, E'\\n') WITH ORDINALITY AS part(line, row)
    WHERE %(after)s = (SELECT value FROM locked)
        AND %(begin)s = coalesce((SELECT number FROM entry ORDER BY number LIMIT 1), 1)
        AND %(after)s = coalesce(
            (SELECT number || ' ' || encode(hash, 'hex') FROM entry ORDER BY number DESC LIMIT 1), %(start)s)
    RETURNING number
), head AS (
    UPDATE meta SET value = %(head)s WHERE name = 'head' AND EXISTS (SELECT FROM put)
)
SELECT pg_notify(%(channel)s, max(number)::text) FROM put HAVING count(*) > 0
"""
FIND_BEGIN = "SELECT min(number)::text FROM entry"
TURN_SECONDS = 5
"""Whoever holds a turn and does nothing for so long has stopped: the server gives the turn to others."""
TAKE_TURN = (
    f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = {TURN_SECONDS * 1000}; "
    "SELECT FROM meta WHERE name = 'head' FOR UPDATE"
).encode()
"""Three statements on one way to the server."""


def in_dialect(question: str) -> bytes:
    return question.replace("?", "%s").encode()


def wait_for_news(connection: Connection, after: int, timeout_seconds: float) -> int:
    last = 0
    with closing(connection.notifies(timeout=timeout_seconds)) as notices:
        for notice in notices:
            last = max(last, int(notice.payload) if notice.payload.isdecimal() else 0)
            if last > after:
                break
    return last


def find_last(connection: Connection) -> Link:
    row = connection.execute("SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1").fetchone()
    return Link(row[0], say_hash(row[1])) if row else START


def hash_of(connection: Connection, number: int) -> str:
    """Of the entry with a number; empty where there is none."""
    row = connection.execute("SELECT hash FROM entry WHERE number = %s", (number,)).fetchone()
    return say_hash(row[0]) if row else ""


def is_there(connection: Connection, entries: Sequence[Entry]) -> bool:
    """Whether the batch got in: the hash of its last entry speaks for all of them."""
    return bool(entries) and hash_of(connection, entries[-1].number) == entries[-1].hash


def put_checkpoint(connection: Connection, checkpoint: Checkpoint) -> None:
    check_checkpoint(checkpoint, hash_of(connection, checkpoint.number))
    connection.execute("DELETE FROM checkpoint WHERE number <= %s", (checkpoint.number,))
    connection.execute("INSERT INTO checkpoint VALUES (%s, %s, %s)", checkpoint)

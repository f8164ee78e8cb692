"""The journal in PostgreSQL: the store of a floor, with several machines on one journal.

A batch is one statement: its lines travel as a single text, are split by the server, and are inserted only
if the last entry is the one they follow. Whoever writes, with a turn or without, locks the head first: the
second waits, and is told if he no longer follows. Whoever stops in the middle of a turn loses it after a few
seconds. The driver is used directly, and for this one statement without what it does for any other; arrays of
parameters, COPY and rows of values were tried and were slower (docs/ledger.md has the figures).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Literal, NoReturn

import psycopg
from psycopg import sql
from psycopg.errors import InsufficientPrivilege, UniqueViolation

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Checkpoint, Link, MovedOnError, UnsureError
from pitboss.storage import checked_store
from pitboss.storage.anchor import Anchor
from pitboss.storage.archive_file import Archives
from pitboss.storage.checked_store import check_batch, check_follows, format_head, link_before, link_of
from pitboss.storage.layout import find_postgres_faults
from pitboss.storage.postgres_connection import (
    Connection,
    PreparedStatement,
    connect,
    describe,
    is_alive,
    open_tables,
    run_on,
    say,
    translated,
)
from pitboss.storage.reader import Readers
from pitboss.storage.schema import NO_HEAD, POSTGRES, PUT_HEAD, USUAL, Row, Run, SchemaOpening
from pitboss.storage.sql_store import SqlStore, find_last, hash_of, put_checkpoint, read_head

BLOCK = 2_000
JOURNAL_PLACE = "SELECT oid FROM pg_namespace WHERE nspname = current_schema()"
"""A server may hold several journals: each has its channel for news, with a name that is never too long."""
APPEND = b"""
WITH locked AS (
    SELECT value FROM meta WHERE name = 'head' FOR UPDATE
), put AS (
    INSERT INTO entry (number, id, place, hash, body)
    SELECT $2::bigint + row - 1, split_part(line, E'\\t', 1), split_part(line, E'\\t', 2),
        decode(split_part(line, E'\\t', 3), 'hex'), split_part(line, E'\\t', 4)
    FROM string_to_table($3, E'\\n') WITH ORDINALITY AS part(line, row)
    WHERE $4 = (SELECT value FROM locked)
        AND $1::bigint = coalesce((SELECT number FROM entry ORDER BY number LIMIT 1), 1)
        AND $4 = coalesce(
            (SELECT number || ' ' || encode(hash, 'hex') FROM entry ORDER BY number DESC LIMIT 1), $5)
    RETURNING number
), head AS (
    UPDATE meta SET value = $6 WHERE name = 'head' AND EXISTS (SELECT FROM put)
)
SELECT pg_notify($7, max(number)::text) FROM put HAVING count(*) > 0
"""
"""Begin of the journal, first number, lines, head before, head of an empty journal, head, channel."""
FIND_BEGIN = "SELECT min(number)::text FROM entry"
TURN_SECONDS = 5
"""Whoever holds a turn and does nothing for so long has stopped: the server gives the turn to others."""
LOCK_HEAD = b"SELECT FROM meta WHERE name = 'head' FOR UPDATE"
TAKE_TURN = (
    f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = {TURN_SECONDS * 1000}; ".encode() + LOCK_HEAD
)
"""Three statements on one way to the server."""

NEW_PAGES = "CREATE TABLE probe_{} AS SELECT repeat('x', 1000) FROM generate_series(1, 1000)"
"""A megabyte that the server finds room for at once; it is never kept."""


class PostgresStore(SqlStore[Connection]):
    schema = POSTGRES

    def __init__(self, url: str, opening: SchemaOpening = USUAL, anchor: Anchor | None = None) -> None:
        super().__init__(describe(url), anchor, run_on, translated)
        self._url = url
        self._begin = 1
        """The first entry that is not in an archive, as far as is known."""
        self._known_archives = Archives("")
        self._prepared = PreparedStatement(b"append", APPEND)
        with self._translated():
            self._writer = connect(url)
            try:
                self.upgraded = open_tables(self._writer, opening, self.where)
                self._channel = f"pitboss_{self._run(JOURNAL_PLACE)[0][0]}"
            except BaseException:
                self._writer.close()
                raise
        self._readers = Readers(lambda: connect(url), is_alive)

    def _run(self, question: str, *values: object) -> list[Row]:
        """Asks whoever writes."""
        return run_on(self._writer)(question, *values)

    # -- writing ---------------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[Link]:
        """The head is locked: whoever else wants a turn waits for its end."""
        with self._lock, self._translated():
            self._check_open()
            self._take_turn()
            try:
                yield find_last(self._run)
            except BaseException:
                self._end_turn("ROLLBACK")
                raise
            self._end_turn("COMMIT")
        self._note_written()

    def _connect_again(self) -> None:
        self._writer.close()
        self._writer = connect(self._url)

    def _take_turn(self) -> None:
        try:
            self._writer.execute(TAKE_TURN)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self._connect_again()
            self._writer.execute(TAKE_TURN)
        self._is_turn, self._written = True, None

    def _end_turn(self, how: Literal["COMMIT", "ROLLBACK"]) -> None:
        self._is_turn = False
        try:
            self._writer.execute(how)
        except psycopg.Error as problem:
            if how == "COMMIT":
                raise self._unsure(problem) from problem

    def _unsure(self, problem: psycopg.Error) -> UnsureError:
        return UnsureError(f"{self.where} stopped answering ({say(problem)}): read the journal again")

    def append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None = None) -> None:
        check_batch(entries)
        with self._lock, self._translated():
            self._check_open()
            if self._is_turn:
                self._append(entries, checkpoint)
                self._written = link_of(entries[-1]) if entries else self._written
                return
            try:
                self._append(entries, checkpoint)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                self._append_again(entries, checkpoint)
        if entries:
            self.anchor.note(link_of(entries[-1]))

    def check_writable(self, *, thoroughly: bool = False) -> None:
        """A write that changes nothing and is durable; thoroughly, new pages too, which are taken back.

        A server that only reads, or has lost its disk, refuses the first; one whose disk is full may not.
        """
        with self._lock, self._translated():
            self._check_open()
            try:
                self._try_to_write(thoroughly=thoroughly)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                self._connect_again()
                self._try_to_write(thoroughly=thoroughly)

    def _try_to_write(self, *, thoroughly: bool) -> None:
        if thoroughly:
            with suppress(InsufficientPrivilege), self._writer.transaction(force_rollback=True):
                self._writer.execute(NEW_PAGES.format(self._writer.info.backend_pid).encode())
        self._writer.execute("UPDATE meta SET value = value WHERE name = 'version'")

    def _append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None) -> None:
        try:
            if checkpoint is None and not self._is_turn:
                self._insert(entries)
                return
            with self._writer.transaction():
                self._insert(entries)
                put_checkpoint(self._run, checkpoint)
        except UniqueViolation:
            self._refuse(entries)

    def _insert(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        if self._stacks.hold(self._known_archives, [entry.id for entry in entries]):
            raise checked_store.seen_before()
        after = link_before(entries)
        asked = (
            str(self._begin),
            str(after.number + 1),
            "\n".join([f"{id_}\t{place}\t{hash_}\t{body}" for _, id_, body, _, hash_, place in entries]),
            format_head(after),
            NO_HEAD,
            format_head(link_of(entries[-1])),
            self._channel,
        )
        if not self._prepared.run(self._writer, asked):
            if not self._has_begun_later():
                self._refuse(entries)
            self._insert(entries)

    def _has_begun_later(self) -> bool:
        """Whether entries were moved into an archive since the last batch."""
        before, self._begin = self._begin, int(self._run(FIND_BEGIN)[0][0] or 1)
        self._known_archives = self.archives()
        return self._begin != before

    def _refuse(self, entries: Sequence[Entry]) -> NoReturn:
        check_follows(entries, find_last(self._run), read_head(self._run, self.where))
        raise checked_store.seen_before()

    def _is_there(self, entries: Sequence[Entry]) -> bool:
        """Whether the batch got in: the hash of its last entry speaks for all of them."""
        return bool(entries) and hash_of(self._run, entries[-1].number) == entries[-1].hash

    def _append_again(self, entries: Sequence[Entry], checkpoint: Checkpoint | None) -> None:
        """The connection was lost: ask on a new one whether the batch got in, and write it if not.

        Nothing can be doubled: if the server is still at the first try, the second meets it and waits.
        """
        try:
            self._connect_again()
            if not self._is_there(entries):
                self._append(entries, checkpoint)
        except MovedOnError:
            if not self._is_there(entries):
                raise
        except psycopg.Error as problem:
            raise self._unsure(problem) from problem

    @contextmanager
    def _writing(self) -> Iterator[Run]:
        with self._lock, self._translated():
            self._check_open()
            self._written = None
            with self._writer.transaction():
                self._writer.execute(LOCK_HEAD)
                yield run_on(self._writer)
        self._note_written()

    def _put(self, run: Run, entries: Iterable[Entry]) -> None:
        try:
            with self._writer.cursor().copy("COPY entry (number, id, place, hash, body) FROM STDIN") as copy:
                for one in entries:
                    copy.write_row((one.number, one.id, one.place, bytes.fromhex(one.hash), one.body))
        except UniqueViolation as clash:
            raise checked_store.seen_before() from clash
        last = find_last(run)
        if last != START:
            run(PUT_HEAD, format_head(last))
            run("SELECT pg_notify(?, ?)", self._channel, str(last.number))
            self._written = last

    # -- reading ---------------------------------------------------------------------------------

    def _rows(self, question: str, *values: object) -> Iterator[Row]:
        """In blocks that the server hands out."""
        with (
            self._reading() as connection,
            connection.transaction(),
            connection.cursor(name="journal") as cursor,
        ):
            cursor.itersize = BLOCK
            yield from cursor.execute(question.replace("?", "%s").encode(), values)

    def inspect(self) -> Iterator[str]:
        with self._reading() as connection, connection.transaction():
            yield from find_postgres_faults(run_on(connection), self.find)

    def news(self, after: int, timeout_seconds: float) -> int:
        """The server tells everybody who listens, at the moment of the commit."""
        self.anchor.catch_up()
        with self._reading() as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
            last = find_last(run_on(connection)).number
            if last <= after:
                last = max(last, wait_for_news(connection, after, timeout_seconds))
            connection.execute("UNLISTEN *")
            return last


def wait_for_news(connection: Connection, after: int, timeout_seconds: float) -> int:
    last = 0
    with closing(connection.notifies(timeout=timeout_seconds)) as notices:
        for notice in notices:
            last = max(last, int(notice.payload) if notice.payload.isdecimal() else 0)
            if last > after:
                break
    return last

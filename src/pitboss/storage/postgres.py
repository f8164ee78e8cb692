"""The journal in PostgreSQL: the store of a floor, with several machines on one journal.

A batch is one statement: its lines travel as a single text, are split by the server, and are inserted only
if the last entry is the one they follow. Two who write at once meet at the number of the first entry: the
second gets nothing in. Who takes a turn locks the head first, so that nobody comes second; whoever stops in
the middle of a turn loses it after a few seconds. The driver is used directly; arrays of parameters, COPY
and rows of values were tried and were slower (docs/ledger.md has the figures).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from threading import RLock
from typing import Literal

import psycopg
from psycopg import sql
from psycopg.errors import UniqueViolation
from psycopg.rows import TupleRow

from pitboss.ledger.entry import FIRST_HASH, Entry
from pitboss.ledger.store import START, Checkpoint, Link, MovedOnError, StoreError, UnsureError
from pitboss.storage import vault
from pitboss.storage.postgres_opening import (
    Connection,
    ask,
    connect,
    describe,
    is_alive,
    prepare,
    say,
    translated,
)
from pitboss.storage.reader import Readers
from pitboss.storage.schema import PUT_HEAD, READ_HEAD, USUAL, Opening, say_range
from pitboss.storage.vault import (
    check_batch,
    check_checkpoint,
    format_head,
    link_before,
    link_of,
    linked,
    parse_head,
)

BLOCK = 2_000
JOURNAL_PLACE = "SELECT oid FROM pg_namespace WHERE nspname = current_schema()"
"""A server may hold several journals: each has its channel for news, with a name that is never too long."""
APPEND = b"""
WITH put AS (
    INSERT INTO entry (number, id, place, hash, body)
    SELECT %(first)s::bigint + row - 1, split_part(line, E'\\t', 1), split_part(line, E'\\t', 2),
        decode(split_part(line, E'\\t', 3), 'hex'), split_part(line, E'\\t', 4)
    FROM string_to_table(%(lines)s, E'\\n') WITH ORDINALITY AS part(line, row)
    WHERE %(after)s = (SELECT value FROM meta WHERE name = 'head')
        AND %(after)s = coalesce(
            (SELECT number || ' ' || encode(hash, 'hex') FROM entry ORDER BY number DESC LIMIT 1), %(start)s)
    RETURNING number
), head AS (
    UPDATE meta SET value = %(head)s WHERE name = 'head' AND EXISTS (SELECT FROM put)
)
SELECT pg_notify(%(channel)s, max(number)::text) FROM put HAVING count(*) > 0
"""


class PostgresStore:
    def __init__(self, url: str, opening: Opening = USUAL) -> None:
        self.where = describe(url)
        self._url = url
        self._lock = RLock()
        self._is_turn = False
        self._is_open = True
        with translated(self.where):
            self._writer = connect(url)
            try:
                self.upgraded = prepare(self._writer, opening, self.where)
                self._channel = f"pitboss_{ask(self._writer, JOURNAL_PLACE)}"
            except BaseException:
                self._writer.close()
                raise
        self._readers = Readers(lambda: connect(url), is_alive)

    # -- writing ---------------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[Link]:
        """The head is locked: whoever else wants a turn waits for its end."""
        with self._lock, translated(self.where):
            if not self._is_open:
                raise vault.closed()
            self._take_turn()
            try:
                yield find_last(self._writer)
            except BaseException:
                self._end_turn("ROLLBACK")
                raise
            self._end_turn("COMMIT")

    def _take_turn(self) -> None:
        try:
            self._writer.execute(TAKE_TURN)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self._writer.close()
            self._writer = connect(self._url)
            self._writer.execute(TAKE_TURN)
        self._is_turn = True

    def _end_turn(self, how: Literal["COMMIT", "ROLLBACK"]) -> None:
        self._is_turn = False
        try:
            self._writer.execute(how)
        except psycopg.Error as problem:
            if how == "COMMIT":
                raise UnsureError(
                    f"{self.where} stopped answering ({say(problem)}): read the journal again"
                ) from problem

    def append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None = None) -> None:
        check_batch(entries)
        with self._lock, translated(self.where):
            if not self._is_open:
                raise vault.closed()
            if self._is_turn:
                self._append(entries, checkpoint)
                return
            try:
                self._append(entries, checkpoint)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                self._append_again(entries, checkpoint)

    def check_writable(self) -> None:
        """A write that is taken back; a server that only reads, or has lost its disk, refuses it."""
        with self._lock, translated(self.where):
            if not self._is_open:
                raise vault.closed()
            try:
                self._try_to_write()
            except (psycopg.OperationalError, psycopg.InterfaceError):
                self._writer.close()
                self._writer = connect(self._url)
                self._try_to_write()

    def _try_to_write(self) -> None:
        with self._writer.transaction(force_rollback=True):
            self._writer.execute("UPDATE meta SET value = value WHERE name = 'version'")

    def _append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None) -> None:
        try:
            if checkpoint is None and not self._is_turn:
                self._insert(entries)
                return
            with self._writer.transaction():
                self._insert(entries)
                if checkpoint:
                    put_checkpoint(self._writer, checkpoint)
        except UniqueViolation as clash:
            raise self._refusal(entries) from clash

    def _insert(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        after = link_before(entries)
        asked = {
            "first": after.number + 1,
            "lines": "\n".join([f"{e.id}\t{e.place}\t{e.hash}\t{e.body}" for e in entries]),
            "after": format_head(after),
            "start": format_head(START),
            "head": format_head(link_of(entries[-1])),
            "channel": self._channel,
        }
        if self._writer.execute(APPEND, asked, prepare=True).fetchone() is None:
            raise self._refusal(entries)

    def _refusal(self, entries: Sequence[Entry]) -> StoreError:
        last = find_last(self._writer)
        if last == link_before(entries):
            head = find_head(self._writer, self.where)
            return vault.seen_before() if head == last else vault.cut_off(head, last)
        return vault.moved_on(last.number, entries[0].number - 1)

    def _append_again(self, entries: Sequence[Entry], checkpoint: Checkpoint | None) -> None:
        """The connection was lost: ask on a new one whether the batch got in, and write it if not.

        Nothing can be doubled: if the server is still at the first try, the second meets it and waits.
        """
        self._writer.close()
        try:
            self._writer = connect(self._url)
            if not is_there(self._writer, entries):
                self._append(entries, checkpoint)
        except MovedOnError:
            if not is_there(self._writer, entries):
                raise
        except psycopg.Error as problem:
            raise UnsureError(
                f"{self.where} stopped answering ({say(problem)}): read the journal again"
            ) from problem

    def fill(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        with self._lock, translated(self.where):
            if not self._is_open:
                raise vault.closed()
            with self._writer.transaction():
                self._writer.execute("LOCK TABLE entry IN SHARE ROW EXCLUSIVE MODE")
                if find_last(self._writer) != START:
                    raise vault.not_empty(self.where)
                self._copy_in(linked(entries))
                if checkpoint:
                    put_checkpoint(self._writer, checkpoint)

    def _copy_in(self, entries: Iterable[Entry]) -> None:
        try:
            with self._writer.cursor().copy("COPY entry (number, id, place, hash, body) FROM STDIN") as copy:
                for entry in entries:
                    copy.write_row(
                        (entry.number, entry.id, entry.place, bytes.fromhex(entry.hash), entry.body)
                    )
        except UniqueViolation as clash:
            raise vault.seen_before() from clash
        head = format_head(find_last(self._writer))
        self._writer.execute(PUT_HEAD.replace("?", "%s").encode(), (head,))
        self._writer.execute("SELECT pg_notify(%s, max(number)::text) FROM entry", (self._channel,))

    # -- reading ---------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(self.where), self._readers.lend() as connection:
            yield connection

    def last(self) -> Entry | None:
        return self._one(f"{SELECT} ORDER BY number DESC LIMIT 1")

    def _one(self, question: str, *values: object) -> Entry | None:
        with self._reading() as connection:
            row = connection.execute(question.encode(), values).fetchone()
            return make_entry(row, hash_of(connection, row[0] - 1) or FIRST_HASH) if row else None

    def head(self) -> Link:
        with self._reading() as connection:
            return find_head(connection, self.where)

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        """As they were when the reading began, in blocks that the server hands out.

        Without `after` from whatever comes first, so that an entry put in before number 1 is seen.
        """
        with self._reading() as connection:
            before = hash_of(connection, after) or FIRST_HASH
            for row in read_rows(connection, f"{SELECT} {say_range(after, upto)} ORDER BY number"):
                entry = make_entry(row, before)
                yield entry
                before = entry.hash

    def find(self, id_: str) -> Entry | None:
        if not id_.isprintable():  # none is kept, and the server cannot read every one
            return None
        return self._one(f"{SELECT} WHERE id = %s", id_)

    def entries_of(self, place: str, after: int = 0) -> Iterator[Entry]:
        question = f"{SELECT} WHERE place = %s AND place <> '' AND number > %s ORDER BY number"
        with self._reading() as connection:
            for row in read_rows(connection, question, place, after):
                yield make_entry(row, "")

    def last_of(self, place: str) -> Entry | None:
        return self._one(f"{SELECT} WHERE place = %s AND place <> '' ORDER BY number DESC LIMIT 1", place)

    def checkpoint(self) -> Checkpoint | None:
        with self._reading() as connection:
            found = connection.execute("SELECT number, hash, state FROM checkpoint ORDER BY number DESC")
            row = found.fetchone()
            return Checkpoint(*row) if row else None

    def news(self, after: int, timeout_seconds: float) -> int:
        """The server tells everybody who listens, at the moment of the commit."""
        with self._reading() as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
            last = find_last(connection).number
            if last <= after:
                last = max(last, wait_for_news(connection, after, timeout_seconds))
            connection.execute("UNLISTEN *")
            return last

    def close(self) -> None:
        self._is_open = False
        self._readers.close()
        with self._lock:
            self._writer.close()


SELECT = "SELECT number, id, place, hash, body FROM entry"
TAKE_TURN = "BEGIN; SELECT FROM meta WHERE name = 'head' FOR UPDATE"
"""Two statements on one way to the server."""


def read_rows(connection: Connection, question: str, *values: object) -> Iterator[TupleRow]:
    """The rows of one question, as they were when it was asked, in blocks that the server hands out."""
    with connection.transaction(), connection.cursor(name="journal") as cursor:
        cursor.itersize = BLOCK
        yield from cursor.execute(question.encode(), values)


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
    return Link(row[0], row[1].hex()) if row else START


def hash_of(connection: Connection, number: int) -> str:
    """Of the entry with a number; empty where there is none."""
    row = connection.execute("SELECT hash FROM entry WHERE number = %s", (number,)).fetchone()
    return row[0].hex() if row else ""


def find_head(connection: Connection, where: str) -> Link:
    return parse_head(ask(connection, READ_HEAD), where)


def is_there(connection: Connection, entries: Sequence[Entry]) -> bool:
    """Whether the batch got in: the hash of its last entry speaks for all of them."""
    return bool(entries) and hash_of(connection, entries[-1].number) == entries[-1].hash


def put_checkpoint(connection: Connection, checkpoint: Checkpoint) -> None:
    check_checkpoint(checkpoint, hash_of(connection, checkpoint.number))
    connection.execute("DELETE FROM checkpoint WHERE number <= %s", (checkpoint.number,))
    connection.execute("INSERT INTO checkpoint VALUES (%s, %s, %s)", checkpoint)


def make_entry(row: TupleRow, before: str) -> Entry:
    number, id_, place, hash_, body = row
    return Entry(number, id_, body, before, hash_.hex(), place)

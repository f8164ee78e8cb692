"""The journal in PostgreSQL: the store of a floor, with several machines on one journal.

A batch is one statement: its lines travel as a single text, are split by the server, and are inserted only
if the last entry is the one they follow. Whoever writes, with a turn or without, locks the head first: the
second waits, and is told if he no longer follows. Whoever stops in the middle of a turn loses it after a few
seconds. The driver is used directly; arrays of parameters, COPY and rows of values were tried and were slower
(docs/ledger.md has the figures).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Literal

import psycopg
from psycopg import sql
from psycopg.errors import UniqueViolation

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Checkpoint, Link, MovedOnError, StoreError, UnsureError
from pitboss.storage import postgres_layout, vault
from pitboss.storage.anchor import Anchor
from pitboss.storage.archive_list import Archives
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
from pitboss.storage.postgres_statement import (
    APPEND,
    FIND_BEGIN,
    JOURNAL_PLACE,
    TAKE_TURN,
    find_last,
    hash_of,
    in_dialect,
    is_there,
    put_checkpoint,
    wait_for_news,
)
from pitboss.storage.reader import Readers
from pitboss.storage.schema import PUT_ARCHIVE, PUT_HEAD, READ_HEAD, USUAL, Opening
from pitboss.storage.sql_store import Row, SqlStore
from pitboss.storage.vault import (
    check_batch,
    format_head,
    link_before,
    link_of,
    linked,
    parse_head,
)

BLOCK = 2_000


class PostgresStore(SqlStore):
    def __init__(self, url: str, opening: Opening = USUAL, anchor: Anchor | None = None) -> None:
        super().__init__(anchor)
        self.where = describe(url)
        self._url = url
        self._lock = RLock()
        self._is_turn = False
        self._written: Link | None = None
        """In the turn that is not over."""
        self._begin = 1
        """The first entry that is not in an archive, as far as is known."""
        self._known_archives = Archives("")
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
        if self._written:
            self.anchor.note(self._written)

    def _take_turn(self) -> None:
        try:
            self._writer.execute(TAKE_TURN)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self._writer.close()
            self._writer = connect(self._url)
            self._writer.execute(TAKE_TURN)
        self._is_turn, self._written = True, None

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
                self._written = link_of(entries[-1]) if entries else self._written
                return
            try:
                self._append(entries, checkpoint)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                self._append_again(entries, checkpoint)
        if entries:
            self.anchor.note(link_of(entries[-1]))

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
        if self._stacks.hold(self._known_archives, [entry.id for entry in entries]):
            raise vault.seen_before()
        after = link_before(entries)
        asked = {
            "begin": self._begin,
            "first": after.number + 1,
            "lines": "\n".join([f"{e.id}\t{e.place}\t{e.hash}\t{e.body}" for e in entries]),
            "after": format_head(after),
            "start": format_head(START),
            "head": format_head(link_of(entries[-1])),
            "channel": self._channel,
        }
        if self._writer.execute(APPEND, asked, prepare=True).fetchone() is None:
            if not self._has_begun_later():
                raise self._refusal(entries)
            self._insert(entries)

    def _has_begun_later(self) -> bool:
        """Whether entries were moved into an archive since the last batch."""
        before, self._begin = self._begin, int(ask(self._writer, FIND_BEGIN) or 1)
        self._known_archives = self.archives()
        return self._begin != before

    def _refusal(self, entries: Sequence[Entry]) -> StoreError:
        last = find_last(self._writer)
        if last == link_before(entries):
            head = parse_head(ask(self._writer, READ_HEAD), self.where)
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
                last = self._copy_in(linked(entries))
                if checkpoint:
                    put_checkpoint(self._writer, checkpoint)
        if last != START:
            self.anchor.note(last)

    def _copy_in(self, entries: Iterable[Entry]) -> Link:
        try:
            with self._writer.cursor().copy("COPY entry (number, id, place, hash, body) FROM STDIN") as copy:
                for one in entries:
                    copy.write_row((one.number, one.id, one.place, bytes.fromhex(one.hash), one.body))
        except UniqueViolation as clash:
            raise vault.seen_before() from clash
        last = find_last(self._writer)
        self._writer.execute(in_dialect(PUT_HEAD), (format_head(last),))
        self._writer.execute("SELECT pg_notify(%s, %s)", (self._channel, str(last.number)))
        return last

    def hand_over(self, archives: Archives) -> None:
        newest = archives.files[-1]
        with self._lock, translated(self.where), self._writer.transaction():
            self._writer.execute("SELECT FROM meta WHERE name = 'head' FOR UPDATE")
            if hash_of(self._writer, newest.last) != newest.hash:
                raise vault.moved_on(find_last(self._writer).number, newest.last)
            self._writer.execute("ALTER TABLE entry DISABLE TRIGGER entry_change")  # readers go on
            self._writer.execute("DELETE FROM entry WHERE number <= %s", (newest.last,))
            self._writer.execute("ALTER TABLE entry ENABLE TRIGGER entry_change")
            self._writer.execute(in_dialect(PUT_ARCHIVE), (archives.format(),))

    # -- reading ---------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(self.where), self._readers.lend() as connection:
            yield connection

    def _rows(self, question: str, *values: object) -> Iterator[Row]:
        """In blocks that the server hands out."""
        with (
            self._reading() as connection,
            connection.transaction(),
            connection.cursor(name="journal") as cursor,
        ):
            cursor.itersize = BLOCK
            yield from cursor.execute(in_dialect(question), values)

    def _ask(self, question: str, *values: object) -> list[Row]:
        with self._reading() as connection:
            return connection.execute(in_dialect(question), values).fetchall()

    def inspect(self) -> Iterator[str]:
        with self._reading() as connection:
            yield from postgres_layout.find_faults(connection)

    def news(self, after: int, timeout_seconds: float) -> int:
        """The server tells everybody who listens, at the moment of the commit."""
        self.anchor.catch_up()
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
        self._stacks.close()
        with self._lock:
            self._writer.close()
            self.anchor.close()

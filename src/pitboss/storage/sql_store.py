"""What SQLite and PostgreSQL share: reading the journal, in the database and in its archives.

A question is one view of the database. Archives only ever take the beginning of the journal away: whatever a
view no longer holds is in the archives that are known after it was taken. So the database is asked first.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pitboss.ledger.entry import FIRST_HASH, Entry
from pitboss.ledger.store import Checkpoint, Link
from pitboss.storage.anchor import Anchor, Mark
from pitboss.storage.archive_list import Archives, Stacks, parse_archives
from pitboss.storage.body_pack import unpack_body
from pitboss.storage.schema import READ_META, say_range
from pitboss.storage.vault import Upgrade, parse_head

COLUMNS = "number, id, place, hash, body"
SELECT = f"SELECT {COLUMNS} FROM entry"
SELECT_LINKED = (
    f"SELECT {COLUMNS}, (SELECT hash FROM entry AS older WHERE older.number = entry.number - 1) FROM entry"
)
MANY = 500
"""So many numbers go into one question."""

Row = tuple[Any, ...]
"""What the driver makes of a row: a clerk may have put anything into it."""


class SqlStore(ABC):
    """The reading half of a store. In every question `?` stands for a value."""

    where: str
    upgraded: Upgrade | None

    def __init__(self, anchor: Anchor | None) -> None:
        self.anchor = anchor or Anchor()
        self._stacks = Stacks()

    @abstractmethod
    def _rows(self, question: str, *values: object) -> Iterator[Row]:
        """However many, one after another."""

    @abstractmethod
    def _ask(self, question: str, *values: object) -> list[Row]:
        """A few at once."""

    @abstractmethod
    def inspect(self) -> Iterator[str]:
        """What is wrong with the tables themselves."""

    @abstractmethod
    def hand_over(self, archives: Archives) -> None:
        """Take out what the last of the archives holds, and keep the list of them, in one transaction."""

    # -- entries ---------------------------------------------------------------------------------

    def last(self) -> Entry | None:
        return self._one(f"{SELECT_LINKED} ORDER BY number DESC LIMIT 1")

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        """As they were when the reading began: one statement is one view of the journal.

        Without `after` from whatever comes first, so that an entry put in before number 1 is seen.
        """
        rows = self._rows(f"{SELECT} {say_range(after, upto)} ORDER BY number")
        row, before = next(rows, None), FIRST_HASH
        if row and after and row[0] == after:
            before, row = say_hash(row[3]), next(rows, None)
        elif row is None or row[0] != 1:
            upto = upto or 0 if row is None else (row[0] or 0) - 1
            for entry in self._archived(after, upto):
                yield entry
                before = entry.hash
            before = self._hash_before(row[0]) or before if row else before
        while row:
            entry = make_entry(row, before)
            yield entry
            row, before = next(rows, None), entry.hash

    def _archived(self, after: int, upto: int) -> Iterator[Entry]:
        return self._stacks.entries(self.archives(), after, upto) if upto > after else iter(())

    def _hash_before(self, number: int) -> str | None:
        return self.archives().hash_before(number or 0)

    def find(self, id_: str) -> Entry | None:
        if not id_.isprintable():  # none is kept, and not every database can read every one
            return None
        return self._one(f"{SELECT_LINKED} WHERE id = ?", id_) or self._stacks.find(self.archives(), id_)

    def entries_of(self, place: str, after: int = 0) -> Iterator[Entry]:
        if not (place and place.isprintable()):
            return
        rows = self._rows(f"{SELECT} {OF_PLACE} AND number > ? ORDER BY number", place, after)
        row, archives = next(rows, None), self.archives()
        upto = row[0] - 1 if row else archives.last
        for entry in self._stacks.entries_of(archives, place, after, upto):
            yield replace(entry, before="")
        while row:
            yield make_entry(row, "")
            row = next(rows, None)

    def last_of(self, place: str) -> Entry | None:
        if not (place and place.isprintable()):
            return None
        found = self._one(f"{SELECT_LINKED} {OF_PLACE} ORDER BY number DESC LIMIT 1", place)
        return found or self._stacks.last_of(self.archives(), place)

    def _one(self, question: str, *values: object) -> Entry | None:
        for *row, before in self._ask(question, *values):
            number: int = row[0]
            known = say_hash(before) if before else self._hash_before(number) if number > 1 else None
            return make_entry(tuple(row), known or FIRST_HASH)
        return None

    def hashes(self, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
        wanted = list(numbers)
        for begin in range(0, len(wanted), MANY):
            some = ", ".join(map(str, wanted[begin : begin + MANY]))
            for number, hash_ in self._ask(f"SELECT number, hash FROM entry WHERE number IN ({some})"):
                yield number, say_hash(hash_)

    # -- beside the entries ----------------------------------------------------------------------

    def head(self) -> Link:
        return parse_head(self._meta("head"), self.where)

    def checkpoint(self) -> Checkpoint | None:
        rows = self._ask("SELECT number, hash, state FROM checkpoint ORDER BY number DESC LIMIT 1")
        return Checkpoint(*rows[0]) if rows else None

    def archives(self) -> Archives:
        return parse_archives(self._meta("archive"), self.where)

    def marks(self) -> list[Mark]:
        """Entries that the anchor knows, and the last ones of archives."""
        archives = [Mark(one.last, one.hash, f"the archive {one.file}") for one in self.archives().files]
        return [*self.anchor.marks(), *archives]

    def _meta(self, name: str) -> str | None:
        found: dict[str, str] = dict(self._ask(READ_META))
        return found.get(name)


OF_PLACE = "WHERE place = ? AND place <> ''"


def make_entry(row: Row, before: str) -> Entry:
    number, id_, place, hash_, body = row
    text = unpack_body(body) if isinstance(body, bytes) else body
    return Entry(number, id_, text, before, say_hash(hash_), place)


def say_hash(kept: object) -> str:
    """In digits; whatever a clerk has put in its place as it is, so that `verify` can name the entry."""
    return kept.hex() if isinstance(kept, bytes) else str(kept)

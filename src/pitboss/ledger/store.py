"""The port to whatever keeps the journal. One contract for memory, SQLite and PostgreSQL.

A store appends a batch of entries as one: all of them durable, or none. It knows nothing of money. The
number of an entry is its place, each place is taken once: whoever comes second is told that the journal
has moved on, reads what is new and decides again.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from pitboss.base.error import PitbossError
from pitboss.ledger.entry import FIRST_HASH, Entry


class StoreError(PitbossError):
    """The store cannot do what was asked; nothing was written."""


class UnsureError(StoreError):
    """The store stopped answering: whether the entries are there is known when the journal is read again."""


class MovedOnError(StoreError):
    """Somebody else has written to the journal in the meantime."""


class SeenBeforeError(StoreError):
    """An entry with the same client's id is in the journal already; nothing was written."""


class NoJournalError(StoreError):
    """There is no journal at this address."""


class Link(NamedTuple):
    """A place in the chain: an entry's number and hash."""

    number: int
    hash: str


START = Link(0, FIRST_HASH)


class Mark(NamedTuple):
    """An entry that something outside of the chain knows."""

    number: int
    hash: str
    by: str
    """What knows it, for people."""


class Checkpoint(NamedTuple):
    """The state after an entry, so that a start need not read the whole journal."""

    number: int
    hash: str
    state: str


class Store(Protocol):
    def turn(self) -> AbstractContextManager[Link]:
        """Nobody else writes while it lasts: the last entry is given, and stays the last until `append`.

        Who decides in his turn decides about what is there. Not every store can promise it; `append` checks.
        """

    def append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None = None) -> None:
        """Write the entries durably, in one transaction, right after the last one there is.

        Raises MovedOnError if the first does not follow the last, SeenBeforeError if one has an id that
        the journal holds already, StoreError if the end was cut off; nothing is written then.
        """

    def last(self) -> Entry | None: ...
    def head(self) -> Link:
        """The last entry as every append writes it down beside the entries: a missing end does not fit it."""

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        """Entries in the order of their numbers."""

    def find(self, id_: str) -> Entry | None:
        """The entry with a client's id."""

    def entries_of(self, place: str, after: int = 0) -> Iterator[Entry]:
        """The entries of one place, in order. What stands before each in the chain is not told."""

    def last_of(self, place: str) -> Entry | None:
        """The latest entry of a place."""

    def checkpoint(self) -> Checkpoint | None:
        """The latest one."""

    def marks(self) -> list[Mark]:
        """Entries that something outside of the chain knows: the anchor, the list of archives."""

    def hashes(self, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
        """Of the entries that have these numbers; not of those in archives."""

    def news(self, after: int, timeout_seconds: float) -> int:
        """Wait until the journal goes on after that entry, or the time is over; the last number by then."""

    def close(self) -> None: ...

"""The journal in memory: for trials, training and tests. What is kept outlives the store that wrote it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Checkpoint, Link, Mark
from pitboss.storage import checked_store
from pitboss.storage.anchor import Anchor
from pitboss.storage.archive_file import Archives
from pitboss.storage.checked_store import check_batch, check_checkpoint, check_follows, link_of, linked
from pitboss.storage.schema import Upgrade


@dataclass
class Shelf:
    """What is kept. Several stores may work on one shelf, as processes do on one database."""

    entries: list[Entry] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """By id."""
    head: Link = START
    checkpoint: Checkpoint | None = None
    changed: Condition = field(default_factory=Condition)

    def take_back(self, length: int, head: Link, checkpoint: Checkpoint | None) -> None:
        """As it was before a turn that failed."""
        self.entries, added = self.entries[:length], self.entries[length:]
        for entry in added:
            del self.places[entry.id]
        self.head, self.checkpoint = head, checkpoint


class MemoryStore:
    where = "memory"
    upgraded: Upgrade | None = None

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._kept = shelf or Shelf()
        self._is_open = True
        self.anchor = Anchor()

    @property
    def _shelf(self) -> Shelf:
        if not self._is_open:
            raise checked_store.closed()
        return self._kept

    @contextmanager
    def turn(self) -> Iterator[Link]:
        shelf = self._shelf
        with shelf.changed:
            before = len(shelf.entries), shelf.head, shelf.checkpoint
            try:
                yield link_of(shelf.entries[-1] if shelf.entries else None)
            except BaseException:
                shelf.take_back(*before)
                raise

    def append(self, entries: Sequence[Entry], checkpoint: Checkpoint | None = None) -> None:
        shelf = self._shelf
        check_batch(entries)
        with shelf.changed:
            if entries:
                check_follows(entries, link_of(shelf.entries[-1] if shelf.entries else None), shelf.head)
            self._put(shelf, entries, checkpoint)

    def fill(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        shelf = self._shelf
        with shelf.changed:
            if shelf.entries or shelf.checkpoint:
                raise checked_store.not_empty(self.where)
            self._put(shelf, list(linked(entries)), checkpoint)

    def _put(self, shelf: Shelf, entries: Sequence[Entry], checkpoint: Checkpoint | None) -> None:
        """All or nothing: everything is checked before anything is changed."""
        places = {entry.id: entry.number - 1 for entry in entries}
        if len(places) < len(entries) or any(id_ in shelf.places for id_ in places):
            raise checked_store.seen_before()
        if checkpoint:
            check_checkpoint(checkpoint, hash_at(checkpoint.number, shelf.entries, entries))
            shelf.checkpoint = max(checkpoint, shelf.checkpoint or checkpoint)
        shelf.entries += entries
        shelf.places |= places
        if entries:
            shelf.head = link_of(entries[-1])
        shelf.changed.notify_all()

    def last(self) -> Entry | None:
        entries = self._shelf.entries
        return entries[-1] if entries else None

    def head(self) -> Link:
        return self._shelf.head

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        entries = self._shelf.entries
        first = bisect_right(entries, after, key=lambda entry: entry.number)
        return iter(entries[first : len(entries) if upto is None else max(upto, first)])

    def find(self, id_: str) -> Entry | None:
        shelf = self._shelf
        return shelf.entries[shelf.places[id_]] if id_ in shelf.places else None

    def entries_of(self, place: str, after: int = 0) -> Iterator[Entry]:
        return (entry for entry in self.entries(after) if place and entry.place == place)

    def last_of(self, place: str) -> Entry | None:
        return next((one for one in reversed(self._shelf.entries) if place and one.place == place), None)

    def checkpoint(self) -> Checkpoint | None:
        return self._shelf.checkpoint

    def news(self, after: int, timeout_seconds: float) -> int:
        shelf = self._shelf
        with shelf.changed:
            shelf.changed.wait_for(lambda: len(shelf.entries) > after, timeout_seconds)
            return len(shelf.entries)

    def check_writable(self, *, thoroughly: bool = False) -> None:
        """Raise if nothing can be written."""
        del thoroughly
        _ = self._shelf

    def marks(self) -> list[Mark]:
        """There are no clerks of a memory."""
        return []

    def hashes(self, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
        return iter(())

    def archives(self) -> Archives:
        return Archives("")

    def inspect(self) -> Iterator[str]:
        return iter(())

    def close(self) -> None:
        self._is_open = False


def hash_at(number: int, kept: Sequence[Entry], added: Sequence[Entry]) -> str | None:
    """Of the entry with a number, when some are added to those that are kept."""
    if 0 < number <= len(kept):
        return kept[number - 1].hash
    if 0 < number - len(kept) <= len(added):
        return added[number - len(kept) - 1].hash
    return None

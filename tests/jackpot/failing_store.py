"""Stores that fail, from a seed: in memory, in PostgreSQL, or SQLite on a disk that tears.

The store crashes before, in the middle of and after a write, and while it is read; it refuses, restarts, does
not say whether it has written, and another process writes first. In memory a write is durable or is not
(`FailingStore`), and so it is in a real database (`RealStore`). On the disk what was not synchronised is
lost, whole or by sectors (`TornStore`).
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from pitboss.house.manager import GameManager
from pitboss.ledger.entry import Draft, Entry, chain
from pitboss.ledger.fact import Note
from pitboss.ledger.store import (
    START,
    Checkpoint,
    Link,
    MovedOnError,
    SeenBeforeError,
    StoreError,
    UnsureError,
)
from pitboss.storage.sql_store import SqlStore
from pitboss.storage.sqlite import SqliteStore
from torn_disk import Disk, Layer

FATES = ("cut before", "cut after", "full", "elsewhere", "restart", "unsure")
"""What may become of a write that fails."""
READS_TO_A_CUT = 20
"""How many times rarer the power goes while the journal is read."""


class PowerCut(BaseException):
    """The process is gone."""


@dataclass
class FailingStore:
    """Keeps what is durable and nothing else; a batch that was torn in the middle is gone on recovery."""

    random: Random
    failure_rate: float = 0.0
    durable: list[Entry] = field(default_factory=list)
    """The journal, as far as a crash leaves it."""
    ids: dict[str, Entry] = field(default_factory=dict)
    kept: Checkpoint | None = None
    cuts: int = 0
    away: int = 0
    """For how many more calls the database is restarting."""

    # -- writing ---------------------------------------------------------------------------------

    @contextmanager
    def turn(self) -> Iterator[Link]:
        """Promises nothing: somebody else may write all the same."""
        yield self.head()

    def append(self, entries: list[Entry], checkpoint: Checkpoint | None = None) -> None:
        self._reach()
        fate = self.random.choice(FATES) if self.random.random() < self.failure_rate else ""
        if fate == "full":
            raise StoreError("the disk is full")
        if fate == "restart":
            self.away = self.random.randint(1, 6)
            raise StoreError("the database is restarting")
        if fate == "elsewhere":
            self._somebody_else_writes()
        self._write(entries, checkpoint, fate)
        if fate == "unsure":
            self._stop_answering()

    def _stop_answering(self) -> None:
        raise UnsureError("the store has stopped answering")

    def _write(self, entries: list[Entry], checkpoint: Checkpoint | None, fate: str) -> None:
        if fate == "cut before":
            self._cut()
        if entries[0].number != len(self.durable) + 1:
            raise MovedOnError("the journal has moved on")
        if any(entry.id in self.ids for entry in entries):
            raise SeenBeforeError("this id is in the journal")
        self._keep(entries)
        self.kept = checkpoint or self.kept
        if fate == "cut after":
            self._cut()

    def _somebody_else_writes(self) -> None:
        self._keep([somebody_elses(self.durable[-1] if self.durable else None)])

    def _keep(self, entries: list[Entry]) -> None:
        self.durable += entries
        self.ids.update({entry.id: entry for entry in entries})

    # -- reading ---------------------------------------------------------------------------------

    @property
    def journal(self) -> list[Entry]:
        """For the laws: nothing fails here."""
        return self.durable

    def last(self) -> Entry | None:
        self._reach()
        return self.durable[-1] if self.durable else None

    def head(self) -> Link:
        last = self.last()
        return Link(last.number, last.hash) if last else START

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        self._reach()
        return iter(self.durable[after:upto])

    def find(self, id_: str) -> Entry | None:
        self._reach()
        return self.ids.get(id_)

    def checkpoint(self) -> Checkpoint | None:
        self._reach()
        return self.kept

    def news(self, after: int, timeout_seconds: float) -> int:
        raise NotImplementedError("nobody waits here")

    # -- failing ---------------------------------------------------------------------------------

    def _reach(self) -> None:
        """The database answers, unless it restarts or the power goes."""
        if self.away:
            self.away -= 1
            raise StoreError("the database is restarting")
        if self.random.random() * READS_TO_A_CUT < self.failure_rate:
            self._cut()

    def _cut(self) -> None:
        self.cuts += 1
        raise PowerCut

    def restart(self) -> None:
        """The power is back."""

    def close(self) -> None:
        pass


def somebody_elses(last: Entry | None) -> Entry:
    number, before = (last.number + 1, last.hash) if last else (1, "0" * 64)
    return chain(number, before, Draft(f"elsewhere {number}", 0, ("another process",), Note("record: news")))


class RealStore(FailingStore):
    """A real store that fails besides. A turn is the store's own, with its lock: while it lasts nobody else
    writes.
    """

    def __init__(self, random: Random, store: SqlStore[Any]) -> None:
        super().__init__(random)
        self.store = store
        self.is_turn = self.is_silent = self.is_cut = False
        """Whether a turn is going on, whether nobody will say what became of it, and whether the power goes
        right after its commit."""

    @contextmanager
    def turn(self) -> Iterator[Link]:
        self._reach()
        if self.random.random() < self.failure_rate / len(FATES):
            self._somebody_else_writes()
        self.is_turn, self.is_silent, self.is_cut = True, False, False
        try:
            with self.store.turn() as last:
                yield last
        finally:
            self.is_turn = False
        self._believe()
        if self.is_silent:
            super()._stop_answering()

    def _believe(self) -> None:
        if self.is_cut:
            self._cut()

    def _stop_answering(self) -> None:
        """In a turn: before its commit, which is taken back then, or after it."""
        if self.is_turn and self.random.random() < 0.5:
            self.is_silent = True
        else:
            super()._stop_answering()

    def _write(self, entries: list[Entry], checkpoint: Checkpoint | None, fate: str) -> None:
        if fate == "cut before":
            self._cut()
        self.store.append(entries, checkpoint)
        self.is_cut = fate == "cut after"
        if not self.is_turn:
            self._believe()

    def _somebody_else_writes(self) -> None:
        if not self.is_turn:
            self.store.append([somebody_elses(self.store.last())])

    @property
    def journal(self) -> list[Entry]:
        return list(self.store.entries())

    def last(self) -> Entry | None:
        self._reach()
        return self.store.last()

    def head(self) -> Link:
        self._reach()
        return self.store.head()

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        self._reach()
        return self.store.entries(after, upto=upto)

    def find(self, id_: str) -> Entry | None:
        self._reach()
        return self.store.find(id_)

    def checkpoint(self) -> Checkpoint | None:
        self._reach()
        return self.store.checkpoint()

    def close(self) -> None:
        self.store.close()


class TornStore(RealStore):
    """The SQLite store on a disk that forgets: a cut is at some operation of the disk, with what is left.

    Most of the disk's operations are in the commit at the end of a turn.
    """

    def __init__(self, random: Random, layer: Layer) -> None:
        self.layer, self.root, self.lives = layer, Path(mkdtemp(prefix="torn ", dir=memory())), 0
        self.random = random
        self.disk, store = self._open({})
        super().__init__(random, store)

    def _open(self, files: dict[str, bytes]) -> tuple[Disk, SqliteStore]:
        """A folder with what the last life has left, on a disk of its own."""
        self.lives += 1
        folder = self.root / f"life {self.lives}"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        disk = self.layer.disks[str(folder)] = Disk(folder, self.random)
        if self.random.random() < self.failure_rate:
            disk.crash_after(self.random.randint(1, 12))
        return disk, SqliteStore(folder / "journal.db")

    def _write(self, entries: list[Entry], checkpoint: Checkpoint | None, fate: str) -> None:
        if fate.startswith("cut"):
            self.disk.crash_after(self.random.randint(1, 12))
        self.store.append(entries, checkpoint)
        self._believe()

    def _believe(self) -> None:
        """What was done after the power went, was not."""
        if self.disk.picture is not None:
            self._cut()

    def _cut(self) -> None:
        if self.disk.picture is None:
            self.disk.picture = self.disk.left_over()
        super()._cut()

    def restart(self) -> None:
        """On what is left. The power may go again while SQLite recovers."""
        while (left := self.disk.picture) is not None:
            self._abandon()
            self.disk, self.store = self._open(left)

    def _abandon(self) -> None:
        self.store.close()
        self.layer.disks.pop(str(self.disk.folder), None)
        shutil.rmtree(self.disk.folder, ignore_errors=True)

    def close(self) -> None:
        self._abandon()
        shutil.rmtree(self.root)


def memory() -> str | None:
    """A folder in memory, where there is one: this disk is simulated anyway."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def open_failing_store(random: Random, layer: Layer | None) -> FailingStore:
    return TornStore(random, layer) if layer else FailingStore(random)


def start_manager(store: FailingStore, clock: Callable[[], int]) -> GameManager:
    """A new process; the power may go again while it reads, or the database may still be starting."""
    while True:
        try:
            return GameManager(store, clock)
        except PowerCut:
            store.restart()
        except StoreError:
            pass

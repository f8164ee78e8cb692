"""The anchor: the head of a journal written down where a clerk of its database cannot reach it.

A text file that is only added to, a line for an entry: its number, its hash and the time. It is written
after the commit, about once a minute, when a write-ahead log begins, and when the journal is closed: it may
lag behind the journal, it never leads. So a line whose entry is missing or has another hash is proof that the
end of the journal was cut off, its write-ahead log lost, or its chain made anew. A SQLite journal has one
beside it; PITBOSS_ANCHOR names a folder with a file for every journal, best on another machine's disk.
"""

import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock

from pitboss.base.error import InputError
from pitboss.ledger.store import Link, Mark, StoreError

EVERY_SECONDS = 60.0
EVERY_ENTRIES = 1_000
ENDING = ".anchor"
TAIL = 4_096
"""Bytes: more than the longest line."""
LINE = re.compile(r"([1-9][0-9]*) ([0-9a-f]{64}) [0-9T:Z-]+")


class Anchor:
    """The files that the head of one journal is written to."""

    def __init__(self, *paths: Path) -> None:
        self.paths = paths
        self.problems: dict[Path, str] = {}
        """Of files that could not be written when it was last tried."""
        self.begun: tuple[str, ...] = ()
        """Files that were not there when a journal with entries was opened, in words."""
        self._files: dict[Path, int] = {}
        self._lock = Lock()
        self._written = self._latest = 0
        self._hash = ""
        self._due = 0.0

    def look_for_files(self, last: Link) -> None:
        """A journal that has entries has left lines, unless it was never held against this anchor."""
        self.begun = tuple(
            f"The anchor {path.name} in {path.parent.name} was not there, and begins after entry "
            f"{last.number}: if it was there before, somebody has moved it away, or a disk is not mounted"
            for path in self.paths
            if last.number and not path.exists()
        )

    def note(self, link: Link) -> None:
        """This entry is durable, and was the last."""
        self._latest, self._hash = link
        if link.number - self._written >= EVERY_ENTRIES or time.monotonic() >= self._due:
            self.write()

    def want_next(self) -> None:
        """The next entry is to have a line at once."""
        self._due = 0.0

    def note_now(self, link: Link) -> None:
        """A line for an entry that is durable, on demand."""
        if link.number > self._written:
            self._latest, self._hash = link
            self.write()

    def catch_up(self) -> None:
        """Write what was noted since the last line, if a line is due."""
        if self._latest > self._written and time.monotonic() >= self._due:
            self.write()

    def write(self) -> None:
        """A line for the latest entry, in each of the files. That entry is durable already: a file that
        cannot be written stops nobody, and is among the problems until it can be."""
        with self._lock:
            if self._latest <= self._written or not self.paths:
                return
            now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            line = f"{self._latest} {self._hash} {now}\n".encode()
            self._written, self._due = self._latest, time.monotonic() + EVERY_SECONDS
            for path in self.paths:
                self._write_line(path, line)

    def _write_line(self, path: Path, line: bytes) -> None:
        try:
            if path not in self._files:
                self._files[path] = open_to_add(path)
            os.write(self._files[path], line)
            self.problems.pop(path, None)
        except OSError as problem:
            self.problems[path] = f"The anchor {path.name} cannot be written: {problem.strerror}"
            if path in self._files:
                os.close(self._files.pop(path))

    def close(self) -> None:
        self.write()
        with self._lock:
            for file in self._files.values():
                os.close(file)
            self._files.clear()

    def marks(self) -> list[Mark]:
        return [mark for path in self.paths for mark in read_marks(path)]

    def last_mark(self) -> Mark | None:
        """The latest line, without reading all of them."""
        return max((mark for path in self.paths for mark in read_marks(path, tail=True)), default=None)


def open_to_add(path: Path) -> int:
    """For adding lines, readable by its owner only; half a line, left by a power cut, is taken off."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    size = os.fstat(file).st_size
    rest = os.pread(file, TAIL, max(0, size - TAIL))
    if rest and not rest.endswith(b"\n"):
        os.ftruncate(file, size - len(rest) + rest.rfind(b"\n") + 1)
    return file


def read_marks(path: Path, *, tail: bool = False) -> Iterator[Mark]:
    """Every whole line, or the last one; a line that was never finished says nothing."""
    try:
        with path.open("rb") as file:
            if tail:
                file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            lines = file.read().split(b"\n")[:-1]
    except FileNotFoundError:
        return
    except OSError as problem:
        raise StoreError(f"the anchor {path} cannot be read: {problem.strerror}") from problem
    for place, line in enumerate(lines[-1:] if tail else lines, start=1):
        found = LINE.fullmatch(line.decode("ascii", errors="replace"))
        if not found:
            raise StoreError(f"line {place} of the anchor {path} cannot be read: somebody has changed it")
        yield Mark(int(found[1]), found[2], f"the anchor {path.name}")


def anchor_paths(given: str | None, usual: Path | None, name: str) -> tuple[Path, ...]:
    """The usual one beside the journal, and the one that was asked for: a file, or one in a folder."""
    if not given:
        return (usual,) if usual else ()
    path = Path(given)
    asked = path / f"{name}{ENDING}" if path.is_dir() else path
    return (usual, asked) if usual and usual != asked else (asked,)


def check_folder(given: str, variable: str) -> str:
    """The folder of anchors; raises where there is none, for then nothing would be held against it."""
    if not Path(given).is_dir():
        raise InputError(
            f"{variable} names a folder for anchors of journals, and {given} is none: make it, or mount it"
        )
    return given


def refuse_lost(where: str, mark: Mark, paths: Iterable[Path]) -> StoreError:
    """A journal is missing or empty, and something knows of its entries."""
    files = " and ".join(map(str, paths))
    return StoreError(
        f"the journal {where} is missing or empty, and {mark.by} knows its entry {mark.number}: bring the "
        f"file back with its write-ahead log, or restore a backup; to give it up, move {files} away first"
    )

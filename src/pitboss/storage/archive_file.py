"""Archives: files that hold a run of entries each, small, and read as quickly as the database would be.

`meta` says which there are, and they are read as one. Each is a SQLite file with three tables:

    block   first, last, before, lines: entries in blocks, compressed; the first follows the hash `before`
    id      key, number: eight bytes of the hash of every client's id, so that none is ever taken again
    place   name, number: the entries of every table of a room

A line is id, place and body with tabs between them. Hashes are not kept but computed again, so that whatever
is read has been held against the chain; a file takes about a fifth of the room that the database did.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import file_digest, sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pitboss.ledger.entry import Entry, hash_body
from pitboss.ledger.store import StoreError
from pitboss.storage.reader import Readers

BLOCK = 256
CREATE = (
    "CREATE TABLE block (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, before BLOB NOT NULL, "
    "lines BLOB NOT NULL) STRICT",
    "CREATE TABLE id (key INTEGER, number INTEGER, PRIMARY KEY (key, number)) STRICT, WITHOUT ROWID",
    "CREATE TABLE place (name TEXT, number INTEGER, PRIMARY KEY (name, number)) STRICT, WITHOUT ROWID",
)


class Archived(NamedTuple):
    """What the journal knows of an archive."""

    file: str
    first: int
    last: int
    hash: str
    """Of the last entry."""
    sha256: str
    """Of the file."""


def key_of(id_: str) -> int:
    return int.from_bytes(sha256(id_.encode(errors="surrogatepass")).digest()[:8], signed=True)


# -- writing ---------------------------------------------------------------------------------------


def write_archive(path: Path, entries: Iterable[Entry]) -> None:
    """The entries into a file that does not exist yet, readable by its owner only."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN")
        for statement in CREATE:
            connection.execute(statement)
        run = iter(entries)
        while block := list(islice(run, BLOCK)):
            write_block(connection, block)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
    with path.open("rb") as file:
        os.fsync(file.fileno())


def write_block(connection: sqlite3.Connection, block: list[Entry]) -> None:
    lines = "\n".join([f"{entry.id}\t{entry.place}\t{entry.body}" for entry in block])
    first, last, packed = block[0], block[-1], zlib.compress(lines.encode(), 9)
    row = (first.number, last.number, bytes.fromhex(first.before), packed)
    connection.execute("INSERT INTO block VALUES (?, ?, ?, ?)", row)
    connection.executemany("INSERT INTO id VALUES (?, ?)", [(key_of(one.id), one.number) for one in block])
    connection.executemany(
        "INSERT INTO place VALUES (?, ?)", [(one.place, one.number) for one in block if one.place]
    )


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


# -- reading ---------------------------------------------------------------------------------------


class ArchiveFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._readers = Readers(self._connect)

    def _connect(self) -> sqlite3.Connection:
        if not self.path.exists():
            raise StoreError(
                f"the archive {self.path} is missing: bring it back, or name its folder in PITBOSS_ARCHIVES"
            )
        address = f"file:{quote(str(self.path.absolute()))}?mode=ro&immutable=1"
        return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._readers.lend() as connection:
                yield connection
        except (sqlite3.Error, zlib.error, ValueError, TypeError) as problem:
            raise StoreError(f"the archive {self.path} is damaged: {problem}") from problem

    def entries(self, after: int, upto: int) -> Iterator[Entry]:
        with self._reading() as connection:
            question = "SELECT first, before, lines FROM block WHERE last > ? AND first <= ? ORDER BY first"
            for block in connection.execute(question, (after, upto)):
                yield from (entry for entry in read_block(*block) if after < entry.number <= upto)

    def numbers_of(self, id_: str) -> list[int]:
        """Entries that may have this id: as good as always one or none."""
        return self._numbers("SELECT number FROM id WHERE key = ?", key_of(id_))

    def find(self, id_: str) -> Entry | None:
        for number in self.numbers_of(id_):
            entry = self._at(number)
            if entry.id == id_:
                return entry
        return None

    def entries_of(self, place: str, after: int, upto: int) -> Iterator[Entry]:
        """From the blocks that hold any."""
        numbers = "SELECT 1 FROM place WHERE name = ? AND number > ? AND number <= ?"
        question = f"""SELECT first, before, lines FROM block
            WHERE EXISTS ({numbers} AND number BETWEEN first AND last) ORDER BY first"""
        with self._reading() as connection:
            for block in connection.execute(question, (place, after, upto)):
                found = (entry for entry in read_block(*block) if entry.place == place)
                yield from (entry for entry in found if after < entry.number <= upto)

    def last_of(self, place: str) -> Entry | None:
        found = self._numbers("SELECT max(number) FROM place WHERE name = ?", place)
        return self._at(found[0]) if found[0] is not None else None

    def _numbers(self, question: str, *values: object) -> list[int]:
        with self._reading() as connection:
            return [number for (number,) in connection.execute(question, values)]

    def _at(self, number: int) -> Entry:
        for entry in self.entries(number - 1, number):
            return entry
        raise StoreError(f"the archive {self.path} is damaged: entry {number} is not where it says")

    def close(self) -> None:
        self._readers.close()


def read_block(first: int, before: bytes, lines: bytes) -> Iterator[Entry]:
    hash_ = before.hex()
    for number, line in enumerate(zlib.decompress(lines).decode().split("\n"), start=first):
        id_, place, body = line.split("\t")
        entry = Entry(number, id_, body, hash_, hash_body(hash_, body), place)
        hash_ = entry.hash
        yield entry


# -- all of a journal ------------------------------------------------------------------------------

FOLDER = "PITBOSS_ARCHIVES"
"""Names the folder on this machine, where it is not the one in which they were made."""


class Archives(NamedTuple):
    folder: str
    """Where they were made."""
    files: tuple[Archived, ...] = ()

    def format(self) -> str:
        return json.dumps({"folder": self.folder, "files": self.files}, separators=(",", ":"))

    @property
    def last(self) -> int:
        return self.files[-1].last if self.files else 0

    def hash_before(self, number: int) -> str | None:
        """Of the entry before this one, where it is the last of an archive."""
        return next((one.hash for one in self.files if one.last == number - 1), None)

    def path_of(self, archived: Archived) -> Path:
        return Path(os.environ.get(FOLDER) or self.folder) / archived.file


def parse_archives(text: str | None, where: str) -> Archives:
    if text is None:
        return Archives("")
    try:
        told = json.loads(text)
        files = tuple(Archived(*one) for one in told["files"])
        kinds = [type(told["folder"]), *(type(value) for one in files for value in one)]
        if kinds != [str, *KINDS * len(files)]:
            raise TypeError("a number or text is something else")
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise StoreError(f"{where} does not say what its archives hold: meta was changed") from problem
    return Archives(told["folder"], files)


KINDS: list[type] = [str, int, int, str, str]


def find_archive_faults(archives: Archives) -> Iterator[str]:
    """The files are there, as they were written, one after another from the first entry on."""
    first = 1
    for one in archives.files:
        path = archives.path_of(one)
        if not path.exists():
            yield f"the archive {path} is missing: bring it back, or name its folder in {FOLDER}"
        elif digest_of(path) != one.sha256:
            yield f"the archive {path} is not as it was written: it was changed, damaged or swapped"
        if one.first != first or one.last < first:
            yield f"the archive {one.file} begins with entry {one.first} in place of {first}"
        first = one.last + 1


class Stacks:
    """The files, kept open from one question to the next."""

    def __init__(self) -> None:
        self._open: dict[Path, ArchiveFile] = {}

    def _of(self, archives: Archives) -> Mapping[Archived, ArchiveFile]:
        """The file of each, the oldest first."""
        found = {}
        for one in archives.files:
            path = archives.path_of(one)
            found[one] = self._open.setdefault(path, ArchiveFile(path))
        return found

    def entries(self, archives: Archives, after: int, upto: int) -> Iterator[Entry]:
        for one, file in self._of(archives).items():
            if one.last > after and one.first <= upto:
                yield from file.entries(after, upto)

    def entries_of(self, archives: Archives, place: str, after: int, upto: int) -> Iterator[Entry]:
        for one, file in self._of(archives).items():
            if one.last > after and one.first <= upto:
                yield from file.entries_of(place, after, upto)

    def find(self, archives: Archives, id_: str) -> Entry | None:
        files = self._of(archives).values()
        return next((entry for file in files if (entry := file.find(id_))), None)

    def last_of(self, archives: Archives, place: str) -> Entry | None:
        files = reversed(list(self._of(archives).values()))
        return next((entry for file in files if (entry := file.last_of(place))), None)

    def hold(self, archives: Archives, ids: Iterable[str]) -> bool:
        """Whether one of the ids is in an archive."""
        return bool(archives.files) and any(self.find(archives, id_) for id_ in ids)

    def close(self) -> None:
        for file in self._open.values():
            file.close()

"""The archives of a journal as one: what `meta` says of them, and the files that hold it."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pitboss.ledger.entry import Entry
from pitboss.ledger.store import StoreError
from pitboss.storage.archive_file import Archived, ArchiveFile, digest_of

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

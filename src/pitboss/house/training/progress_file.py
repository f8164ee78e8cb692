"""Progress on disk: one JSON file for each trainee and game.

A file is replaced in one piece: the new text goes to a file beside it, reaches the disk, and takes the
old one's name. Whoever adds a mark holds the lock beside the file, reads what is there now and writes it
with the mark, so two trainers at once lose nothing. A file that cannot be read as progress, or that a
later version wrote, is refused and left alone.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from pitboss.base.error import InputError
from pitboss.house.training.progress import (
    DEALER,
    PLAYER,
    Progress,
    RoleProgress,
    SessionTally,
    TopicMark,
    TopicTally,
)

VERSION = 1
LARGEST_FILE = 16_000_000
ROLES = (PLAYER, DEALER)
NAME = re.compile(r"\w[\w .-]{0,39}")
REPAIR = "mend it, or move it away to start anew; nothing was changed"

Tally = TypeVar("Tally", TopicTally, SessionTally)


def usual_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """Where data of users lies: XDG_DATA_HOME, or .local/share at home."""
    base = environment.get("XDG_DATA_HOME", "")
    home = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    return home / "pitboss" / "training"


@dataclass
class Memory:
    """Progress that ends with the program."""

    progress: Progress

    def add(self, role: str, session: SessionTally, mark: TopicMark) -> None:
        self.progress = self.progress.marked(role, session, mark)


@dataclass
class ProgressFile:
    """Progress that stays; read when it is made, and again before every change."""

    path: Path
    trainee: str
    game: str
    progress: Progress = field(init=False)

    def __post_init__(self) -> None:
        self.progress = self.read()

    def read(self) -> Progress:
        try:
            with self.path.open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
        except FileNotFoundError:
            return Progress(self.trainee, self.game)
        except OSError as problem:
            raise InputError(f"cannot read {self.path}: {problem.strerror}") from problem
        try:
            return parse_progress(content, trainee=self.trainee, game=self.game)
        except InputError as problem:
            raise InputError(f"{self.path}: {problem}; {REPAIR}") from problem

    def add(self, role: str, session: SessionTally, mark: TopicMark) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path.with_suffix(".lock")):
                progress = self.read().marked(role, session, mark)
                replace_file(self.path, format_progress(progress))
        except OSError as problem:
            raise InputError(f"cannot keep progress in {self.path}: {problem.strerror}") from problem
        self.progress = progress


Store = Memory | ProgressFile


def open_progress(directory: Path, trainee: str, game: str) -> ProgressFile:
    if not NAME.fullmatch(trainee):
        raise InputError(f"a trainee's name is letters, digits, dots and dashes, up to 40, not {trainee!r}")
    return ProgressFile(directory / trainee / f"{game}.json", trainee, game)


# -- the file --------------------------------------------------------------------------------------


def replace_file(path: Path, text: str) -> None:
    """The whole new file or the whole old one, whenever the power fails."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_directory(path.parent)


if sys.platform == "win32":
    import msvcrt

    def lock_file(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_LOCK, 1)

    def sync_directory(path: Path) -> None:
        """Windows keeps names without being asked."""

else:
    import fcntl

    def lock_file(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX)

    def sync_directory(path: Path) -> None:
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait for the lock; the system gives it back even if the program dies."""
    with path.open("a") as file:
        lock_file(file.fileno())
        yield


# -- its text --------------------------------------------------------------------------------------


def format_progress(progress: Progress) -> str:
    data: dict[str, object] = {"version": VERSION, "trainee": progress.trainee, "game": progress.game}
    for role, part in progress.parts.items():
        data[role] = {
            "topics": {topic: asdict(tally) for topic, tally in sorted(part.topics.items())},
            "sessions": [asdict(session) for session in part.sessions],
        }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def parse_progress(content: bytes, *, trainee: str, game: str) -> Progress:
    if len(content) > LARGEST_FILE:
        raise InputError(f"no progress is as large as {LARGEST_FILE:,} bytes")
    try:
        data = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise InputError(f"this is no JSON: {problem}") from problem
    whole = as_object(data, "the file")
    check_version(whole.get("version"))
    for key, wanted in (("trainee", trainee), ("game", game)):
        if whole.get(key) != wanted:
            raise InputError(f"the file is for {key} {whole.get(key)!r}, not {wanted!r}")
    for key in whole.keys() - {"version", "trainee", "game", *ROLES}:
        raise InputError(f"nobody knows what {key!r} is")
    return Progress(trainee, game, {role: parse_part(whole[role], role) for role in ROLES if role in whole})


def check_version(version: object) -> None:
    if type(version) is not int or version < 1:
        raise InputError(f"the file has no version, but {version!r}")
    if version > VERSION:
        raise InputError(
            f"a newer Pitboss wrote this (version {version}, this one knows {VERSION}): update Pitboss"
        )


def parse_part(data: object, role: str) -> RoleProgress:
    part = as_object(data, role)
    topics = {
        topic: parse_tally(tally, TopicTally, f"{role}: {topic}")
        for topic, tally in as_object(part.get("topics"), f"the topics of {role}").items()
    }
    sessions = part.get("sessions")
    if not isinstance(sessions, list):
        raise InputError(f"the sessions of {role} are no list")
    found = [parse_tally(one, SessionTally, f"{role}: session {n}") for n, one in enumerate(sessions, 1)]
    return RoleProgress(topics, tuple(found))


def parse_tally(data: object, kind: type[Tally], about: str) -> Tally:
    """Every field, each of its kind; counts are whole and not below zero."""
    entry = as_object(data, about)
    if entry.keys() != {one.name for one in fields(kind)}:
        raise InputError(f"{about} has {', '.join(entry) or 'nothing'}")
    for one in fields(kind):
        value = entry[one.name]
        is_text = one.name in ("id", "started")
        if not (isinstance(value, str) if is_text else type(value) is int and value >= 0):
            raise InputError(f"{about}: {one.name} cannot be {value!r}")
    tally = kind(**entry)
    if tally.missed > tally.asked:
        raise InputError(f"{about} was missed more often than asked")
    return tally


def as_object(data: object, about: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise InputError(f"{about} is no JSON object")
    return data

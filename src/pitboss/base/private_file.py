"""Files and folders of the program: for their owner alone, whole or not there. Whether a disk takes more."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

try:
    import fcntl
except ImportError:  # a system without file locks
    fcntl = None  # type: ignore[assignment]

PROBE_BYTES = 64 * 1024
OWNER_ONLY, OWNERS_FOLDER = 0o600, 0o700


def make_private(path: Path) -> None:
    """An empty file for its owner alone, before anything is written into it; one that is there stays."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
    os.close(handle)


def make_private_folder(path: Path) -> None:
    """A folder for its owner alone; one that is there stays as it is."""
    path.mkdir(parents=True, exist_ok=True, mode=OWNERS_FOLDER)


def cache_folder(name: str) -> Path:
    """Where this user's programs keep what they can make again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss" / name


def write_whole(path: Path, content: bytes) -> None:
    """The new file or the old one, never a part of it, however the writing ends."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        unfinished.write_bytes(content)
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def hold_alone(path: Path) -> bool:
    """Hold a file for as long as this process lives; false if another one does. The system lets it go."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
    try:
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return False
    return True


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Wait until no other process is here with this file."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
    try:
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def probe_disk(folder: Path) -> None:
    """Write a little to the disk and have it there, in a file without a name; raises what the system says."""
    with TemporaryFile(dir=folder) as file:
        file.write(bytes(PROBE_BYTES))
        file.flush()
        os.fsync(file.fileno())


def check_own(folder: Path) -> None:
    """Raise unless the folder is this user's and nobody else writes there: what lies in it is trusted."""
    found = folder.stat()
    if found.st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    if found.st_mode & 0o022:
        raise PermissionError(f"{folder} can be written by others: take that away with 'chmod go-w {folder}'")

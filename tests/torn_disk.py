"""A disk that forgets: what SQLite has written and not yet synchronised may be lost, whole or by sectors.

A thin layer goes under SQLite's own file system (its VFS): every write, truncation and synchronisation of
a file in a watched folder passes through Python, which keeps what is durable apart from what is only
written. At a chosen operation the power goes: the picture of the disk at that moment is what was durable and
a seeded part of the rest. The doomed process runs on for a moment, and nobody believes it any more.

Nothing is really synchronised, so it is fast; the memory shared between connections (-shm) is lost, as it is.
"""

import ctypes
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast, string_at
from functools import cache
from pathlib import Path
from random import Random

SECTOR = 512
OK = 0
Address = c_void_p
Sync = CFUNCTYPE(c_int, Address, c_int)
Truncate = CFUNCTYPE(c_int, Address, c_int64)
Write = CFUNCTYPE(c_int, Address, Address, c_int, c_int64)
Open = CFUNCTYPE(c_int, Address, Address, Address, c_int, Address)
"""A path stays an address: SQLite keeps it, and reads on behind its end."""
Delete = CFUNCTYPE(c_int, Address, Address, c_int)


class Methods(Structure):
    """sqlite3_io_methods: what is not looked at is passed on as it is."""

    _fields_ = (
        ("version", c_int),
        ("close", Address),
        ("read", Address),
        ("write", Address),
        ("truncate", Address),
        ("sync", Address),
        ("rest", Address * 13),
    )


class Vfs(Structure):
    """sqlite3_vfs."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", Address),
        ("name", c_char_p),
        ("data", Address),
        ("open", Address),
        ("delete", Address),
        ("rest", Address * 14),
    )


class Disk:
    """The files of one folder: what is durable, and what is written since."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        self.durable = {path.name: bytearray(path.read_bytes()) for path in folder.iterdir()}
        self.pending: list[tuple[str, int, bytes | None]] = []
        """Name, place and bytes; no bytes where the file was cut off there."""
        self.operations = 0
        self.crash_at: int | None = None
        self.picture: dict[str, bytes] | None = None
        """What was left when the power went."""

    def crash_after(self, operations: int) -> None:
        self.crash_at = self.operations + operations

    @property
    def is_dark(self) -> bool:
        """The power is gone: what happens now, nobody will see."""
        return self.picture is not None

    def count(self) -> None:
        """One more operation; the picture is taken before it is sure."""
        self.operations += 1
        if self.operations == self.crash_at:
            self.picture = self.left_over()

    def write(self, name: str, place: int, data: bytes | None) -> None:
        self.pending.append((name, place, data))
        self.count()

    def sync(self, name: str) -> None:
        self.count()
        if self.is_dark:
            return
        image = self.durable.setdefault(name, bytearray())
        for _, place, data in (one for one in self.pending if one[0] == name):
            put(image, place, data)
        self.pending = [one for one in self.pending if one[0] != name]

    def delete(self, name: str) -> None:
        self.count()
        self.durable.pop(name, None)
        self.pending = [one for one in self.pending if one[0] != name]

    def left_over(self) -> dict[str, bytes]:
        """Everything durable; of the rest all, nothing, or some sectors of some writes."""
        kept = self.random.choice((0.0, 0.5, 0.9, 1.0))
        images = {name: bytearray(data) for name, data in self.durable.items()}
        for name, place, data in self.pending:
            image = images.setdefault(name, bytearray())
            if data is None:
                if self.random.random() < kept:
                    put(image, place, None)
                continue
            for start in range(0, len(data), SECTOR):
                if self.random.random() < kept:
                    put(image, place + start, data[start : start + SECTOR])
        return {name: bytes(image) for name, image in images.items() if not name.endswith("-shm")}


def put(image: bytearray, place: int, data: bytes | None) -> None:
    if data is None:
        del image[place:]
        return
    if len(image) < place:
        image.extend(bytes(place - len(image)))
    image[place : place + len(data)] = data


# -- under SQLite ----------------------------------------------------------------------------------------


class Layer:
    """The file system of SQLite with disks in it; everything outside their folders goes by."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libsqlite3.so.0")
        self.library.sqlite3_libversion.restype = c_char_p
        assert self.library.sqlite3_libversion().decode() == sqlite3.sqlite_version, "another SQLite"
        self.library.sqlite3_vfs_find.restype = POINTER(Vfs)
        self.library.sqlite3_vfs_register.argtypes = (POINTER(Vfs), c_int)
        self.usual = self.library.sqlite3_vfs_find(None)
        self.disks: dict[str, Disk] = {}
        self.files: dict[int, tuple[Disk, str]] = {}
        self.methods: dict[int, tuple[Methods, Methods]] = {}
        self.vfs = Vfs.from_buffer_copy(self.usual.contents)
        self.vfs.name = b"torn"
        self._open, self._delete = Open(self.open), Delete(self.delete)
        self._hooks = Write(self.write), Truncate(self.truncate), Sync(self.sync)
        self.vfs.open, self.vfs.delete = as_address(self._open), as_address(self._delete)

    def register(self) -> None:
        self.library.sqlite3_vfs_register(ctypes.byref(self.vfs), 1)

    def unregister(self) -> None:
        self.library.sqlite3_vfs_register(self.usual, 1)
        self.library.sqlite3_vfs_unregister(ctypes.byref(self.vfs))

    def disk_of(self, path: int | None) -> tuple[Disk, str] | None:
        folder, _, name = (string_at(path) if path else b"").decode().rpartition("/")
        return (self.disks[folder], name) if folder in self.disks else None

    def open(self, vfs: int, path: int | None, file: int, flags: int, out: int) -> int:
        del vfs
        result = Open(self.usual.contents.open)(cast(self.usual, Address), path, file, flags, out)
        found = self.disk_of(path)
        if result == OK and found:
            self.files[file] = found
            found[0].durable.setdefault(found[1], bytearray())
            slot = cast(file, POINTER(Address))
            usual = slot[0]
            if usual not in self.methods:
                self.methods[usual] = self.hooked(usual)
            slot[0] = ctypes.addressof(self.methods[usual][1])
        return result

    def hooked(self, usual: int) -> tuple[Methods, Methods]:
        real = Methods.from_address(usual)
        ours = Methods.from_buffer_copy(real)
        ours.write, ours.truncate, ours.sync = map(as_address, self._hooks)
        self.usual_write, self.usual_truncate = Write(real.write), Truncate(real.truncate)
        return real, ours

    def delete(self, vfs: int, path: int, sync: int) -> int:
        del vfs
        found = self.disk_of(path)
        if found:
            found[0].delete(found[1])
        return Delete(self.usual.contents.delete)(cast(self.usual, Address), path, 0 if found else sync)

    def write(self, file: int, data: int, size: int, place: int) -> int:
        disk, name = self.files[file]
        if not disk.is_dark:
            disk.write(name, place, string_at(data, size))
        return self.usual_write(file, data, size, place)

    def truncate(self, file: int, size: int) -> int:
        disk, name = self.files[file]
        disk.write(name, size, None)
        return self.usual_truncate(file, size)

    def sync(self, file: int, flags: int) -> int:
        del flags
        disk, name = self.files[file]
        disk.sync(name)
        return OK


def as_address(function: object) -> int | None:
    return cast(function, Address).value  # type: ignore[arg-type]


@cache
def only_layer() -> Layer:
    """SQLite keeps addresses in it as long as a file is open, so it stays."""
    return Layer()


@contextmanager
def torn_disks() -> Iterator[Layer]:
    """While this lasts, folders in `disks` of the layer are on disks that forget."""
    layer = only_layer()
    layer.register()
    try:
        yield layer
    finally:
        layer.unregister()

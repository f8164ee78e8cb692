"""Checking a pack: everything in it is made again and compared, byte for byte."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.house.software import Software, find_differences, parse_manifest, read_software
from pitboss.reports.form import Json
from pitboss.reports.pack.making import (
    MANIFEST,
    Order,
    Progress,
    make_pack,
    no_progress,
    parse_order,
    read_libraries,
)
from pitboss.reports.page import Heading, Lines, Page, Tone, Toned, bullets


@dataclass(frozen=True)
class Manifest:
    order: Order
    software: Software
    libraries: Mapping[str, str]
    hashes: Mapping[str, str]


@dataclass(frozen=True)
class Check:
    files: int
    """How many were made again and compared."""
    differences: tuple[str, ...]

    @property
    def passes(self) -> bool:
        return not self.differences


def check_pack(
    folder: Path, *, progress: Progress = no_progress, make: Callable[..., Mapping[str, bytes]] = make_pack
) -> Check:
    filed = read_pack(folder)
    if MANIFEST not in filed:
        raise InputError(f"{folder} is no pack: it has no {MANIFEST}; 'pitboss report pack' makes one")
    manifest = read_manifest(filed[MANIFEST], str(folder / MANIFEST))
    made = make(manifest.order, progress=progress)
    found = [
        *find_differences(manifest.software, read_software()),
        *library_differences(manifest.libraries),
        *hash_differences(filed, manifest.hashes),
        *file_differences(filed, made),
    ]
    return Check(len(made), tuple(found))


def read_pack(folder: Path) -> dict[str, bytes]:
    """Its files by name. What is neither a file nor a folder of files does not belong into a pack."""
    found = {}
    try:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                raise InputError(f"{name} in {folder} is no plain file: a pack has only files and folders")
            if path.is_file():
                found[name] = path.read_bytes()
            elif not any(path.iterdir()):
                raise InputError(f"{name} in {folder} is an empty folder, which no pack has")
    except OSError as problem:
        raise InputError(f"cannot read {folder}: {problem.strerror}") from problem
    return found


def read_manifest(content: bytes, where: str) -> Manifest:
    try:
        data = json.loads(content)
        order, software, files = data["order"], data["software"], data["files"]
        hashes = {str(name): str(mark) for name, mark in files.items()}
        libraries = {str(name): str(version) for name, version in data["libraries"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise InputError(f"{where} cannot be read; make the pack again") from problem
    return Manifest(parse_order(order), parse_manifest(json.dumps(software), where), libraries, hashes)


def library_differences(expected: Mapping[str, str]) -> Iterator[str]:
    """Another typesetter sets other bytes: that is said before the files that differ by it."""
    running = read_libraries()
    for name in sorted({*expected, *running}):
        if expected.get(name) != running.get(name):
            made, here = expected.get(name, "none"), running.get(name, "none")
            yield f"the pack was made with {name} {made}, and {here} runs here: bytes may differ by that"


def hash_differences(filed: Mapping[str, bytes], hashes: Mapping[str, str]) -> Iterator[str]:
    """What is no longer as the pack's own manifest says."""
    for name, mark in hashes.items():
        if name in filed and sha256(filed[name]).hexdigest() != mark:
            yield f"{name}: its hash is not the one in the pack's manifest: it was changed after it was made"


def file_differences(filed: Mapping[str, bytes], made: Mapping[str, bytes]) -> Iterator[str]:
    for name in sorted({*filed, *made}):
        if name not in filed:
            yield f"{name}: missing in the pack"
        elif name not in made:
            yield f"{name}: not part of this pack"
        elif filed[name] != made[name]:
            yield f"{name}: {describe_difference(name, filed[name], made[name])}"


# -- data and page ---------------------------------------------------------------------------------


def check_data(check: Check) -> dict[str, Json]:
    return {"passes": check.passes, "files": check.files, "differences": list(check.differences)}


def check_page(check: Check) -> Page:
    heading = Heading("Check of a pack")
    if check.passes:
        words = f"All {check.files} files were made again and are the same, byte for byte."
        return (heading, Lines((Toned(words, Tone.GOOD),)))
    words = f"{check.files} files were made again; {len(check.differences)} differences:"
    return (heading, Lines((Toned(words, Tone.BAD),)), bullets(check.differences))


# -- where two files differ ------------------------------------------------------------------------

LONGEST = 60


def describe_difference(name: str, filed: bytes, made: bytes) -> str:
    """The first place: the value in JSON, the line in text, else the byte."""
    if name.endswith(".json"):
        return describe_json(filed, made)
    try:
        return describe_text(filed.decode(), made.decode())
    except UnicodeDecodeError:
        return describe_bytes(filed, made)


def describe_json(filed: bytes, made: bytes) -> str:
    try:
        old, new = json.loads(filed), json.loads(made)
        place, first, second = next(find_values(old, new), ("", "", ""))
    except (ValueError, RecursionError):
        return "it is no JSON any more"
    if not place:
        return "the same values are written in another way"
    return f"{place} is {first} in the pack and {second} by this program"


def find_values(old: Json, new: Json, place: str = "") -> Iterator[tuple[str, str, str]]:
    if isinstance(old, dict) and isinstance(new, dict) and list(old) == list(new):
        for key in old:
            yield from find_values(old[key], new[key], f"{place}.{key}" if place else str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (first, second) in enumerate(zip(old, new, strict=True)):
            yield from find_values(first, second, f"{place}[{number}]")
    elif type(old) is not type(new) or old != new:
        yield place or "the whole", short(json.dumps(old)), short(json.dumps(new))


def describe_text(filed: str, made: str) -> str:
    old, new = filed.splitlines(), made.splitlines()
    for number, (first, second) in enumerate(zip(old, new, strict=False), start=1):
        if first != second:
            return f"line {number} is {short(first)!r} in the pack and {short(second)!r} by this program"
    return f"it has {len(old)} lines in the pack and {len(new)} by this program"


def describe_bytes(filed: bytes, made: bytes) -> str:
    pairs = enumerate(zip(filed, made, strict=False))
    place = next((number for number, (old, new) in pairs if old != new), min(len(filed), len(made)))
    return f"byte {place:,} differs ({len(filed):,} bytes in the pack, {len(made):,} by this program)"


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"

"""Checking a pack: everything in it is made again and compared, byte for byte."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.house.software import Software, find_differences, parse_manifest, read_software
from pitboss.reports.form import Json
from pitboss.reports.pack.difference import describe_difference
from pitboss.reports.pack.making import MANIFEST, Progress, make_pack, no_progress
from pitboss.reports.pack.order import Order, parse_order
from pitboss.reports.page import Heading, Lines, Page, Tone, Toned, bullets


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
    order, software, hashes = read_manifest(filed[MANIFEST], str(folder / MANIFEST))
    made = make(order, progress=progress)
    found = [
        *find_differences(software, read_software()),
        *hash_differences(filed, hashes),
        *file_differences(filed, made),
    ]
    return Check(len(made), tuple(found))


def read_pack(folder: Path) -> dict[str, bytes]:
    try:
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    except OSError as problem:
        raise InputError(f"cannot read {folder}: {problem.strerror}") from problem


def read_manifest(content: bytes, where: str) -> tuple[Order, Software, Mapping[str, str]]:
    try:
        data = json.loads(content)
        order, software, files = data["order"], data["software"], data["files"]
        hashes = {str(name): str(mark) for name, mark in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise InputError(f"{where} cannot be read; make the pack again") from problem
    return parse_order(order), parse_manifest(json.dumps(software), where), hashes


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

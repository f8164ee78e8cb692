"""Making a pack: its parts are independent of each other, so several processes make them side by side.

The pack does not depend on how many processes there are or in which order they end: files are put together
by name, papers in the order of their parts.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pitboss import __version__
from pitboss.base.error import InputError
from pitboss.house.software import read_software
from pitboss.reports.form import Json, format_json
from pitboss.reports.pack.order import Order, order_data
from pitboss.reports.pack.part import MadePart, PackPart, make_part, parts_of
from pitboss.reports.page import Column, make_table
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.paper.typeset import bind
from pitboss.reports.record.equipment import software_data

MANIFEST = "manifest.json"
LIBRARIES = ("matplotlib", "typst", "xlsxwriter")
BOOK, TITLE = "pack.pdf", "Regulator's pack"
Progress = Callable[[str, int, int], None]
"""Told what is done, how many parts of it, and how many there are."""


def no_progress(words: str, done: int, parts: int) -> None:
    pass


def make_pack(
    order: Order, *, progress: Progress = no_progress, workers: int | None = None
) -> dict[str, bytes]:
    """The files of the pack by name."""
    parts = parts_of(order)
    made = run_parts(order, parts, progress, workers or os.cpu_count() or 1)
    files = {name: content for part in parts for name, content in made[part].files.items()}
    progress("binding", len(parts), len(parts) + 1)
    papers = [paper for part in parts for paper in made[part].papers]
    files[BOOK] = bind(TITLE, [*papers, hash_paper(files)], order.size)
    files[MANIFEST] = write_manifest(order, files)
    return dict(sorted(files.items()))


def run_parts(
    order: Order, parts: tuple[PackPart, ...], progress: Progress, workers: int
) -> Mapping[PackPart, MadePart]:
    progress("starting", 0, len(parts) + 1)
    made = {}
    for done, (part, found) in enumerate(made_parts(order, parts, workers), start=1):
        made[part] = found
        progress(str(part), done, len(parts) + 1)
    return made


def made_parts(
    order: Order, parts: tuple[PackPart, ...], workers: int
) -> Iterator[tuple[PackPart, MadePart]]:
    """As they are done: by one worker one after the other, right here."""
    if workers == 1:
        yield from ((part, make_part(order, part)) for part in parts)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(make_part, order, part): part for part in parts}
        yield from ((asked[future], future.result()) for future in as_completed(asked))


def hash_paper(files: Mapping[str, bytes]) -> Paper:
    """The last paper of the book: every other file of the pack by its hash."""
    hashes = hash_files(files)
    table = make_table((Column("File"), Column("SHA-256")), hashes.items())
    return Paper("Files of this pack", (table,), dict(hashes), (("Pitboss", __version__),), WIDE)


def hash_files(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: sha256(content).hexdigest() for name, content in sorted(files.items())}


def write_manifest(order: Order, files: Mapping[str, bytes]) -> bytes:
    data: dict[str, Json] = {
        "pack": 1,
        "order": order_data(order),
        "software": software_data(read_software()),
        "libraries": dict(read_libraries()),
        "definitions": dict(definitions_of(files)),
        "files": dict(hash_files(files)),
    }
    return f"{format_json(data)}\n".encode()


def read_libraries() -> dict[str, str]:
    """What sets the bytes of a paper, beside this program."""
    return {name: version(name) for name in LIBRARIES}


def definitions_of(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The fingerprint on each paper: of the game with the paytables that it is about."""
    for name, content in sorted(files.items()):
        data = json.loads(content) if name.endswith(".json") else None
        if isinstance(data, dict) and "fingerprint" in data:
            yield name, data["fingerprint"]


def zip_pack(files: Mapping[str, bytes]) -> bytes:
    """The pack as one file, the same bytes each time: no hour is in it."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(ZipInfo(f"pack/{name}"), content, ZIP_DEFLATED)
    return out.getvalue()


def make_folder(folder: Path) -> None:
    """A new one, before anybody waits for what is to go into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(f"{folder} is not empty: name a new folder")
    except OSError as problem:
        raise InputError(f"cannot write {folder}: {problem.strerror}") from problem


def write_pack(folder: Path, files: Mapping[str, bytes]) -> None:
    """The manifest last: a folder without one is no pack."""
    make_folder(folder)
    try:
        for name, content in sorted(files.items(), key=lambda item: item[0] == MANIFEST):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as problem:
        raise InputError(f"cannot write {folder}: {problem.strerror}") from problem

"""A pack: what it is made from, its parts, and how they are put together.

The order names the games, the paper and the shuffles for evidence. With the program itself that is all:
whoever has both can make the same pack again, byte for byte. The parts are independent of each other, so
several processes make them side by side. The pack does not depend on how many processes there are or in
which order they end: files are put together by name, papers in the order of their parts.
"""

import json
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from datetime import date
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pitboss import __version__
from pitboss.audit.finding import Finding, audit
from pitboss.base.error import InputError
from pitboss.house.evidence import examine
from pitboss.house.sample import FEWEST, MOST, gather
from pitboss.house.software import read_software
from pitboss.reports.audit_sheet import audit_data, audit_paper_page, numbered
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.rule_card import make_rule_card
from pitboss.reports.card.strategy_card import make_strategy_card
from pitboss.reports.evidence_sheet import evidence_data, evidence_page
from pitboss.reports.form import Json, format_json
from pitboss.reports.game_sheet import document_words
from pitboss.reports.page import Column, Heading, Listing, Page, make_table
from pitboss.reports.paper.paper import SHEET, WIDE, Form, Paper, PaperLayout, Size, write_paper
from pitboss.reports.paper.typeset import bind
from pitboss.reports.par.sheet import make_par_sheet, par_name, par_requests
from pitboss.reports.par.submission import NOTHING_SAID, Submission, make_submission
from pitboss.reports.record.equipment import software_data, software_paper
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.table.randomness import SeededRandomness
from pitboss.table.setup import Setup

SHUFFLES = 20_000
SEED = 230_15
"""Of the evidence's stream: anybody can shuffle it again. A live table never takes a seed."""


@dataclass(frozen=True)
class Order:
    games: tuple[str, ...]
    day: str
    """Printed on the papers; limits are posted as the rules of that day allow."""
    size: Size = Size.A4
    shuffles: int = SHUFFLES
    seed: int = SEED
    submission: Submission = NOTHING_SAID
    """What the user said about the submission, for the par sheets."""


def make_order(
    games: Sequence[str], day: date, *, size: Size = Size.A4, submission: Submission = NOTHING_SAID
) -> Order:
    """Of the games named, else of all."""
    named = tuple(dict.fromkeys(load_game(name).id for name in games)) or game_ids()
    return Order(named, day.isoformat(), size, submission=submission)


def order_data(order: Order) -> dict[str, Json]:
    """A submission only as far as it was told."""
    data = asdict(order) | {"games": list(order.games), "size": order.size.value}
    del data["submission"]
    return data | ({"submission": dict(order.submission.said)} if order.submission.said else {})


def parse_order(data: object) -> Order:
    """As a manifest has it; refused if anything in it is not what it should be."""
    try:
        order = read_order(cast(Mapping[str, Any], data))
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise InputError("the manifest does not say what the pack was made from; make it again") from problem
    unknown = set(order.games) - set(game_ids())
    if unknown:
        raise InputError(f"the pack is of {', '.join(sorted(unknown))}, which this program does not have")
    if format_json(order_data(order)) != format_json(cast(Json, data)):
        raise InputError("the manifest's order is not written as this program writes it; make the pack again")
    return order


def read_order(data: Mapping[str, Any]) -> Order:
    shuffles, seed = operator.index(data["shuffles"]), operator.index(data["seed"])
    if not FEWEST <= shuffles <= MOST:
        raise ValueError(shuffles)
    day = date.fromisoformat(data["day"]).isoformat()
    submission = make_submission(data.get("submission", {}))
    return Order(tuple(map(str, data["games"])), day, Size(data["size"]), shuffles, seed, submission)


# -- the parts -------------------------------------------------------------------------------------


READ = (Form.PDF, Form.JSON)
COMPUTED = (Form.PDF, Form.XLSX, Form.JSON)
"""A par sheet also as a workbook, whose formulas work it out again."""

Named = Iterator[tuple[str, Paper, tuple[Form, ...]]]
"""Where it lies in the pack, what it is, and in which forms."""


class PackPart(NamedTuple):
    kind: str
    game: str = ""

    def __str__(self) -> str:
        return f"{self.kind} of {load_game(self.game).name}" if self.game else self.kind


@dataclass(frozen=True)
class MadePart:
    files: Mapping[str, bytes]
    papers: tuple[Paper, ...]
    """To be bound; their workbooks are among the files already."""


def parts_of(order: Order) -> tuple[PackPart, ...]:
    """In the order in which they are bound."""
    kinds = ("definition", "cards", "par sheets")
    games = [PackPart(kind, game) for game in order.games for kind in kinds]
    return (PackPart("program"), PackPart("audit"), *games, PackPart("shuffler"))


def make_part(order: Order, part: PackPart) -> MadePart:
    found: dict[str, bytes] = {}
    papers = []
    if part.kind == "definition":
        found |= definition_files(part.game)
    for name, paper, forms in MAKERS[part.kind](order, part.game):
        found |= {f"{name}.{form.value}": write_paper(paper, form, order.size) for form in forms}
        papers.append(replace(paper, make_workbook=None))
    return MadePart(found, tuple(papers))


def definition_files(game: str) -> dict[str, bytes]:
    """The rules and the data file as they run."""
    folder = files("pitboss.games")
    names = (f"{game}.py", f"{game}.toml")
    return {f"definitions/{name}": folder.joinpath(name).read_bytes() for name in names}


# -- what each part holds --------------------------------------------------------------------------


def defined(order: Order, game: str) -> Named:
    """For the book only: the files themselves lie in the pack."""
    found = load_game(game)
    listings = [
        block
        for name, content in definition_files(game).items()
        for block in (Heading(name, 2), Listing(content.decode()))
    ]
    made_from = (("Definition", fingerprint(found)), ("Pitboss", __version__))
    yield "", Paper(f"Definition: {found.name}", tuple(listings), None, made_from), ()


def par_sheets(order: Order, game: str) -> Named:
    for request in par_requests(load_game(game)):
        yield (
            f"par/{par_name(request)}",
            make_par_sheet(request, day=order.day, submission=order.submission),
            COMPUTED,
        )


def cards(order: Order, game: str) -> Named:
    found = load_game(game)
    setup = Setup(found, date.fromisoformat(order.day), closed=found.unoffered)
    yield f"cards/{game}-rules", make_rule_card(setup), READ
    yield f"cards/{game}-dealer", make_dealer_card(found), READ
    if found.deciding:
        yield f"cards/{game}-strategy", make_strategy_card(found), READ


def audited(order: Order, game: str) -> Named:
    findings = audit(order.games)
    data: Json = [*audit_data(findings)]
    page = (*audit_paper_page([*map(numbered, findings)]), *titles_of(findings))
    yield "audit", plain_paper(page, data, layout=WIDE), READ


def titles_of(findings: Iterable[Finding]) -> Page:
    """Every document with its title, as the games that cite it have it, and its file."""
    titles = {(one.document, load_game(one.game).sources[one.document]): None for one in findings}
    rows = [(document_words(name), title, name) for name, title in sorted(titles)]
    columns = (Column("Document"), Column("Title", wraps=True), Column("File"))
    return (Heading("Documents", 2), make_table(columns, rows))


def shuffled(order: Order, game: str) -> Named:
    """Of the bare deck, from a seed, so that anybody can shuffle the same stream again."""
    evidence = examine(gather(SeededRandomness(order.seed), order.shuffles))
    yield "shuffler", plain_paper(evidence_page(evidence), evidence_data(evidence)), READ


def program(order: Order, game: str) -> Named:
    yield "program", software_paper(WIDE), READ


def plain_paper(page: Page, data: Json, *, layout: PaperLayout = SHEET) -> Paper:
    """A page whose first heading is its title."""
    head, *rest = page
    assert isinstance(head, Heading)
    return Paper(head.text, tuple(rest), data, (("Pitboss", __version__),), layout)


MAKERS: Mapping[str, Callable[[Order, str], Named]] = {
    "program": program,
    "audit": audited,
    "definition": defined,
    "cards": cards,
    "par sheets": par_sheets,
    "shuffler": shuffled,
}


# -- making ----------------------------------------------------------------------------------------


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

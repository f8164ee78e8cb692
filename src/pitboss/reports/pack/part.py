"""The parts of a pack: the program, the audit, the shuffler; each game's definition, par sheets and cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from importlib.resources import files
from typing import NamedTuple

from pitboss import __version__
from pitboss.audit.finding import Finding, audit
from pitboss.house.evidence import examine
from pitboss.house.sample import gather
from pitboss.reports.audit_sheet import audit_data, audit_paper_page, numbered
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.rule_card import make_rule_card
from pitboss.reports.card.strategy_card import make_strategy_card
from pitboss.reports.evidence_sheet import evidence_data, evidence_page
from pitboss.reports.form import Json
from pitboss.reports.game_sheet import document_words
from pitboss.reports.pack.order import Order
from pitboss.reports.page import Column, Heading, Listing, Page, make_table
from pitboss.reports.paper.paper import SHEET, WIDE, Form, Paper, PaperLayout
from pitboss.reports.paper.writing import write_paper
from pitboss.reports.par.sheet import make_par_sheet, par_name, par_requests
from pitboss.reports.record.equipment import software_paper
from pitboss.rules import load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.table.randomness import SeededRandomness
from pitboss.table.setup import Setup

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
    yield f"cards/{game}-rules", make_rule_card(Setup(found, date.fromisoformat(order.day))), READ
    yield f"cards/{game}-dealer", make_dealer_card(found), READ
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

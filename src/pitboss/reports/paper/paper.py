"""A paper: what a report says, as a page and as data, what it was made from, and its bytes in any form.

Nothing here knows the hour: two papers made from the same inputs are the same bytes. Whoever wants a day on
a paper gives it as an input.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.base.extra import naming_extra, require
from pitboss.base.private_file import write_whole
from pitboss.reports.form import Json, format_html, format_json, format_markdown, format_rows, format_text
from pitboss.reports.page import Facts, Heading, Page


class Size(StrEnum):
    """By the names that the typesetter has for them."""

    A4 = "a4"
    LETTER = "us-letter"


class Form(StrEnum):
    """By the ending of a file."""

    PDF = "pdf"
    XLSX = "xlsx"
    HTML = "html"
    MARKDOWN = "md"
    CSV = "csv"
    JSON = "json"
    TEXT = "txt"


@dataclass(frozen=True)
class PaperLayout:
    columns: int = 1
    is_landscape: bool = False
    is_one_page: bool = False
    """Set smaller until it fits on one page, down to what can still be read."""
    largest_points: float = 10.5
    """Where that begins."""


SHEET = PaperLayout()
WIDE = PaperLayout(is_landscape=True)
CARD = PaperLayout(columns=2, is_one_page=True)


@dataclass(frozen=True)
class Paper:
    title: str
    """'Par sheet: Three Card Poker, Pair Plus A'."""
    page: Page
    """Without a heading of the first level: the title stands above it."""
    data: Json
    made_from: tuple[tuple[str, str], ...] = ()
    """What it was made from, for the foot of every page: the fingerprint, the version."""
    layout: PaperLayout = SHEET
    banner: Page = ()
    """Blocks above the columns, as wide as the page."""
    is_right: bool = True
    """False if it reports that something is not as it should be; the command then ends with status 1."""
    make_workbook: Callable[[], bytes] | None = None
    """For a paper whose spreadsheet is more than its tables: one that computes."""


# -- colours, for whoever draws or writes cells; `paper.typ` has the same for the typesetter ---------

INK, SOFT, GOLD, HAIRLINE = "#1f1a14", "#5f5242", "#8a6a1f", "#cbbb9a"
DARK_GOLD = "#7a5c14"
"""For letters on a screen, where gold would be too pale."""
PALE_GOLD = "#f6ebcb"
"""Behind cells that may be changed."""
GOOD, CAREFUL, INFERRED, BAD = "#1d5c1a", "#6b4e00", "#0c5560", "#9c1c0b"
BANDS = ("#ebdfc0", "#c9ad6a")
"""From the widest band to the narrowest."""


# -- the bytes of a file ---------------------------------------------------------------------------


WRITERS = {Form.PDF: "typst", Form.XLSX: "xlsxwriter"}


def write_paper(paper: Paper, form: Form, size: Size = Size.A4) -> bytes:
    """Refused where the package that writes the form is not installed."""
    with naming_extra():
        return write_form(paper, form, size)


def write_form(paper: Paper, form: Form, size: Size) -> bytes:
    match form:
        case Form.PDF:
            from pitboss.reports.paper.typeset import typeset

            return typeset(paper, size)
        case Form.XLSX:
            from pitboss.reports.paper.workbook import make_workbook

            return paper.make_workbook() if paper.make_workbook else make_workbook(paper)
        case Form.HTML:
            return as_file(format_html(whole_page(paper), title=paper.title))
        case Form.MARKDOWN:
            return as_file(format_markdown(whole_page(paper)))
        case Form.CSV:
            return format_rows(paper.page).encode()
        case Form.TEXT:
            return as_file(format_text(whole_page(paper)))
        case Form.JSON:
            return as_file(format_json(paper.data))


def whole_page(paper: Paper) -> Page:
    """With the title above and what it was made from below, as forms without a typesetter have it."""
    foot = (Heading("Made from", 2), Facts(paper.made_from)) if paper.made_from else ()
    return (Heading(paper.title), *paper.banner, *paper.page, *foot)


def as_file(text: str) -> bytes:
    return f"{text}\n".encode()


def save(path: Path, content: bytes) -> None:
    """Whole or not at all: a paper that was cut off must not lie there as if it were one."""
    try:
        write_whole(path, content)
    except OSError as problem:
        raise InputError(f"cannot write {path}: {problem.strerror}") from problem


def form_of(name: str) -> Form:
    """By the ending of a file's name; refused where the package that writes it is not installed."""
    ending = name.rpartition(".")[2].lower()
    try:
        form = Form(ending)
    except ValueError as problem:
        endings = ", ".join(f".{form.value}" for form in Form)
        raise InputError(f"{name}: a paper's file ends with one of {endings}") from problem
    if form in WRITERS:
        require(WRITERS[form])
    return form

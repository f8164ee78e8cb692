"""A paper as a spreadsheet: what stands on the page stands in the cells, numbers as numbers.

A long table under a heading gets a sheet of its own, where its head stays in sight; everything else stays
together on the first. `sheet` writes the cells.
"""

import io
import re
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime

import xlsxwriter
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pitboss.reports.page import Heading, Lines, Page, PageTable
from pitboss.reports.paper.paper import Paper
from pitboss.reports.paper.sheet import LONG_TABLE, Formats, SheetWriter, find_widths

NO_HOUR = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""The day that a workbook says it was made on: the same for all, so that the same paper is the same bytes."""
SECTION = 2
"""The level of a heading that begins a section."""
LONGEST_NAME = 31
FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
RESERVED = "history"
"""A name that Excel keeps for itself."""
LONGEST_FOOT = 200


def open_workbook(out: io.BytesIO, title: str) -> Workbook:
    workbook = xlsxwriter.Workbook(out, {"in_memory": True})
    workbook.set_properties({"title": title, "created": NO_HOUR})
    return workbook


def make_workbook(paper: Paper) -> bytes:
    out = io.BytesIO()
    with closing(open_workbook(out, paper.title)) as workbook:
        formats, names = Formats(workbook), list[str]()
        for title, page in make_sheets(paper):
            names.append(name_sheet(title, names))
            sheet = workbook.add_worksheet(names[-1])
            set_print(sheet, paper)
            SheetWriter(sheet, formats, find_widths(page)).write(title, page)
    return out.getvalue()


def make_sheets(paper: Paper) -> list[tuple[str, Page]]:
    """Titles and pages of the sheets; the first is what is left, with what the paper was made from."""
    first: Page = ()
    own: list[tuple[str, Page]] = []
    for section in split_sections((*paper.banner, *paper.page)):
        head, *rest = section
        if isinstance(head, Heading) and head.level == SECTION and has_long_table(rest):
            own.append((head.text, tuple(rest)))
        else:
            first += section
    return [(paper.title, (*first, *foot_of(paper))), *own]


def foot_of(paper: Paper) -> Page:
    """As words: a version is no number."""
    if not paper.made_from:
        return ()
    return (Heading("Made from", 3), Lines(tuple(f"{label}: {value}" for label, value in paper.made_from)))


def split_sections(page: Page) -> list[Page]:
    sections: list[Page] = []
    for block in page:
        if not sections or (isinstance(block, Heading) and block.level <= SECTION):
            sections.append(())
        sections[-1] = (*sections[-1], block)
    return sections


def has_long_table(blocks: Sequence[object]) -> bool:
    return any(isinstance(block, PageTable) and len(block.rows) >= LONG_TABLE for block in blocks)


def name_sheet(title: str, taken: Sequence[str]) -> str:
    """The title as far as a sheet may be called so, and no other sheet is."""
    words = " ".join(FORBIDDEN.sub(" ", title).split()).strip("'") or "Sheet"
    if words.lower() == RESERVED:
        words = f"{words} of it"
    known = {name.lower() for name in taken}
    name, number = words[:LONGEST_NAME].strip().strip("'"), 1
    while name.lower() in known:
        number += 1
        name = f"{words[: LONGEST_NAME - 4].strip()} {number}"
    return name


def set_print(sheet: Worksheet, paper: Paper) -> None:
    """As wide as a page of whatever paper lies in the printer, with the title and the number of the page."""
    sheet.hide_gridlines(2)
    sheet.fit_to_pages(1, 0)
    sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    if paper.layout.is_landscape:
        sheet.set_landscape()
    title = paper.title[:LONGEST_FOOT].replace("&", "&&")
    sheet.set_footer(f"&L&8{title}&R&8Page &P of &N")

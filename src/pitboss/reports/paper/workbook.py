"""A paper as a spreadsheet: what stands on the page stands in the cells, numbers as numbers.

A long table under a heading gets a sheet of its own, where its head stays in sight; everything else stays
together on the first. Words are written as words whatever they begin with: no text of a journal becomes a
formula. The only formula is a total, and only where the cells above it add up to the figure that the page
prints.
"""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from math import ceil

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pitboss.reports.cell import Number
from pitboss.reports.form import RISKY
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Listing,
    Page,
    PageTable,
    Picture,
    Signatures,
    Tone,
    number_of,
    tone_of,
)
from pitboss.reports.paper.paper import BAD, CAREFUL, DARK_GOLD, GOOD, HAIRLINE, INFERRED, INK, SOFT, Paper

LONG_TABLE = 24
"""Rows from which a table is too long to be seen at once."""
TOTAL = "Total"
"""How the last row of a table begins if it is one of sums."""
ACROSS = 84
"""Characters over which a sentence runs: as much as a portrait page takes."""
USUAL_WIDTH = 8
"""Of a column that no table needs."""
SIGNED = 40
"""Characters that a signature has room for."""
LONGEST_CELL = 32_000
MOST_FROZEN = 10
"""Rows: more of them would leave no room to scroll in."""
LINE_POINTS, MOST_LINES = 15, 27
"""A row is at most 409 points high."""
COLOURS = {Tone.GOOD: GOOD, Tone.CAREFUL: CAREFUL, Tone.INFERRED: INFERRED, Tone.BAD: BAD, Tone.DIM: SOFT}
STRONG = frozenset({Tone.STRONG, Tone.BAD})
TITLES = {1: 16, 2: 13}
"""Points, by the level of a heading."""
LINED = {"bottom": 4, "bottom_color": HAIRLINE}
HEAD = {
    "font_color": DARK_GOLD,
    "bold": True,
    "valign": "top",
    "text_wrap": True,
    "bottom": 1,
    "bottom_color": DARK_GOLD,
}


Look = dict[str, object]
"""How a cell looks, by the names that the writer of workbooks has for it."""


def look_of(tone: Tone = Tone.PLAIN, **more: object) -> Look:
    return {"font_color": COLOURS.get(tone, INK), "bold": tone in STRONG, "valign": "top", **more}


@dataclass
class Formats:
    """Looks that a workbook knows, each made once."""

    workbook: Workbook
    known: dict[str, Format] = field(default_factory=dict)

    def find(self, look: Look) -> Format:
        key = str(sorted(look.items()))
        if key not in self.known:
            self.known[key] = self.workbook.add_format(look)
        return self.known[key]


@dataclass
class SheetWriter:
    sheet: Worksheet
    formats: Formats
    widths: Sequence[int]
    """Of the columns, in characters."""
    row: int = 0
    heads: list[int] = field(default_factory=list)
    """Where the heads of long tables stand."""

    def write(self, title: str, page: Page) -> None:
        for place, width in enumerate(self.widths):
            self.sheet.set_column(place, place, width)
        self.write_heading(Heading(title))
        self.row += 1
        for block in page:
            self.write_block(block)
            self.row += 0 if isinstance(block, Heading) else 1
        self.freeze()

    def freeze(self) -> None:
        """The head of the only long table stays in sight and comes again on every page; or the title."""
        last = self.heads[0] if len(self.heads) == 1 else 0
        self.sheet.freeze_panes(last + 1 if last < MOST_FROZEN else 1, 0)
        self.sheet.repeat_rows(last)

    def write_block(self, block: Block) -> None:
        match block:
            case Heading():
                self.write_heading(block)
            case Facts(rows=rows):
                for label, value in rows:
                    self.write_fact(label, value)
            case PageTable():
                self.write_table(block)
            case Lines(lines=lines, bullet=bullet):
                for line in lines:
                    mark = "• " if bullet else ""
                    self.write_across(f"{mark}{line}", look_of(tone_of(line), text_wrap=True))
            case Picture(words=words):
                self.write_across(f"[{words}]", look_of(Tone.DIM, text_wrap=True))
            case Signatures(roles=roles):
                self.write_signatures(roles)
            case Listing(text=text):
                for one in text.splitlines():
                    self.write_across(one, look_of())

    def write_heading(self, heading: Heading) -> None:
        look = look_of(font_color=DARK_GOLD, bold=True, font_size=TITLES.get(heading.level, 11))
        self.put_words(self.row, 0, heading.text, look)
        self.row += 1

    def write_fact(self, label: str, value: Cell) -> None:
        self.put_words(self.row, 0, label, look_of(font_color=SOFT))
        if number := number_of(value):
            self.put_number(1, number, look_of(tone_of(value), align="left"))
            self.row += 1
        else:
            self.write_across(str(value), look_of(tone_of(value), text_wrap=True), first=1)

    def write_across(self, text: str, look: Look, *, first: int = 0) -> None:
        """A sentence over as many columns as it takes, in as many lines as it needs."""
        last, width = self.reach(first, len(text))
        if last > first:
            self.sheet.merge_range(self.row, first, self.row, last, "", self.formats.find(look))
        self.put_words(self.row, first, text, look)
        self.set_lines(count_lines(text, width))
        self.row += 1

    def set_lines(self, lines: int) -> None:
        """Not every program that opens the sheet finds out by itself how high a row is."""
        if lines > 1:
            self.sheet.set_row(self.row, LINE_POINTS * min(lines, MOST_LINES))

    def reach(self, first: int, wanted: int) -> tuple[int, int]:
        """The last of the columns from the first that hold n characters, and how many they hold."""
        last, width = first, self.width(first)
        while width < wanted and sum(map(self.width, range(last + 1))) < ACROSS:
            last += 1
            width += self.width(last)
        return last, width

    def width(self, place: int) -> int:
        return self.widths[place] if place < len(self.widths) else USUAL_WIDTH

    def write_signatures(self, roles: Sequence[str]) -> None:
        """A line to sign on and one for the day, with room above for a hand."""
        line, words = look_of(bottom=1), look_of(font_color=SOFT)
        last, _ = self.reach(0, SIGNED)
        for role in roles:
            self.sheet.set_row(self.row, 2 * LINE_POINTS)
            for place in (*range(last + 1), last + 2, last + 3):
                self.sheet.write_blank(self.row, place, None, self.formats.find(line))
            self.put_words(self.row + 1, 0, role, words)
            self.put_words(self.row + 1, last + 2, "Date", words)
            self.row += 2

    # -- tables ----------------------------------------------------------------------------------

    def write_table(self, table: PageTable) -> None:
        if len(table.rows) >= LONG_TABLE:
            self.heads.append(self.row)
        for place, column in enumerate(table.columns):
            look = {**HEAD, **side(column, place)}
            self.put_words(self.row, place, column.title, look)
        self.set_lines(self.highest([column.title for column in table.columns]))
        self.row += 1
        first = self.row
        for row in table.rows:
            self.write_row(table, row, first)
            self.row += 1

    def write_row(self, table: PageTable, row: Sequence[Cell], first: int) -> None:
        sums = live_sums(table) if row is table.rows[-1] else frozenset()
        for place, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
            frame = {**LINED, **side(column, place)}
            if number := number_of(cell):
                above = xl_range(first, place, self.row - 1, place) if place in sums else ""
                self.put_number(place, number, {**look_of(tone_of(cell)), **frame}, above=above)
            else:
                wraps = column.wraps or column.under or len(str(cell)) > WIDEST
                look = {**look_of(tone_of(cell), text_wrap=wraps), **frame}
                self.put_words(self.row, place, str(cell), look)
        self.set_lines(self.highest(row))

    def highest(self, cells: Sequence[Cell]) -> int:
        """Lines of the cell that needs most."""
        return max(count_lines(str(cell), self.width(place)) for place, cell in enumerate(cells))

    # -- cells -----------------------------------------------------------------------------------

    def put_number(self, place: int, number: Number, look: Look, *, above: str = "") -> None:
        format_ = self.formats.find({**look, "num_format": number.pattern})
        if above:
            self.sheet.write_formula(self.row, place, f"=SUM({above})", format_, float(number.exact))
        else:
            self.sheet.write_number(self.row, place, float(number.exact), format_)

    def put_words(self, row: int, place: int, text: str, look: Look) -> None:
        if text.startswith(RISKY):
            look = {**look, "quote_prefix": True}
        self.sheet.write_string(row, place, text[:LONGEST_CELL], self.formats.find(look))


def side(column: Column, place: int) -> Look:
    """Numbers to the right; words a little away from the number before them."""
    return {"align": "right"} if column.right else {"align": "left", "indent": 1 if place else 0}


def live_sums(table: PageTable) -> frozenset[int]:
    """Columns of a table with totals whose last cell is the sum of those above, to the last digit."""
    *rows, last = table.rows
    if str(last[0]) != TOTAL or not rows:
        return frozenset()
    return frozenset(
        place for place in range(len(table.columns)) if adds_up([row[place] for row in rows], last[place])
    )


def adds_up(cells: Sequence[Cell], total: Cell) -> bool:
    written = [number_of(cell) for cell in cells if str(cell)]
    whole = number_of(total)
    if whole is None or not all(written):
        return False
    return sum((one.exact for one in written if one), Decimal()) == whole.exact


# -- measures --------------------------------------------------------------------------------------


NARROWEST, WIDEST_TITLE, WIDEST, WIDEST_WORDS = 9, 14, 30, 46
"""Characters: of any column, of one for its title's sake, for a name's, for sentences."""


def find_widths(page: Page) -> list[int]:
    """By content: columns of tables, labels of facts, and numbers that would not show if they did not fit."""
    widths: list[int] = [NARROWEST, NARROWEST]
    for place, length in lengths(page):
        widths += [NARROWEST] * (place + 1 - len(widths))
        widths[place] = max(widths[place], length + 2)
    return widths


def lengths(page: Page) -> Iterator[tuple[int, int]]:
    for block in page:
        if isinstance(block, Facts):
            for label, value in block.rows:
                yield 0, len(label)
                yield 1, len(str(value)) if number_of(value) else 0
        elif isinstance(block, PageTable):
            for place, column in enumerate(block.columns):
                widest = WIDEST_WORDS if column.wraps or column.under else WIDEST
                yield (
                    place,
                    max(min(len(column.title), WIDEST_TITLE), *map(len, column.title.split() or [""])),
                )
                yield place, min(widest, max((len(str(row[place])) for row in block.rows), default=0))


def count_lines(text: str, width: int) -> int:
    """About so many: words are broken where they end."""
    return sum(ceil(max(1, len(line)) / (width - 1)) for line in text.splitlines() or [""])


# -- the workbook ----------------------------------------------------------------------------------


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

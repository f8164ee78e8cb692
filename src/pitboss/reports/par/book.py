"""A par sheet as a workbook: a summary, a sheet that computes for each wager, and the notes."""

import io
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict

from xlsxwriter.workbook import Workbook

from pitboss.audit.part import SheetPart
from pitboss.reports.page import Facts, Page
from pitboss.reports.paper.paper import Paper
from pitboss.reports.paper.workbook import (
    Formats,
    SheetWriter,
    find_widths,
    name_sheet,
    open_workbook,
    set_print,
)
from pitboss.reports.par.cell import PERCENT, PLAIN, SheetCells
from pitboss.reports.par.formula import write_wager
from pitboss.reports.par.submission import NOTHING_SAID, Submission, title_of
from pitboss.reports.par.wager_section import before, in_full, part_name

SUMMARY, NOTES = "Summary", "Notes"
HEADS = ("Wager", "House advantage", "Element of risk", "Hit frequency", "The advantage", "As filed")


def write_book(
    paper: Paper, parts: Sequence[SheetPart], about: Facts, notes: Page, submission: Submission = NOTHING_SAID
) -> bytes:
    out = io.BytesIO()
    with closing(open_workbook(out, paper.title)) as workbook:
        formats, names = Formats(workbook), [SUMMARY, NOTES]
        summary = SheetCells(workbook, workbook.add_worksheet(SUMMARY), formats)
        wagers = [write_part(workbook, formats, paper, part, names) for part in parts]
        set_print(summary.sheet, paper)
        summary.sheet.set_landscape()
        summary.put_title(paper.title, points=16)
        write_submission(summary, submission)
        write_summary(summary, parts, wagers, about)
        write_notes(workbook, formats, paper, notes)
    return out.getvalue()


def write_part(
    workbook: Workbook, formats: Formats, paper: Paper, part: SheetPart, names: list[str]
) -> SheetCells:
    names.append(name_sheet(sheet_title(part), names))
    sheet = workbook.add_worksheet(names[-1])
    set_print(sheet, paper)
    sheet.set_landscape()
    cells = SheetCells(workbook, sheet, formats)
    write_wager(part, cells)
    return cells


def sheet_title(part: SheetPart) -> str:
    """The paytable's name, if it has one of its own."""
    table, analysis = part.table, part.analysis
    return table.id if table and table.id in analysis.game.paytables else analysis.wager.label


def write_submission(cells: SheetCells, submission: Submission) -> None:
    """What was not said is left to be filled in."""
    for name, value in asdict(submission).items():
        cells.put_words(0, title_of(name))
        if value:
            cells.put_words(1, value)
        else:
            cells.put_blank(1, PLAIN)
        cells.row += 1


def write_summary(
    cells: SheetCells, parts: Sequence[SheetPart], wagers: Sequence[SheetCells], about: Facts
) -> None:
    """Taken from the wagers' sheets, so that it follows what is changed there."""
    for label, value in about.rows:
        cells.put_words(0, label)
        cells.put_words(1, str(value))
        cells.row += 1
    cells.put_section("Wagers")
    cells.put_head(*HEADS, words=(0, 4, 5))
    for part, wager in zip(parts, wagers, strict=True):
        cells.put_words(0, part_name(part) + before(part))
        for column, name in enumerate(("advantage", "risk", "hit"), 1):
            cells.put_formula(column, wager.elsewhere(wager.named[name]), wager.known[name], PERCENT)
        check = wager.elsewhere(wager.named["check"])
        cells.put_formula(4, check, wager.answers["check"], align="left", indent=1)
        cells.put_words(5, in_full(part.analysis.house_advantage, part.analysis.interval))
        cells.row += 1
    cells.sheet.set_column(0, 0, 46)
    cells.sheet.set_column(1, 3, 18)
    cells.sheet.set_column(4, 5, 44)


def write_notes(workbook: Workbook, formats: Formats, paper: Paper, notes: Page) -> None:
    sheet = workbook.add_worksheet(NOTES)
    set_print(sheet, paper)
    SheetWriter(sheet, formats, find_widths(notes)).write(NOTES, notes)

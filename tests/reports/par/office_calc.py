"""Judges of workbooks: they compute every formula again, whatever result stands beside it.

pycel needs nothing but Python, and judges in every run; LibreOffice, an office program, in long ones.
"""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
from openpyxl.formula import Tokenizer
from pycel import ExcelCompiler

ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""
"""A setting of the program: never to trust the results in a file."""


class JudgedCell:
    """A cell whose formula is computed when its value is asked for."""

    def __init__(self, cell, engine: ExcelCompiler) -> None:
        self.cell, self.engine = cell, engine
        self.column, self.row = cell.column, cell.row

    @property
    def value(self):
        if self.cell.data_type != "f":
            return self.cell.value
        return self.engine.evaluate(f"{self.cell.parent.title}!{self.cell.coordinate}")


class JudgedSheet:
    def __init__(self, sheet, engine: ExcelCompiler) -> None:
        self.sheet, self.engine = sheet, engine
        self.title = sheet.title

    def iter_rows(self):
        return ([JudgedCell(cell, self.engine) for cell in row] for row in self.sheet.iter_rows())

    def __getitem__(self, place: str):
        """A cell, or all cells of a column."""
        found = self.sheet[place]
        if isinstance(found, tuple):
            return [JudgedCell(cell, self.engine) for cell in found]
        return JudgedCell(found, self.engine)


class JudgedBook:
    """A workbook of which only formulas are known; a result is computed when a test reads it."""

    def __init__(self, book: bytes) -> None:
        self.formulas = read(book)
        for sheet in self.formulas:
            spell_out_names(sheet)
        self.engine = ExcelCompiler(excel=self.formulas)

    def __getitem__(self, title: str) -> JudgedSheet:
        return JudgedSheet(self.formulas[title], self.engine)

    def __iter__(self):
        return (JudgedSheet(sheet, self.engine) for sheet in self.formulas)


def recalculate_in_python(books: dict[str, bytes], folder: Path) -> dict[str, JudgedBook]:
    return {name: JudgedBook(book) for name, book in books.items()}


def spell_out_names(sheet) -> None:
    """Names that hold on one sheet alone are not known to pycel: their ranges stand in their places."""
    ranges = {name: defined.attr_text.partition("!")[2] for name, defined in sheet.defined_names.items()}
    for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
        formula = Tokenizer(cell.value)
        for item in formula.items:
            item.value = ranges.get(item.value, item.value)
        cell.value = formula.render()


def recalculate_in_office(books: dict[str, bytes], folder: Path) -> dict[str, openpyxl.Workbook]:
    """All in one start of LibreOffice, which takes seconds."""
    office = shutil.which("soffice")
    assert office, "no soffice: 'make office' installs it"
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS)
    paths = [folder / f"{name}.xlsx" for name in books]
    for path, book in zip(paths, books.values(), strict=True):
        path.write_bytes(book)
    order = [office, "--headless", f"-env:UserInstallation={profile.as_uri()}", "--convert-to", "xlsx"]
    subprocess.run([*order, "--outdir", folder / "out", *paths], check=True, capture_output=True, timeout=120)
    return {name: openpyxl.load_workbook(folder / "out" / f"{name}.xlsx", data_only=True) for name in books}


def read(book: bytes, *, results: bool = False) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(book), data_only=results)


def save(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def says(sheet, label):
    return any(cell.value == label for row in sheet.iter_rows() for cell in row)


def find(sheet, label, *, beside=1):
    """The cell beside the one that says this."""
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value == label:
                return row[cell.column - 1 + beside]
    raise AssertionError(f"{sheet.title} does not say {label!r}")

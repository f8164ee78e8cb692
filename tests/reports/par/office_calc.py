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


def recalculate_in_python(books: dict[str, bytes], folder: Path) -> dict[str, openpyxl.Workbook]:
    return {name: compute(book) for name, book in books.items()}


def compute(book: bytes) -> openpyxl.Workbook:
    """The workbook with the result of every formula in its place, of which none was known."""
    formulas, computed = read(book), read(book)
    for sheet in formulas:
        spell_out_names(sheet)
    engine = ExcelCompiler(excel=formulas)
    for sheet in computed:
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
            cell.value = engine.evaluate(f"{sheet.title}!{cell.coordinate}")
    return computed


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

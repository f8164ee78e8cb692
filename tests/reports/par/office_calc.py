"""LibreOffice as a judge of workbooks: it computes every formula again, whatever result stands beside it."""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl

ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""
"""A setting of the program: never to trust the results in a file."""


def recalculate(books: dict[str, bytes], folder: Path) -> dict[str, openpyxl.Workbook]:
    """All in one start of the program, which takes seconds."""
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

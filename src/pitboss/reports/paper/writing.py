"""A paper as the bytes of a file, in any of its forms."""

import os
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.base.extra import naming_extra, require
from pitboss.reports.form import format_html, format_json, format_markdown, format_rows, format_text
from pitboss.reports.page import Facts, Heading, Page
from pitboss.reports.paper.paper import Form, Paper, Size

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
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        unfinished.write_bytes(content)
        os.replace(unfinished, path)
    except OSError as problem:
        unfinished.unlink(missing_ok=True)
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

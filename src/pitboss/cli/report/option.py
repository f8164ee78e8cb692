"""What the commands for papers share: where to write, on which paper, and how it is said."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli.screen import say, say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.reports.paper.paper import Paper, Size


class PaperName(StrEnum):
    A4 = "a4"
    LETTER = "letter"


Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write the paper to this file; its ending says how: .pdf, .xlsx, .html, .md, .json, .txt.",
    ),
]
Day = Annotated[
    str | None,
    typer.Option("--date", metavar="YYYY-MM-DD", help="A day to print on the paper. Default: none."),
]
PaperSize = Annotated[PaperName, typer.Option("--paper", help="The size of a PDF's pages.")]


def read_day(text: str | None) -> str:
    """As it is written; empty for none."""
    try:
        return date.fromisoformat(text).isoformat() if text is not None else ""
    except ValueError as problem:
        raise InputError(f"--date: write a day as 2026-11-16, not {text!r}") from problem


def say_paper(paper: Paper, *, out: Path | None, size: PaperName = PaperName.A4, json: bool = False) -> None:
    """To a file, or to the terminal."""
    if out is not None:
        write_out(paper, out, page_size(size))
        say(f"{out}: {paper.title}")
    elif json:
        say_json(paper.data)
    else:
        from pitboss.reports.paper.writing import whole_page

        say_page(whole_page(paper))


def page_size(name: PaperName) -> Size:
    from pitboss.reports.paper.paper import Size

    return Size.A4 if name is PaperName.A4 else Size.LETTER


def write_out(paper: Paper, out: Path, size: Size) -> None:
    from pitboss.reports.paper.writing import form_of, save, write_paper

    form = form_of(out.name)
    with working("Typesetting"):
        content = write_paper(paper, form, size)
    save(out, content)

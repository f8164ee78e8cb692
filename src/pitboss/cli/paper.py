"""What the commands for papers share: where to write, on which paper, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.option import word
from pitboss.cli.screen import say, say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.reports.paper.paper import Paper, Size
    from pitboss.reports.par.submission import Submission

NOT_RIGHT = 1


class PaperName(StrEnum):
    A4 = "a4"
    LETTER = "letter"


Out = Annotated[
    list[Path] | None,
    word(
        "Write it to this file; its ending says how: .pdf, .xlsx, .html, .md, .csv, .json, .txt. May be "
        "repeated.",
        "FILE",
        "--out",
        "-o",
    ),
]
SubmissionFile = Annotated[
    Path | None,
    word(
        "A file (TOML) with applicant, licence, jurisdiction, number, revision and date, as far as they "
        "are known; the others are lines to fill in.",
        "FILE",
        "--submission",
    ),
]
PaperSize = Annotated[PaperName, word("The size of a PDF's pages.", None, "--paper")]


def read_submitted(path: Path | None) -> Submission:
    """What the file says; nothing without one."""
    from pitboss.reports.par.submission import NOTHING_SAID, read_submission

    return read_submission(path) if path else NOTHING_SAID


def say_paper(
    paper: Paper, *, out: Sequence[Path] | None, size: PaperName = PaperName.A4, json: bool = False
) -> None:
    """To files, or to the terminal. The exit status is 1 if the paper says that something is not right."""
    check_endings(out)
    for file in out or ():
        write_out(paper, file, page_size(size))
        say(f"{file}: {paper.title}")
    if json and not out:
        say_json(paper.data)
    elif not out:
        from pitboss.reports.paper.paper import whole_page

        say_page(whole_page(paper))
    if not paper.is_right:
        raise typer.Exit(NOT_RIGHT)


def check_endings(out: Sequence[Path] | None) -> None:
    """Refused before anything is counted or written."""
    from pitboss.reports.paper.paper import form_of

    for file in out or ():
        form_of(file.name)


def page_size(name: PaperName) -> Size:
    from pitboss.reports.paper.paper import Size

    return Size.A4 if name is PaperName.A4 else Size.LETTER


def write_out(paper: Paper, out: Path, size: Size) -> None:
    from pitboss.reports.paper.paper import form_of, save, write_paper

    form = form_of(out.name)
    with working("Typesetting"):
        content = write_paper(paper, form, size)
    save(out, content)

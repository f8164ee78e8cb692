"""`pitboss report pack` and `pitboss report check`: the regulator's pack, made and made again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.option import AsJson, complete_game
from pitboss.cli.paper import PaperName, PaperSize, SubmissionFile, page_size, read_submitted
from pitboss.cli.play import Day, day_of
from pitboss.cli.screen import say, say_json, say_sheet

DIFFERS = 1

NewFolder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder for the pack.")]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The pack.")]
Games = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Only this game; may be repeated. Default: all.",
        autocompletion=complete_game,
    ),
]


def pack(
    folder: NewFolder,
    game: Games = None,
    paper: PaperSize = PaperName.A4,
    day: Day = None,
    submission: SubmissionFile = None,
    json: AsJson = False,
) -> None:
    """Write the regulator's pack: a folder, and one PDF of all its papers.

    Definitions, par sheets, rule cards, the audit, evidence of the shuffler, version and hashes. The same
    program makes the same bytes again.
    """
    with parts_done("Making the pack") as progress:
        from pitboss.reports.pack.making import make_folder, make_order, make_pack, write_pack

        order = make_order(
            game or (), day_of(day), size=page_size(paper), submission=read_submitted(submission)
        )
        make_folder(folder)
        files = make_pack(order, progress=progress)
        write_pack(folder, files)
    if json:
        say_json({"folder": str(folder), "files": list(files)})
    else:
        say(f"{folder}: {len(files)} files, {sum(map(len, files.values())):,} bytes")


def check(folder: Folder, json: AsJson = False) -> None:
    """Make everything in a pack again and say what differs.

    The exit status is 1 if anything does: a digit in a figure, a file too many, another program.
    """
    with parts_done("Checking the pack") as progress:
        from pitboss.reports.pack.check import check_data, check_pack, check_page

        found = check_pack(folder, progress=progress)
    say_sheet(check_data, check_page, found, json=json)
    if not found.passes:
        raise typer.Exit(DIFFERS)


@contextmanager
def parts_done(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar over the parts, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda words, done, parts: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda words, done, parts: bar.update(
            task, completed=done, total=parts, description=f"{what}: {words}"
        )

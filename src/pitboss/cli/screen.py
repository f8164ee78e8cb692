"""Printing: painted in a terminal, aligned text in a pipe; what takes long says so on standard error."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pitboss.base.error import InputError
from pitboss.base.progress import Say, silent
from pitboss.reports.form import Json, format_json, format_text
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
    tone_of,
)

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as Frame
    from rich.text import Text

    from pitboss.audit.long_run import LongRun
    from pitboss.audit.request import AnalysisRequest

DUMB_TERMINALS = ("", "dumb")
GOLD = "rgb(217,178,95)"
CUT_WIDTH, INDENT, GAP = 9, 4, 2
STYLES = {
    Tone.PLAIN: "",
    Tone.STRONG: GOLD,
    Tone.GOOD: "green",
    Tone.CAREFUL: "yellow",
    Tone.INFERRED: "cyan",
    Tone.BAD: "bold red",
    Tone.DIM: "dim",
}


def can_draw() -> bool:
    """Whether the output is a terminal that shows more than plain letters."""
    is_drawn = os.environ.get("TERM", "") not in DUMB_TERMINALS
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return sys.stdout.isatty() and is_drawn and encoding.startswith("utf")


def say(text: str) -> None:
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    sys.stdout.flush()


def say_json(data: Json) -> None:
    say(format_json(data))


def say_page(page: Page, *, goes_on: bool = False) -> None:
    """A page at once, or one that goes on with the page before."""
    if not page:
        return
    if goes_on:
        say("")
    if sys.stdout.isatty():
        paint_page(page)
    else:
        say(format_text(page))
    sys.stdout.flush()


def say_sheet(data: Callable[..., Json], page: Callable[..., Page], *found: object, json: bool) -> None:
    """What was found, as data or as a page."""
    if json:
        say_json(data(*found))
    else:
        say_page(page(*found))


def say_analysis(
    request: "AnalysisRequest", progress_words: str, *, json: bool, csv: bool, run: "LongRun | None" = None
) -> None:
    """Analyse what was asked, with a spinner, and print it; with a run, all wagers together as well."""
    if json and csv:
        raise InputError("--json and --csv do not go together; leave one out")
    with working(progress_words) as progress:
        from pitboss.reports.form import format_csv
        from pitboss.reports.seat_sheet import together_data, together_page, together_rows
        from pitboss.reports.wager_page import CSV_FIELDS, analysis_data, analysis_page, outcome_rows

        sheets, game = list(request.sheets(progress)), request.game
        found = request.together() if run else (None, None)
    if json:
        more = {"together": together_data(game, found, run)} if run else {}
        say_json({**analysis_data(game, sheets), **more})
    elif csv:
        rows = (*outcome_rows(game, sheets), *(together_rows(game, found, run) if run else ()))
        say(format_csv(CSV_FIELDS, rows).rstrip("\r\n"))
    else:
        say_page((*analysis_page(game, sheets), *(together_page(game, found, run) if run else ())))


@contextmanager
def working(what: str) -> Iterator[Say]:
    """A spinner with what is being done now, if somebody is there to see it; yields how to say it."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console

    with Console(stderr=True).status(paint_text(what, "")) as status:
        yield lambda now, done=0, total=0: status.update(paint_text(f"{what}: {now}", ""))


# -- in a terminal ---------------------------------------------------------------------------------


def paint_page(page: Page) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    for number, block in enumerate(page):
        if number:
            console.print()
        paint_block(console, block)


def paint_block(console: "Console", block: Block) -> None:
    match block:
        case Heading(text=text, level=1):
            console.rule(paint_text(text, f"bold {GOLD}"), style=GOLD, align="left")
        case Heading(text=text):
            console.print(paint_text(text, f"bold {GOLD}"))
        case Facts(rows=rows):
            console.print(paint_grid([(paint_text(label, "dim"), paint(value)) for label, value in rows]))
        case PageTable():
            console.print(paint_table(block, console.width))
        case Lines(lines=lines, bullet=bullet):
            console.print(paint_grid([(paint_text(bullet.strip(), "dim"), paint(line)) for line in lines]))
        case Picture() | Signatures() | Listing():
            console.print(paint_text(format_text((block,)), "dim"))


def paint_grid(rows: "list[tuple[Text, Text]]") -> "RenderableType":
    """Two columns, of which the second wraps under itself."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 2 if any(len(first) > 1 for first, _ in rows) else 1))
    for first, second in rows:
        if any(len(other) for other, _ in rows):
            grid.add_row(first, second)
        else:
            grid.add_row(second)
    return grid


def paint_table(table: PageTable, width: int) -> "RenderableType":
    is_narrow = max(map(len, format_text((table,)).splitlines())) > width
    if is_narrow and table.columns[-1].under:
        return paint_remarks(table, width)
    frame = make_frame()
    for column in table.columns:
        add_column(frame, column, cut=CUT_WIDTH if column.cuts and is_narrow else None)
    for row in table.rows:
        frame.add_row(*map(paint, row))
    return frame


def make_frame() -> "Frame":
    from rich import box
    from rich.table import Table as Frame

    return Frame(
        box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), header_style=GOLD, border_style="dim"
    )


def add_column(frame: "Frame", column: Column, *, cut: int | None = None, width: int | None = None) -> None:
    frame.add_column(
        column.title,
        justify="right" if column.right else "left",
        no_wrap=column.cuts,
        overflow="ellipsis" if column.cuts else "fold",
        max_width=cut,
        width=width,
    )


def paint_remarks(table: PageTable, width: int) -> "RenderableType":
    """The last column under each row: every row is a table of its own, with the same widths."""
    from rich.console import Group
    from rich.padding import Padding

    columns = table.columns[:-1]
    widths = fit_widths(table, columns, width)
    painted: list[RenderableType] = []
    for number, row in enumerate(table.rows):
        frame = make_frame()
        frame.show_header = number == 0
        for column, wide in zip(columns, widths, strict=True):
            add_column(frame, column, width=wide)
        frame.add_row(*map(paint, row[:-1]))
        painted.append(frame)
        if str(row[-1]):
            painted.append(Padding(paint_text(str(row[-1]), "dim"), (0, 0, 0, INDENT)))
    return Group(*painted)


def fit_widths(table: PageTable, columns: Sequence[Column], width: int) -> list[int]:
    """As wide as the words, names cut; then the widest gives way until the row fits."""
    widths = []
    for place, column in enumerate(columns):
        longest = max(len(column.title), *(len(str(row[place])) for row in table.rows))
        widths.append(min(longest, CUT_WIDTH) if column.cuts else longest)
    while sum(widths) + GAP * len(widths) > width and max(widths) > CUT_WIDTH:
        widths[widths.index(max(widths))] -= 1
    return widths


def paint(cell: Cell) -> "Text":
    return paint_text(str(cell), STYLES[tone_of(cell)])


def paint_text(text: str, style: str) -> "Text":
    from rich.text import Text

    return Text(text, style=style)

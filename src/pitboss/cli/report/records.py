"""Records as papers: one command for each record of the catalogue, with the options it can be asked by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.cli.option import AsJson, read_number
from pitboss.cli.progressive.by_hand import WinName
from pitboss.cli.progressive.desk import OneProgressive, Store, open_floor, read_zone
from pitboss.cli.progressive.look import Payees, Together, read_payees
from pitboss.cli.progressive.report import Since, Until, read_day
from pitboss.cli.report.option import Out, PaperName, PaperSize, say_paper
from pitboss.cli.text_file import read_lines
from pitboss.reports.record.catalogue import RECORDS, Ask, Record

if TYPE_CHECKING:
    from pitboss.reports.paper.paper import Paper
    from pitboss.reports.record.inquiry import Inquiry, Source

NOT_RIGHT = 1

At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="MOMENT",
        help="As of when: 2024-06-14 or '2024-06-14 18:30'. Default: when the last entry was written.",
    ),
]
PaperZone = Annotated[
    str | None,
    typer.Option(
        "--zone",
        metavar="ZONE",
        help="Time zone of the card room, 'America/Los_Angeles', for days and hours. Default: UTC.",
    ),
]
"""Never the machine's own: the same journal gives the same paper everywhere."""
Last = Annotated[str | None, typer.Option("--last", metavar="N", help="Only so many, the latest ones.")]
TableOption = Annotated[str, typer.Option("--table", metavar="TABLE", help="Rounds that the room has kept.")]
RoundFile = Annotated[
    str,
    typer.Argument(
        metavar="[FILE]", help="Or a file of rounds or proofs, one a line; '-' is standard input."
    ),
]
Command = Callable[..., None]


# -- commands by what can be asked -----------------------------------------------------------------


def at_a_moment(record: Record) -> Command:
    def command(
        at: At = None,
        zone: PaperZone = None,
        store: Store = None,
        out: Out = None,
        paper: PaperSize = PaperName.A4,
        json: AsJson = False,
    ) -> None:
        inquiry = read_inquiry(zone, at)
        say_record(record, inquiry, store, out=out, size=paper, json=json)

    return command


def of_one(record: Record) -> Command:
    def command(
        progressive: OneProgressive = "",
        at: At = None,
        zone: PaperZone = None,
        store: Store = None,
        out: Out = None,
        paper: PaperSize = PaperName.A4,
        json: AsJson = False,
    ) -> None:
        inquiry = read_inquiry(zone, at, progressive=progressive)
        say_record(record, inquiry, store, out=out, size=paper, json=json)

    return command


def by_days(record: Record) -> Command:
    def command(
        since: Since = None,
        until: Until = None,
        at: At = None,
        zone: PaperZone = None,
        store: Store = None,
        out: Out = None,
        paper: PaperSize = PaperName.A4,
        json: AsJson = False,
    ) -> None:
        inquiry = read_inquiry(zone, at, since=since, until=until)
        say_record(record, inquiry, store, out=out, size=paper, json=json)

    return command


def by_days_of_one(record: Record) -> Command:
    def command(
        since: Since = None,
        until: Until = None,
        progressive: OneProgressive = "",
        last: Last = None,
        at: At = None,
        zone: PaperZone = None,
        store: Store = None,
        out: Out = None,
        paper: PaperSize = PaperName.A4,
        json: AsJson = False,
    ) -> None:
        inquiry = read_inquiry(zone, at, since=since, until=until, progressive=progressive, last=last)
        say_record(record, inquiry, store, out=out, size=paper, json=json)

    return command


def of_a_win(record: Record) -> Command:
    def command(
        win: WinName,
        together: Together = None,
        payee: Payees = None,
        at: At = None,
        zone: PaperZone = None,
        store: Store = None,
        out: Out = None,
        paper: PaperSize = PaperName.A4,
        json: AsJson = False,
    ) -> None:
        plain, payees = read_inquiry(zone, at), read_payees(payee)
        inquiry = replace(plain, win=win, together=tuple(together or ()), payees=payees)
        say_record(record, inquiry, store, out=out, size=paper, json=json)

    return command


def of_a_table(record: Record) -> Command:
    def command(
        file: RoundFile = "",
        table: TableOption = "",
        since: Since = None,
        until: Until = None,
        last: Last = None,
        zone: PaperZone = None,
        store: Store = None,
        out: Out = None,
        paper: PaperSize = PaperName.A4,
        json: AsJson = False,
    ) -> None:
        if bool(file) == bool(table):
            raise InputError("say whose rounds: --table T1, or a file of rounds")
        if file:
            say_made(rounds_of(file), out=out, size=paper, json=json)
            return
        inquiry = read_inquiry(zone, None, since=since, until=until, last=last, table=table)
        say_record(record, inquiry, store, out=out, size=paper, json=json)

    return command


MAKERS: Mapping[frozenset[Ask], Callable[[Record], Command]] = {
    frozenset(): at_a_moment,
    frozenset({Ask.PROGRESSIVE}): of_one,
    frozenset({Ask.DAYS}): by_days,
    frozenset({Ask.DAYS, Ask.PROGRESSIVE}): by_days_of_one,
    frozenset({Ask.WIN}): of_a_win,
    frozenset({Ask.DAYS, Ask.TABLE}): of_a_table,
}


def make_command(record: Record) -> Command:
    command = MAKERS[record.asks](record)
    command.__name__ = record.id
    command.__doc__ = record.about
    return command


RECORD_COMMANDS: Mapping[str, Command] = {name: make_command(record) for name, record in RECORDS.items()}
"""By name."""


def add_records(app: typer.Typer) -> None:
    for name, command in RECORD_COMMANDS.items():
        app.command(name)(command)


# -- what they share -------------------------------------------------------------------------------


def read_inquiry(
    zone: str | None,
    at: str | None,
    *,
    since: str | None = None,
    until: str | None = None,
    progressive: str = "",
    last: str | None = None,
    table: str = "",
) -> Inquiry:
    from pitboss.reports.record.inquiry import Inquiry

    place = read_zone(zone) or UTC
    return Inquiry(
        zone=place,
        since=read_day("--since", since),
        until=read_day("--until", until),
        at_micros=read_moment(at, place) if at else 0,
        progressive=progressive,
        table=table,
        last=read_number("--last", last) if last is not None else 0,
    )


def read_moment(text: str, zone: tzinfo | None) -> int:
    """A day is its beginning; without a zone of its own it is the card room's."""
    try:
        found = datetime.fromisoformat(text)
        found = found if found.tzinfo else found.replace(tzinfo=zone)
        return int(found.timestamp()) * MICROS
    except (ValueError, OverflowError, OSError) as problem:
        raise InputError(f"--at: write a moment as '2024-06-14 18:30', not {text!r}") from problem


def say_record(
    record: Record, inquiry: Inquiry, store: str | None, *, out: Path | None, size: PaperName, json: bool
) -> None:
    with open_source(store, has_room=Ask.TABLE in record.asks) as source:
        made = record.make(source, inquiry)
    say_made(made, out=out, size=size, json=json)


@contextmanager
def open_source(store: str | None, *, has_room: bool) -> Iterator[Source]:
    from pitboss.house.reading import read_books
    from pitboss.house.room.keeping import Rounds
    from pitboss.house.room.locker import find_locker
    from pitboss.reports.record.inquiry import Source

    with open_floor(store) as manager:
        books = read_books(manager)
        yield Source(books, Rounds(manager.store, find_locker()) if has_room else None)


def say_made(made: Paper, *, out: Path | None, size: PaperName, json: bool) -> None:
    """The exit status is 1 if the paper says that something is not right."""
    say_paper(made, out=out, size=size, json=json)
    if not made.is_right:
        raise typer.Exit(NOT_RIGHT)


def rounds_of(file: str) -> Paper:
    from pitboss.reports.record.round import make_rounds_of_lines

    lines = [(number, text.strip()) for number, text in read_lines(file)]
    if not lines:
        raise InputError(f"there is no round in {file!r}: each is one line of notation")
    return make_rounds_of_lines(lines)

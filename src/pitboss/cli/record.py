"""Records: one command for each of the catalogue, with the options by which it can be narrowed down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.cli.command import Command, join, option
from pitboss.cli.desk import Store, WinName, now, open_floor, read_zone, usual_store
from pitboss.cli.option import AsJson, Since, Until, argument, read_day, read_lines, read_number, word
from pitboss.cli.paper import Out, PaperName, PaperSize, check_endings, say_paper
from pitboss.reports.record.catalogue import RECORDS, Ask, RecordKind

if TYPE_CHECKING:
    from pitboss.reports.paper.paper import Paper
    from pitboss.reports.record.frame import Inquiry, JournalSource

NOW, LOCAL = "now", "local"
OF_THE_PROGRAM, OF_A_JOURNAL = "software", "retention"
"""Records that are made without the books: of the program alone, and of any journal, even a broken one."""

At = Annotated[
    str | None,
    word(
        "As of when: 2024-06-14, '2024-06-14 18:30' or now. Default: when the last entry was written.",
        "MOMENT",
        "--at",
    ),
]
PaperZone = Annotated[
    str | None,
    word(
        "Time zone of the card room, 'America/Los_Angeles', for days and hours; 'local' is this "
        "machine's. Default: UTC.",
        "ZONE",
        "--zone",
    ),
]
"""UTC: the same journal gives the same paper everywhere."""
Progressives = Annotated[
    list[str] | None, word("Only this progressive; may be repeated.", "ID", "--progressive")
]
Confirmed = Annotated[bool, word("Only wins that were confirmed.", None, "--confirmed")]
Last = Annotated[str | None, word("Only N, the latest ones.", "N", "--last")]
Together = Annotated[
    list[str] | None,
    word("Another win of the same player in the round: taxed as one with it.", "WIN", "--together"),
]
Payees = Annotated[
    list[str] | None, word("Winners who share, with their parts: 'Ann=2', 'Bob=1'.", "NAME=PART", "--payee")
]
TableOption = Annotated[str, word("Rounds that the room has kept.", "TABLE", "--table")]
RoundFile = Annotated[
    str, argument("Or a file of rounds or proofs, one a line; '-' is standard input.", "[FILE]")
]


ASKED: Mapping[Ask, tuple[Parameter, ...]] = {
    Ask.WIN: (option("win", WinName), option("together", Together, None), option("payee", Payees, None)),
    Ask.TABLE: (option("file", RoundFile, ""), option("table", TableOption, "")),
    Ask.DAYS: (option("since", Since, None), option("until", Until, None)),
    Ask.PROGRESSIVE: (option("progressive", Progressives, None),),
    Ask.CONFIRMED: (option("confirmed", Confirmed, False),),
    Ask.LAST: (option("last", Last, None),),
}
AS_OF = option("at", At, None)
"""Not for rounds: each is of its own moment."""
PRINTED = (option("out", Out, None), option("paper", PaperSize, PaperName.A4), option("json", AsJson, False))
"""Every record is printed, or saved in as many forms as there are files."""
ALWAYS = (option("zone", PaperZone, None), option("store", Store, None), *PRINTED)


def make_command(record: RecordKind) -> Command:
    asked = [one for ask, parameters in ASKED.items() if ask in record.asks for one in parameters]
    moment = () if Ask.TABLE in record.asks else (AS_OF,)

    def run(out: list[Path] | None, paper: PaperName, json: bool, **words: Any) -> None:
        check_endings(out)
        say_paper(make_paper(record, words), out=out, size=paper, json=json)

    return join(run, (*asked, *moment, *ALWAYS), record.id, record.about)


COMMANDS: Mapping[str, Command] = {
    name: make_command(record) for name, record in RECORDS.items() if name != OF_THE_PROGRAM
}


# -- making them -----------------------------------------------------------------------------------


def make_paper(record: RecordKind, words: Mapping[str, Any]) -> Paper:
    """The paper that the words ask for."""
    file, store = words.get("file", ""), words["store"]
    if Ask.TABLE in record.asks and bool(file) == bool(words["table"]):
        raise InputError("say whose rounds: --table T1, or a file of rounds")
    if file:
        return rounds_of(file)
    inquiry = read_inquiry(words)
    if record.id == OF_A_JOURNAL:
        return retention_of(store, inquiry)
    with open_source(store, has_room=Ask.TABLE in record.asks) as source:
        return record.make(source, inquiry)


def read_inquiry(words: Mapping[str, Any]) -> Inquiry:
    from pitboss.reports.record.frame import Inquiry

    zone, at, last = words["zone"], words.get("at"), words.get("last")
    place = None if zone == LOCAL else read_zone(zone) or UTC
    return Inquiry(
        zone=place,
        since=read_day("--since", words.get("since")),
        until=read_day("--until", words.get("until")),
        at_micros=read_moment(at, place) if at else 0,
        progressives=tuple(words.get("progressive") or ()),
        is_confirmed=words.get("confirmed", False),
        win=words.get("win", ""),
        together=tuple(words.get("together") or ()),
        payees=read_payees(words.get("payee")),
        table=words.get("table", ""),
        last=read_number("--last", last) if last is not None else 0,
    )


def read_moment(text: str, zone: tzinfo | None) -> int:
    """A day is its beginning; without a zone of its own it is the card room's."""
    if text == NOW:
        return now()
    try:
        found = datetime.fromisoformat(text)
        found = found if found.tzinfo or zone is None else found.replace(tzinfo=zone)
        return int(found.timestamp()) * MICROS
    except (ValueError, OverflowError, OSError) as problem:
        raise InputError(f"--at: write a moment as '2024-06-14 18:30', not {text!r}") from problem


def read_payees(texts: Sequence[str] | None) -> dict[str, int]:
    payees: dict[str, int] = {}
    for text in texts or ():
        name, sign, part = text.rpartition("=")
        if not sign or not name.strip() or name.strip() in payees:
            raise InputError(f"--payee: write name=part, each name once, not {text!r}")
        payees[name.strip()] = read_number("--payee", part.strip())
    return payees


@contextmanager
def open_source(store: str | None, *, has_room: bool = False) -> Iterator[JournalSource]:
    from pitboss.house.reading import read_books
    from pitboss.house.room.keeping import Rounds
    from pitboss.house.room.locker import find_locker
    from pitboss.reports.record.frame import JournalSource

    with open_floor(store) as manager:
        books = read_books(manager)
        yield JournalSource(books, Rounds(manager.store, find_locker()) if has_room else None)


def retention_of(store: str | None, inquiry: Inquiry) -> Paper:
    """Of any journal, and of one that was exported: whether it could be worked with does not matter."""
    from pitboss.reports.record.reconciliation import journal_retention
    from pitboss.storage.backup import open_journal

    with open_journal(store or usual_store()) as journal:
        return journal_retention(journal.read, inquiry)


def rounds_of(file: str) -> Paper:
    from pitboss.reports.record.round import make_rounds_of_lines

    lines = [(number, text.strip()) for number, text in read_lines(file)]
    if not lines:
        raise InputError(f"there is no round in {file!r}: each is one line of notation")
    return make_rounds_of_lines(lines)


# -- the program itself ----------------------------------------------------------------------------

OwnStore = Annotated[
    str | None, word("A journal to file it beside, whose last entry it names.", "URL", "--store")
]


def about(
    store: OwnStore = None,
    at: At = None,
    zone: PaperZone = None,
    out: Out = None,
    paper: PaperSize = PaperName.A4,
    json: AsJson = False,
) -> None:
    """Show the version, the hash of the program and the fingerprint of every game.

    Printed as JSON it is a manifest: where the variable PITBOSS_MANIFEST names such a file, a game manager
    that is anything else does not start.
    """
    check_endings(out)
    if store is None:
        from pitboss.reports.record.equipment import software_paper

        made = software_paper()
    else:
        made = make_paper(RECORDS[OF_THE_PROGRAM], {"store": store, "at": at, "zone": zone})
    say_paper(made, out=out, size=paper, json=json)

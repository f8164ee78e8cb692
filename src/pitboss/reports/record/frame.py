"""What is asked of the records, what they are read from, and what every record has around it as a paper.

A paper knows no hour of its own. What it judges by a moment, such as whether a deposit is late, it judges
by the one that was asked for, else by that of the last entry; the foot says which, with the journal's last
hash.

Words that people typed are made fit for paper. Half a character, a bell or a mark that reverses what
follows cannot be printed, and could make a paper say what is not in the journal. Each is written as its
code, so that nothing is lost. Data keeps its signs, as far as a file can hold them.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo
from typing import TYPE_CHECKING, TypeVar
from zoneinfo import ZoneInfo

from pitboss import __version__
from pitboss.base.error import InputError, find_name
from pitboss.house.reading import BooksCopy
from pitboss.ledger.entry import FIRST_HASH
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, field_table
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Facts,
    Heading,
    Lines,
    Listing,
    Page,
    PageTable,
    Picture,
    Signatures,
    Tone,
    Toned,
)
from pitboss.reports.paper.paper import SHEET, Paper, PaperLayout
from pitboss.reports.record.row import SECOND, as_datetime, day_of, format_instant, iso_instant

if TYPE_CHECKING:
    from pitboss.house.room.keeping import Rounds

Row = TypeVar("Row")


@dataclass(frozen=True)
class Inquiry:
    zone: tzinfo | None = None
    """Of the card room, for days and hours; None is the machine's own."""
    since: date | None = None
    until: date | None = None
    at_micros: int = 0
    """As of when; nothing for the moment of the last entry."""
    progressives: Collection[str] = ()
    """Only these; all if none is named."""
    is_confirmed: bool = False
    """Only wins that were confirmed."""
    win: str = ""
    together: tuple[str, ...] = ()
    payees: Mapping[str, int] = field(default_factory=dict)
    table: str = ""
    last: int = 0
    """Of a list that grows for ever, n of the latest; nothing for all of them."""

    def __post_init__(self) -> None:
        """Days that end before they begin are a slip: a paper of them would look as if nothing had been."""
        if self.since and self.until and self.since > self.until:
            raise InputError(f"the days begin on {self.since} and end before, on {self.until}: swap them")

    def is_asked(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)

    def is_within(self, micros: int) -> bool:
        """Whether the moment lies in the days that were asked for."""
        return self.is_asked(day_of(micros, self.zone))

    def is_of(self, progressive: str) -> bool:
        return not self.progressives or progressive in self.progressives


@dataclass(frozen=True)
class Stamp:
    """The last entry of a journal: what a paper says that it was made from."""

    number: int
    hash: str = FIRST_HASH
    at_micros: int = 0


@dataclass(frozen=True)
class JournalSource:
    """The books at a moment, and the rounds of the room's tables where there is one."""

    books: BooksCopy
    rounds: "Rounds | None" = None

    @property
    def stamp(self) -> Stamp:
        number, at = self.books.number, self.books.floor.last_at
        return next(
            (Stamp(number, entry.hash, at) for entry in self.books.store.entries(number - 1, upto=number)),
            Stamp(number, at_micros=at),
        )


def settle(inquiry: Inquiry, stamp: Stamp, known: Collection[str]) -> Inquiry:
    """The inquiry with its moment, and with progressives by their own names.

    A moment before the last entry, to the second, would be about other books than these.
    """
    asked, last = inquiry.at_micros, stamp.at_micros
    if not (asked or last):
        raise InputError("the journal has no entry yet: there is nothing to report")
    if asked and asked // SECOND < last // SECOND:
        written = format_instant(last, inquiry.zone)
        raise InputError(f"the journal goes on until {written}: report as of then or later")
    names = tuple(find_name("progressive", name, known) for name in inquiry.progressives)
    return replace(inquiry, at_micros=max(asked, last), progressives=names)


def latest(rows: Sequence[Row], inquiry: Inquiry) -> list[Row]:
    return list(rows[-inquiry.last :] if inquiry.last else rows)


def cut_words(rows: Sequence[object], inquiry: Inquiry) -> str:
    """Said where not all of a list is shown."""
    if not inquiry.last or len(rows) <= inquiry.last:
        return ""
    return f"The latest {inquiry.last:,} of {len(rows):,} rows; the paper without a limit has all of them."


# -- words made fit for paper ----------------------------------------------------------------------


SPACES = frozenset("\t\n\r")
JOINERS = frozenset("\u200c\u200d")
"""Names of some languages are spelled with them; they hide nothing."""
UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def plain_text(text: str) -> str:
    return text if text.isprintable() else "".join(map(plain_sign, text))


def plain_sign(sign: str) -> str:
    if sign in SPACES:
        return " "
    if sign in JOINERS or unicodedata.category(sign) not in UNFIT:
        return sign
    return code_of(sign)


def code_of(sign: str) -> str:
    return f"⟨U+{ord(sign):X}⟩"


def plain_page(page: Page) -> Page:
    return tuple(plain_block(block) for block in page)


def plain_block(block: Block) -> Block:
    match block:
        case Heading(text=text):
            return replace(block, text=plain_text(text))
        case Facts(rows=rows):
            return Facts(tuple((plain_text(label), plain_cell(value)) for label, value in rows))
        case PageTable(rows=rows):
            return replace(block, rows=tuple(tuple(map(plain_cell, row)) for row in rows))
        case Lines(lines=lines):
            return replace(block, lines=tuple(map(plain_cell, lines)))
        case Picture(words=words):
            return replace(block, words=plain_text(words))
        case Signatures(roles=roles):
            return Signatures(tuple(map(plain_text, roles)))
        case Listing(text=text):
            return Listing(plain_text(text))


def plain_cell(cell: Cell) -> Cell:
    if isinstance(cell, Toned):
        return Toned(plain_text(cell.text), cell.tone) if isinstance(cell.text, str) else cell
    return plain_text(cell) if isinstance(cell, str) else cell


def plain_data(data: Json) -> Json:
    """Only what no file could hold is replaced: half a character."""
    if isinstance(data, str):
        return "".join(code_of(sign) if "\ud800" <= sign <= "\udfff" else sign for sign in data)
    if isinstance(data, Mapping):
        return {str(plain_data(name)): plain_data(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain_data(value) for value in data]
    return data


# -- the frame of a record -------------------------------------------------------------------------


ALL_DAYS = "all, from the first entry"
Facing = tuple[tuple[str, Cell], ...]


@dataclass(frozen=True)
class Sheet:
    """What a record says, before anybody says from what and when it was made."""

    title: str
    page: Page
    found: Json
    facts: Facing = ()
    """In front of everything, before the days and the moment."""
    banner: Page = ()
    layout: PaperLayout = SHEET
    is_right: bool = True


def frame(sheet: Sheet, inquiry: Inquiry, stamp: Stamp) -> Paper:
    """The paper of a record, as of the moment of the inquiry."""
    asked = (("Days", days_words(inquiry)),) if inquiry.since or inquiry.until else ()
    head = (*sheet.facts, *asked, ("As of", format_instant(inquiry.at_micros, inquiry.zone)))
    return Paper(
        title=plain_text(sheet.title),
        page=plain_page(with_head(head, sheet.page)),
        data=plain_data(frame_data(sheet, inquiry, stamp)),
        made_from=made_from(inquiry, stamp),
        layout=sheet.layout,
        banner=plain_page(sheet.banner),
        is_right=sheet.is_right,
    )


def with_head(head: Facing, page: Page) -> Page:
    """Facts that a page begins with go on with these."""
    if page and isinstance(page[0], Facts):
        return (Facts((*page[0].rows, *head)), *page[1:])
    return (Facts(head), *page)


def frame_data(sheet: Sheet, inquiry: Inquiry, stamp: Stamp) -> Json:
    return {
        "journal": {"entry": stamp.number, "hash": stamp.hash},
        "as_of": iso_instant(inquiry.at_micros, inquiry.zone),
        "zone": zone_words(inquiry),
        "since": iso_day(inquiry.since),
        "until": iso_day(inquiry.until),
        "software": __version__,
        "found": sheet.found,
    }


def made_from(inquiry: Inquiry, stamp: Stamp) -> tuple[tuple[str, str], ...]:
    """For the foot of every page: by the hash anybody can tell whether the journal is still the same."""
    return (
        ("Journal", f"entry {stamp.number:,}, hash {stamp.hash}"),
        ("Days", days_words(inquiry)),
        ("As of", format_instant(inquiry.at_micros, inquiry.zone)),
        ("Time zone", zone_words(inquiry)),
        ("Pitboss", __version__),
    )


def days_words(inquiry: Inquiry) -> str:
    match inquiry.since, inquiry.until:
        case None, None:
            return ALL_DAYS
        case since, None:
            return f"from {since}"
        case None, until:
            return f"to {until}"
        case since, until:
            return str(since) if since == until else f"{since} to {until}"


def zone_words(inquiry: Inquiry) -> str:
    zone: tzinfo | None = inquiry.zone
    if isinstance(zone, ZoneInfo) and zone.key:
        return zone.key
    name = as_datetime(inquiry.at_micros, zone).tzname() or "unknown"
    return name if zone else f"{name}, the machine's own"


def iso_day(day: date | None) -> str | None:
    return day.isoformat() if day else None


# -- what records say alike ------------------------------------------------------------------------


def listed(fields: Sequence[Field[Row]], rows: Sequence[Row], none: str, cut: str = "") -> Page:
    """A table of the rows, or a sentence that there is none; and whether rows were cut off."""
    note = (Lines((cut,)),) if cut else ()
    return (field_table(fields, rows) if rows else Lines((none,)), *note)


def say(words: str, tone: Tone) -> Page:
    """In large letters."""
    return (Lines((Toned(words, tone),)),)


def say_bad(count: int, one: str, many: str) -> Page:
    """In large letters, if there is anything to say."""
    return say(one if count == 1 else many.format(count=f"{count:,}"), Tone.BAD) if count else ()


def bad_count(count: int) -> Cell:
    """How many there are that should not be."""
    return Toned(whole(count), Tone.BAD) if count else whole(0)

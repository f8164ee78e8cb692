"""What every record has around it as a paper: the days, the moment, the journal's last hash at the foot."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import TypeVar
from zoneinfo import ZoneInfo

from pitboss import __version__
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, field_table
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Facts, Lines, Page, Tone, Toned
from pitboss.reports.paper.paper import SHEET, Paper, PaperLayout
from pitboss.reports.record.inquiry import Inquiry, Stamp
from pitboss.reports.record.plain import plain_data, plain_page, plain_text
from pitboss.reports.record.row import as_datetime, format_instant, iso_instant

ALL_DAYS = "all, from the first entry"
Facing = tuple[tuple[str, Cell], ...]
Row = TypeVar("Row")


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

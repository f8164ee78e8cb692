"""What every record has around it as a paper: the days, the moment, the journal's last hash at the foot."""

from datetime import date, tzinfo
from zoneinfo import ZoneInfo

from pitboss import __version__
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.paper.paper import SHEET, Layout, Paper
from pitboss.reports.progressive.instant import as_datetime, format_instant, iso_instant
from pitboss.reports.record.inquiry import Inquiry, Source, moment_of
from pitboss.reports.record.plain import plain_data, plain_page, plain_text

ALL_DAYS = "all, from the first entry"
Facing = tuple[tuple[str, Cell], ...]


def frame(
    source: Source,
    inquiry: Inquiry,
    title: str,
    page: Page,
    found: Json,
    *,
    layout: Layout = SHEET,
    banner: Page = (),
    facts: Facing = (),
    is_right: bool = True,
) -> Paper:
    """The paper of a record; `facts` stand in front, then the days and the moment."""
    moment = moment_of(source, inquiry)
    asked = (("Days", days_words(inquiry)),) if inquiry.since or inquiry.until else ()
    head = (*facts, *asked, ("As of", format_instant(moment, inquiry.zone)))
    return Paper(
        title=plain_text(title),
        page=plain_page(with_head(head, page)),
        data=plain_data(frame_data(source, inquiry, moment, found)),
        made_from=made_from(source, inquiry, moment),
        layout=layout,
        banner=plain_page(banner),
        is_right=is_right,
    )


def with_head(head: Facing, page: Page) -> Page:
    """Facts that a page begins with go on with these."""
    if page and isinstance(page[0], Facts):
        return (Facts((*page[0].rows, *head)), *page[1:])
    return (Facts(head), *page)


def frame_data(source: Source, inquiry: Inquiry, moment: int, found: Json) -> Json:
    return {
        "journal": {"entry": source.books.number, "hash": source.hash},
        "as_of": iso_instant(moment, inquiry.zone),
        "zone": zone_words(inquiry.zone, moment),
        "since": iso_day(inquiry.since),
        "until": iso_day(inquiry.until),
        "software": __version__,
        "found": found,
    }


def made_from(source: Source, inquiry: Inquiry, moment: int) -> tuple[tuple[str, str], ...]:
    """For the foot of every page: by the hash anybody can tell whether the journal is still the same."""
    return (
        ("Journal", f"entry {source.books.number:,}, hash {source.hash}"),
        ("Days", days_words(inquiry)),
        ("As of", format_instant(moment, inquiry.zone)),
        ("Time zone", zone_words(inquiry.zone, moment)),
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


def zone_words(zone: tzinfo | None, moment: int) -> str:
    if isinstance(zone, ZoneInfo) and zone.key:
        return zone.key
    name = as_datetime(moment, zone).tzname() or "unknown"
    return name if zone else f"{name}, the machine's own"


def say_bad(count: int, one: str, many: str) -> Page:
    """In large letters, if there is anything to say."""
    if not count:
        return ()
    return (Lines((Toned(one if count == 1 else many.format(count=f"{count:,}"), Tone.BAD),)),)


def iso_day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def under_title(page: Page) -> Page:
    """A page that had a title of its own, to stand under the paper's."""
    first, *rest = page
    assert isinstance(first, Heading)
    return step_down(tuple(rest))


def step_down(page: Page) -> Page:
    """Titles of the page become headings of the second level."""
    return tuple(
        Heading(block.text, 2) if isinstance(block, Heading) and block.level == 1 else block for block in page
    )

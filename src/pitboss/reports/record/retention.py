"""How long records must be kept, and that the journal has them all (IN 68 IAC 2-6-34).

Nothing in Pitboss deletes an entry: a journal is only ever added to, and a backup or an export has all of
it. So keeping the journal keeps the records; what is checked here is that it still begins at its beginning.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, tzinfo

from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.ledger.entry import Entry, read_body
from pitboss.reports.cell import whole
from pitboss.reports.page import Facts, Lines, Tone, Toned
from pitboss.reports.paper.paper import Paper
from pitboss.reports.record.frame import Sheet, frame
from pitboss.reports.record.inquiry import Inquiry, JournalSource, Stamp, settle
from pitboss.reports.record.row import day_of, row_data


@dataclass(frozen=True)
class Retention:
    entries: int
    first_day: date | None
    last_day: date | None
    keep_until: date | None
    """When the last record may go; every one before it earlier."""
    is_whole: bool
    """Whether the numbers run from 1 without a gap."""
    years: int
    source: str


def read_retention(
    entries: Iterable[Entry], now: int, *, zone: tzinfo | None, rules: Regulation | None = None
) -> Retention:
    rule = in_force((rules or regulation()).retention, day_of(now, zone))
    number, is_whole = 0, True
    first: date | None = None
    last: date | None = None
    for entry in entries:
        number += 1
        is_whole = is_whole and entry.number == number
        last = day_of(read_body(entry.body).at_micros, zone)
        first = first or last
    until = years_later(last, rule.years) if last else None
    return Retention(number, first, last, until, is_whole, rule.years, rule.source)


def years_later(day: date, years: int) -> date:
    """The same day n years on; the 29th of February becomes the 1st of March."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def make_retention(source: JournalSource, inquiry: Inquiry) -> Sheet:
    return retention_sheet(source.books.entries(), inquiry)


def journal_retention(read: Callable[[int], Iterable[Entry]], inquiry: Inquiry) -> Paper:
    """Of any journal, whether it could be worked with or not; `read` gives the entries after a number."""
    stamp = Stamp(0)
    for entry in read(0):
        stamp = Stamp(entry.number, entry.hash, read_body(entry.body).at_micros)
    settled = settle(inquiry, stamp, ())
    return frame(retention_sheet(read(0), settled), settled, stamp)


def retention_sheet(entries: Iterable[Entry], inquiry: Inquiry) -> Sheet:
    found = read_retention(entries, inquiry.at_micros, zone=inquiry.zone)
    kept = (
        Toned("Every record since the first is there; nothing is ever deleted.", Tone.GOOD)
        if found.is_whole
        else Toned("Records are missing: verify the journal and restore a backup.", Tone.BAD)
    )
    facts = (
        ("Entries", whole(found.entries)),
        ("From", str(found.first_day or "-")),
        ("To", str(found.last_day or "-")),
        ("Keep until", f"{found.keep_until or '-'}, {found.years} years after the last"),
        ("Rule", found.source),
    )
    page = (Facts(facts), Lines((kept,)))
    return Sheet("Records kept", page, row_data(found, inquiry.zone), is_right=found.is_whole)

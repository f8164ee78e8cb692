"""Whether the journal is right and whole: balances and counts side by side, and how long records are kept.

Nothing in Pitboss deletes an entry: a journal is only ever added to, and a backup or an export has all of
it. So keeping the journal keeps the records (IN 68 IAC 2-6-34); what is checked is that it still begins at
its beginning.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo

from pitboss.audit.reconciliation import Compared, CountKind, ReconciliationRecord, reconcile
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.ledger.account import Account
from pitboss.ledger.entry import Entry, read_body
from pitboss.reports.cell import exact_money, whole
from pitboss.reports.form import Data
from pitboss.reports.ledger_sheet import LABELS
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    Signatures,
    Tone,
    Toned,
    make_table,
)
from pitboss.reports.paper.paper import Paper
from pitboss.reports.record.frame import Facing, Inquiry, JournalSource, Sheet, Stamp, frame, say, settle
from pitboss.reports.record.row import day_of, row_data

RULE = "WAC 230-15-671(1)(a)(v)"
SIGNED_BY = ("Reconciled by", "Checked by accounting")
SOURCES_NOTE = "Contributions, seeds and adjustments are sources: they stand below zero by what they gave."
COLUMNS = ("Journal", "Books", "Difference")
COUNTS = {
    CountKind.WAGERS: "Wagers",
    CountKind.WAGERED: "Money wagered",
    CountKind.HITS: "Wins confirmed",
    CountKind.PAID: "Money won",
}
MONEY = (CountKind.WAGERED, CountKind.PAID)


# -- the record ------------------------------------------------------------------------------------


def make_reconciliation(source: JournalSource, inquiry: Inquiry) -> Sheet:
    found = reconcile(source.books.entries(), source.books.floor)
    return Sheet(
        "Reconciliation",
        (*compared_blocks(found), Signatures(SIGNED_BY)),
        reconciliation_data(found),
        sum_facts(found),
        verdict_of(found),
        is_right=found.is_zero,
    )


def reconciliation_data(found: ReconciliationRecord) -> Data:
    return {
        "entries": found.entries,
        "balances": [compared_data(one) for one in found.balances],
        "counts": [compared_data(one) for one in found.counts],
        "came_in_micros": found.came_in_micros,
        "is_there_micros": found.is_there_micros,
        "is_zero": found.is_zero,
        "differences": len(found.differences),
    }


def compared_data(one: Compared) -> Data:
    return {"name": one.name, "journal": one.journal, "floor": one.floor}


def verdict_of(found: ReconciliationRecord) -> Page:
    if found.is_zero:
        return say("Reconciled: every difference is zero.", Tone.GOOD)
    number = len(found.differences)
    figures = "one figure differs" if number == 1 else f"{number} figures differ"
    return say(f"Not reconciled: {figures}.", Tone.BAD)


def sum_facts(found: ReconciliationRecord) -> Facing:
    """What came in is there or was paid; both sides to the last micro-dollar."""
    rest = found.came_in_micros - found.is_there_micros
    differing = sum(bool(one.difference) for one in found.counts)
    return (
        ("Came in", exact_money(found.came_in_micros)),
        ("Is there or was paid", exact_money(found.is_there_micros)),
        ("Difference", Toned(exact_money(rest), Tone.BAD if rest else Tone.GOOD)),
        ("Entries read again", whole(found.entries)),
        ("Counts compared", f"{len(found.counts)}, {differing} differ"),
        ("Rule", RULE),
    )


def compared_blocks(found: ReconciliationRecord) -> Iterator[Block]:
    yield Heading("Balances", 2)
    yield compared_table("Account", found.balances)
    yield Lines((Toned(SOURCES_NOTE, Tone.DIM),))
    yield Heading("Counts", 2)
    yield compared_table("Count", found.counts)


def compared_table(title: str, compared: Sequence[Compared]) -> Block:
    if not compared:
        return Lines(("There is nothing to compare yet.",))
    has_levels = any(one.of.level for one in compared)
    names = (title, "Progressive", *(("Level",) if has_levels else ()))
    columns = (*map(Column, names), *(Column(one, right=True) for one in COLUMNS))
    return make_table(columns, (compared_row(one, has_levels=has_levels) for one in compared))


def compared_row(one: Compared, *, has_levels: bool) -> tuple[Cell, ...]:
    say = exact_money if (isinstance(one.of, Account) or one.of.kind in MONEY) else whole
    difference = Toned(say(one.difference), Tone.BAD if one.difference else Tone.GOOD)
    what = LABELS[one.of.kind] if isinstance(one.of, Account) else COUNTS[one.of.kind]
    level = (one.of.level,) if has_levels else ()
    return what, one.of.progressive, *level, say(one.journal), say(one.floor), difference


# -- how long records are kept ---------------------------------------------------------------------


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

"""Reconciliation: the journal read from its first entry, against the floor as the manager has it.

Every balance and every count is derived again. The differences must be zero, and so must what came in less
what is there or was paid (WAC 230-15-671(1)(a)(v)).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.jackpot.books import Books, LevelState
from pitboss.ledger.account import HOLDINGS, SEPARATOR, SOURCES, parse_account
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import exact_money, whole
from pitboss.reports.ledger_sheet import LABELS
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Heading,
    Lines,
    Page,
    Signatures,
    Tone,
    Toned,
    make_table,
)
from pitboss.reports.record.frame import Facing, Sheet, say
from pitboss.reports.record.inquiry import Inquiry, JournalSource
from pitboss.reports.record.row import row_data

RULE = "WAC 230-15-671(1)(a)(v)"
SIGNED_BY = ("Reconciled by", "Checked by accounting")
SOURCES_NOTE = "Contributions, seeds and adjustments are sources: they stand below zero by what they gave."
COLUMNS = ("Journal", "Books", "Difference")
COUNTS = {
    "wagers": "Wagers",
    "wagered_micros": "Money wagered",
    "hits": "Wins confirmed",
    "paid_micros": "Money won",
}


@dataclass(frozen=True)
class Compared:
    """One figure, twice."""

    name: str
    journal: int
    floor: int

    @property
    def difference(self) -> int:
        return self.floor - self.journal


@dataclass(frozen=True)
class ReconciliationRecord:
    entries: int
    balances: tuple[Compared, ...]
    """Of every account, in micro-dollars."""
    counts: tuple[Compared, ...]
    """Of every level: wagers, money wagered, hits, money paid."""
    came_in_micros: int
    is_there_micros: int

    @property
    def differences(self) -> tuple[Compared, ...]:
        return tuple(one for one in (*self.balances, *self.counts) if one.difference)

    @property
    def is_zero(self) -> bool:
        return not self.differences and self.came_in_micros == self.is_there_micros


def reconcile(entries: Iterable[Entry], floor: Books) -> ReconciliationRecord:
    again, number = Books(), 0
    for entry in entries:
        again.apply(entry.draft)
        number = entry.number
    balances = tuple(compare_balances(again.book, floor.book))
    counts = tuple(compare_counts(again, floor))
    came_in = -sum(m for account, m in again.book.balances.items() if account.kind in SOURCES)
    is_there = sum(m for account, m in again.book.balances.items() if account.kind in HOLDINGS)
    return ReconciliationRecord(number, balances, counts, came_in, is_there)


def compare_balances(journal: Book, floor: Book) -> Iterator[Compared]:
    accounts = {account for book in (journal, floor) for account, m in book.balances.items() if m}
    for account in sorted(accounts):
        yield Compared(str(account), journal.balances[account], floor.balances[account])


def compare_counts(journal: Books, floor: Books) -> Iterator[Compared]:
    for progressive in sorted(journal.progressives.keys() | floor.progressives.keys()):
        one, other = (levels_of(which, progressive) for which in (journal, floor))
        for level in sorted(one.keys() | other.keys()):
            mine, theirs = one.get(level, LevelState()), other.get(level, LevelState())
            for count in COUNTS:
                name = f"{progressive}/{level}: {count}"
                yield Compared(name, getattr(mine, count), getattr(theirs, count))


def levels_of(floor: Books, progressive: str) -> dict[str, LevelState]:
    state = floor.progressives.get(progressive)
    return state.levels if state else {}


# -- the record ------------------------------------------------------------------------------------


def make_reconciliation(source: JournalSource, inquiry: Inquiry) -> Sheet:
    found = reconcile(source.books.entries(), source.books.floor)
    return Sheet(
        "Reconciliation",
        (*compared_blocks(found), Signatures(SIGNED_BY)),
        {
            **row_data(found, inquiry.zone),
            "is_zero": found.is_zero,
            "differences": len(found.differences),
        },
        sum_facts(found),
        verdict_of(found),
        is_right=found.is_zero,
    )


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
    rows = [(name_parts(one.name), one) for one in compared]
    has_levels = any(parts.level for parts, _ in rows)
    names = (title, "Progressive", *(("Level",) if has_levels else ()))
    columns = (*map(Column, names), *(Column(one, right=True) for one in COLUMNS))
    return make_table(columns, (compared_row(parts, one, has_levels) for parts, one in rows))


class BalanceParts(NamedTuple):
    what: str
    progressive: str
    level: str
    is_money: bool


def compared_row(parts: BalanceParts, one: Compared, has_levels: bool) -> tuple[Cell, ...]:
    say = exact_money if parts.is_money else whole
    difference = Toned(say(one.difference), Tone.BAD if one.difference else Tone.GOOD)
    level = (parts.level,) if has_levels else ()
    return parts.what, parts.progressive, *level, say(one.journal), say(one.floor), difference


def name_parts(name: str) -> BalanceParts:
    """A figure's name taken apart: an account, or a count of a level."""
    where, _, count = name.rpartition(": ")
    if count in COUNTS:
        progressive, _, level = where.partition(SEPARATOR)
        return BalanceParts(COUNTS[count], progressive, level, count.endswith("micros"))
    account = parse_account(name)
    return BalanceParts(LABELS[account.kind], account.progressive, account.level, True)

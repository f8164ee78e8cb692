"""Reconciliation: the journal read from its first entry, against the floor as the manager has it.

Every balance and every count is derived again. The differences must be zero, and so must what came in less
what is there or was paid (WAC 230-15-671(1)(a)(v)).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo

from pitboss.base.money import format_plain
from pitboss.jackpot.state import Floor, LevelState
from pitboss.ledger.account import HOLDINGS, SOURCES
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Entry
from pitboss.reports.page import Cell, Column, Facts, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.reports.progressive.row import Data, row_data


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
class Reconciliation:
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


def reconcile(entries: Iterable[Entry], floor: Floor) -> Reconciliation:
    again, number = Floor(), 0
    for entry in entries:
        again.apply(entry.draft)
        number = entry.number
    balances = tuple(compare_balances(again.book, floor.book))
    counts = tuple(compare_counts(again, floor))
    came_in = -sum(m for account, m in again.book.balances.items() if account.kind in SOURCES)
    is_there = sum(m for account, m in again.book.balances.items() if account.kind in HOLDINGS)
    return Reconciliation(number, balances, counts, came_in, is_there)


def compare_balances(journal: Book, floor: Book) -> Iterator[Compared]:
    accounts = {account for book in (journal, floor) for account, m in book.balances.items() if m}
    for account in sorted(accounts):
        yield Compared(str(account), journal.balances[account], floor.balances[account])


COUNTS = ("wagers", "wagered_micros", "hits", "paid_micros")


def compare_counts(journal: Floor, floor: Floor) -> Iterator[Compared]:
    for progressive in sorted(journal.progressives.keys() | floor.progressives.keys()):
        one, other = (levels_of(which, progressive) for which in (journal, floor))
        for level in sorted(one.keys() | other.keys()):
            mine, theirs = one.get(level, LevelState()), other.get(level, LevelState())
            for count in COUNTS:
                name = f"{progressive}/{level}: {count}"
                yield Compared(name, getattr(mine, count), getattr(theirs, count))


def levels_of(floor: Floor, progressive: str) -> dict[str, LevelState]:
    state = floor.progressives.get(progressive)
    return state.levels if state else {}


# -- data and page ---------------------------------------------------------------------------------


def reconciliation_data(found: Reconciliation, zone: tzinfo | None) -> Data:
    return {**row_data(found, zone), "is_zero": found.is_zero}


def reconciliation_page(found: Reconciliation) -> Page:
    columns = (
        Column("Account"),
        *(Column(title, right=True) for title in ("Journal", "Floor", "Difference")),
    )
    verdict = (
        Toned("Reconciled: every difference is zero.", Tone.GOOD)
        if found.is_zero
        else Toned(f"Not reconciled: {len(found.differences)} figures differ.", Tone.BAD)
    )
    counted = [one for one in found.counts if one.difference]
    return (
        Heading("Reconciliation"),
        Facts(
            (
                ("Entries", f"{found.entries:,}"),
                ("Came in", dollars(found.came_in_micros)),
                ("Is there or was paid", dollars(found.is_there_micros)),
                ("Counts compared", f"{len(found.counts)}, {len(counted)} differ"),
            )
        ),
        make_table(columns, map(compared_row, (*found.balances, *counted))),
        Lines((verdict,)),
    )


def compared_row(one: Compared) -> tuple[Cell, ...]:
    tone = Tone.BAD if one.difference else Tone.GOOD
    figures = (one.journal, one.floor, one.difference)
    words = map(dollars if "micros" in one.name or ":" not in one.name else str, figures)
    journal, floor, difference = words
    return one.name, journal, floor, Toned(difference, tone)


def dollars(micros: int) -> str:
    """To the last micro-dollar: cents would hide a difference."""
    return f"{'-' if micros < 0 else ''}${format_plain(abs(micros))}"

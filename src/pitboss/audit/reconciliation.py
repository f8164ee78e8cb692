"""Reconciliation: the journal read from its first entry, against the floor as the manager has it.

Every balance and every count is derived again. The differences must be zero, and so must what came in less
what is there or was paid (WAC 230-15-671(1)(a)(v)).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from pitboss.jackpot.books import Books, LevelState
from pitboss.ledger.account import HOLDINGS, SEPARATOR, SOURCES, Account
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Entry


class CountKind(Enum):
    """What is counted of a level, by its name in the books."""

    WAGERS = "wagers"
    WAGERED = "wagered_micros"
    HITS = "hits"
    PAID = "paid_micros"


class LevelCount(NamedTuple):
    kind: CountKind
    progressive: str
    level: str

    def __str__(self) -> str:
        return f"{self.progressive}{SEPARATOR}{self.level}: {self.kind.value}"


@dataclass(frozen=True)
class Compared:
    """One figure, twice: the balance of an account in micro-dollars, or a count of a level."""

    of: Account | LevelCount
    journal: int
    floor: int

    @property
    def name(self) -> str:
        return str(self.of)

    @property
    def difference(self) -> int:
        return self.floor - self.journal


@dataclass(frozen=True)
class ReconciliationRecord:
    entries: int
    balances: tuple[Compared, ...]
    """Of every account."""
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
        yield Compared(account, journal.balances[account], floor.balances[account])


def compare_counts(journal: Books, floor: Books) -> Iterator[Compared]:
    for progressive in sorted(journal.progressives.keys() | floor.progressives.keys()):
        one, other = (levels_of(which, progressive) for which in (journal, floor))
        for level in sorted(one.keys() | other.keys()):
            mine, theirs = one.get(level, LevelState()), other.get(level, LevelState())
            for kind in CountKind:
                count = LevelCount(kind, progressive, level)
                yield Compared(count, getattr(mine, kind.value), getattr(theirs, kind.value))


def levels_of(floor: Books, progressive: str) -> dict[str, LevelState]:
    state = floor.progressives.get(progressive)
    return state.levels if state else {}

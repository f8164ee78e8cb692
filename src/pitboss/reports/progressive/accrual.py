"""What accrued on each day: for the master games report (WAC 230-15-671(1)(a)(ii)).

A void round is booked on the day it is voided, as a negative accrual. Every row ends with what the meter
and its hidden money held when the day ended.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import CoinIn, RoundVoided
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.reports.progressive.instant import day_of

HELD = (Kind.METER, Kind.RESERVE, Kind.OVERFLOW, Kind.PENDING)


@dataclass(frozen=True)
class DayOfLevel:
    """One level on one day; money in micro-dollars."""

    day: date
    progressive: str
    level: str
    wagers: int
    wagered_micros: int
    meter_micros: int
    """Contributions to what is displayed."""
    reserve_micros: int
    overflow_micros: int
    voided_micros: int
    """Contributions taken back with void rounds."""
    accrued_micros: int
    seeded_micros: int
    paid_micros: int
    adjusted_micros: int
    """Rises less falls by adjustment, and what was moved in less what was moved out."""
    receipts_micros: int
    closing_meter_micros: int
    closing_hidden_micros: int
    closing_pending_micros: int
    """Wins that were posted and not settled when the day ended."""

    @property
    def held_micros(self) -> int:
        """All that the level held when the day ended."""
        return self.closing_meter_micros + self.closing_hidden_micros + self.closing_pending_micros


class RoundWagers(NamedTuple):
    """What a COIN IN counted, for a round that may be voided."""

    progressive: str
    levels: tuple[str, ...]
    wagers: int
    wagered_micros: int


Key = tuple[date, str, str]
"""A day of a level."""


@dataclass
class AccrualBook:
    """Goes through the journal once, day by day."""

    zone: tzinfo | None
    book: Book = field(default_factory=Book)
    sums: dict[Key, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    rounds: dict[str, RoundWagers] = field(default_factory=dict)

    def add(self, draft: Draft) -> None:
        day = day_of(draft.at_micros, self.zone)
        self.book.apply(draft.transfers)
        self.count_wagers(draft, day)
        for transfer in draft.transfers:
            for account, column, micros in columns_of(transfer):
                self.sums[day, account.progressive, account.level][column] += micros
        for account in {account for transfer in draft.transfers for account in transfer[:2]}:
            self.close((day, account.progressive, account.level))

    def count_wagers(self, draft: Draft, day: date) -> None:
        """A COIN IN counts its wagers on every level; a void round takes them back."""
        match draft.fact:
            case CoinIn() as said:
                counted, sign = round_wagers(said), 1
                self.rounds[said.table] = counted
            case RoundVoided(table):
                counted, sign = self.rounds.pop(table), -1
            case _:
                return
        for level in counted.levels:
            sums = self.sums[day, counted.progressive, level]
            sums["wagers"] += sign * counted.wagers
            sums["wagered"] += sign * counted.wagered_micros

    def close(self, key: Key) -> None:
        _, progressive, level = key
        meter, reserve, overflow, pending = (self.book.balance(kind, progressive, level) for kind in HELD)
        self.sums[key]["closing meter"] = meter
        self.sums[key]["closing hidden"] = reserve + overflow
        self.sums[key]["closing pending"] = pending


def round_wagers(said: CoinIn) -> RoundWagers:
    return RoundWagers(said.progressive, tuple(said.levels), len(said.stakes), sum(said.stakes.values()))


COLUMNS = {
    Kind.SEED: ("seeded", -1),
    Kind.ADJUSTMENT: ("adjusted", -1),
    Kind.PAID: ("paid", 1),
    Kind.RECEIPTS: ("receipts", 1),
}
"""By account: the column it is booked in, and whether its rise is a rise there."""


def columns_of(transfer: Transfer) -> Iterator[tuple[Account, str, int]]:
    """What a transfer adds to which column of which account's level."""
    source, target, micros, reason = transfer
    if source.kind is Kind.CONTRIBUTION:
        yield target, target.kind.value, micros
    elif target.kind is Kind.CONTRIBUTION:
        yield source, "voided", micros
    elif reason is Reason.MOVE:
        yield source, "adjusted", -micros
        yield target, "adjusted", micros
    else:
        for account, change in ((source, -micros), (target, micros)):
            if account.kind in COLUMNS:
                column, sign = COLUMNS[account.kind]
                yield account, column, sign * change


def make_row(key: Key, sums: Counter[str]) -> DayOfLevel:
    accrued = sums["meter"] + sums["reserve"] + sums["overflow"] - sums["voided"]
    return DayOfLevel(
        *key,
        wagers=sums["wagers"],
        wagered_micros=sums["wagered"],
        meter_micros=sums["meter"],
        reserve_micros=sums["reserve"],
        overflow_micros=sums["overflow"],
        voided_micros=sums["voided"],
        accrued_micros=accrued,
        seeded_micros=sums["seeded"],
        paid_micros=sums["paid"],
        adjusted_micros=sums["adjusted"],
        receipts_micros=sums["receipts"],
        closing_meter_micros=sums["closing meter"],
        closing_hidden_micros=sums["closing hidden"],
        closing_pending_micros=sums["closing pending"],
    )


def daily_accrual(
    entries: Iterable[Entry], *, zone: tzinfo | None, since: date | None = None, until: date | None = None
) -> list[DayOfLevel]:
    """Days on which something moved, in order; all days before are read for the closing amounts."""
    book = AccrualBook(zone)
    for entry in entries:
        book.add(entry.draft)
    return [
        make_row(key, book.sums[key])
        for key in sorted(book.sums)
        if (since is None or key[0] >= since) and (until is None or key[0] <= until)
    ]


# -- the page --------------------------------------------------------------------------------------

TITLES = ("Wagers", "Wagered", "To the meter", "Reserve", "Overflow", "Voided", "Accrued", "Seeded", "Paid")


def accrual_page(rows: list[DayOfLevel]) -> Page:
    if not rows:
        return (Heading("Daily accrual"), Lines(("Nothing has accrued.",)))
    columns = (
        *(Column(title) for title in ("Day", "Progressive", "Level")),
        *(Column(title, right=True) for title in (*TITLES, "Meter at the end")),
    )
    total = sum(row.accrued_micros for row in rows)
    accrued = Lines((Toned(f"Accrued in all: {format_dollars(total)}", Tone.STRONG),))
    return (Heading("Daily accrual"), make_table(columns, map(accrual_row, rows)), accrued)


def accrual_row(row: DayOfLevel) -> tuple[Cell, ...]:
    money = (
        row.wagered_micros,
        row.meter_micros,
        row.reserve_micros,
        row.overflow_micros,
        row.voided_micros,
        row.accrued_micros,
        row.seeded_micros,
        row.paid_micros,
        row.closing_meter_micros,
    )
    names = (row.day.isoformat(), row.progressive, row.level)
    return (*names, f"{row.wagers:,}", *map(format_dollars, money))

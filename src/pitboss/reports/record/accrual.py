"""Daily accrual: what each day brought, and how every level went from the first to the last.

For the master games report (WAC 230-15-671(1)(a)(ii)). A void round is booked on the day it is voided, as a
negative accrual. What a level held, with what came in and less what went out, is what it holds: the account
is closed to the last micro-dollar, or it would not be printed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, tzinfo
from typing import NamedTuple

from pitboss.jackpot.fact import CoinIn, RoundVoided
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.reports.cell import exact_money
from pitboss.reports.field import Field, count, left_out, money, ruled_table, words
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Heading, Lines, Tone, Toned
from pitboss.reports.paper.paper import WIDE
from pitboss.reports.record.frame import Inquiry, JournalSource, Sheet, cut_words, latest
from pitboss.reports.record.row import day_of, rows_data

RULE = "WAC 230-15-671(1)(a)(ii)"
HELD = (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW, AccountKind.PENDING)


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


BOOKED = tuple(one.name for one in fields(DayOfLevel))[3:]
"""What is added up for a day of a level."""
MOVED = ("accrued_micros", "seeded_micros", "adjusted_micros", "paid_micros", "receipts_micros")


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
            sums["wagered_micros"] += sign * counted.wagered_micros

    def close(self, key: Key) -> None:
        _, progressive, level = key
        meter, reserve, overflow, pending = (self.book.balance(kind, progressive, level) for kind in HELD)
        self.sums[key]["closing_meter_micros"] = meter
        self.sums[key]["closing_hidden_micros"] = reserve + overflow
        self.sums[key]["closing_pending_micros"] = pending


def round_wagers(said: CoinIn) -> RoundWagers:
    return RoundWagers(said.progressive, tuple(said.levels), len(said.stakes), sum(said.stakes.values()))


COLUMNS = {
    AccountKind.SEED: ("seeded_micros", -1),
    AccountKind.ADJUSTMENT: ("adjusted_micros", -1),
    AccountKind.PAID: ("paid_micros", 1),
    AccountKind.RECEIPTS: ("receipts_micros", 1),
}
"""By account: the column of a day that it is booked in, and whether its rise is a rise there."""


def columns_of(transfer: Transfer) -> Iterator[tuple[Account, str, int]]:
    """What a transfer adds to which column of which account's level."""
    source, target, micros, reason = transfer
    if source.kind is AccountKind.CONTRIBUTION:
        yield target, f"{target.kind.value}_micros", micros
        yield target, "accrued_micros", micros
    elif target.kind is AccountKind.CONTRIBUTION:
        yield source, "voided_micros", micros
        yield source, "accrued_micros", -micros
    elif reason is Reason.MOVE:
        yield source, "adjusted_micros", -micros
        yield target, "adjusted_micros", micros
    else:
        for account, change in ((source, -micros), (target, micros)):
            if account.kind in COLUMNS:
                column, sign = COLUMNS[account.kind]
                yield account, column, sign * change


def daily_accrual(
    entries: Iterable[Entry], *, zone: tzinfo | None, since: date | None = None, until: date | None = None
) -> list[DayOfLevel]:
    """Days on which something moved, in order; all days before are read for the closing amounts."""
    book = AccrualBook(zone)
    for entry in entries:
        book.add(entry.draft)
    return [
        DayOfLevel(*key, *(book.sums[key][column] for column in BOOKED))
        for key in sorted(book.sums)
        if (since is None or key[0] >= since) and (until is None or key[0] <= until)
    ]


# -- the record ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LevelAccount:
    """One level over the days: from what it held before to what it holds after."""

    progressive: str
    level: str
    opening_micros: int
    accrued_micros: int
    seeded_micros: int
    adjusted_micros: int
    paid_micros: int
    receipts_micros: int
    closing_micros: int

    def __post_init__(self) -> None:
        came = self.accrued_micros + self.seeded_micros + self.adjusted_micros
        went = self.paid_micros + self.receipts_micros
        assert self.opening_micros + came - went == self.closing_micros, "the account does not close"


def level_accounts(
    rows: Sequence[DayOfLevel], since: date | None, until: date | None
) -> Iterator[LevelAccount]:
    """Of every level, from the rows of all its days."""
    for key in sorted({(row.progressive, row.level) for row in rows}):
        days = [row for row in rows if (row.progressive, row.level) == key]
        before = [row for row in days if since and row.day < since]
        upto = [row for row in days if until is None or row.day <= until]
        within = upto[len(before) :]
        yield LevelAccount(
            *key,
            opening_micros=before[-1].held_micros if before else 0,
            **{column: sum(getattr(row, column) for row in within) for column in MOVED},
            closing_micros=upto[-1].held_micros if upto else 0,
        )


DAYS: tuple[Field[DayOfLevel], ...] = (
    words("Day", lambda row: row.day.isoformat()),
    count("Wagers", lambda row: row.wagers),
    money("Wagered", lambda row: row.wagered_micros),
    money("To the meter", lambda row: row.meter_micros),
    money("To the reserve", lambda row: row.reserve_micros, is_optional=True),
    money("Over the cap", lambda row: row.overflow_micros, is_optional=True),
    money("Voided", lambda row: row.voided_micros, is_optional=True),
    money("Accrued", lambda row: row.accrued_micros),
    money("Seeded", lambda row: row.seeded_micros, is_optional=True),
    money("Adjusted", lambda row: row.adjusted_micros, is_optional=True),
    money("Paid", lambda row: row.paid_micros, is_optional=True),
    money("Receipts", lambda row: row.receipts_micros, is_optional=True),
    money("Meter at the end", lambda row: row.closing_meter_micros, is_summed=False),
    money("Not displayed", lambda row: row.closing_hidden_micros, is_summed=False, is_optional=True),
    money("Wins waiting", lambda row: row.closing_pending_micros, is_summed=False, is_optional=True),
)
ACCOUNTS: tuple[Field[LevelAccount], ...] = (
    words("Progressive", lambda row: row.progressive),
    words("Level", lambda row: row.level, is_optional=True),
    money("Held before", lambda row: row.opening_micros),
    money("+ accrued", lambda row: row.accrued_micros),
    money("+ seeded", lambda row: row.seeded_micros),
    money("+ adjusted", lambda row: row.adjusted_micros),
    money("- paid", lambda row: row.paid_micros),
    money("- receipts", lambda row: row.receipts_micros),
    money("= held after", lambda row: row.closing_micros),
)


def make_accrual(source: JournalSource, inquiry: Inquiry) -> Sheet:
    days = daily_accrual(source.books.entries(), zone=inquiry.zone)
    rows = [row for row in days if inquiry.is_of(row.progressive)]
    asked = [row for row in rows if inquiry.is_asked(row.day)]
    accounts = list(level_accounts(rows, inquiry.since, inquiry.until))
    accrued = sum(row.accrued_micros for row in asked)
    found: dict[str, Json] = {
        "accrued_micros": accrued,
        "days": rows_data(latest(asked, inquiry), inquiry.zone),
        "levels": rows_data(accounts, inquiry.zone),
    }
    facts = (("Accrued in all", exact_money(accrued)), ("Rule", RULE))
    return Sheet("Daily accrual", tuple(accrual_blocks(asked, accounts, inquiry)), found, facts, layout=WIDE)


def accrual_blocks(
    asked: Sequence[DayOfLevel], accounts: Sequence[LevelAccount], inquiry: Inquiry
) -> Iterator[Block]:
    if not asked:
        yield Lines(("Nothing has accrued in these days.",))
        return
    yield Heading("Each level over these days", 2)
    yield ruled_table(ACCOUNTS, accounts)
    cut = cut_words(asked, inquiry)
    if cut:
        yield Lines((cut,))
    shown = latest(asked, inquiry)
    for progressive, level in sorted({(row.progressive, row.level) for row in shown}):
        rows = [row for row in shown if (row.progressive, row.level) == (progressive, level)]
        yield Heading(f"{progressive}, {level}".removesuffix(", "), 2)
        yield ruled_table(DAYS, rows, has_total=not cut)
        if nothing := left_out(DAYS, rows):
            yield Lines((Toned(nothing, Tone.DIM),))

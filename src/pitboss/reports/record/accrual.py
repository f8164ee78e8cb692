"""Daily accrual as a paper: what each day brought, and how every level went from the first to the last.

What a level held, with what came in and less what went out, is what it holds: the account is closed to the
last micro-dollar, or it would not be printed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pitboss.reports.cell import exact_money
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Heading, Lines, Tone, Toned
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.progressive.accrual import DayOfLevel, daily_accrual
from pitboss.reports.progressive.row import rows_data
from pitboss.reports.record.field import Field, count, left_out, money, ruled_table, words
from pitboss.reports.record.frame import frame
from pitboss.reports.record.inquiry import Inquiry, Source, cut_words, latest, progressive_of

RULE = "WAC 230-15-671(1)(a)(ii)"


@dataclass(frozen=True)
class Account:
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


def level_accounts(rows: Sequence[DayOfLevel], since: date | None, until: date | None) -> Iterator[Account]:
    """Of every level, from the rows of all its days."""
    for key in sorted({(row.progressive, row.level) for row in rows}):
        days = [row for row in rows if (row.progressive, row.level) == key]
        before = [row for row in days if since and row.day < since]
        upto = [row for row in days if until is None or row.day <= until]
        within = upto[len(before) :]
        yield Account(
            *key,
            opening_micros=before[-1].held_micros if before else 0,
            accrued_micros=sum(row.accrued_micros for row in within),
            seeded_micros=sum(row.seeded_micros for row in within),
            adjusted_micros=sum(row.adjusted_micros for row in within),
            paid_micros=sum(row.paid_micros for row in within),
            receipts_micros=sum(row.receipts_micros for row in within),
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
ACCOUNTS: tuple[Field[Account], ...] = (
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


def make_accrual(source: Source, inquiry: Inquiry) -> Paper:
    name = progressive_of(source, inquiry)
    rows = [
        row
        for row in daily_accrual(source.books.entries(), zone=inquiry.zone)
        if name in ("", row.progressive)
    ]
    asked = [row for row in rows if inquiry.is_asked(row.day)]
    accounts = list(level_accounts(rows, inquiry.since, inquiry.until))
    accrued = sum(row.accrued_micros for row in asked)
    found: dict[str, Json] = {
        "accrued_micros": accrued,
        "days": rows_data(latest(asked, inquiry), inquiry.zone),
        "levels": rows_data(accounts, inquiry.zone),
    }
    facts = (("Accrued in all", exact_money(accrued)), ("Rule", RULE))
    page = tuple(accrual_blocks(asked, accounts, inquiry))
    return frame(source, inquiry, "Daily accrual", page, found, layout=WIDE, facts=facts)


def accrual_blocks(
    asked: Sequence[DayOfLevel], accounts: Sequence[Account], inquiry: Inquiry
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

"""The weekly deposit as a paper: what is due and by when, week by week, with every deposit and its reference.

A week is one of the card room's calendar and begins on Monday.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from pitboss.jackpot.fact import Deposited
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import exact_money
from pitboss.reports.page import Block, Heading, Lines, Page, Signatures, Tone, Toned
from pitboss.reports.paper.paper import Paper
from pitboss.reports.progressive.deposit import DepositDue, accrual_of, deposit_due
from pitboss.reports.progressive.instant import day_of, format_instant, format_span
from pitboss.reports.progressive.row import row_data, rows_data
from pitboss.reports.record.field import Field, money, ruled_table, words
from pitboss.reports.record.frame import Facing, frame
from pitboss.reports.record.inquiry import Inquiry, Source, moment_of

SIGNED_BY = ("Prepared by", "Deposited by")


@dataclass(frozen=True)
class Week:
    since: date
    until: date
    accrued_micros: int
    deposited_micros: int
    due_micros: int
    """When the week ended: all that had accrued, less all that was deposited."""


@dataclass(frozen=True)
class Deposit:
    entry: int
    made_at: int
    by: tuple[str, ...]
    micros: int
    reference: str


def read_weeks(source: Source, inquiry: Inquiry) -> list[Week]:
    """Weeks in which something accrued or was deposited."""
    accrued: Counter[date] = Counter()
    deposited: Counter[date] = Counter()
    for entry in source.books.entries():
        monday = week_of(day_of(entry.draft.at_micros, inquiry.zone))
        accrued[monday] += accrual_of(entry.draft)
        deposited[monday] += deposit_of(entry)
    due, weeks = 0, []
    for monday in sorted(accrued):
        due += accrued[monday] - deposited[monday]
        if accrued[monday] or deposited[monday]:
            weeks.append(Week(monday, monday + timedelta(days=6), accrued[monday], deposited[monday], due))
    return [one for one in weeks if overlaps(one, inquiry)]


def week_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def deposit_of(entry: Entry) -> int:
    said = entry.draft.fact
    return said.micros if isinstance(said, Deposited) else 0


def overlaps(week: Week, inquiry: Inquiry) -> bool:
    is_late = inquiry.since is not None and week.until < inquiry.since
    is_early = inquiry.until is not None and week.since > inquiry.until
    return not (is_late or is_early)


def read_deposits(source: Source, inquiry: Inquiry) -> Iterator[Deposit]:
    for entry in source.books.entries():
        draft = entry.draft
        if isinstance(draft.fact, Deposited) and inquiry.is_within(draft.at_micros):
            micros, reference = draft.fact.micros, draft.fact.reference
            yield Deposit(entry.number, draft.at_micros, draft.by, micros, reference)


# -- the paper -------------------------------------------------------------------------------------

WEEKS: tuple[Field[Week], ...] = (
    words("Week", lambda row: f"{row.since} to {row.until}"),
    money("Accrued", lambda row: row.accrued_micros),
    money("Deposited", lambda row: row.deposited_micros),
    money("Due at its end", lambda row: row.due_micros, is_summed=False),
)


def make_deposit(source: Source, inquiry: Inquiry) -> Paper:
    moment = moment_of(source, inquiry)
    due = deposit_due(source.books.entries(), source.books.floor, moment, zone=inquiry.zone)
    weeks, deposits = read_weeks(source, inquiry), list(read_deposits(source, inquiry))
    found = {
        **row_data(due, inquiry.zone),
        "weeks": rows_data(weeks, inquiry.zone),
        "deposits": rows_data(deposits, inquiry.zone),
    }
    page = (*deposit_blocks(weeks, deposits, inquiry), Signatures(SIGNED_BY))
    verdict, facts = deposit_verdict(due, moment, inquiry), due_facts(due, inquiry)
    title, is_right = "Weekly deposit", not due.is_overdue
    return frame(source, inquiry, title, page, found, banner=verdict, facts=facts, is_right=is_right)


def deposit_verdict(due: DepositDue, moment: int, inquiry: Inquiry) -> Page:
    amount, by = exact_money(max(0, due.due_micros)), format_instant(due.deadline_at, inquiry.zone)
    if due.is_overdue:
        late = format_span(moment - due.deadline_at)
        return (Lines((Toned(f"{amount} is late by {late}: deposit it at once.", Tone.BAD),)),)
    if due.due_micros > 0:
        return (Lines((Toned(f"{amount} is to be deposited by {by}.", Tone.CAREFUL),)),)
    return (Lines((Toned("All that has accrued is deposited.", Tone.GOOD),)),)


def due_facts(due: DepositDue, inquiry: Inquiry) -> Facing:
    return (
        ("Accrued since the first entry", exact_money(due.accrued_micros)),
        ("Deposited since the first entry", exact_money(due.deposited_micros)),
        ("Due", Toned(exact_money(due.due_micros), Tone.STRONG)),
        ("Oldest accrual not deposited", format_instant(due.oldest_at, inquiry.zone) or "none"),
        ("In the account", f"at least {exact_money(due.required_micros)}"),
        ("Rule", due.source),
    )


def deposit_blocks(weeks: list[Week], deposits: list[Deposit], inquiry: Inquiry) -> Iterator[Block]:
    yield Heading("Week by week", 2)
    yield ruled_table(WEEKS, weeks) if weeks else Lines(("Nothing has accrued in these days.",))
    yield Heading("Deposits", 2)
    made: tuple[Field[Deposit], ...] = (
        words("Made", lambda row: format_instant(row.made_at, inquiry.zone)),
        words("By", lambda row: ", ".join(row.by)),
        words("Bank's reference", lambda row: row.reference, wraps=True),
        money("Amount", lambda row: row.micros),
    )
    yield ruled_table(made, deposits) if deposits else Lines(("No deposit was written down in these days.",))

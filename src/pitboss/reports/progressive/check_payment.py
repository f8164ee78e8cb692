"""Checks that winners asked for: over $5,000 they are due within 24 hours (WAC 230-15-050(1))."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import tzinfo

from pitboss.jackpot.fact import CheckPaid, CheckRequested
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import money, ordinal
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.reports.progressive.instant import day_of, format_instant, format_span


@dataclass(frozen=True)
class CheckPayment:
    order: int
    """The number of the win."""
    win: str
    payee: str
    micros: int
    requested_at: int
    requested_by: tuple[str, ...]
    due_at: int
    """Nothing where the win is too small for a deadline."""
    paid_at: int = 0
    number: str = ""

    def is_late(self, now: int) -> bool:
        return bool(self.due_at) and (self.paid_at or now) > self.due_at


def check_payments(
    entries: Iterable[Entry], floor: Floor, *, zone: tzinfo | None, rules: Regulation | None = None
) -> list[CheckPayment]:
    """Every check that was asked for, in the order of asking."""
    found: dict[str, CheckPayment] = {}
    for entry in entries:
        draft = entry.draft
        match draft.fact:
            case CheckRequested(id_, payee):
                win, at = floor.wins[id_], draft.at_micros
                due = due_at(win.micros, at, zone, rules or regulation())
                asked = CheckPayment(win.order, win.id, payee, win.micros, at, draft.by, due)
                found.setdefault(win.id, asked)
            case CheckPaid(id_, number):
                found[id_] = replace(found[id_], paid_at=draft.at_micros, number=number)
    return list(found.values())


def due_at(micros: int, at: int, zone: tzinfo | None, rules: Regulation) -> int:
    rule = in_force(rules.check_payment, day_of(at, zone))
    return at + rule.time_micros if micros > rule.micros else 0


COLUMNS = (
    Column("Win", right=True),
    Column("Payee"),
    Column("Amount", right=True),
    Column("Asked for"),
    Column("Due"),
    Column("Paid"),
    Column("Status"),
)


def checks_page(found: list[CheckPayment], now: int, zone: tzinfo | None) -> Page:
    if not found:
        return (Heading("Checks"), Lines(("Nobody has asked for a check.",)))
    return (Heading("Checks"), make_table(COLUMNS, (check_row(check, now, zone) for check in found)))


def check_row(check: CheckPayment, now: int, zone: tzinfo | None) -> tuple[Cell, ...]:
    return (
        ordinal(check.order),
        check.payee,
        money(check.micros),
        format_instant(check.requested_at, zone),
        format_instant(check.due_at, zone) or "no deadline",
        format_instant(check.paid_at, zone) or "not yet",
        check_status(check, now),
    )


def check_status(check: CheckPayment, now: int) -> Cell:
    if check.is_late(now):
        over = format_span((check.paid_at or now) - check.due_at)
        return Toned(f"late by {over}", Tone.BAD)
    if check.paid_at:
        return Toned(f"paid, no. {check.number}", Tone.GOOD)
    left = f"{format_span(check.due_at - now)} left" if check.due_at else "open"
    return Toned(left, Tone.CAREFUL)

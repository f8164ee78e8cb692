"""Checks that winners asked for: over $5,000 they are due within 24 hours (WAC 230-15-050(1))."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import tzinfo

from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CheckPaid, CheckRequested
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, amount, number, words
from pitboss.reports.page import Cell, Tone, Toned
from pitboss.reports.record.frame import Sheet, bad_count, listed, say_bad
from pitboss.reports.record.inquiry import Inquiry, JournalSource, cut_words, latest
from pitboss.reports.record.row import day_of, format_instant, format_span, row_data


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
    entries: Iterable[Entry], floor: Books, *, zone: tzinfo | None, rules: Regulation | None = None
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
            case CheckPaid(id_, number_):
                found[id_] = replace(found[id_], paid_at=draft.at_micros, number=number_)
    return list(found.values())


def due_at(micros: int, at: int, zone: tzinfo | None, rules: Regulation) -> int:
    rule = in_force(rules.check_payment, day_of(at, zone))
    return at + rule.time_micros if micros > rule.micros else 0


def make_checks(source: JournalSource, inquiry: Inquiry) -> Sheet:
    now, books = inquiry.at_micros, source.books
    checks = check_payments(books.entries(), books.floor, zone=inquiry.zone)
    found = [one for one in checks if inquiry.is_within(one.requested_at)]
    shown, late = latest(found, inquiry), [one for one in found if one.is_late(now)]
    waiting = sum(not one.paid_at for one in late)
    fields = check_fields(now, inquiry.zone)
    return Sheet(
        "Checks",
        listed(fields, shown, "Nobody has asked for a check.", cut_words(found, inquiry)),
        [{**row_data(one, inquiry.zone), "is_late": one.is_late(now)} for one in shown],
        (("Asked for", whole(len(found))), ("Paid late or not in time", bad_count(len(late)))),
        say_bad(waiting, "A check is late.", "{count} checks are late."),
        is_right=not waiting,
    )


def check_fields(now: int, zone: tzinfo | None) -> tuple[Field[CheckPayment], ...]:
    return (
        number("Win", lambda check: check.order),
        words("Payee", lambda check: check.payee),
        amount("Amount", lambda check: check.micros),
        words("Asked for", lambda check: format_instant(check.requested_at, zone)),
        words("Due", lambda check: format_instant(check.due_at, zone) or "no deadline"),
        words("Paid", lambda check: format_instant(check.paid_at, zone) or "not yet"),
        words("Status", lambda check: check_status(check, now)),
    )


def check_status(check: CheckPayment, now: int) -> Cell:
    if check.is_late(now):
        over = format_span((check.paid_at or now) - check.due_at)
        return Toned(f"late by {over}", Tone.BAD)
    if check.paid_at:
        return Toned(f"paid, no. {check.number}", Tone.GOOD)
    left = f"{format_span(check.due_at - now)} left" if check.due_at else "open"
    return Toned(left, Tone.CAREFUL)

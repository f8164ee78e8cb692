"""The records of the office by name: each is a page of `reports`, made from the books at a moment."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.house.reading import Books
from pitboss.house.software import read_software
from pitboss.jackpot.regulation import in_force, regulation
from pitboss.reports.page import Page
from pitboss.reports.progressive.accrual import accrual_page, daily_accrual
from pitboss.reports.progressive.check_payment import check_payments, checks_page
from pitboss.reports.progressive.deposit import deposit_due, deposit_page
from pitboss.reports.progressive.hit import hits_page, last_hits
from pitboss.reports.progressive.instant import day_of
from pitboss.reports.progressive.malfunction import malfunctions, malfunctions_page
from pitboss.reports.progressive.prize import prize_fund, prizes_page
from pitboss.reports.progressive.reconciliation import reconcile, reconciliation_page
from pitboss.reports.progressive.reduction import reductions, reductions_page
from pitboss.reports.progressive.retention import read_retention, retention_page
from pitboss.reports.progressive.terms_history import history_page, terms_history
from pitboss.reports.software_sheet import software_page

MOST_ROWS = 500
"""Of a list that grows for ever, the latest; the whole of it is what the command prints."""
ZONE = None
"""Days are those of the machine that stands in the room."""


class Record(NamedTuple):
    title: str
    make: Callable[[Books, int], Page]
    """From the books, at a moment."""


def make_hits(books: Books, now: int) -> Page:
    most = in_force(regulation().hit_list, day_of(now, ZONE)).hits
    return hits_page(last_hits(books.floor, most), ZONE)


def make_accrual(books: Books, now: int) -> Page:
    del now
    return accrual_page(daily_accrual(books.entries(), zone=ZONE)[-MOST_ROWS:])


def make_prizes(books: Books, now: int) -> Page:
    terms = [state.terms for state in books.floor.progressives.values()]
    return prizes_page(prize_fund(terms, day_of(now, ZONE)))


RECORDS: Mapping[str, Record] = {
    "hits": Record("Last hits", make_hits),
    "accrual": Record("Daily accrual", make_accrual),
    "deposit": Record(
        "Deposit due",
        lambda books, now: deposit_page(deposit_due(books.entries(), books.floor, now, zone=ZONE), now, ZONE),
    ),
    "reconciliation": Record(
        "Reconciliation", lambda books, _: reconciliation_page(reconcile(books.entries(), books.floor))
    ),
    "reductions": Record(
        "Reductions",
        lambda books, _: reductions_page([*reductions(books.entries())][-MOST_ROWS:], ZONE),
    ),
    "malfunctions": Record(
        "Malfunctions",
        lambda books, now: malfunctions_page(malfunctions(books.entries(), zone=ZONE), now, ZONE),
    ),
    "checks": Record(
        "Checks",
        lambda books, now: checks_page(check_payments(books.entries(), books.floor, zone=ZONE), now, ZONE),
    ),
    "history": Record(
        "Changes of terms",
        lambda books, _: history_page([*terms_history(books.entries())][-MOST_ROWS:], ZONE),
    ),
    "prizes": Record("Prizes in the bank", make_prizes),
    "retention": Record(
        "Retention",
        lambda books, now: retention_page(read_retention(books.entries(), now, zone=ZONE)),
    ),
    "software": Record("What runs here", lambda _books, _now: software_page(read_software())),
}

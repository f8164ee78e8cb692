"""The win page as a paper: everything about one win, with places to sign for whoever was there.

Nothing is paid on a win that nobody has confirmed, and the page says so in large letters. A win that was
taken back has no winner and no cashier.
"""

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.jackpot.state import WinStatus
from pitboss.reports.page import Lines, Page, Signatures, Tone, Toned
from pitboss.reports.paper.paper import Paper
from pitboss.reports.progressive.win_page import WinPage, make_win_page, win_blocks, win_data
from pitboss.reports.record.frame import frame, under_title
from pitboss.reports.record.inquiry import Inquiry, Source


def make_win(source: Source, inquiry: Inquiry) -> Paper:
    books = source.books
    if not inquiry.win:
        raise InputError("say which win: its number in the order of posting, or its id")
    found = make_win_page(
        books.entries(),
        books.floor,
        inquiry.win,
        zone=inquiry.zone,
        together=inquiry.together,
        payees=inquiry.payees,
    )
    win = found.win
    page = (*under_title(win_blocks(found, inquiry.zone)), Signatures(signers(found)))
    title = f"Win {win.order}: {format_dollars(win.micros)}"
    return frame(source, inquiry, title, page, win_data(found, inquiry.zone), banner=verdict_of(found))


def verdict_of(found: WinPage) -> Page:
    win = found.win
    match win.status:
        case WinStatus.CONFIRMED:
            words = Toned(
                f"Confirmed: {format_dollars(found.tax.paid_out_micros)} to be paid out.", Tone.GOOD
            )
        case WinStatus.POSTED:
            words = Toned("Not confirmed: nothing is to be paid on this page.", Tone.CAREFUL)
        case WinStatus.WITHDRAWN:
            words = Toned("Withdrawn: nothing was won.", Tone.CAREFUL)
    return (Lines((words,)),)


def signers(found: WinPage) -> tuple[str, ...]:
    """Whoever posted and confirmed is named; those who share the win sign each."""
    win = found.win
    staff = (f"Dealer ({win.posted_by})", f"Supervisor ({win.settled_by})".removesuffix(" ()"))
    if win.status is WinStatus.WITHDRAWN:
        return staff
    winners = tuple(f"Winner ({share.payee})" for share in found.payees) or ("Winner",)
    return (*winners, *staff, "Cashier")

"""The win page as a paper: everything about one win, with places to sign for whoever was there.

Nothing is paid on a win that nobody has confirmed, and the page says so in large letters. A win that was
taken back has no winner and no cashier.
"""

from dataclasses import fields

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.jackpot.state import Floor
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Win, WinStatus
from pitboss.reports.page import Facts, Lines, Page, Signatures, Tone, Toned
from pitboss.reports.paper.paper import Paper
from pitboss.reports.progressive.win_page import WinPage, make_win_page, win_blocks, win_data
from pitboss.reports.record.frame import frame, under_title
from pitboss.reports.record.inquiry import Inquiry, Source

UNNAMED = next(one.default for one in fields(Terms) if one.name == "location")
"""What terms say that nobody has given a location."""
TO_WRITE = "_" * 60
"""A line for a pen."""


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
    first, *rest = under_title(win_blocks(found, inquiry.zone))
    assert isinstance(first, Facts)
    location = location_of(books.floor, win)
    facts = Facts((("Licensed location", location or TO_WRITE), *first.rows))
    title = f"Win {win.order}: {format_dollars(win.micros)}"
    data = {**win_data(found, inquiry.zone), "location": location or None}
    page = (facts, *rest, Signatures(signers(found)))
    is_right = win.status is not WinStatus.BACKED_OUT
    return frame(source, inquiry, title, page, data, banner=verdict_of(found), is_right=is_right)


def location_of(floor: Floor, win: Win) -> str:
    """As the terms name it; nothing where they leave it at what every card room is called."""
    found = floor.progressives[win.progressive].terms.at(win.table).location
    return "" if found == UNNAMED else found


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
        case WinStatus.BACKED_OUT:
            words = Toned(f"Backed out: {win.backed_out_why}", Tone.BAD)
    return (Lines((words,)),)


def signers(found: WinPage) -> tuple[str, ...]:
    """Whoever posted and confirmed is named; those who share the win sign each."""
    win = found.win
    staff = (f"Dealer ({win.posted_by})", f"Supervisor ({win.settled_by})".removesuffix(" ()"))
    if win.status is WinStatus.WITHDRAWN:
        return staff
    winners = tuple(f"Winner ({share.payee})" for share in found.payees) or ("Winner",)
    return (*winners, *staff, "Cashier")

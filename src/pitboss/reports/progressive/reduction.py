"""Reductions: every fall of a meter, a reserve or an overflow, with its reason and its people.

An amount falls because it is won, because a round is void, or by an adjustment for one of five reasons
(WAC 230-15-695). Each is documented where it stands in the journal; kept five years (IN 68 IAC 2-6-34).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.fact import (
    Adjusted,
    MerchandisePaid,
    MoneyMoved,
    RoundVoided,
    WinBackedOut,
    WinPosted,
    WinSettled,
)
from pitboss.jackpot.win import Win, WinStatus
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import Reason
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, make_table
from pitboss.reports.progressive.instant import format_instant

HELD = frozenset({Kind.METER, Kind.RESERVE, Kind.OVERFLOW})


@dataclass(frozen=True)
class Reduction:
    entry: int
    made_at: int
    by: tuple[str, ...]
    account: str
    reasons: tuple[str, ...]
    why: str
    before_micros: int
    after_micros: int
    taken_micros: int
    """What went out; a meter that is won restarts in the same entry."""

    @property
    def micros(self) -> int:
        return self.before_micros - self.after_micros


def reductions(entries: Iterable[Entry], *, progressive: str = "") -> Iterator[Reduction]:
    """In the order of the journal; an entry that lowers several accounts is there for each."""
    book, wins = Book(), {}
    for entry in entries:
        if isinstance(entry.draft.fact, WinPosted):
            wins[entry.draft.fact.win.id] = entry.draft.fact.win
        before = dict(book.balances)
        book.apply(entry.draft.transfers)
        for account, reasons in taken_from(entry.draft).items():
            if progressive in ("", account.progressive):
                yield Reduction(
                    entry.number,
                    entry.draft.at_micros,
                    entry.draft.by,
                    str(account),
                    tuple(reason.value for reason in reasons),
                    reason_text(entry.draft, wins),
                    before.get(account, 0),
                    book.balances[account],
                    sum(one.micros for one in entry.draft.transfers if one.source == account),
                )


def taken_from(draft: Draft) -> dict[Account, list[Reason]]:
    """Accounts that the entry took money out of, with why; an award counts although the meter restarts."""
    found: dict[Account, list[Reason]] = {}
    for transfer in draft.transfers:
        if transfer.source.kind in HELD:
            found.setdefault(transfer.source, []).append(transfer.reason)
    return found


def reason_text(draft: Draft, wins: Mapping[str, Win]) -> str:
    """What was written down with it; a win by its hand."""
    match draft.fact:
        case WinPosted(win):
            return say_hand(win)
        case WinSettled(id_, WinStatus.CONFIRMED):
            return say_hand(wins[id_])
        case WinBackedOut(id_, text):
            return f"{say_hand(wins[id_])}: {text}"
        case MoneyMoved() as moved:
            return f"{moved.text} (approval {moved.approval})"
        case Adjusted() | MerchandisePaid() as said:
            return said.text
        case RoundVoided() | WinSettled() as undone:
            return undone.why
    return ""


def say_hand(win: Win) -> str:
    return f"{line_words(win.line)} at {win.table}, seat {win.seat}"


COLUMNS = (
    Column("Entry", right=True),
    Column("When"),
    Column("Account"),
    Column("Before", right=True),
    Column("After", right=True),
    Column("Reason"),
    Column("People"),
    Column("Why", wraps=True),
)


def reductions_page(found: list[Reduction], zone: tzinfo | None) -> Page:
    if not found:
        return (Heading("Reductions"), Lines(("No amount has gone down.",)))
    totals: Counter[str] = Counter()
    for one in found:
        totals[one.reasons[0]] += 1
    counts = Lines(tuple(f"{reason}: {number}" for reason, number in totals.most_common()))
    return (Heading("Reductions"), make_table(COLUMNS, (reduction_row(one, zone) for one in found)), counts)


def say_after(one: Reduction) -> str:
    """A meter that restarts in the same entry may stand higher than before: then it says so."""
    after = format_dollars(one.after_micros)
    has_more = one.before_micros - one.taken_micros < one.after_micros
    return f"{after}, restarted" if has_more else after


def reduction_row(one: Reduction, zone: tzinfo | None) -> tuple[Cell, ...]:
    return (
        str(one.entry),
        format_instant(one.made_at, zone),
        one.account,
        format_dollars(one.before_micros),
        say_after(one),
        ", ".join(one.reasons),
        ", ".join(one.by),
        one.why,
    )

"""Reductions: every fall of a meter, a reserve or an overflow, with its reason and its people.

An amount falls because it is won, because a round is void, or by an adjustment for one of five reasons
(WAC 230-15-695). Each is documented where it stands in the journal; kept five years (IN 68 IAC 2-6-34).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

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
from pitboss.ledger.account import Account, AccountKind, parse_account
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import Reason
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, count, money, words
from pitboss.reports.ledger_sheet import LABELS
from pitboss.reports.paper.paper import WIDE
from pitboss.reports.record.frame import Facing, Sheet, listed
from pitboss.reports.record.inquiry import Inquiry, JournalSource, cut_words, latest
from pitboss.reports.record.row import format_instant, rows_data

HELD = frozenset({AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW})


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

    @property
    def is_restarted(self) -> bool:
        """Whether the meter was filled again in the same entry."""
        return self.before_micros - self.taken_micros < self.after_micros


def reductions(entries: Iterable[Entry], *, progressives: Collection[str] = ()) -> Iterator[Reduction]:
    """In the order of the journal; an entry that lowers several accounts is there for each."""
    book, wins = Book(), {}
    for entry in entries:
        if isinstance(entry.draft.fact, WinPosted):
            wins[entry.draft.fact.win.id] = entry.draft.fact.win
        before = dict(book.balances)
        book.apply(entry.draft.transfers)
        for account, reasons in taken_from(entry.draft).items():
            if not progressives or account.progressive in progressives:
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


# -- the record ------------------------------------------------------------------------------------


def make_reductions(source: JournalSource, inquiry: Inquiry) -> Sheet:
    falls = reductions(source.books.entries(), progressives=inquiry.progressives)
    found = [one for one in falls if inquiry.is_within(one.made_at)]
    shown = latest(found, inquiry)
    none, cut = "No amount has gone down in these days.", cut_words(found, inquiry)
    page = listed(reduction_fields(inquiry.zone), shown, none, cut)
    return Sheet("Reductions", page, rows_data(shown, inquiry.zone), reason_facts(found), layout=WIDE)


def reason_facts(found: Sequence[Reduction]) -> Facing:
    """How often an amount fell for which reason; an award lowers the meter although it restarts."""
    reasons = Counter(one.reasons[0] for one in found)
    counted = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((reason.capitalize(), whole(number)) for reason, number in counted)


def reduction_fields(zone: tzinfo | None) -> tuple[Field[Reduction], ...]:
    return (
        count("Entry", lambda one: one.entry),
        words("When", lambda one: format_instant(one.made_at, zone)),
        words("Account", lambda one: account_words(one.account)),
        money("Before", lambda one: one.before_micros),
        money("Taken out", lambda one: one.taken_micros),
        money("After", lambda one: one.after_micros),
        words("Reason", reasons_words),
        words("People", lambda one: ", ".join(one.by)),
        words("Why", lambda one: one.why, wraps=True),
    )


def reasons_words(one: Reduction) -> str:
    return ", ".join((*dict.fromkeys(one.reasons), *(("restarted",) if one.is_restarted else ())))


def account_words(name: str) -> str:
    kind, progressive, level = parse_account(name)
    label = LABELS[kind].removesuffix("s")
    return f"{label} of {progressive}" + (f", {level}" if level else "")

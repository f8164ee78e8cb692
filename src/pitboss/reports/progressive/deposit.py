"""The deposit that is due: accruals go to the bank at least weekly (WAC 230-15-455(2)(a)).

Deposits cover the oldest accruals first. What was taken back with a void round comes off the newest. The
account must hold all that stands on meters, displayed or not, and wins that are not settled yet.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo

from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import Deposited
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.jackpot.state import Floor
from pitboss.ledger.account import Kind
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import SPENDABLE
from pitboss.reports.page import Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.progressive.instant import day_of, format_instant, format_span


@dataclass(frozen=True)
class DepositDue:
    accrued_micros: int
    deposited_micros: int
    due_micros: int
    """Below nothing where more was deposited than has accrued."""
    oldest_at: int
    """When the oldest accrual that no deposit covers was made."""
    deadline_at: int
    is_overdue: bool
    required_micros: int
    """What the account must hold; a house jackpot is the house's own money and lies elsewhere."""
    source: str


def deposit_due(
    entries: Iterable[Entry], floor: Floor, now: int, *, zone: tzinfo | None, rules: Regulation | None = None
) -> DepositDue:
    rule = in_force((rules or regulation()).deposit, day_of(now, zone))
    waiting: deque[tuple[int, int]] = deque()
    accrued = deposited = ahead = 0
    for entry in entries:
        draft = entry.draft
        if isinstance(draft.fact, Deposited):
            deposited += draft.fact.micros
            ahead = cover(waiting, ahead + draft.fact.micros)
            continue
        change = accrual_of(draft)
        accrued += change
        if change > 0:
            waiting.append((draft.at_micros, change))
            ahead = cover(waiting, ahead)
        elif change < 0:
            ahead += take_back(waiting, -change)
    oldest = waiting[0][0] if waiting else 0
    deadline = oldest + rule.time_micros if oldest else 0
    required = sum(
        micros
        for account, micros in floor.book.balances.items()
        if account.kind in SPENDABLE and not floor.progressives[account.progressive].terms.is_house
    )
    is_overdue = bool(deadline) and now > deadline
    return DepositDue(
        accrued, deposited, accrued - deposited, oldest, deadline, is_overdue, required, rule.source
    )


def accrual_of(draft: Draft) -> int:
    """What the entry added to meters, reserves and overflow out of wagers."""
    came = sum(t.micros for t in draft.transfers if t.source.kind is Kind.CONTRIBUTION)
    return came - sum(t.micros for t in draft.transfers if t.target.kind is Kind.CONTRIBUTION)


def cover(waiting: deque[tuple[int, int]], micros: int) -> int:
    """Take the oldest accruals off; what is left of the deposit goes to the next."""
    while waiting and micros:
        at, due = waiting.popleft()
        paid = min(due, micros)
        micros -= paid
        if due > paid:
            waiting.appendleft((at, due - paid))
    return micros


def take_back(waiting: deque[tuple[int, int]], micros: int) -> int:
    """Take the newest accruals off; the rest had been deposited already."""
    while waiting and micros:
        at, due = waiting.pop()
        back = min(due, micros)
        micros -= back
        if due > back:
            waiting.append((at, due - back))
    return micros


def deposit_page(due: DepositDue, now: int, zone: tzinfo | None) -> Page:
    facts = (
        ("Accrued", format_dollars(due.accrued_micros)),
        ("Deposited", format_dollars(due.deposited_micros)),
        ("Due", Toned(format_dollars(max(0, due.due_micros)), Tone.STRONG)),
        ("Oldest accrual", format_instant(due.oldest_at, zone) or "all is deposited"),
        ("Deposit by", format_instant(due.deadline_at, zone) or "-"),
        ("In the account", f"at least {format_dollars(due.required_micros)}"),
        ("Rule", due.source),
    )
    page: Page = (Heading("Deposit due"), Facts(facts))
    if not due.is_overdue:
        return page
    late = format_span(now - due.deadline_at)
    return (*page, Lines((Toned(f"The deposit is late by {late}: deposit at once.", Tone.BAD),)))

"""The deposit that is due, and the prize that is held: money in the bank (WAC 230-15-455(2)).

Accruals go to the bank at least weekly (a). Deposits cover the oldest accruals first. What was taken back
with a void round comes off the newest. The account must hold all that stands on meters, displayed or not,
and wins that are not settled yet. A week is one of the card room's calendar and begins on Monday.

If more than one prize at fixed odds exceeds $25,000 at the highest wager, the second-highest of them lies
in a Washington bank or under a line of credit (b). A share of a meter is no odds-based prize.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo

from pitboss.base.odds import Kind, format_pay
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.books import Books
from pitboss.jackpot.chance import game_under_terms
from pitboss.jackpot.fact import Deposited
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.jackpot.terms import Terms
from pitboss.ledger.account import AccountKind
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import SPENDABLE
from pitboss.reports.cell import exact_money
from pitboss.reports.cell import money as cents
from pitboss.reports.field import Field, amount, field_table, money, ruled_table, words
from pitboss.reports.page import Block, Facts, Heading, Lines, Page, Signatures, Tone, Toned
from pitboss.reports.record.frame import Facing, Inquiry, JournalSource, Sheet, say
from pitboss.reports.record.row import day_of, format_instant, format_span, row_data, rows_data
from pitboss.table.jurisdiction import find_jurisdiction

SIGNED_BY = ("Prepared by", "Deposited by")


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
    entries: Iterable[Entry], floor: Books, now: int, *, zone: tzinfo | None, rules: Regulation | None = None
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
    came = sum(t.micros for t in draft.transfers if t.source.kind is AccountKind.CONTRIBUTION)
    return came - sum(t.micros for t in draft.transfers if t.target.kind is AccountKind.CONTRIBUTION)


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


# -- weeks and deposits ----------------------------------------------------------------------------


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


def read_weeks(source: JournalSource, inquiry: Inquiry) -> list[Week]:
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


def read_deposits(source: JournalSource, inquiry: Inquiry) -> Iterator[Deposit]:
    for entry in source.books.entries():
        draft = entry.draft
        if isinstance(draft.fact, Deposited) and inquiry.is_within(draft.at_micros):
            micros, reference = draft.fact.micros, draft.fact.reference
            yield Deposit(entry.number, draft.at_micros, draft.by, micros, reference)


# -- the record --------------------------------------------------------------------------------------

WEEKS: tuple[Field[Week], ...] = (
    words("Week", lambda row: f"{row.since} to {row.until}"),
    money("Accrued", lambda row: row.accrued_micros),
    money("Deposited", lambda row: row.deposited_micros),
    money("Due at its end", lambda row: row.due_micros, is_summed=False),
)


def make_deposit(source: JournalSource, inquiry: Inquiry) -> Sheet:
    now, zone = inquiry.at_micros, inquiry.zone
    due = deposit_due(source.books.entries(), source.books.floor, now, zone=zone)
    weeks, deposits = read_weeks(source, inquiry), list(read_deposits(source, inquiry))
    return Sheet(
        "Weekly deposit",
        (*deposit_blocks(weeks, deposits, zone), Signatures(SIGNED_BY)),
        {**row_data(due, zone), "weeks": rows_data(weeks, zone), "deposits": rows_data(deposits, zone)},
        due_facts(due, zone),
        deposit_verdict(due, now, zone),
        is_right=not due.is_overdue,
    )


def deposit_verdict(due: DepositDue, now: int, zone: tzinfo | None) -> Page:
    amount = exact_money(max(0, due.due_micros))
    if due.is_overdue:
        late = format_span(now - due.deadline_at)
        return say(f"{amount} is late by {late}: deposit it at once.", Tone.BAD)
    if due.due_micros > 0:
        by = format_instant(due.deadline_at, zone)
        return say(f"{amount} is to be deposited by {by}.", Tone.CAREFUL)
    return say("All that has accrued is deposited.", Tone.GOOD)


def due_facts(due: DepositDue, zone: tzinfo | None) -> Facing:
    return (
        ("Accrued since the first entry", exact_money(due.accrued_micros)),
        ("Deposited since the first entry", exact_money(due.deposited_micros)),
        ("Due", Toned(exact_money(due.due_micros), Tone.STRONG)),
        ("Oldest accrual not deposited", format_instant(due.oldest_at, zone) or "none"),
        ("Deposit by", format_instant(due.deadline_at, zone) or "-"),
        ("In the account", f"at least {exact_money(due.required_micros)}"),
        ("Rule", due.source),
    )


def deposit_blocks(weeks: list[Week], deposits: list[Deposit], zone: tzinfo | None) -> Iterator[Block]:
    yield Heading("Week by week", 2)
    yield ruled_table(WEEKS, weeks) if weeks else Lines(("Nothing has accrued in these days.",))
    yield Heading("Deposits", 2)
    made: tuple[Field[Deposit], ...] = (
        words("Made", lambda row: format_instant(row.made_at, zone)),
        words("By", lambda row: ", ".join(row.by)),
        words("Bank's reference", lambda row: row.reference, wraps=True),
        money("Amount", lambda row: row.micros),
    )
    yield ruled_table(made, deposits) if deposits else Lines(("No deposit was written down in these days.",))


# -- prizes in the bank ----------------------------------------------------------------------------


JURISDICTION = "washington"


@dataclass(frozen=True)
class Prize:
    game: str
    wager: str
    paytable: str
    line: str
    pay: str
    most_wager_micros: int
    micros: int


@dataclass(frozen=True)
class PrizeFund:
    prizes: tuple[Prize, ...]
    """Above the amount, the highest first."""
    above_micros: int
    held: Prize | None
    """The second-highest: what it pays is to be held."""
    source: str


def prize_fund(floor_terms: Iterable[Terms], day: date, rules: Regulation | None = None) -> PrizeFund:
    """Over every game that is dealt on the progressives, each with its paytables in force."""
    rule = in_force((rules or regulation()).large_prize, day)
    found = {prize for terms in floor_terms for prize in prizes_of(terms, day)}
    large = sorted(
        (prize for prize in found if prize.micros > rule.micros),
        key=lambda prize: (-prize.micros, prize.game, prize.wager, prize.line),
    )
    return PrizeFund(tuple(large), rule.micros, large[1] if len(large) > 1 else None, rule.source)


def prizes_of(terms: Terms, day: date) -> Iterator[Prize]:
    """Every fixed pay of every wager, at the most that may be wagered on it."""
    limit = find_jurisdiction(JURISDICTION).wager_limit(day).micros
    for game_id, paytable in terms.paytables.items():
        game = game_under_terms(terms, game_id)
        for wager, tables in game.chosen.items():
            for table in tables:
                most = min(limit, terms.most_wager_micros) if table.id == paytable else limit
                for line, pay in table.pays.items():
                    if pay.kind is not Kind.METER:
                        micros = int(pay.amount * most)
                        label = game.wagers[wager].label
                        yield Prize(game.name, label, table.id, line, format_pay(pay), most, micros)


PRIZES: tuple[Field[Prize], ...] = (
    amount("Prize", lambda prize: prize.micros),
    words("Game", lambda prize: prize.game),
    words("Wager", lambda prize: prize.wager),
    words("Paytable", lambda prize: prize.paytable),
    words("Hand", lambda prize: line_words(prize.line)),
    amount("Pays", lambda prize: prize.pay),
    amount("On", lambda prize: prize.most_wager_micros),
)


def make_prizes(source: JournalSource, inquiry: Inquiry) -> Sheet:
    day = day_of(inquiry.at_micros, inquiry.zone)
    fund = prize_fund([state.terms for state in source.books.floor.progressives.values()], day)
    held = cents(fund.held.micros) if fund.held else "nothing: no two prizes are above it"
    facts = Facts((("To be held in a bank", Toned(held, Tone.STRONG)), ("Rule", fund.source)))
    title = f"Odds-based prizes above {cents(fund.above_micros)}"
    return Sheet(title, (field_table(PRIZES, fund.prizes), facts), row_data(fund, inquiry.zone))

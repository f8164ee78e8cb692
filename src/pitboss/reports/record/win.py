"""Wins from the meters: the page of one, the latest of them, and the checks that winners asked for.

The page has everything about a win: amount, time, table, seat, hand, wager, the meter before and after, who
posted and who confirmed, payment, the hand's evidence and what tax rules of its day ask. Places to sign are
for whoever was there. Nothing is paid on a win that nobody has confirmed, and the page says so in large
letters. A win that was taken back has no winner and no cashier.

The list has at least the last 25 (NY 5320.8(b)(4)). A check over $5,000 is due within 24 hours (WAC
230-15-050(1)).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import tzinfo

from pitboss.base.error import InputError
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CheckPaid, CheckRequested, WinBackedOut, WinRecorded, WinSettled
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.jackpot.tax import Share, Tax, Winnings, find_tax, share_out
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Win, WinStatus, say_stays
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import money, whole
from pitboss.reports.field import Field, amount, field_table, number, words
from pitboss.reports.page import Block, Cell, Facts, Heading, Page, Signatures, Tone, Toned
from pitboss.reports.record.frame import (
    Facing,
    Inquiry,
    JournalSource,
    Sheet,
    bad_count,
    cut_words,
    latest,
    listed,
    say,
    say_bad,
)
from pitboss.reports.record.row import day_of, format_instant, format_span, row_data, rows_data


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
    backed_out_at: int = 0
    """When the win was backed out."""

    @property
    def is_off(self) -> bool:
        """Whether nobody is to be paid any more."""
        return bool(self.backed_out_at) and not self.paid_at

    def is_late(self, now: int) -> bool:
        return bool(self.due_at) and not self.is_off and (self.paid_at or now) > self.due_at


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
                asked = CheckPayment(
                    win.order, win.id, payee, win.micros, at, draft.by, due, backed_out_at=win.backed_out_at
                )
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
        words("Paid", lambda check: say_paid(check, zone)),
        words("Status", lambda check: check_status(check, now)),
    )


def say_paid(check: CheckPayment, zone: tzinfo | None) -> str:
    return format_instant(check.paid_at, zone) or ("never" if check.is_off else "not yet")


def check_status(check: CheckPayment, now: int) -> Cell:
    if check.is_off:
        return Toned("backed out", Tone.DIM)
    if check.is_late(now):
        over = format_span((check.paid_at or now) - check.due_at)
        return Toned(f"late by {over}", Tone.BAD)
    if check.paid_at:
        return Toned(f"paid, no. {check.number}", Tone.GOOD)
    left = f"{format_span(check.due_at - now)} left" if check.due_at else "open"
    return Toned(left, Tone.CAREFUL)


# -- the last hits ---------------------------------------------------------------------------------


TONES = {
    WinStatus.POSTED: Tone.CAREFUL,
    WinStatus.CONFIRMED: Tone.GOOD,
    WinStatus.WITHDRAWN: Tone.DIM,
    WinStatus.BACKED_OUT: Tone.BAD,
}


def last_hits(
    floor: Books, most: int = 0, *, progressives: Collection[str] = (), is_confirmed: bool = False
) -> list[Win]:
    """The latest wins in the order of posting, the last first; n of them, or all."""
    found = [
        win
        for win in floor.wins.values()
        if (not progressives or win.progressive in progressives)
        and (win.status is WinStatus.CONFIRMED or not is_confirmed)
    ]
    return sorted(found, key=lambda win: -win.order)[: most or len(found)]


def make_hits(source: JournalSource, inquiry: Inquiry) -> Sheet:
    """The latest first, as many as there are."""
    hits = last_hits(source.books.floor, progressives=inquiry.progressives, is_confirmed=inquiry.is_confirmed)
    wins = [win for win in hits if inquiry.is_within(win.posted_at)]
    shown = wins[: inquiry.last or len(wins)]
    page = listed(hit_fields(inquiry.zone), shown, "No meter has been won yet.", cut_words(wins, inquiry))
    return Sheet("Hits", page, rows_data(shown, inquiry.zone), hit_facts(wins))


def hit_facts(wins: Sequence[Win]) -> Facing:
    confirmed = [win.micros for win in wins if win.status is WinStatus.CONFIRMED]
    return (
        ("Wins posted", whole(len(wins))),
        ("Confirmed", whole(len(confirmed))),
        ("Confirmed in money", money(sum(confirmed))),
    )


def hit_fields(zone: tzinfo | None) -> tuple[Field[Win], ...]:
    return (
        number("No.", lambda win: win.order),
        words("Posted", lambda win: format_instant(win.posted_at, zone)),
        words("Progressive", lambda win: win.progressive),
        words("Level", lambda win: win.level),
        words("Table", lambda win: win.table),
        number("Seat", lambda win: win.seat),
        words("Hand", lambda win: line_words(win.line)),
        amount("Amount", lambda win: win.micros),
        words("Status", lambda win: Toned(win.status.value, TONES[win.status])),
    )


# -- the win page ----------------------------------------------------------------------------------


UNNAMED = next(one.default for one in fields(Terms) if one.name == "location")
"""What terms say that nobody has given a location."""
TO_WRITE = "_" * 60
"""A line for a pen."""
PAYEES: tuple[Field[Share], ...] = (
    words("Payee", lambda share: share.payee),
    amount("Won", lambda share: share.win_micros),
    amount("Withheld", lambda share: share.withheld_micros),
)


@dataclass(frozen=True)
class WinEvidence:
    """Where the win stands in the journal, and how long its hand is kept."""

    entry: int
    hash: str
    withdrawn_why: str
    keep_hand_until_at: int
    """Nothing for a win too small to keep the cards of."""


@dataclass(frozen=True)
class WinPage:
    win: Win
    evidence: WinEvidence
    tax: Tax
    together: tuple[int, ...]
    """Numbers of the wins that are taxed as one with this: identical wagers of one player."""
    payees: tuple[Share, ...]
    check: CheckPayment | None


ABOUT_WINS = (WinRecorded, WinSettled, WinBackedOut, CheckRequested, CheckPaid)


def find_win(floor: Books, name: str) -> Win:
    """A win by its number in the order of posting, or by its id."""
    for win in floor.wins.values():
        if name == str(win.order):
            return win
    if name in floor.wins:
        return floor.wins[name]
    raise InputError(f"there is no win {name!r}; the last is number {len(floor.wins)}")


def make_win_page(
    entries: Iterable[Entry],
    floor: Books,
    name: str,
    *,
    zone: tzinfo | None,
    together: Sequence[str] = (),
    payees: Mapping[str, int] | None = None,
    rules: Regulation | None = None,
) -> WinPage:
    rules = rules or regulation()
    win = find_win(floor, name)
    joined = [find_win(floor, other) for other in together]
    check_joined(win, joined)
    winnings = [Winnings(one.micros, one.stake_micros) for one in (win, *joined)]
    tax = find_tax(winnings, day_of(win.posted_at, zone), rules)
    kept = [entry for entry in entries if entry.id == win.id or isinstance(entry.draft.fact, ABOUT_WINS)]
    checks = check_payments(kept, floor, zone=zone, rules=rules)
    return WinPage(
        win,
        find_evidence(kept, win, zone, rules),
        tax,
        tuple(one.order for one in joined),
        share_out(tax, payees) if payees else (),
        next((check for check in checks if check.win == win.id), None),
    )


def check_joined(win: Win, joined: Sequence[Win]) -> None:
    """Identical wagers are on the same event: the same round of the same table."""
    for other in joined:
        if other is win or (other.table, other.round) != (win.table, win.round):
            raise InputError(f"win {other.order} is not another one of round {win.round} at {win.table}")


def find_evidence(entries: Iterable[Entry], win: Win, zone: tzinfo | None, rules: Regulation) -> WinEvidence:
    posted = ("", 0)
    why = ""
    for entry in entries:
        if entry.id == win.id:
            posted = (entry.hash, entry.number)
        elif isinstance(said := entry.draft.fact, WinSettled) and said.win == win.id:
            why = said.why
    rule = in_force(rules.hand_evidence, day_of(win.posted_at, zone))
    until = win.posted_at + rule.time_micros if win.micros >= rule.micros else 0
    return WinEvidence(posted[1], posted[0], why, until)


# -- the record ------------------------------------------------------------------------------------


def make_win(source: JournalSource, inquiry: Inquiry) -> Sheet:
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
    win, location = found.win, location_of(books.floor, found.win)
    hand, *rest = win_blocks(found, inquiry.zone)
    assert isinstance(hand, Facts)
    return Sheet(
        win_title(win),
        (Facts((("Licensed location", location or TO_WRITE), *hand.rows)), *rest, Signatures(signers(found))),
        {**row_data(found, inquiry.zone), "location": location or None},
        banner=verdict_of(found),
        is_right=win.status is not WinStatus.BACKED_OUT,
    )


def win_title(win: Win) -> str:
    return f"Win {win.order}: {money(win.micros)}"


def location_of(floor: Books, win: Win) -> str:
    """As the terms name it; nothing where they leave it at what every card room is called."""
    found = floor.progressives[win.progressive].terms.at(win.table).location
    return "" if found == UNNAMED else found


def verdict_of(found: WinPage) -> Page:
    match found.win.status:
        case WinStatus.CONFIRMED:
            return say(f"Confirmed: {money(found.tax.paid_out_micros)} to be paid out.", Tone.GOOD)
        case WinStatus.POSTED:
            return say("Not confirmed: nothing is to be paid on this page.", Tone.CAREFUL)
        case WinStatus.WITHDRAWN:
            return say("Withdrawn: nothing was won.", Tone.CAREFUL)
        case WinStatus.BACKED_OUT:
            return say(f"Backed out: {found.win.backed_out_why}", Tone.BAD)


def signers(found: WinPage) -> tuple[str, ...]:
    """Whoever posted and confirmed is named; those who share the win sign each."""
    win = found.win
    staff = (f"Dealer ({win.posted_by})", f"Supervisor ({win.settled_by})".removesuffix(" ()"))
    if win.status is WinStatus.WITHDRAWN:
        return staff
    winners = tuple(f"Winner ({share.payee})" for share in found.payees) or ("Winner",)
    return (*winners, *staff, "Cashier")


def win_blocks(page: WinPage, zone: tzinfo | None) -> Page:
    win = page.win
    blocks: list[Block] = [
        Facts((*hand_facts(win, zone), *meter_facts(win))),
        Heading("People and payment", 2),
        Facts((*people_facts(page, zone), *payment_facts(page, zone))),
        Heading("Tax", 2),
        Facts(tax_facts(page)),
    ]
    if page.payees:
        blocks += [Heading("Payees (form 5754)", 2), field_table(PAYEES, page.payees)]
    return tuple(blocks)


def hand_facts(win: Win, zone: tzinfo | None) -> Facing:
    return (
        ("Progressive", f"{win.progressive}, {win.level}".removesuffix(", ")),
        ("Table", f"{win.table}, round {win.round}, seat {win.seat}"),
        ("Hand", f"{line_words(win.line)}: {win.cards}".removesuffix(": ")),
        ("Wager", money(win.stake_micros)),
        ("Posted", format_instant(win.posted_at, zone)),
        ("Status", Toned(win.status.value, TONES[win.status])),
    )


def meter_facts(win: Win) -> Facing:
    restart = f", restarted with a seed of {money(win.seeded_micros)}" if win.seeded_micros else ""
    reserve = f" and {money(win.reserve_micros)} of the reserve" if win.reserve_micros else ""
    over = f", {money(win.over_micros)} of it over the cap" if win.over_micros else ""
    return (
        ("Meter before", money(win.before_micros)),
        ("Amount", Toned(money(win.micros), Tone.STRONG)),
        ("Meter after", f"{money(win.after_micros)}{restart}{reserve}{over}"),
        *lowered_facts(win),
    )


def lowered_facts(win: Win) -> Facing:
    """When the meter fell, where that was not with the posting: wagers may have been counted meanwhile."""
    if not win.is_claim:
        return ()
    if win.lowered is None:
        return (("Meter lowered", "not yet" if win.is_waiting else "never"),)
    before, after = (money(one) for one in win.lowered[:2])
    if win.lowered.seed_micros:
        amount = money(win.micros)
        return (("Meter lowered", f"{before} less {amount}, restarted at {after}, when it was confirmed"),)
    return (("Meter lowered", f"from {before} to {after}, when it was confirmed"),)


def people_facts(page: WinPage, zone: tzinfo | None) -> Facing:
    win = page.win
    settled = f"{win.settled_by}, {format_instant(win.settled_at, zone)}"
    recorded = f"{win.recorded_by}, {format_instant(win.recorded_at, zone)}"
    people, at = " and ".join(win.backed_out_by), format_instant(win.backed_out_at, zone)
    if win.status is WinStatus.WITHDRAWN:
        settled += f": {page.evidence.withdrawn_why}. {say_stays(win.stays_micros)}".removesuffix(". ")
    word = "Withdrawn" if win.status is WinStatus.WITHDRAWN else "Confirmed"
    return (
        ("Posted by", win.posted_by),
        *((("Recorded by", recorded),) if win.recorded_by else ()),
        *(() if win.is_waiting else ((f"{word} by", settled),)),
        *((("Backed out by", f"{people}, {at}: {win.backed_out_why}"),) if people else ()),
        ("Journal", f"entry {page.evidence.entry}, {page.evidence.hash[:16]}"),
    )


def payment_facts(page: WinPage, zone: tzinfo | None) -> Facing:
    check, until = page.check, page.evidence.keep_hand_until_at
    rows: list[tuple[str, str]] = []
    if check:
        rows.append(("Check", f"to {check.payee}, {say_payment(check, zone)}"))
    if until:
        rows.append(("Hand and deck", f"kept until {format_instant(until, zone)}"))
    return tuple(rows)


def say_payment(check: CheckPayment, zone: tzinfo | None) -> str:
    if check.is_off:
        return "not to be paid: the win is backed out"
    paid = f"no. {check.number}, {format_instant(check.paid_at, zone)}" if check.paid_at else "not paid yet"
    return f"due {format_instant(check.due_at, zone) or 'no deadline'}, {paid}"


PAYING: Mapping[WinStatus, str] = {
    WinStatus.POSTED: "To be paid",
    WinStatus.CONFIRMED: "Paid out",
    WinStatus.WITHDRAWN: "Not paid",
    WinStatus.BACKED_OUT: "Backed out, was",
}
"""What became of the amount after tax."""


def tax_facts(page: WinPage) -> Facing:
    tax = page.tax
    wager = money(tax.winnings.wager_micros)
    flag = Toned("form W-2G", Tone.CAREFUL) if tax.is_reported else "no form W-2G"
    joined = ", ".join(map(str, page.together))
    return (
        *((("Taxed with", f"win {joined}: identical wagers are one"),) if joined else ()),
        ("Reported", flag),
        ("From", f"{money(tax.reported_from_micros)} on a {wager} wager ({tax.sources[0]})"),
        ("Withheld", f"{money(tax.withheld_micros)} ({tax.sources[1]})"),
        (PAYING[page.win.status], Toned(money(tax.paid_out_micros), Tone.STRONG)),
    )

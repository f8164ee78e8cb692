"""Terms, opening and closing, adjustments and movements of money: what needs two people and a text."""

from collections.abc import Mapping
from datetime import date

from pitboss.base.money import format_dollars
from pitboss.jackpot.cap import keep_caps
from pitboss.jackpot.fact import Adjusted, MoneyMoved, Switched, TermsSet
from pitboss.jackpot.house_jackpot import check_not_house, check_same_kind, repost
from pitboss.jackpot.link import check_link
from pitboss.jackpot.person import name_key
from pitboss.jackpot.record import check_record, record_fact
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.regulation import day_of, find_rule, regulation
from pitboss.jackpot.request import Adjust, MoveMoney, Record, Request, SetTerms, Switch
from pitboss.jackpot.state import Floor, ProgressiveState
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.entry import Draft
from pitboss.ledger.transfer import DECREASES, SPENDABLE, Reason, Transfer


def check_two_people(asked: Request, what: str) -> None:
    if not are_two(asked):
        raise RefusedError(f"{what} needs two people: name both")


def are_two(asked: Request) -> bool:
    return len({name_key(person) for person in asked.by if person.strip()}) > 1


def set_terms(floor: Floor, asked: SetTerms, at: int) -> Draft:
    check_two_people(asked, "a change of terms")
    asked.terms.check()
    before = floor.progressives.get(asked.terms.id)
    check_tables(floor, asked.terms)
    check_room(floor, asked.terms, day_of(at))
    check_link(asked.terms, (state.terms for state in floor.progressives.values()), day_of(at))
    if before is None:
        seeds = tuple(seed(asked.terms.id, level) for level in asked.terms.levels)
        return Draft(asked.id, at, asked.by, TermsSet(asked.terms), seeds)
    check_not_in_play(floor, before)
    check_same_kind(before.terms, asked.terms)
    check_levels(floor, before.terms, asked.terms)
    known = {level.name for level in before.terms.levels}
    new = [level for level in asked.terms.levels if level.name not in known]
    again = repost(floor, before.terms, asked.terms) if asked.terms.is_house else ()
    transfers = (*again, *(seed(asked.terms.id, level) for level in new))
    return Draft(asked.id, at, asked.by, TermsSet(asked.terms, before.terms), transfers)


def seed(progressive: str, level: LevelTerms) -> Transfer:
    source = Account(Kind.SEED, progressive, level.name)
    return Transfer(source, Account(Kind.METER, progressive, level.name), level.seed_micros, Reason.SEED)


def check_tables(floor: Floor, terms: Terms) -> None:
    """A table is on one progressive at a time."""
    for other in floor.progressives.values():
        taken = set(terms.tables) & set(other.terms.tables)
        if other.terms.id != terms.id and taken:
            raise RefusedError(f"{sorted(taken)[0]} is on {other.terms.id}: take it off there first")


def check_room(floor: Floor, terms: Terms, day: date) -> None:
    """An establishment has so many tables and no more (RCW 9.46.0282), whatever hangs over them."""
    rule = find_rule(regulation().tables, day)
    others = [state.terms for state in floor.progressives.values() if state.terms.id != terms.id]
    placed = {(one.at(table).location, table) for one in (*others, terms) for table in one.tables}
    here = [table for location, table in placed if location == terms.location]
    if rule and len(here) > rule.most:
        raise RefusedError(
            f"{terms.location} would have {len(here)} tables; an establishment has at most {rule.most} "
            f"(since {rule.since}: {rule.source})"
        )


def check_not_in_play(floor: Floor, state: ProgressiveState) -> None:
    """No change while a link is in play."""
    playing = playing_tables(floor, state.terms)
    if state.is_open or playing:
        what = f"a round at {playing[0]} is open" if playing else "it is open"
        raise RefusedError(f"{state.terms.id} is in play, {what}: close it before you change it")


def playing_tables(floor: Floor, terms: Terms) -> list[str]:
    return [table for table in terms.tables if table in floor.rounds]


def check_levels(floor: Floor, before: Terms, after: Terms) -> None:
    """A cap holds at least what stands there, and no level with money in it disappears."""
    kept = {level.name for level in after.levels}
    for level in before.levels:
        holds = any(floor.book.balance(kind, before.id, level.name) for kind in SPENDABLE)
        if level.name not in kept and holds and not before.is_house:
            raise RefusedError(f"the level {level.name!r} holds money: move it or book it first")
    for level in after.levels:
        amount = floor.meter(after.id, level.name)
        if level.cap_micros is not None and level.cap_micros < amount:
            cap, stands = format_dollars(level.cap_micros), format_dollars(amount)
            raise RefusedError(f"the cap of {cap} is below the {stands} that stands there")


def switch(floor: Floor, asked: Switch, at: int) -> Draft:
    state = find(floor, asked.progressive)
    if asked.is_open and asked.stopped:
        raise RefusedError(f"{asked.progressive} is opened or stopped, not both")
    if asked.is_open and state.seized_micros:
        lacking = format_dollars(state.seized_micros)
        raise RefusedError(f"{asked.progressive} was {state.stopped}: replace {lacking} first")
    if asked.is_open and state.stopped and not are_two(asked):
        raise RefusedError(f"{asked.progressive} was stopped ({state.stopped}): two people open it again")
    if not asked.is_open:
        playing = playing_tables(floor, state.terms)
        if playing and not asked.stopped:
            raise RefusedError(f"a round at {playing[0]} is open: end it first")
    return Draft(asked.id, at, asked.by, Switched(asked.progressive, asked.is_open, asked.stopped))


def find(floor: Floor, progressive: str) -> ProgressiveState:
    if progressive not in floor.progressives:
        known = ", ".join(floor.progressives) or "none yet"
        raise RefusedError(f"there is no progressive {progressive!r}; there is {known}")
    return floor.progressives[progressive]


# -- adjustments -----------------------------------------------------------------------------------

COUNTERPARTS: Mapping[Reason, Kind] = {
    Reason.TAKE_OFF_WIN: Kind.PAID,
    Reason.DISPLAY_ERROR: Kind.ADJUSTMENT,
    Reason.BACK_TO_CAP: Kind.OVERFLOW,
    Reason.BOOK_RECEIPTS: Kind.RECEIPTS,
    Reason.RECOVER_SEED: Kind.SEED,
}
HIDDEN = (Kind.RESERVE, Kind.OVERFLOW)
"""Money that no display shows."""


def adjust(floor: Floor, asked: Adjust, at: int) -> Draft:
    check_two_people(asked, "an adjustment")
    if not asked.text.strip():
        raise RefusedError("an adjustment is documented: write why")
    terms = find(floor, asked.progressive).terms
    check_not_house(terms)
    terms.level(asked.level)
    kind = next((kind for kind in (Kind.METER, *HIDDEN) if kind.value == asked.account), None)
    if kind is None:
        raise RefusedError(
            f"an adjustment is of a meter, its reserve or its overflow, not of {asked.account!r}"
        )
    account = Account(kind, asked.progressive, asked.level)
    transfer = increase(account, asked) if asked.micros > 0 else decrease(account, asked)
    check_reason(floor, terms, asked)
    check_funds(floor, transfer)
    fact = Adjusted(
        asked.progressive,
        asked.level,
        asked.account,
        asked.micros,
        asked.reason,
        asked.text,
        before_micros=floor.book.balances[account],
    )
    return Draft(asked.id, at, asked.by, fact, keep_caps(floor, (transfer,)))


def increase(account: Account, asked: Adjust) -> Transfer:
    if asked.reason is not Reason.CORRECTION:
        raise RefusedError(f"an amount goes up as {Reason.CORRECTION.value!r}, not as {asked.reason.value!r}")
    source = Account(Kind.ADJUSTMENT, asked.progressive, asked.level)
    return Transfer(source, account, asked.micros, asked.reason)


def decrease(account: Account, asked: Adjust) -> Transfer:
    """Only for one of five reasons (WAC 230-15-695); hidden money that is taken out becomes receipts."""
    if asked.reason not in DECREASES:
        known = "; ".join(sorted(reason.value for reason in DECREASES))
        raise RefusedError(f"an amount goes down only for one of these reasons: {known}")
    if asked.micros == 0:
        raise RefusedError("an adjustment changes something")
    if (asked.reason is Reason.BOOK_RECEIPTS) != (account.kind in HIDDEN):
        raise RefusedError(
            "money that is not displayed, and only that, is taken out by booking it as receipts"
        )
    target = Account(COUNTERPARTS[asked.reason], asked.progressive, asked.level)
    return Transfer(account, target, -asked.micros, asked.reason)


def check_reason(floor: Floor, terms: Terms, asked: Adjust) -> None:
    """A meter comes back to its cap and no further, and the house recovers no more seed than it gave."""
    if asked.reason is Reason.BACK_TO_CAP:
        cap = terms.level(asked.level).cap_micros
        if cap is None:
            raise RefusedError(f"{terms.id} has no cap to come back to")
        check_at_most(-asked.micros, floor.meter(terms.id, asked.level) - cap, "stands above the cap")
    elif asked.reason is Reason.RECOVER_SEED:
        given = -floor.book.balance(Kind.SEED, terms.id, asked.level)
        check_at_most(-asked.micros, given, "of the seed is still in it")
    else:
        return
    check_no_round(floor, terms)


def check_at_most(asked: int, most: int, what: str) -> None:
    if asked > most:
        raise RefusedError(f"{format_dollars(max(0, most))} {what}; {format_dollars(asked)} is asked for")


def check_no_round(floor: Floor, terms: Terms) -> None:
    """Whoever has wagered plays for what was on display."""
    playing = playing_tables(floor, terms)
    if playing:
        raise RefusedError(f"a round at {playing[0]} is open: end it before the meter is lowered")


def move_money(floor: Floor, asked: MoveMoney, at: int) -> Draft:
    """Lowers what is displayed, for none of the five reasons of WAC 230-15-695 but for an approval.

    Requirement 29 closes the list for adjustments, where money leaves the players; here it stays theirs, and
    requirement 61 asks for a reason, an approval and that nothing is lost on the way.
    """
    check_two_people(asked, "moving money")
    if not (asked.approval.strip() and asked.text.strip()):
        raise RefusedError("moving money needs an approval and a text: give both")
    for progressive, level in (
        (asked.progressive, asked.level),
        (asked.to_progressive, asked.to_level),
    ):
        terms = find(floor, progressive).terms
        check_not_house(terms)
        terms.level(level)
    source = Account(Kind.METER, asked.progressive, asked.level)
    target = Account(Kind.METER, asked.to_progressive, asked.to_level)
    transfer = Transfer(source, target, asked.micros, Reason.MOVE)
    transfer.check()
    check_funds(floor, transfer)
    check_no_round(floor, find(floor, asked.progressive).terms)
    fact = MoneyMoved(asked.approval, asked.text, asked.micros)
    return Draft(asked.id, at, asked.by, fact, keep_caps(floor, (transfer,)))


def check_funds(floor: Floor, transfer: Transfer) -> None:
    """What is taken is there: a refusal of one request, and not a fault of the books."""
    there = floor.spare(transfer.source)
    if transfer.source.kind in SPENDABLE and transfer.micros > there:
        raise RefusedError(
            f"{transfer.source} holds {format_dollars(there)}; {format_dollars(transfer.micros)} is asked for"
        )


def record(floor: Floor, asked: Record, at: int) -> Draft:
    if not asked.kind.strip():
        raise RefusedError("say what is recorded")
    fact = record_fact(asked)
    check_record(floor, fact)
    return Draft(asked.id, at, asked.by, fact)

"""Terms put in force, and a progressive opened or closed: what needs two people, and a meter at rest.

A house jackpot is a fixed sum of the house's own money that no wager feeds (WAC 230-15-671(1)(b)). The
account that is a meter for a progressive holds the posted sum there. It never rises by itself; whatever is
paid from it the house puts back in the same entry, so every winner of a round gets the whole of it.
"""

from collections.abc import Iterator
from datetime import date

from pitboss.base.money import format_dollars
from pitboss.jackpot.books import Books, ProgressiveState
from pitboss.jackpot.fact import Switched, TermsSet
from pitboss.jackpot.link import check_link
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.regulation import day_of, find_rule, regulation
from pitboss.jackpot.request import Decision, SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import SPENDABLE, Reason, Transfer


def set_terms(books: Books, asked: SetTerms, at: int) -> Decision:
    asked.check_two_people("a change of terms")
    after, state = asked.terms, books.progressives.get(asked.terms.id)
    after.check()
    check_tables(books, after)
    check_room(books, after, day_of(at))
    check_link(after, (one.terms for one in books.progressives.values()), day_of(at))
    if state is None:
        return Decision(TermsSet(after), tuple(seed(after.id, level) for level in after.levels))
    before = state.terms
    check_not_in_play(books, state)
    check_same_kind(before, after)
    check_levels(books, before, after)
    known = {level.name for level in before.levels}
    again = repost(books, before, after) if after.is_house else ()
    new = (seed(after.id, level) for level in after.levels if level.name not in known)
    return Decision(TermsSet(after, before), (*again, *new))


def seed(progressive: str, level: LevelTerms) -> Transfer:
    source = Account(AccountKind.SEED, progressive, level.name)
    return Transfer(
        source, Account(AccountKind.METER, progressive, level.name), level.seed_micros, Reason.SEED
    )


def check_tables(books: Books, terms: Terms) -> None:
    """A table is on one progressive at a time."""
    for other in books.progressives.values():
        taken = set(terms.tables) & set(other.terms.tables)
        if other.terms.id != terms.id and taken:
            raise RefusedError(f"{sorted(taken)[0]} is on {other.terms.id}: take it off there first")


def check_room(books: Books, terms: Terms, day: date) -> None:
    """An establishment has at most n tables (RCW 9.46.0282), whatever hangs over them."""
    rule = find_rule(regulation().tables, day)
    others = [state.terms for state in books.progressives.values() if state.terms.id != terms.id]
    placed = {(one.at(table).location, table) for one in (*others, terms) for table in one.tables}
    here = [table for location, table in placed if location == terms.location]
    if rule and len(here) > rule.most:
        raise RefusedError(
            f"{terms.location} would have {len(here)} tables; an establishment has at most {rule.most} "
            f"(since {rule.since}: {rule.source})"
        )


def check_not_in_play(books: Books, state: ProgressiveState) -> None:
    """No change while a link is in play."""
    playing = books.playing_tables(state.terms)
    if state.is_open or playing:
        what = f"a round at {playing[0]} is open" if playing else "it is open"
        raise RefusedError(f"{state.terms.id} is in play, {what}: close it before you change it")


def check_levels(books: Books, before: Terms, after: Terms) -> None:
    """A cap holds at least what stands there, and no level with money in it disappears."""
    kept = {level.name for level in after.levels}
    for level in before.levels:
        holds = any(books.book.balance(kind, before.id, level.name) for kind in SPENDABLE)
        if level.name not in kept and holds and not before.is_house:
            raise RefusedError(f"the level {level.name!r} holds money: move it or book it first")
    for level in after.levels:
        amount = books.meter(after.id, level.name)
        if level.cap_micros is not None and level.cap_micros < amount:
            cap, stands = format_dollars(level.cap_micros), format_dollars(amount)
            raise RefusedError(f"the cap of {cap} is below the {stands} that stands there")


def check_same_kind(before: Terms, after: Terms) -> None:
    """What players have fed is never turned into the house's own money, nor the other way round."""
    if before.is_house != after.is_house:
        raise RefusedError(
            f"{after.id} is a {before.jackpot_kind} and stays one: "
            f"set a {after.jackpot_kind} up under another name"
        )


def repost(books: Books, before: Terms, after: Terms) -> Iterator[Transfer]:
    """The house's money brought to the sums that the new terms post; a level that is gone holds nothing."""
    wanted = {level.name: level.seed_micros for level in after.levels}
    for level in before.levels:
        source, meter = (
            Account(kind, before.id, level.name) for kind in (AccountKind.SEED, AccountKind.METER)
        )
        more = wanted.get(level.name, 0) - books.book.balances[meter]
        if more > 0:
            yield Transfer(source, meter, more, Reason.SEED)
        elif more < 0:
            yield Transfer(meter, source, -more, Reason.RECOVER_SEED)


def switch(books: Books, asked: Switch, at: int) -> Decision:
    state = books.find_progressive(asked.progressive)
    if asked.is_open and asked.stopped:
        raise RefusedError(f"{asked.progressive} is opened or stopped, not both")
    if asked.is_open and state.seized:
        lacking = format_dollars(state.seized)
        raise RefusedError(f"{asked.progressive} was {state.stopped}: replace {lacking} first")
    if asked.is_open and state.stopped and not asked.has_two_people:
        raise RefusedError(f"{asked.progressive} was stopped ({state.stopped}): two people open it again")
    if not asked.is_open:
        playing = books.playing_tables(state.terms)
        if playing and not asked.stopped:
            raise RefusedError(f"a round at {playing[0]} is open: end it first")
    return Decision(Switched(asked.progressive, asked.is_open, asked.stopped))

"""Money that people change by hand, with a text: adjusted, moved, spent on merchandise, seized, replaced."""

from collections.abc import Mapping

from pitboss.base.money import format_dollars
from pitboss.jackpot.books import Books
from pitboss.jackpot.cap import keep_caps
from pitboss.jackpot.fact import Adjusted, MerchandisePaid, MoneyMoved, Seized, SeizedReplaced
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Adjust, Decision, MoveMoney, PayMerchandise, ReplaceSeized, Seize
from pitboss.jackpot.terms import Terms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import DECREASES, SPENDABLE, Reason, Transfer

COUNTERPARTS: Mapping[Reason, AccountKind] = {
    Reason.TAKE_OFF_WIN: AccountKind.PAID,
    Reason.DISPLAY_ERROR: AccountKind.ADJUSTMENT,
    Reason.BACK_TO_CAP: AccountKind.OVERFLOW,
    Reason.BOOK_RECEIPTS: AccountKind.RECEIPTS,
    Reason.RECOVER_SEED: AccountKind.SEED,
}
HIDDEN = (AccountKind.RESERVE, AccountKind.OVERFLOW)
"""Money that no display shows."""


def find_fed(books: Books, progressive: str, level: str) -> Terms:
    """The terms of a meter that may be changed by hand: nobody does so with a house jackpot."""
    terms = books.find_progressive(progressive).terms
    if terms.is_house:
        raise RefusedError(
            f"{terms.id} is a house jackpot and stands at the posted sum: change its terms instead"
        )
    terms.level(level)
    return terms


def adjust(books: Books, asked: Adjust, at: int) -> Decision:
    asked.check_two_people("an adjustment")
    if not asked.text.strip():
        raise RefusedError("an adjustment is documented: write why")
    terms = find_fed(books, asked.progressive, asked.level)
    if asked.account not in (AccountKind.METER, *HIDDEN):
        raise RefusedError(
            f"an adjustment is of a meter, its reserve or its overflow, not of {asked.account!r}"
        )
    account = Account(AccountKind(asked.account), asked.progressive, asked.level)
    transfer = increase(account, asked) if asked.micros > 0 else decrease(account, asked)
    check_reason(books, terms, asked)
    check_funds(books, transfer)
    fact = Adjusted(
        asked.progressive,
        asked.level,
        asked.account,
        asked.micros,
        asked.reason,
        asked.text,
        before_micros=books.book.balances[account],
    )
    return Decision(fact, keep_caps(books, (transfer,)))


def increase(account: Account, asked: Adjust) -> Transfer:
    if asked.reason is not Reason.CORRECTION:
        raise RefusedError(f"an amount goes up as {Reason.CORRECTION.value!r}, not as {asked.reason.value!r}")
    source = Account(AccountKind.ADJUSTMENT, asked.progressive, asked.level)
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


def check_reason(books: Books, terms: Terms, asked: Adjust) -> None:
    """A meter comes back to its cap and no further, and the house recovers no more seed than it gave."""
    if asked.reason is Reason.BACK_TO_CAP:
        cap = terms.level(asked.level).cap_micros
        if cap is None:
            raise RefusedError(f"{terms.id} has no cap to come back to")
        check_at_most(-asked.micros, books.meter(terms.id, asked.level) - cap, "stands above the cap")
    elif asked.reason is Reason.RECOVER_SEED:
        given = -books.book.balance(AccountKind.SEED, terms.id, asked.level)
        check_at_most(-asked.micros, given, "of the seed is still in it")
    else:
        return
    check_no_round(books, terms)


def check_at_most(asked: int, most: int, what: str) -> None:
    if asked > most:
        raise RefusedError(f"{format_dollars(max(0, most))} {what}; {format_dollars(asked)} is asked for")


def check_no_round(books: Books, terms: Terms) -> None:
    """Whoever has wagered plays for what was on display."""
    playing = books.playing_tables(terms)
    if playing:
        raise RefusedError(f"a round at {playing[0]} is open: end it before the meter is lowered")


def move_money(books: Books, asked: MoveMoney, at: int) -> Decision:
    """Lowers what is displayed, for none of the five reasons of WAC 230-15-695 but for an approval.

    Requirement 29 closes the list for adjustments, where money leaves the players; here it stays theirs, and
    requirement 61 asks for a reason, an approval and that nothing is lost on the way.
    """
    asked.check_two_people("moving money")
    if not (asked.approval.strip() and asked.text.strip()):
        raise RefusedError("moving money needs an approval and a text: give both")
    terms = find_fed(books, asked.progressive, asked.level)
    find_fed(books, asked.to_progressive, asked.to_level)
    source = Account(AccountKind.METER, asked.progressive, asked.level)
    target = Account(AccountKind.METER, asked.to_progressive, asked.to_level)
    transfer = Transfer(source, target, asked.micros, Reason.MOVE)
    transfer.check()
    check_funds(books, transfer)
    check_no_round(books, terms)
    fact = MoneyMoved(asked.approval, asked.text, asked.micros)
    return Decision(fact, keep_caps(books, (transfer,)))


def check_funds(books: Books, transfer: Transfer) -> None:
    """What is taken is there: a refusal of one request, and not a fault of the books."""
    there = books.spare(transfer.source)
    if transfer.source.kind in SPENDABLE and transfer.micros > there:
        raise RefusedError(
            f"{transfer.source} holds {format_dollars(there)}; {format_dollars(transfer.micros)} is asked for"
        )


# -- merchandise -----------------------------------------------------------------------------------


def pay_merchandise(books: Books, asked: PayMerchandise, at: int) -> Decision:
    """In place of a fixed prize (WAC 230-15-700): worth no less, and bought with hidden money alone.

    What a display shows belongs to whoever wins the meter.
    """
    asked.check_two_people("a prize of merchandise")
    find_fed(books, asked.progressive, asked.level)
    check_prize(asked)
    if asked.account not in HIDDEN:
        raise RefusedError(
            "merchandise is bought with money that no display shows, the reserve or the overflow, "
            f"not {asked.account!r}"
        )
    account = Account(AccountKind(asked.account), asked.progressive, asked.level)
    paid = account._replace(kind=AccountKind.PAID)
    transfer = Transfer(account, paid, asked.value_micros, Reason.MERCHANDISE)
    check_funds(books, transfer)
    fact = MerchandisePaid(
        asked.progressive,
        asked.level,
        asked.account,
        asked.line,
        asked.fixed_micros,
        asked.value_micros,
        asked.what,
        asked.consent,
    )
    return Decision(fact, (transfer,))


def check_prize(asked: PayMerchandise) -> None:
    """It replaces a fixed prize at the same value or more, and the game's owner has agreed."""
    if not (asked.what.strip() and asked.consent.strip()):
        raise RefusedError("say what the prize is, and where the game's owner agreed to it")
    if asked.fixed_micros <= 0:
        raise RefusedError("merchandise stands in place of a fixed prize: name one")
    if asked.value_micros < asked.fixed_micros:
        worth, prize = format_dollars(asked.value_micros), format_dollars(asked.fixed_micros)
        raise RefusedError(f"the prize is worth {worth}, less than the {prize} that it replaces")


# -- seizure ---------------------------------------------------------------------------------------


def seize(books: Books, asked: Seize, at: int) -> Decision:
    """An authority takes money of a progressive (WAC 230-15-715): play stops at once, until it is replaced.

    What is owed to players does not change, so no transfer is booked: the meters stand where they stood, and
    the bank account is short. Who has wagered may still win, nobody wagers any more.
    """
    books.find_progressive(asked.progressive)
    if asked.micros <= 0 or not asked.authority.strip():
        raise RefusedError("say how much was seized and who took it")
    return Decision(Seized(asked.progressive, asked.micros, asked.authority))


def replace_seized(books: Books, asked: ReplaceSeized, at: int) -> Decision:
    """The progressive opens again when all of it was paid in, and two people say so."""
    asked.check_two_people("replacing seized money")
    short = books.find_progressive(asked.progressive).seized
    if not 0 < asked.micros <= short:
        lacking = format_dollars(short) if short else "nothing"
        raise RefusedError(f"{lacking} of {asked.progressive} is to be replaced")
    if not asked.reference.strip():
        raise RefusedError("say the bank's reference")
    return Decision(SeizedReplaced(asked.progressive, asked.micros, asked.reference))

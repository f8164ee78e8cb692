"""Merchandise in place of a fixed prize (WAC 230-15-700): worth no less, paid with hidden money.

What a display shows belongs to whoever wins the meter. Only the reserve and the overflow may buy a prize.
"""

from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import MerchandisePaid
from pitboss.jackpot.house_jackpot import check_not_house
from pitboss.jackpot.managing import HIDDEN, check_funds, check_two_people, find
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import PayMerchandise
from pitboss.jackpot.state import Floor
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.entry import Draft
from pitboss.ledger.transfer import Reason, Transfer


def pay_merchandise(floor: Floor, asked: PayMerchandise, at: int) -> Draft:
    check_two_people(asked, "a prize of merchandise")
    terms = find(floor, asked.progressive).terms
    check_not_house(terms)
    terms.level(asked.level)
    check_prize(asked)
    account = Account(find_hidden(asked.account), asked.progressive, asked.level)
    paid = Account(Kind.PAID, asked.progressive, asked.level)
    transfer = Transfer(account, paid, asked.value_micros, Reason.MERCHANDISE)
    check_funds(floor, transfer)
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
    return Draft(asked.id, at, asked.by, fact, (transfer,))


def find_hidden(name: str) -> Kind:
    for kind in HIDDEN:
        if kind.value == name:
            return kind
    raise RefusedError(
        f"merchandise is bought with money that no display shows, the reserve or the overflow, not {name!r}"
    )


def check_prize(asked: PayMerchandise) -> None:
    """It replaces a fixed prize at the same value or more, and the game's owner has agreed."""
    if not (asked.what.strip() and asked.consent.strip()):
        raise RefusedError("say what the prize is, and where the game's owner agreed to it")
    if asked.fixed_micros <= 0:
        raise RefusedError("merchandise stands in place of a fixed prize: name one")
    if asked.value_micros < asked.fixed_micros:
        worth, prize = format_dollars(asked.value_micros), format_dollars(asked.fixed_micros)
        raise RefusedError(f"the prize is worth {worth}, less than the {prize} that it replaces")

"""What becomes of a settled bet, and its arithmetic in words: the one place for player and dealer.

A player is told what a bet won and what came back: "4 to 1 on $5.00 = $20.00", "$25.00 back". A dealer who
learns is told why, and what to work out: "a flush pays 4 to 1: 4 x $5.00 = $20.00, with the wager $25.00".
"""

import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from pitboss.base.money import format_dollars
from pitboss.base.odds import EVEN, LOSE, PUSH, Kind, Pay
from pitboss.cards.hand_name import OWN_NAMES
from pitboss.table.event import BetSettled, EnvyPaid, Event, PrizePaid

REASONS = {
    "win": "it wins",
    "lose": "it loses",
    "tie": "the hands tie",
    "fold": "the hand was folded",
    "bust": "the hand is bust",
    "surrender": "the hand was surrendered",
    "insured": "the dealer has a natural",
    "dealer natural": "the dealer has a natural",
    "two naturals": "both have a natural",
    "no natural": "the dealer has no natural",
    "dealer does not play": "the dealer does not play",
    "dealer does not qualify": "the dealer does not qualify",
}
WORDS = {**REASONS, **OWN_NAMES}
PLURAL = re.compile(r"\bpair (?=\w+s\b)")
BARE = ("two", "three", "four")
"""First words of lines that take no article: three of a kind."""


class Ending(Enum):
    """How a bet ends for the wager on it."""

    TAKEN = "all of it is taken"
    PARTLY_TAKEN = "a part of it goes back"
    PUSHED = "it stays where it is"
    KEPT = "something is paid, and the wager is kept"
    PAID = "it is paid, and the wager goes back"


def ending_of(settled: BetSettled) -> Ending:
    if settled.pay == LOSE:
        return Ending.PARTLY_TAKEN if settled.payout_micros else Ending.TAKEN
    if settled.pay == PUSH:
        return Ending.PUSHED
    return Ending.PAID if settled.pay.kind is Kind.TO else Ending.KEPT


def won_micros(settled: BetSettled) -> int:
    """What the bet won beyond its stake, or lost if below zero."""
    return settled.payout_micros - settled.stake_micros


def net_micros(happened: Iterable[Event]) -> Counter[int]:
    """What a round brought each seat, from what happened in it: a win from a meter once it is paid."""
    net: Counter[int] = Counter()
    for one in happened:
        if isinstance(one, BetSettled):
            net[one.seat] += -one.stake_micros if one.is_owed else won_micros(one)
        elif isinstance(one, EnvyPaid | PrizePaid):
            net[one.seat] += one.micros
    return net


def pay_words(pay: Pay) -> str:
    if pay.kind is Kind.METER:
        return f"{pay} of the meter" if not pay.level else str(pay)
    return str(pay)


# -- for the player --------------------------------------------------------------------------------


def sum_words(settled: BetSettled) -> tuple[str, str]:
    """The arithmetic of a payment, and what went over the felt."""
    payout = format_dollars(settled.payout_micros)
    odds = f"{pay_words(settled.pay)} on {format_dollars(settled.base_micros)}"
    match ending_of(settled):
        case Ending.TAKEN | Ending.PARTLY_TAKEN as ending:
            back = f"{payout} back" if ending is Ending.PARTLY_TAKEN else ""
            return f"{format_dollars(-won_micros(settled))} lost", back
        case Ending.PUSHED:
            return "push", f"{payout} back"
        case Ending.KEPT if settled.pay.kind is Kind.METER:
            return f"{pay_words(settled.pay)} = {payout}", "the wager is kept"
        case Ending.KEPT:
            return f"{odds} = {cut_words(settled, settled.payout_micros)}", "the wager is kept"
        case Ending.PAID:
            back = f"{payout} back" if settled.stake_micros else ""
            return f"{odds} = {cut_words(settled, won_micros(settled))}", back


def cut_words(settled: BetSettled, paid: int) -> str:
    """The amount, and what is left of it where the house limits what one round may pay."""
    full = format_dollars(paid + settled.withheld_micros)
    if not settled.withheld_micros:
        return full
    return f"{full}, cut to {format_dollars(paid)} by the limit on a round's payout"


# -- for the dealer --------------------------------------------------------------------------------


def reason_words(settled: BetSettled) -> str:
    """Why the dealer takes, leaves or pays it, with what has to be worked out."""
    name, bet = name_result(settled.result), settled.bet.replace("_", " ")
    stake, payout = format_dollars(settled.stake_micros), format_dollars(settled.payout_micros)
    match ending_of(settled):
        case Ending.TAKEN:
            return f"{name}: the {bet} of {stake} is taken"
        case Ending.PARTLY_TAKEN:
            return f"{name}: {format_dollars(-won_micros(settled))} of {stake} is taken, {payout} goes back"
        case Ending.PUSHED:
            return f"{name}: the {bet} pushes, {stake} stays with the player"
        case _ if is_line(settled.result):
            return f"{name} pays {product_words(settled)}"
        case _:
            return f"{name if settled.result == 'win' else f'{name}, so it wins'} {product_words(settled)}"


def product_words(settled: BetSettled) -> str:
    payout = format_dollars(settled.payout_micros)
    if settled.pay.kind is Kind.METER:
        return f"{settled.pay} of the meter: {payout}, and the wager is kept"
    product = multiply(settled.pay.amount, settled.base_micros)
    if settled.pay.kind is Kind.FOR:
        return f"{settled.pay}: {product}, and the wager is kept"
    if not settled.stake_micros:
        return f"{settled.pay}: {product}, on top"
    return f"{settled.pay}: {product}, with the wager {payout}"


def multiply(times: Fraction, base_micros: int) -> str:
    base = format_dollars(base_micros)
    result = format_dollars(int(times * base_micros))
    if times == EVEN.amount:
        return base
    if times.denominator == 1:
        return f"{times.numerator:,} x {base} = {result}"
    return f"{times.numerator} x {base} / {times.denominator} = {result}"


def name_result(result: str) -> str:
    """A result as it stands in a sentence."""
    if result in WORDS or not is_line(result):
        return WORDS.get(result, result)
    words = PLURAL.sub("pair of ", result.replace("_", " "))
    return words if words.startswith(BARE) else f"{'an' if words[0] in 'aeio' else 'a'} {words}"


def is_line(result: str) -> bool:
    """Whether it is a line of a paytable and no reason."""
    return " " not in result and result not in REASONS

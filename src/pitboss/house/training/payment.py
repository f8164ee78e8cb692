"""Payments: what a dealer does with one bet, and the arithmetic behind it in words.

The amount of a payment is what the dealer hands over. At "to 1" that is the win, for the wager stays
with the player; at "for 1", and out of a meter, it is all that the player gets, for the wager is kept.
"""

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pitboss.base.money import format_dollars
from pitboss.base.odds import EVEN, LOSE, Kind, Pay
from pitboss.cards.hand_name import OWN_NAMES
from pitboss.table.event import BetSettled, EnvyPaid

ENVY = "envy"
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


class Action(Enum):
    TAKE = "take"
    PUSH = "push"
    PAY = "pay"


@dataclass(frozen=True)
class Payment:
    """One bet as the house settles it, in its place in the order."""

    seat: int
    bet: str
    action: Action
    amount_micros: int
    """What the dealer hands over; nothing for a push, where the wager just stays."""
    stake_micros: int
    payout_micros: int
    """What the player then has, the wager included."""
    result: str
    why: str
    """The arithmetic in words."""
    pay: Pay

    @property
    def label(self) -> str:
        return self.bet.replace("_", " ")

    @property
    def words(self) -> str:
        """What has to be done."""
        match self.action:
            case Action.PAY:
                return f"seat {self.seat}, {self.label}: {format_dollars(self.amount_micros)}"
            case _:
                return f"seat {self.seat}, {self.label}: {self.action.value}"


def read_bet(settled: BetSettled) -> Payment:
    """What a settled bet asks of the dealer."""
    action, amount = Action.PAY, settled.payout_micros
    if not settled.payout_micros:
        action = Action.TAKE
    elif settled.pay.kind is Kind.TO:
        amount = settled.payout_micros - settled.stake_micros
        action = Action.PAY if amount else Action.PUSH
    return Payment(
        settled.seat,
        settled.bet,
        action,
        amount,
        settled.stake_micros,
        settled.payout_micros,
        settled.result,
        explain_bet(settled, action),
        settled.pay,
    )


def read_envy(paid: EnvyPaid) -> Payment:
    amount = format_dollars(paid.micros)
    why = f"seat {paid.holder} has {name_result(paid.line)}: {amount} of envy to every other {paid.wager}"
    return Payment(paid.seat, ENVY, Action.PAY, paid.micros, 0, paid.micros, paid.line, why, EVEN)


def explain_bet(settled: BetSettled, action: Action) -> str:
    name, bet = name_result(settled.result), settled.bet.replace("_", " ")
    stake = format_dollars(settled.stake_micros)
    if action is Action.TAKE:
        return f"{name}: the {bet} of {stake} is taken"
    if action is Action.PUSH:
        return f"{name}: the {bet} pushes, {stake} stays with the player"
    if settled.pay == LOSE:
        taken = format_dollars(settled.stake_micros - settled.payout_micros)
        return f"{name}: {taken} of {stake} is taken, {format_dollars(settled.payout_micros)} goes back"
    if is_line(settled.result):
        return f"{name} pays {explain_pay(settled)}"
    return f"{name if settled.result == 'win' else f'{name}, so it wins'} {explain_pay(settled)}"


def explain_pay(settled: BetSettled) -> str:
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


def mispaid_micros(payment: Payment, action: Action, amount_micros: int) -> int:
    """How far from right the player's money would be."""
    match action:
        case Action.TAKE:
            given = 0
        case Action.PUSH:
            given = payment.stake_micros
        case Action.PAY:
            is_kept = payment.pay.kind is not Kind.TO and payment.action is Action.PAY
            given = amount_micros + (0 if is_kept else payment.stake_micros)
    return abs(given - payment.payout_micros)

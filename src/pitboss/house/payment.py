"""Payments: what a dealer does with one bet, and the arithmetic behind it in words.

The amount of a payment is what the dealer hands over. At "to 1" that is the win, for the wager stays
with the player; at "for 1", and out of a meter, it is all that the player gets, for the wager is kept.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pitboss.base.money import as_dollars, format_dollars
from pitboss.base.odds import EVEN, LOSE, Kind
from pitboss.table.event import BetSettled, EnvyPaid

ENVY = "envy"
WORDS = {
    "win": "it wins",
    "lose": "it loses",
    "tie": "the hands tie",
    "fold": "the hand was folded",
    "bust": "the hand is bust",
    "push": "it pushes",
    "akq_spades": "the ace-king-queen of spades",
    "akq_suited": "a suited ace-king-queen",
}
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
    odds: Kind = Kind.TO
    """Whether the pay is to 1, for 1 or out of a meter."""

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
        settled.pay.kind,
    )


def read_envy(paid: EnvyPaid) -> Payment:
    amount = format_dollars(paid.micros)
    why = f"seat {paid.holder} has {name_result(paid.line)}: {amount} of envy to every other {paid.wager}"
    return Payment(paid.seat, ENVY, Action.PAY, paid.micros, 0, paid.micros, paid.line, why)


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
    return f"{name}{' pays' * (settled.result != 'win')} {explain_pay(settled)}"


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
        return f"{times:,} x {base} = {result}"
    return f"{times.numerator} x {base} / {times.denominator} = {result}"


def name_result(result: str) -> str:
    """A result as it stands in a sentence."""
    if result in WORDS:
        return WORDS[result]
    words = result.replace("_", " ")
    is_line = " " not in result and not words.startswith(BARE)
    return f"{'an' if words[0] in 'aeio' else 'a'} {words}" if is_line else words


def mispaid_micros(payment: Payment, action: Action, amount_micros: int) -> int:
    """How far from right the player's money would be."""
    match action:
        case Action.TAKE:
            given = 0
        case Action.PUSH:
            given = payment.stake_micros
        case Action.PAY:
            keeps = payment.stake_micros if payment.odds is Kind.TO and payment.action is not Action.TAKE else 0
            given = keeps + amount_micros
    return abs(given - payment.payout_micros)



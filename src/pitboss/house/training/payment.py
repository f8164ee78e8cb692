"""Payments: what a dealer does with one bet; `table.payment` has the arithmetic behind it in words.

The amount of a payment is what the dealer hands over. At "to 1" that is the win, for the wager stays
with the player; at "for 1", and out of a meter, it is all that the player gets, for the wager is kept.
"""

from dataclasses import dataclass
from enum import Enum

from pitboss.base.money import format_dollars
from pitboss.base.odds import EVEN, Kind, Pay
from pitboss.table.event import BetSettled, EnvyPaid
from pitboss.table.payment import Ending, ending_of, name_result, reason_words, won_micros

ENVY = "envy"


class PaymentAction(Enum):
    TAKE = "take"
    PUSH = "push"
    PAY = "pay"


ACTIONS = {Ending.TAKEN: PaymentAction.TAKE, Ending.PUSHED: PaymentAction.PUSH}
"""What is done with a bet; every other one is paid."""


@dataclass(frozen=True)
class LessonPayment:
    """One bet as the house settles it, in its place in the order."""

    seat: int
    bet: str
    action: PaymentAction
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
            case PaymentAction.PAY:
                return f"seat {self.seat}, {self.label}: {format_dollars(self.amount_micros)}"
            case _:
                return f"seat {self.seat}, {self.label}: {self.action.value}"


def read_bet(settled: BetSettled) -> LessonPayment:
    """What a settled bet asks of the dealer."""
    ending = ending_of(settled)
    return LessonPayment(
        settled.seat,
        settled.bet,
        ACTIONS.get(ending, PaymentAction.PAY),
        won_micros(settled) if ending in (Ending.PUSHED, Ending.PAID) else settled.payout_micros,
        settled.stake_micros,
        settled.payout_micros,
        settled.result,
        reason_words(settled),
        settled.pay,
    )


def read_envy(paid: EnvyPaid) -> LessonPayment:
    amount = format_dollars(paid.micros)
    why = f"seat {paid.holder} has {name_result(paid.line)}: {amount} of envy to every other {paid.wager}"
    return LessonPayment(
        paid.seat, ENVY, PaymentAction.PAY, paid.micros, 0, paid.micros, paid.line, why, EVEN
    )


def mispaid_micros(payment: LessonPayment, action: PaymentAction, amount_micros: int) -> int:
    """How far from right the player's money would be."""
    match action:
        case PaymentAction.TAKE:
            given = 0
        case PaymentAction.PUSH:
            given = payment.stake_micros
        case PaymentAction.PAY:
            is_kept = payment.pay.kind is not Kind.TO and payment.action is PaymentAction.PAY
            given = amount_micros + (0 if is_kept else payment.stake_micros)
    return abs(given - payment.payout_micros)

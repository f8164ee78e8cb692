"""A transfer: an amount that left one account for another, for one of a closed list of reasons."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.ledger.account import Account, AccountKind


class Reason(StrEnum):
    """Why money moves. Nothing else is ever booked."""

    __hash__ = str.__hash__  # in C: every transfer that is written asks for it

    CONTRIBUTION = "contribution"
    RESERVE = "reserve contribution"
    CAP = "over the cap"
    SEED = "seed"
    RESTART = "restart from the reserve"
    AWARD = "award posted"
    CONFIRM = "award confirmed"
    WITHDRAW = "award withdrawn"
    BACK_OUT = "win backed out"
    METER_PAYS = "fixed award from the meter"
    REVERSAL = "void round"
    TAKE_OFF_WIN = "a win taken off"
    DISPLAY_ERROR = "display error of faulty equipment"
    BACK_TO_CAP = "back to the posted cap"
    BOOK_RECEIPTS = "non-displayed money booked as receipts"
    RECOVER_SEED = "seed recovered"
    CORRECTION = "correction upwards"
    MOVE = "moved to another progressive"
    MERCHANDISE = "merchandise in place of a fixed prize"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    WAGER = "wager"
    WAGER_BACK = "wager back"
    LOST = "lost"
    WON = "won"
    TOKE = "toke"
    PRIZE = "prize"


DECREASES = frozenset(
    {
        Reason.TAKE_OFF_WIN,
        Reason.DISPLAY_ERROR,
        Reason.BACK_TO_CAP,
        Reason.BOOK_RECEIPTS,
        Reason.RECOVER_SEED,
    }
)
"""The five reasons for which an amount may go down (WAC 230-15-695)."""


class Transfer(NamedTuple):
    source: Account
    target: Account
    micros: int
    reason: Reason

    def check(self) -> None:
        """Something moves, forward, between two accounts."""
        if self.micros <= 0:
            raise InputError(f"a transfer moves more than nothing, not {self.micros}")
        if self.source == self.target:
            raise InputError(f"a transfer from {self.source} to itself moves nothing")


def moving(*rows: tuple[Account, Account, int, Reason]) -> Iterator[Transfer]:
    """A transfer for each row that moves anything."""
    for source, target, micros, reason in rows:
        if micros:
            yield Transfer(source, target, micros, reason)


SPENDABLE = frozenset(
    {
        AccountKind.METER,
        AccountKind.RESERVE,
        AccountKind.OVERFLOW,
        AccountKind.PENDING,
        AccountKind.CHIPS,
        AccountKind.POT,
        AccountKind.TOKES,
    }
)
"""Holdings that can run out and may never be overdrawn."""

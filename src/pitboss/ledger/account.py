"""Accounts of the book: where money comes from, where it lies, and where it went.

An account is named by its kind, the progressive or the table, and the level, player or spot: `meter/tcp
link/Mega`, `chips/T6/Ann`, `pot/T6/3 ante`. Money comes in through the sources, which owe what they gave;
it lies in the holdings. So the balances of all accounts sum to zero, and what came in equals what is there
and what was paid. A tray may be below zero: the house has paid more at that table than it took.
"""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from pitboss.base.error import InputError


class AccountKind(StrEnum):
    __hash__ = str.__hash__  # in C: every look at a balance asks for it
    CONTRIBUTION = "contribution"
    SEED = "seed"
    ADJUSTMENT = "adjustment"
    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    PENDING = "pending"
    """Wins that are posted and not yet confirmed."""
    PAID = "paid"
    RECEIPTS = "receipts"
    """Money that the house has taken out and booked as its own."""
    CAGE = "cage"
    """What a table's chips were bought for."""
    CHIPS = "chips"
    """Of a player at a table."""
    POT = "pot"
    """What lies on a spot."""
    TRAY = "tray"
    TOKES = "tokes"


SOURCES = frozenset({AccountKind.CONTRIBUTION, AccountKind.SEED, AccountKind.ADJUSTMENT, AccountKind.CAGE})
HOLDINGS = frozenset(AccountKind) - SOURCES
SEPARATOR = "/"


class Account(NamedTuple):
    kind: AccountKind
    progressive: str
    level: str

    def __str__(self) -> str:
        return SEPARATOR.join(self)  # a kind is its own text


@cache
def parse_account(text: str) -> Account:
    kind, _, rest = text.partition(SEPARATOR)
    progressive, found, level = rest.partition(SEPARATOR)
    if not found or kind not in AccountKind.__members__.values():
        raise InputError(f"{text!r} is no account: write kind/progressive/level")
    return Account(AccountKind(kind), progressive, level)

"""The book: balances derived from transfers, and the laws that hold after every one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.base.error import PitbossError
from pitboss.base.money import format_dollars
from pitboss.ledger.account import HOLDINGS, SOURCES, Account, AccountKind
from pitboss.ledger.transfer import SPENDABLE, Transfer


class BooksError(PitbossError):
    """The books would no longer be right."""


@dataclass
class Book:
    balances: Counter[Account] = field(default_factory=Counter)
    """Of accounts that are not empty."""

    def apply(self, transfers: Iterable[Transfer]) -> None:
        """Book the transfers, all or none; no meter, reserve or pending win ever holds less than nothing."""
        moved = tuple(transfers)
        if not moved:
            return
        for transfer in moved:
            transfer.check()
        self.follow(moved)
        for source, _, _, _ in moved:
            short = -self.balances.get(source, 0)
            if short > 0 and source.kind in SPENDABLE:
                self.follow(Transfer(target, source, micros, why) for source, target, micros, why in moved)
                raise BooksError(f"{source} would be {format_dollars(short)} short")

    def follow(self, transfers: Iterable[Transfer]) -> None:
        """Book transfers that another book has booked before, and so are known to be right."""
        balances = self.balances
        for source, target, micros, _ in transfers:
            balances[source] -= micros
            balances[target] += micros
            if not balances[source]:
                del balances[source]
            if not balances[target]:
                del balances[target]

    def balance(self, kind: AccountKind, progressive: str, level: str) -> int:
        return self.balances[Account(kind, progressive, level)]

    def check(self) -> None:
        """Contributions + seeds + adjustments = meters + reserves + overflow + pending + paid + receipts."""
        came_in = -sum(m for account, m in self.balances.items() if account.kind in SOURCES)
        is_there = sum(m for account, m in self.balances.items() if account.kind in HOLDINGS)
        if came_in != is_there:
            raise BooksError(
                f"{format_dollars(came_in)} came in and {format_dollars(is_there)} is there or was paid"
            )

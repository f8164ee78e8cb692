"""Money on a table as accounts of the book: chips, pots, the tray and the tokes of each table.

What a table moves in one act becomes the transfers of its line, each pair of accounts once. What goes
between the tray and the meters is not among them: the entries of the progressive move that themselves.
"""

from collections.abc import Iterable, Iterator, Mapping

from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.table.money import CAGE, HOUSE, METER, PLAYER, TOKES, TRAY, Movement

POT = "pot "
KINDS = {CAGE: AccountKind.CAGE, TRAY: AccountKind.TRAY, TOKES: AccountKind.TOKES}
REASONS: Mapping[tuple[AccountKind, AccountKind], Reason] = {
    (AccountKind.CAGE, AccountKind.CHIPS): Reason.BUY_IN,
    (AccountKind.CHIPS, AccountKind.CAGE): Reason.CASH_OUT,
    (AccountKind.CHIPS, AccountKind.POT): Reason.WAGER,
    (AccountKind.POT, AccountKind.CHIPS): Reason.WAGER_BACK,
    (AccountKind.POT, AccountKind.TRAY): Reason.LOST,
    (AccountKind.TRAY, AccountKind.CHIPS): Reason.WON,
    (AccountKind.POT, AccountKind.TOKES): Reason.TOKE,
    (AccountKind.TRAY, AccountKind.TOKES): Reason.TOKE,
    (AccountKind.PAID, AccountKind.CHIPS): Reason.PRIZE,
}
"""Why money moves from one kind of account to another at a table; any other way is a round taken back."""


def account_of(table: str, name: str) -> Account:
    """The account of the book behind a table's own name for it."""
    if name in KINDS:
        return Account(KINDS[name], table, "")
    if name.startswith(PLAYER):
        return Account(AccountKind.CHIPS, table, name.removeprefix(PLAYER))
    assert name.startswith(POT), f"no account of the book for {name!r}"
    return Account(AccountKind.POT, table, name.removeprefix(POT))


def transfers_of(table: str, moved: Iterable[Movement], prizes: Iterator[Account]) -> tuple[Transfer, ...]:
    """The movements as transfers; `prizes` are the accounts that prizes of meters come from, in order."""
    sums: dict[tuple[Account, Account], int] = {}
    for source, target, micros in moved:
        if source == METER and target.startswith(PLAYER):
            pair = next(prizes), account_of(table, target)
        elif {source, target} & {METER, HOUSE}:
            continue
        else:
            pair = account_of(table, source), account_of(table, target)
        back = pair[1], pair[0]
        left = sums.pop(back, 0) - micros
        if left > 0:
            sums[back] = left
        elif left < 0:
            sums[pair] = sums.get(pair, 0) - left
    return tuple(
        Transfer(source, target, micros, REASONS.get((source.kind, target.kind), Reason.REVERSAL))
        for (source, target), micros in sums.items()
    )

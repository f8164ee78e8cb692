"""The chips that moved at a table in one round, held against what its line settles.

What a pot holds beyond what was lost goes back to its seat: nothing lies on the felt when a round is over, so
nobody has to say what. Movements the other way, as of a round that was taken back, count against each other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.house.told_money import ToldMoney, ToldWin
from pitboss.house.told_round import ToldRound
from pitboss.jackpot.win import Win, WinStatus
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Transfer

STANDING = (WinStatus.CONFIRMED, WinStatus.BACKED_OUT)
"""Wins whose prizes went to chips: what is backed out later is between the house and the player."""


@dataclass
class RoundMoney:
    """What has moved at a table since its last round."""

    lost: Counter[str] = field(default_factory=Counter)
    """From each spot to the tray."""
    won: Counter[str] = field(default_factory=Counter)
    """From the tray to each player."""
    prizes: Counter[str] = field(default_factory=Counter)
    """From meters to each player."""
    tokes: int = 0
    owners: dict[int, str] = field(default_factory=dict)
    """Who plays each seat."""

    def follow(self, transfer: Transfer) -> None:
        self._note(transfer, 1)
        self._note(transfer._replace(source=transfer.target, target=transfer.source), -1)

    def _note(self, transfer: Transfer, sign: int) -> None:
        source, target, micros, _ = transfer
        match source.kind, target.kind:
            case AccountKind.POT, AccountKind.TRAY:
                self.lost[source.level] += sign * micros
            case AccountKind.TRAY, AccountKind.CHIPS:
                self.won[target.level] += sign * micros
            case AccountKind.PAID, AccountKind.CHIPS:
                self.prizes[target.level] += sign * micros
            case ((AccountKind.POT | AccountKind.TRAY), AccountKind.TOKES):
                self.tokes += sign * micros
            case AccountKind.CHIPS, AccountKind.POT:
                self.owners[int(target.level.partition(" ")[0])] = source.level
            case _:
                pass

    def find_differences(self, told: ToldRound) -> Iterator[str]:
        """Where the book has moved something else than the line settles."""
        money = told.money
        prizes = Counter[int]()
        for win in money.wins:
            prizes[win.seat] += win.micros
        by_player = partial(sum_by, self._names(told.players))
        won = Counter(money.won)
        won.update(told.all_envy)
        yield from compare("the tray takes from", money.lost, self.lost)
        yield from compare("the tray pays", by_player(won), self._known(self.won))
        yield from compare("meters pay", by_player(prizes), self._known(self.prizes))
        yield from compare("the dealer gets", {"tokes": money.tokes}, {"tokes": self.tokes})

    def _names(self, players: Mapping[int, str]) -> dict[int, str]:
        """Who plays each seat; nobody where all chips of a player came and went in one act."""
        names = {players[seat]: name for seat, name in self.owners.items() if seat in players}
        return {seat: names.get(player, "") for seat, player in players.items()}

    def _known(self, players: Mapping[str, int]) -> Counter[str]:
        known, found = set(self.owners.values()), Counter[str]()
        for player, micros in players.items():
            found[player if player in known else ""] += micros
        return found


def sum_by(names: Mapping[int, str], seats: Mapping[int, int]) -> Counter[str]:
    found = Counter[str]()
    for seat, micros in seats.items():
        found[names[seat]] += micros
    return found


def compare(what: str, by_line: Mapping[str, int], in_book: Mapping[str, int]) -> Iterator[str]:
    for name in sorted({*by_line, *in_book}):
        settles, moved = by_line.get(name, 0), in_book.get(name, 0)
        if settles != moved:
            amounts = f"{format_dollars(settles)} by its line, and {format_dollars(moved)} was moved"
            yield f"{what} {name or 'somebody'} {amounts}"


def find_wrong_wins(money: ToldMoney, wins: Iterable[Win]) -> Iterator[str]:
    """What meters paid by the line of a round and the wins of that round in the book, one by one.

    A win that was withdrawn is none, and neither is a hand that the floor has refused.
    """
    yield from money.faults
    told = Counter(win for win in money.wins if win.micros)
    standing = Counter(ToldWin(win.seat, win.line, win.micros) for win in wins if win.status in STANDING)
    for win in sorted(told - standing):
        yield f"{say_win(win)} by its line, and there is no such win"
    for win in sorted(standing - told):
        yield f"{say_win(win)} by a win that was confirmed, and its line does not say so"


def say_win(win: ToldWin) -> str:
    return f"seat {win.seat} gets {format_dollars(win.micros)} from a meter, {line_words(win.line)},"

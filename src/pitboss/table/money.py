"""The money on a table: players' chips, the pots on the spots, the dealer's tray and the meters.

Every movement takes from one account what it gives to another, so that the sum of all accounts is
always zero: the cage is in debt for what it sold. A round's movements can be taken back one by one.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.rules import Wager

CAGE, TRAY, METER, HOUSE, TOKES = "cage", "tray", "meter", "house", "tokes"
PLAYER = "player "
FUNDED = (PLAYER, "pot ")
"""Accounts that hold chips and can never owe any."""


class Movement(NamedTuple):
    source: str
    target: str
    micros: int


@dataclass
class Money:
    balances: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    movements: list[Movement] = field(default_factory=list)
    """Of the round that is going on."""
    done: list[Movement] = field(default_factory=list)
    """Everything that moved since somebody last took it down."""

    def move(self, source: str, target: str, micros: int) -> None:
        """Move money as part of the round."""
        if micros:
            self.exchange(source, target, micros)
            self.movements.append(Movement(source, target, micros))

    def exchange(self, source: str, target: str, micros: int) -> None:
        """Move money that is no part of a round, as when a player buys chips."""
        assert micros >= 0, "money moves forward; a way back is a movement of its own"
        if not micros:
            return
        self.balances[source] -= micros
        self.balances[target] += micros
        self.done.append(Movement(source, target, micros))
        assert self.balances[source] >= 0 or not source.startswith(FUNDED), f"{source} is overdrawn"

    def stake(self, chips: str, pot: str, micros: int) -> None:
        """So much more lies in the pot, or so much less if it is below zero."""
        if micros >= 0:
            self.move(chips, pot, micros)
        else:
            self.move(pot, chips, -micros)

    def start_round(self) -> None:
        self.movements.clear()

    def take_back_round(self) -> None:
        """Every movement of the round, last first, the other way."""
        for source, target, micros in reversed(tuple(self.movements)):
            self.exchange(target, source, micros)
        self.movements.clear()

    def net_round(self) -> None:
        """Keep of the round's movements what has not come back the same way: a stake that was lowered again.

        Before chips leave the table: they are not there any more when the round is taken back.
        """
        flows: Counter[tuple[str, str]] = Counter()
        for source, target, micros in self.movements:
            back = min(micros, flows[target, source])
            flows[target, source] -= back
            flows[source, target] += micros - back
        self.movements = [Movement(*between, micros) for between, micros in flows.items() if micros]

    def take_down(self) -> list[Movement]:
        """What has moved since this was last asked."""
        taken, self.done = self.done, []
        return taken

    def owners(self) -> list[str]:
        """Players who have or had chips here."""
        return [name.removeprefix(PLAYER) for name in self.balances if name.startswith(PLAYER)]

    @property
    def is_conserved(self) -> bool:
        """Whatever one account lacks another one has."""
        return sum(self.balances.values()) == 0


def chips_of(player: str) -> str:
    return f"{PLAYER}{player}"


def pot_of(seat: int, wager: str) -> str:
    return f"pot {seat} {wager}"


def toke_pot(seat: int, wager: str) -> str:
    return pot_of(seat, f"{wager} toke")


def rides_on(wager: Wager) -> str:
    """The bet that a toke beside the wager is settled with: its stake was placed before the deal."""
    return wager.id if wager.id in wager.bets else wager.bets[0]

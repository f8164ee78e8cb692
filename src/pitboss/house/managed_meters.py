"""A table's meters as the game manager keeps them: the live table's port to the progressive system.

COIN IN when the bets are closed, a win posted when the hand is read, GAME OVER when the round is done. The
ids of the requests follow from table and round, so that a table which asks again after a crash is counted
once. A manager that cannot be reached, or that refuses, closes the wager for the round and nothing else. An
outage is a record of the journal as soon as it is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.base.error import InputError, PitbossError
from pitboss.house.manager import Answer, GameManager
from pitboss.house.outage import Outages
from pitboss.jackpot.request import CoinIn, EndGame, PostWin, VoidRound
from pitboss.jackpot.terms import PPM
from pitboss.ledger.store import StoreError
from pitboss.table.meter import Award, Claim, Level, MetersAwayError


@dataclass
class ManagedMeters:
    """The meters of one wager at one table."""

    manager: GameManager
    table: str
    dealer: str
    round: int = 0
    wins: list[str] = field(default_factory=list)
    """Posted in this round."""
    outages: Outages = field(init=False)

    def __post_init__(self) -> None:
        self.outages = Outages(self.table, self.manager.clock)

    @property
    def progressive(self) -> str:
        state = self.manager.floor.progressive_of(self.table)
        if state is None:
            raise InputError(f"{self.table} is on no progressive: add it to one first")
        return state.terms.id

    def _id(self, what: str) -> str:
        return f"{self.table} round {self.round} {what}"

    def shown_micros(self, level: Level) -> int:
        return self.manager.floor.shown(self.progressive, level.name)

    def count(self, wager: str, stakes: Mapping[int, int]) -> int:
        del wager
        self.round = self.manager.floor.last_round.get(self.table, 0) + 1
        self.wins = []
        coin_in = CoinIn(self._id("coin in"), (self.dealer,), self.table, self.round, stakes)
        try:
            answer = self.manager.ask(coin_in)
        except InputError as refusal:
            self._note_outages()
            raise MetersAwayError(str(refusal)) from refusal
        except PitbossError as problem:
            self.outages.begin()
            raise MetersAwayError(str(problem)) from problem
        self._note_outages()
        return moved(answer)

    def _note_outages(self) -> None:
        """The manager has answered; if it is lost again now, that is the next outage."""
        self.outages.end()
        try:
            self.outages.write_down(self.manager.ask_all, self.dealer)
        except StoreError:
            self.outages.begin()

    def reverse(self, wager: str) -> int:
        del wager
        void = VoidRound(self._id("void"), (self.dealer,), self.table, "the round at the table was void")
        return moved(self.manager.ask(void))

    def award(self, level: Level, share: Fraction, claim: Claim) -> Award:
        id_ = self._id(f"win seat {claim.seat} {level.name}".strip())
        of_meter = int(share * PPM)
        by = (self.dealer,)
        self.manager.ask(
            PostWin(id_, by, self.table, claim.seat, level.name, of_meter, claim.line, claim.cards)
        )
        self.wins.append(id_)
        win = self.manager.floor.wins[id_]
        return Award(win.micros, win.seeded_micros)

    def end_round(self) -> None:
        self.manager.ask(EndGame(self._id("over"), (self.dealer,), self.table))


def moved(answer: Answer) -> int:
    """The money that an entry moved."""
    return sum(transfer.micros for transfer in answer.draft.transfers)

"""A session at a table: one player, perhaps others, and the commands that go back and forth.

The session opens the table's rounds, sends what the player asks, lets the others act and the dealer go on
step by step, and keeps what a screen wants to show after the table has cleared the felt. It knows no rules
and moves no money: the table does both.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from pitboss.cli.terminal import bot
from pitboss.house.opening import open_table
from pitboss.reports.sentence import Speaker
from pitboss.rules import Game
from pitboss.table import command, event
from pitboss.table.command import Command
from pitboss.table.event import BetSettled, EnvyPaid, Event
from pitboss.table.felt import FeltView, view_felt
from pitboss.table.glance import AskedView, View
from pitboss.table.payment import won_micros
from pitboss.table.phase import IN_ROUND, Phase, RefusedError
from pitboss.table.table import DEALER_ACTS, Table
from pitboss.table.view import view

PLAYER = "the player"
FLOOR = "the floor"
MOST_KEPT = 200


class PlayerPhase(Enum):
    """What the player can do now."""

    BETTING = "bets are open"
    DEALING = "the dealer or another seat acts"
    DECIDING = "the player is asked"
    RESULT = "the round is over"
    CLOSED = "the table cannot go on"


@dataclass(frozen=True)
class Past:
    """A round that is over, as the player saw it last."""

    view: View
    felt: FeltView
    settled: tuple[BetSettled, ...]
    envies: tuple[EnvyPaid, ...]
    net_micros: int
    is_void: bool


@dataclass
class TerminalSession:
    table: Table
    seat: int
    others: tuple[int, ...] = ()
    first_buy_in_micros: int = 0
    brought_micros: int = 0
    taken_micros: int = 0
    last_wagers: dict[str, int] = field(default_factory=dict)
    settled: list[BetSettled] = field(default_factory=list)
    """Bets of this round that were settled, of every seat."""
    envies: list[EnvyPaid] = field(default_factory=list)
    past: list[Past] = field(default_factory=list)
    """Rounds that were dealt."""
    kept: Past | None = None
    """The round that is over, until the next one opens."""
    is_closed: bool = False
    has_left: bool = False

    def __post_init__(self) -> None:
        names = dict(zip(self.others, bot.NAMES, strict=False))
        self.speaker = Speaker(self.game, self.seat, {**names, self.seat: PLAYER})

    @property
    def game(self) -> Game:
        return self.table.setup.game

    @property
    def offered(self) -> tuple[str, ...]:
        """The wagers of this table."""
        return tuple(self.table.setup.posted)

    # -- what there is to see --------------------------------------------------------------------

    @property
    def view(self) -> View:
        return self.kept.view if self.kept else view(self.table, self.seat)

    @property
    def felt(self) -> FeltView:
        return self.kept.felt if self.kept else view_felt(self.table, self.seat)

    @property
    def chips_micros(self) -> int:
        return self.table.chips(PLAYER)

    @property
    def asked(self) -> AskedView | None:
        """The player's decision, if there is one to make."""
        asked = None if self.kept or self.has_left else self.view.asked
        return asked if asked and asked.seat == self.seat else None

    def card_of(self, option: str) -> str:
        """The card of the player's hand that an option is about, as a discard is; '' for most options."""
        found = next((one for one in self.table.options() if one.name == option), None)
        return self.felt.hands[self.seat][0].cards[found.place] if found and found.place is not None else ""

    @property
    def phase(self) -> PlayerPhase:
        if self.is_closed:
            return PlayerPhase.CLOSED
        if self.kept:
            return PlayerPhase.RESULT
        if self.table.phase is Phase.BETTING:
            return PlayerPhase.BETTING
        return PlayerPhase.DECIDING if self.asked else PlayerPhase.DEALING

    @property
    def wagers(self) -> dict[str, int]:
        """What the player has placed for the round that is open."""
        return self.table.seating.wagers[self.seat]

    @property
    def is_in_round(self) -> bool:
        """Whether cards are out for money of the player's."""
        return self.table.phase in IN_ROUND and bool(self.wagers)

    @property
    def is_broke(self) -> bool:
        """Whether the chips are not enough for any wager that stands alone."""
        game, posted = self.game, self.table.setup.posted
        least = [
            limit.minimum_micros for wager, limit in posted.items() if game.stands_alone(game.wagers[wager])
        ]
        return self.phase is PlayerPhase.BETTING and not self.wagers and self.chips_micros < min(least)

    @property
    def hands(self) -> int:
        """Hands of the round, the dealer's included: those that are dealt, or will be as the wagers lie."""
        return max(2, 1 + sum(bool(seat.wagers) for seat in self.view.seats))

    def net_of(self, seat: int) -> int:
        """What the round has brought a seat so far, from the bets that are settled."""
        won = sum(won_micros(settled) for settled in self.settled if settled.seat == seat)
        return won + sum(paid.micros for paid in self.envies if paid.seat == seat)

    # -- sending commands ------------------------------------------------------------------------

    def send(self, asked: Command) -> list[Event]:
        """Let the table do it; what the player may know of what happened."""
        sight = (view(self.table, self.seat), view_felt(self.table, self.seat))
        events = self.table.handle(asked)
        self._note(events, sight)
        return [happened for happened in events if happened.audience in (None, self.seat)]

    def _send_all(self, commands: Iterable[Command]) -> list[Event]:
        return [happened for asked in commands for happened in self.send(asked)]

    def _note(self, events: Iterable[Event], sight: tuple[View, FeltView]) -> None:
        for happened in events:
            match happened:
                case BetSettled():
                    self.settled.append(happened)
                case EnvyPaid():
                    self.envies.append(happened)
                case event.RoundClosed(proof=proof):
                    self._keep(sight, is_dealt=proof is not None, is_void=False)
                case event.RoundVoided(proof=proof):
                    self.settled.clear()
                    self._keep(sight, is_dealt=proof is not None, is_void=True)

    def _keep(self, sight: tuple[View, FeltView], *, is_dealt: bool, is_void: bool) -> None:
        settled = tuple(settled for settled in self.settled if settled.seat == self.seat)
        envies = tuple(paid for paid in self.envies if paid.seat == self.seat)
        self.kept = Past(*sight, settled, envies, self.net_of(self.seat), is_void)
        if is_dealt:
            self.past = [*self.past[1 - MOST_KEPT :], self.kept]

    # -- the session -----------------------------------------------------------------------------

    def sit_down(self, bankroll_micros: int) -> list[Event]:
        self.first_buy_in_micros = bankroll_micros
        seats = self._send_all(bot.take_seats(list(self.others)))
        return [*seats, *self.send(command.TakeSeat(PLAYER, self.seat)), *self.buy_in(bankroll_micros)]

    def buy_in(self, micros: int) -> list[Event]:
        events = self.send(command.BuyIn(PLAYER, micros))
        self.brought_micros += micros
        return events

    def open_bets(self) -> list[Event]:
        """The next round; the others bet at once."""
        self.kept = None
        self.settled.clear()
        self.envies.clear()
        events = self.send(command.OpenBets())
        if self.table.phase is Phase.HALTED:
            return events + self._mend()
        for seat in self.others:
            events += self._send_all(bot.place_bets(self.table, seat))
        return events

    def stake(self, wager: str, micros: int) -> list[Event]:
        """So much lies on the wager from now on; nothing takes it back."""
        if micros > 0:
            return self.send(command.PlaceWager(self.seat, wager, micros))
        return self.send(command.TakeBack(self.seat, wager)) if wager in self.wagers else []

    def clear(self) -> list[Event]:
        """Take every wager back."""
        return [e for wager in reversed(self._base_first(self.wagers)) for e in self.stake(wager, 0)]

    def rebet(self) -> list[Event]:
        """The wagers of the last round again: all of them, or none if the table refuses one."""
        if not self.last_wagers:
            raise RefusedError("there is no earlier wager to repeat: place one first")
        before = dict(self.wagers)
        events: list[Event] = []
        try:
            for wager in self._base_first(self.last_wagers):
                events += self.stake(wager, self.last_wagers[wager])
        except RefusedError:
            self._restore(before)
            raise
        return events

    def _restore(self, before: dict[str, int]) -> None:
        for wager in reversed(self._base_first(self.wagers)):
            self.stake(wager, before.get(wager, 0))

    def _base_first(self, wagers: Iterable[str]) -> list[str]:
        """Wagers that stand alone, then those that need one of them."""
        return sorted(wagers, key=lambda wager: not self.game.stands_alone(self.game.wagers[wager]))

    def deal(self) -> list[Event]:
        events = self.send(command.CallNoMoreBets())
        self.last_wagers = dict(self.wagers) or self.last_wagers
        return events

    def decide(self, option: str) -> list[Event]:
        asked = self.asked
        if asked is None:
            raise RefusedError("you are not asked anything now")
        return self.send(command.Decide(self.seat, asked.question, option))

    def step(self) -> list[Event]:
        """One thing that the dealer or another seat does."""
        if self.table.phase is Phase.HALTED:
            return self._mend()
        asked = self.view.asked
        if self.table.phase is Phase.DECIDING and asked:
            return self.send(bot.choose(asked))
        assert self.table.phase in DEALER_ACTS, f"nobody but the player can act: {self.table.phase}"
        return self.send(self.table.dealers_act())

    def _mend(self) -> list[Event]:
        """The backup takes over from a shuffler that failed; without one the session is over."""
        try:
            events = self.send(command.SwapShuffler(FLOOR, "the shuffler failed"))
        except RefusedError as problem:
            self.is_closed = True
            return self.send(command.VoidRound(FLOOR, str(problem)))
        return events if self.kept else events + self.open_bets()

    def leave(self) -> list[Event]:
        """Play the open round out without another dollar, take the chips and go."""
        events: list[Event] = []
        while self.table.phase in (*IN_ROUND, Phase.COLUMN, Phase.HALTED):
            asked = self.asked
            events += self.decide(asked.options[0].name) if asked else self.step()
        if self.table.phase is Phase.BETTING:
            events += self.clear()
        self.taken_micros = self.chips_micros
        if self.taken_micros:
            events += self.send(command.CashOut(PLAYER))
        events += self.send(command.LeaveSeat(self.seat))
        self.has_left = True
        return events


def open_session(
    game: Game, *, day: date, seed: int | None, others: int, closed: frozenset[str] | None = None
) -> TerminalSession:
    """A session whose player sits in the middle, the others to both sides."""
    seats = others + 1
    own = others // 2 + 1
    table = open_table(game, day=day, seed=seed, seats=seats, closed=closed)
    return TerminalSession(table, own, tuple(seat for seat in range(1, seats + 1) if seat != own))

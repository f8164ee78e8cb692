"""A live table with the controller of its progressive: every command goes through here.

The meters' port tells the controller what moves a meter. The rest it would see on a real table: chips on
the sensors, hands that the tray pays, hands that others get envy for, the end of a round without wagers.
"""

from collections.abc import Iterator, Sequence

from pitboss.house.controlled_meters import ControlledMeters
from pitboss.jackpot.controller import Controller, Phase
from pitboss.jackpot.controller import command as press
from pitboss.jackpot.controller.command import Command as Press
from pitboss.jackpot.controller.envying import find_envies
from pitboss.jackpot.controller.layout import progressive_table
from pitboss.jackpot.refusal import RefusedError
from pitboss.table import event
from pitboss.table.command import Command, Proceed
from pitboss.table.event import Event
from pitboss.table.phase import Phase as TablePhase
from pitboss.table.table import Table


class LiveTable:
    def __init__(self, table: Table, meters: ControlledMeters) -> None:
        self.table = table
        self.meters = meters
        self.waiting: list[press.PressHand] = []
        """Hands to be pressed when the keypad takes them: not while a supervisor stands at it."""

    @property
    def controller(self) -> Controller:
        return self.meters.controller

    @property
    def wager(self) -> str:
        """The progressive one."""
        return progressive_table(self.meters.game, self.meters.terms).wager

    def handle(self, asked: Command) -> Sequence[Event]:
        """Do it at the table, and press what follows from it; or raise and leave both as they were."""
        self.meters.side.listen()
        self.meters.players = dict(self.table.seating.players)
        self._press_waiting()
        if isinstance(asked, Proceed) and self.table.phase is TablePhase.CLOSING:
            self._check_agreement()
        events = self.table.handle(asked)
        for happened in events:
            for one in self._presses(happened):
                if isinstance(one, press.PressHand):
                    self.waiting.append(one)
                elif not self.controller.why_not(one):
                    self.meters.side.do(one)
        self._press_waiting()
        return events

    def take_up(self, events: Sequence[Event]) -> None:
        """A round goes on that another process began: hands that the journal knows nothing of are pressed."""
        for happened in events:
            hands = [one for one in self._presses(happened) if isinstance(one, press.PressHand)]
            self.waiting += [hand for hand in hands if hand.seat not in self.controller.round.lamps]

    def _press_waiting(self) -> None:
        for hand in self.waiting:
            if hand.seat not in self.controller.round.lamps and not self.controller.why_not(hand):
                self.meters.side.do(hand)
        lamps = self.controller.round.lamps
        self.waiting = [hand for hand in self.waiting if hand.seat not in lamps]

    def _check_agreement(self) -> None:
        """Before a round ends, table and keypad say the same: what was won, and who gets envy for what.

        The table reads its own cards. A hand that somebody took back at the keypad all the same is pressed
        again, or the table would have paid what no journal knows.
        """
        play, round_ = self.table.running, self.controller.round
        for hand in self.waiting:
            why = self.controller.why_not(hand) or self.controller.refused
            raise RefusedError(f"the hand of seat {hand.seat} could not be pressed: {why}")
        for award in play.deal.awards:
            if award.seat not in round_.wins:
                raise RefusedError(f"seat {award.seat} was paid and its hand taken back: press it again")
        paid = {(one.seat, one.holder, one.line, one.micros) for one in play.settlement.envies()}
        shown = {(one.seat, one.holder, one.line, one.micros) for one in find_envies(self.controller)}
        if play.counted and paid != shown:
            seats = ", ".join(str(holder) for holder in sorted({one[1] for one in paid ^ shown}))
            raise RefusedError(
                f"the keypad shows other envy than the table pays, for the hand of seat {seats}"
            )

    def _presses(self, happened: Event) -> Iterator[Press]:
        """What a dealer at a keypad would do about it; a sensor that takes no wager stays dark."""
        match happened:
            case event.WagerPlaced(seat=seat, wager=self.wager, stake_micros=stake):
                yield press.PlaceWager(seat, stake)
            case event.WagerTakenBack(seat=seat, wager=self.wager):
                yield press.TakeBack(seat)
            case event.BetsClosed() if self.controller.phase in (Phase.OPEN, Phase.CLOSED):
                yield press.PassRound()
            case event.BetSettled(seat=seat, bet=bet, result=line) if self._is_paid(bet, line):
                yield press.PressHand(seat, line, "", self.meters.dealer)
            case event.EnvyHandKept(seat=seat, wager=self.wager, line=line):
                yield press.PressHand(seat, line, "", self.meters.dealer)
            case event.RoundClosed() | event.RoundVoided():
                self.waiting.clear()
                if self.controller.phase is Phase.PASSED:
                    yield press.EndRound(self.meters.dealer)
            case _:
                pass

    def _is_paid(self, bet: str, line: str) -> bool:
        """Whether this is a hand of the progressive wager that has a button."""
        return bet in self.meters.game.wagers[self.wager].bets and line in self.controller.layout.buttons

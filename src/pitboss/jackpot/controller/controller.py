"""The table controller, without clock, lamp or network: presses go in, events and requests come out.

`handle` looks the command up in the transition table, lets one function do it, and returns what happened
together with what the manager must now be asked. A function checks everything before it changes anything,
so a refused press leaves the controller as it was. Whoever runs the controller sends the requests as one
message (`GameManager.ask_all`) and feeds the answers back, or the loss of the connection.
"""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, NamedTuple

from pitboss.jackpot.controller import command, connection, event, hand, wager
from pitboss.jackpot.controller.command import Command
from pitboss.jackpot.controller.event import Sensor
from pitboss.jackpot.controller.phase import Phase, check_phase
from pitboss.jackpot.controller.state import Events, Round, State
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.rules.envy import Envy

Handler = Callable[[State, Any], Events]
HANDLERS: Mapping[type[Command], Handler] = {
    command.BeginRound: wager.begin_round,
    command.PlaceWager: wager.place_wager,
    command.TakeBack: wager.take_back,
    command.CountWagers: wager.count_wagers,
    command.PassRound: wager.pass_round,
    command.EndRound: wager.end_round,
    command.VoidRound: wager.void_round,
    command.FoldHand: hand.fold_hand,
    command.PressHand: hand.press_hand,
    command.OpenJackpot: hand.open_jackpot,
    command.RecordWin: hand.record_win,
    command.ConfirmWin: hand.confirm_win,
    command.RejectWin: hand.reject_win,
    command.CloseJackpot: hand.close_jackpot,
    command.HearSettled: hand.hear_settled,
    command.HearShare: hand.hear_share,
    command.OpenProgressive: connection.open_progressive,
    command.CloseProgressive: connection.close_progressive,
    command.LoseConnection: connection.lose_connection,
    command.Reconnect: connection.reconnect,
    command.TakeAnswers: connection.take_answers,
}

WIRE = (
    command.TakeAnswers,
    command.LoseConnection,
    command.Reconnect,
    command.OpenProgressive,
    command.CloseProgressive,
    command.HearSettled,
    command.HearShare,
)
"""What comes over the connection; everything else is somebody's press."""


class Reaction(NamedTuple):
    events: tuple[event.Event, ...]
    requests: tuple[Request, ...] = ()
    """To be sent now, as one message; empty if there is nothing new to ask."""


class Controller(State):
    def __init__(self, table: str, seats: int, *, first_round: int = 1) -> None:
        if not table.strip() or seats < 1:
            raise RefusedError("a controller has a table with a name and at least one seat")
        super().__init__(table, seats, Round(first_round))

    def handle(self, asked: Command) -> Reaction:
        """Do what the command asks, or raise and leave everything as it was."""
        before, targets = self.phase, check_phase(self.phase, type(asked))
        lights, waiting, due = self.sensors, self.asked, self.envies
        events = HANDLERS[type(asked)](self, asked)
        if not isinstance(asked, WIRE):
            self.refused = ""
        assert self.phase in (targets or {before}), f"{asked} led from {before} to {self.phase}"
        if not self.asked and self.is_online and self.phase in (Phase.PLAYING, Phase.JACKPOT):
            self.asked = hand.plan_wins(self)
        is_due = self.asked is not waiting or isinstance(asked, command.Reconnect)
        shown = self._shown(due)
        return Reaction(
            (*events, *shown, *self._turned(lights)), self.asked if is_due and self.is_online else ()
        )

    def trial(self) -> "Controller":
        """Another controller like this one, to try out what would happen."""
        other = copy(self)
        other.round = self.round.copy()
        return other

    def check(self, asked: Command) -> None:
        """Raise what `handle` would raise; nothing changes."""
        check_phase(self.phase, type(asked))
        HANDLERS[type(asked)](self.trial(), asked)

    def why_not(self, asked: Command) -> str:
        """Why the command would be refused now; empty if it can be done."""
        try:
            self.check(asked)
        except RefusedError as refusal:
            return str(refusal)
        return ""

    def _shown(self, before: tuple[Envy, ...]) -> Events:
        """The keypad follows whatever lit a hand or put it out."""
        return [] if self.envies == before else [event.EnvyShown(self.envies)]

    def _turned(self, lights: Mapping[int, Sensor]) -> Events:
        return [
            event.SensorTurned(seat, sensor)
            for seat, sensor in self.sensors.items()
            if sensor is not lights[seat]
        ]

"""The live table: a state machine without clock, screen or network. Commands go in, events come out.

`handle` looks the command up in the transition table, lets one function do it, and returns what
happened. A function checks everything before it changes anything, so a refused command leaves the table
as it was. After every command the phase must be one that the transition table allows, and at the end of
every round no money may have come or gone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.rules import Record
from pitboss.table import betting, command, dealing, event, incident, toke
from pitboss.table.command import ANY_ROUND, Command, Message
from pitboss.table.phase import LateError, Phase, RefusedError, check_phase
from pitboss.table.state import Events, State

Handler = Callable[[State, Any], Events]
HANDLERS: Mapping[type[Command], Handler] = {
    command.TakeSeat: betting.take_seat,
    command.LeaveSeat: betting.leave_seat,
    command.BuyIn: betting.buy_in,
    command.CashOut: betting.cash_out,
    command.OpenBets: betting.open_bets,
    command.PlaceWager: betting.place_wager,
    command.TakeBack: betting.take_back,
    command.PlaceToke: toke.place_toke,
    command.AskForCards: betting.ask_for_cards,
    command.CallNoMoreBets: betting.call_no_more_bets,
    command.Proceed: dealing.proceed,
    command.SetColumn: dealing.set_column,
    command.Decide: dealing.decide,
    command.ReportWrongCount: incident.report_wrong_count,
    command.ExposeCard: incident.expose_card,
    command.PlayOn: incident.play_on,
    command.CloseRound: dealing.close_round,
    command.VoidRound: incident.void_round,
    command.ReportFault: incident.report_fault,
    command.SwapShuffler: incident.swap_shuffler,
    command.CureShuffler: incident.cure_shuffler,
    command.BringBackup: incident.bring_backup,
}
DEALER_ACTS = frozenset({Phase.DEALING, Phase.COLUMN, Phase.OPENING, Phase.SETTLING, Phase.CLOSING})


MEMORY = 1_000
"""Messages whose answers a table remembers."""


@dataclass
class Table(State):
    answers: dict[str, tuple[Message, tuple[event.Event, ...]]] = field(default_factory=dict)

    def hear(self, message: Message) -> tuple[event.Event, ...]:
        """Do what the message asks, once: heard again it gets the first answer; too late it is refused."""
        answer = self.first_answer(message)
        if answer is None:
            answer = self.handle(message.command)
            self.remember(message, answer)
        return answer

    def first_answer(self, message: Message) -> tuple[event.Event, ...] | None:
        """What the message got when it was heard first; raises if it is too late to hear it at all."""
        if message.id in self.answers:
            first, answer = self.answers[message.id]
            if first != message:
                raise RefusedError(f"message {message.id!r} was sent before and asked for something else")
            return answer
        if message.round != self.number and not isinstance(message.command, ANY_ROUND):
            raise LateError(message.round, self.number)
        return None

    def remember(self, message: Message, answer: tuple[event.Event, ...]) -> None:
        self.answers[message.id] = message, answer
        if len(self.answers) > MEMORY:
            del self.answers[next(iter(self.answers))]

    def handle(self, asked: Command) -> tuple[event.Event, ...]:
        """Do what the command asks, or raise and leave everything as it was."""
        before, targets = self.phase, check_phase(self.phase, type(asked))
        if isinstance(asked, command.Irregularity) and not (asked.by.strip() and asked.why.strip()):
            raise RefusedError("an irregularity is recorded with who reports it and why: say both")
        events = HANDLERS[type(asked)](self, asked)
        self.kept.forget(events, self.seating.seats_of)
        assert self.phase in (targets or {before}), f"{asked} led from {before} to {self.phase}"
        return tuple(events)

    def deal_on(self) -> list[event.Event]:
        """Let the dealer go on until a seat must decide, the floor must, or the round is over."""
        events: list[event.Event] = []
        while self.phase in DEALER_ACTS:
            events += self.handle(self.dealers_act())
        return events

    def dealers_act(self) -> Command:
        """What the dealer does now, in a phase in which the dealer acts."""
        if self.phase is Phase.COLUMN:
            return command.SetColumn(self.running.seen.hands)
        return command.Proceed(self.running.point)

    def record_for(self, seat: int | None) -> Record:
        """The round so far, as one seat may know it."""
        return self.running.deal.record_for(seat)

"""A controller beside its manager: sends what the controller asks and feeds back what becomes of it."""

from collections.abc import Sequence

from pitboss.base.error import InputError
from pitboss.house.manager import Ask, Clock, GameManager, Outcome
from pitboss.house.outage import Outages
from pitboss.jackpot.controller.command import (
    Command,
    CountWagers,
    Done,
    EndRound,
    LoseConnection,
    PressHand,
    Refused,
    TakeAnswers,
)
from pitboss.jackpot.controller.controller import Controller, Reaction
from pitboss.jackpot.controller.event import Event
from pitboss.jackpot.controller.layout import hand_buttons
from pitboss.jackpot.controller.resume import resume_controller
from pitboss.jackpot.request import Request
from pitboss.ledger.store import StoreError
from pitboss.rules import Game


def open_controller(manager: GameManager, table: str, seats: int, game: Game) -> Controller:
    """The controller of a table, as the journal has it."""
    progressive = manager.floor.progressive_of(table)
    buttons = hand_buttons(game, progressive.terms) if progressive else ()
    return resume_controller(manager.floor, table, seats, buttons)


def as_command(requests: Sequence[Request], outcomes: Sequence[Outcome]) -> TakeAnswers:
    """The manager's answers in the controller's words."""
    return TakeAnswers(
        tuple(
            Refused(request.id, str(outcome))
            if isinstance(outcome, InputError)
            else Done(request.id, outcome.draft)
            for request, outcome in zip(requests, outcomes, strict=True)
        )
    )


class Tableside:
    """Runs a controller in the manager's own process; a manager that cannot write counts as out of reach.

    Every outage is a record of the journal as soon as it is over, answered for by the dealer at the table.
    """

    def __init__(self, controller: Controller, ask: Ask, clock: Clock) -> None:
        self.controller = controller
        self.ask = ask
        self.outages = Outages(controller.table, clock)
        self.dealer = ""
        """Who pressed last."""

    def do(self, asked: Command) -> list[Event]:
        """Do it and everything that follows from it; what happened, in order."""
        reaction = self.controller.handle(asked)
        if isinstance(asked, CountWagers | PressHand | EndRound):
            self.dealer = asked.by
        return self.follow(reaction)

    def follow(self, reaction: Reaction) -> list[Event]:
        events = list(reaction.events)
        while reaction.requests:
            reaction = self.controller.handle(self._exchange(reaction.requests))
            events += reaction.events
        return [*events, *self._watch()]

    def _watch(self) -> tuple[Event, ...]:
        """Keep the time of an outage; write it down when the manager is back."""
        if not self.controller.is_online:
            self.outages.begin()
            return ()
        self.outages.end()
        try:
            self.outages.write_down(self.ask, self.dealer)
        except StoreError:
            self.outages.begin()
            return self.controller.handle(LoseConnection()).events
        return ()

    def _exchange(self, requests: tuple[Request, ...]) -> Command:
        try:
            return as_command(requests, self.ask(requests))
        except StoreError:
            return LoseConnection()

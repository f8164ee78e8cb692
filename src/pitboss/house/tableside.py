"""A controller beside its manager: sends what the controller asks and feeds back what becomes of it."""

from collections.abc import Callable, Sequence

from pitboss.base.error import InputError
from pitboss.house.manager import GameManager, Outcome
from pitboss.jackpot.controller.command import Command, Done, LoseConnection, Refused, TakeAnswers
from pitboss.jackpot.controller.controller import Controller, Reaction
from pitboss.jackpot.controller.event import Event
from pitboss.jackpot.controller.layout import hand_buttons
from pitboss.jackpot.controller.resume import resume_controller
from pitboss.jackpot.request import Request
from pitboss.ledger.store import StoreError
from pitboss.rules import Game

Ask = Callable[[Sequence[Request]], list[Outcome]]
"""Requests that are decided together, and their outcomes: `GameManager.ask_all`, or that over a network."""


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
    """Runs a controller in the manager's own process; a manager that cannot write counts as out of reach."""

    def __init__(self, controller: Controller, ask: Ask) -> None:
        self.controller = controller
        self.ask = ask

    def do(self, asked: Command) -> list[Event]:
        """Do it and everything that follows from it; what happened, in order."""
        return self.follow(self.controller.handle(asked))

    def follow(self, reaction: Reaction) -> list[Event]:
        events = list(reaction.events)
        while reaction.requests:
            reaction = self.controller.handle(self._exchange(reaction.requests))
            events += reaction.events
        return events

    def _exchange(self, requests: tuple[Request, ...]) -> Command:
        try:
            return as_command(requests, self.ask(requests))
        except StoreError:
            return LoseConnection()

"""A controller beside its manager: sends what the controller asks and feeds back what becomes of it.

`listen` is for what happens elsewhere: whoever runs a table calls it before a press and whenever the
journal has news, and so it hears what was opened, closed or settled on another screen, and that a manager
which was lost is back.
"""

from collections.abc import Callable, Sequence

from pitboss.base.error import InputError
from pitboss.house.manager import Ask, GameManager
from pitboss.house.outage import Outages
from pitboss.house.page import Clock, Outcome, UsedBeforeError
from pitboss.jackpot.books import Books
from pitboss.jackpot.controller.command import (
    Command,
    CountWagers,
    Done,
    EndRound,
    LoseConnection,
    PressHand,
    Reconnect,
    Refused,
    TakeAnswers,
)
from pitboss.jackpot.controller.controller import Controller, Reaction
from pitboss.jackpot.controller.event import Event
from pitboss.jackpot.controller.news import find_news, resume_controller
from pitboss.jackpot.decider import is_alike
from pitboss.jackpot.layout import NO_LAYOUT, make_layout
from pitboss.jackpot.request import Request
from pitboss.ledger.store import StoreError
from pitboss.rules import Game

Hear = Callable[[Controller], Sequence[Command]]
"""What a controller has not heard yet; raises StoreError if the manager cannot be reached."""


def open_controller(manager: GameManager, table: str, seats: int, game: Game) -> Controller:
    """The controller of a table, as the journal has it; raises StoreError where that cannot be read."""
    floor = read_floor(manager)
    progressive = floor.progressive_of(table)
    layout = make_layout(game, progressive.terms) if progressive else NO_LAYOUT
    return resume_controller(floor, table, seats, layout)


def open_tableside(manager: GameManager, table: str, seats: int, game: Game) -> "Tableside":
    """A table's controller in the manager's own process."""
    controller = open_controller(manager, table, seats, game)
    return Tableside(controller, manager.ask_all, manager.clock, hear_from(manager, game))


def hear_from(manager: GameManager, game: Game) -> Hear:
    return lambda controller: tuple(find_news(read_floor(manager), controller, game))


def read_floor(manager: GameManager) -> Books:
    """The floor as the journal has it now, what other processes have written included."""
    manager.read_news()
    return manager.floor


def hear_nothing(controller: Controller) -> Sequence[Command]:
    """Where somebody else brings the news."""
    del controller
    return ()


def as_command(requests: Sequence[Request], outcomes: Sequence[Outcome]) -> TakeAnswers:
    """The manager's answers in the controller's words."""
    return TakeAnswers(
        tuple(as_outcome(request, outcome) for request, outcome in zip(requests, outcomes, strict=True))
    )


def as_outcome(asked: Request, outcome: Outcome) -> Done | Refused:
    """A table's ids follow from its rounds: what it presses after a restart may have an id of before it.

    Then the journal is right, and the controller shows what stands there.
    """
    if isinstance(outcome, UsedBeforeError) and is_alike(outcome.first.draft, asked):
        return Done(asked.id, outcome.first.draft)
    if isinstance(outcome, InputError):
        return Refused(asked.id, str(outcome))
    return Done(asked.id, outcome.draft)


class Tableside:
    """Runs a controller in the manager's own process; a manager that cannot write counts as out of reach.

    Every outage is a record of the journal as soon as it is over, answered for by the dealer at the table.
    """

    def __init__(self, controller: Controller, ask: Ask, clock: Clock, hear: Hear = hear_nothing) -> None:
        self.controller = controller
        self.ask = ask
        self.hear = hear
        self.outages = Outages(controller.table, clock)
        self.dealer = ""
        """Who pressed last."""

    def do(self, asked: Command) -> list[Event]:
        """Do it and everything that follows from it; what happened, in order."""
        reaction = self.controller.handle(asked)
        if isinstance(asked, CountWagers | PressHand | EndRound):
            self.dealer = asked.by
        return self.follow(reaction)

    def listen(self) -> list[Event]:
        """Reach for the manager, and hear what this table has not done itself."""
        try:
            news = self.hear(self.controller)
        except StoreError:
            return self.do(LoseConnection())
        events = [] if self.controller.is_online else self.do(Reconnect())
        for one in news:
            events += self.do(one)
        return events

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

"""What the journal has that a controller has not heard: opened, closed, settled on another screen.

A controller that starts in the middle of a round knows what the journal says, and nothing else (req. 47).
What was pressed and never reached the manager is pressed again. It gets the id that it had before, so that it
makes no difference whether the manager has it after all.
"""

from collections.abc import Iterator, Mapping

from pitboss.jackpot.books import Books, ProgressiveState, RoundState
from pitboss.jackpot.controller.command import (
    CloseProgressive,
    Command,
    HearSettled,
    HearShare,
    OpenProgressive,
)
from pitboss.jackpot.controller.controller import Controller
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.state import Lamp, Round, TableWin
from pitboss.jackpot.layout import HandButton, Layout, button_for, make_layout
from pitboss.jackpot.system import read_system, why_no_keypad
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import WinStatus
from pitboss.rules import Game

CLOSED = "closed"
"""Why no wager is taken, where nobody has said more."""


def resume_controller(books: Books, table: str, seats: int, layout: Layout) -> Controller:
    controller = Controller(table, seats, first_round=books.last_round.get(table, 0) + 1)
    progressive = books.progressive_of(table)
    controller.closed_why = why_closed(progressive)
    if progressive is None:
        return controller
    controller.terms, controller.layout = progressive.terms, layout
    controller.system = read_system(progressive.terms.system)
    controller.phase = controller.idle_phase
    if table in books.rounds:
        controller.round = resume_round(books, books.rounds[table], layout.buttons)
        controller.phase = Phase.PLAYING
    return controller


def why_closed(progressive: ProgressiveState | None) -> str:
    if progressive is None:
        return "this table is on no progressive"
    return "" if progressive.is_open else progressive.stopped or CLOSED


def count_in(id_: str) -> int:
    """The count in the id of a win; none where somebody has posted it by hand under an id of his own."""
    count = id_.rpartition("/win ")[2]
    return int(count) if count.isdecimal() else 0


def resume_round(books: Books, known: RoundState, buttons: Mapping[str, HandButton]) -> Round:
    round_ = Round(known.number, locked=dict(known.stakes))
    for id_ in known.wins:
        win = books.wins[id_]
        round_.posts = max(round_.posts, count_in(id_))
        if win.stays_micros:
            round_.stays[win.seat] = win.stays_micros
        if win.status is not WinStatus.WITHDRAWN:
            round_.stays.pop(win.seat, None)
            button = button_for(buttons, win.line, win.level, win.share_ppm)
            lamp = Lamp(win.seat, button, win.cards, win.posted_by)
            round_.lamps[win.seat] = lamp
            is_confirmed = win.status is WinStatus.CONFIRMED
            round_.wins[win.seat] = TableWin(
                id_, lamp, win.micros, win.order, is_confirmed, bool(win.recorded_by)
            )
    return round_


def find_news(books: Books, controller: Controller, game: Game, unfit: str = "") -> Iterator[Command]:
    """The commands that bring the controller of this table up to date; none if it is.

    `unfit` says why the table cannot be played by the terms, if it cannot.
    """
    progressive = books.progressive_of(controller.table)
    why = (
        why_closed(progressive) or unfit or why_unfit(controller, progressive.terms if progressive else None)
    )
    if why and why != controller.closed_why:
        yield CloseProgressive(why)
    elif progressive and not why and (controller.closed_why or progressive.terms != controller.terms):
        yield OpenProgressive(progressive.terms, make_layout(game, progressive.terms))
    for win in controller.round.open_wins:
        known = books.wins.get(win.id)
        if known and known.micros != win.micros:
            yield HearShare(win.id, known.micros)
        if known and known.status is not WinStatus.POSTED:
            is_confirmed = known.status is WinStatus.CONFIRMED
            yield HearSettled(win.id, is_confirmed, known.settled_by, known.stays_micros)


def why_unfit(controller: Controller, terms: Terms | None) -> str:
    """Why terms are not for this keypad, whenever they come; a live table has a keypad of its own."""
    return why_no_keypad(terms, controller.system) if terms and not controller.is_in_book else ""

"""What the journal has that a controller has not heard: opened, closed, settled on another screen."""

from collections.abc import Iterator

from pitboss.jackpot.controller.command import (
    CloseProgressive,
    Command,
    HearSettled,
    HearShare,
    OpenProgressive,
)
from pitboss.jackpot.controller.controller import Controller
from pitboss.jackpot.controller.layout import make_layout
from pitboss.jackpot.controller.resume import why_closed
from pitboss.jackpot.state import Floor
from pitboss.jackpot.system import why_no_keypad
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import WinStatus
from pitboss.rules import Game


def find_news(floor: Floor, controller: Controller, game: Game, unfit: str = "") -> Iterator[Command]:
    """The commands that bring the controller of this table up to date; none if it is.

    `unfit` says why the table cannot be played by the terms, if it cannot.
    """
    progressive = floor.progressive_of(controller.table)
    why = (
        why_closed(progressive) or unfit or why_unfit(controller, progressive.terms if progressive else None)
    )
    if why and why != controller.closed_why:
        yield CloseProgressive(why)
    elif progressive and not why and (controller.closed_why or progressive.terms != controller.terms):
        yield OpenProgressive(progressive.terms, make_layout(game, progressive.terms))
    for win in controller.round.open_wins:
        known = floor.wins.get(win.id)
        if known and known.micros != win.micros:
            yield HearShare(win.id, known.micros)
        if known and known.status is not WinStatus.POSTED:
            is_confirmed = known.status is WinStatus.CONFIRMED
            yield HearSettled(win.id, is_confirmed, known.settled_by, known.stays_micros)


def why_unfit(controller: Controller, terms: Terms | None) -> str:
    """Why terms are not for this keypad, whenever they come; a live table has a keypad of its own."""
    return why_no_keypad(terms, controller.system) if terms and not controller.is_in_book else ""

"""The two keypads of the approved documents, over one controller: same states, other buttons.

On the Game Manager's keypad the dealer presses the hand button of a seat; the supervisor turns a key to the
jackpot position (JPH), records the win with J-POT, and lowers the meter by turning it back to Run. On the
display of Nexus Command and GM Atlas the dealer selects the seat first, and the supervisor presses CONFIRM
and swipes a card; above the amount that the terms set, it must be an executive's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from pitboss.jackpot.controller import command
from pitboss.jackpot.controller.command import Command
from pitboss.jackpot.controller.controller import Controller, Reaction
from pitboss.jackpot.controller.news import why_unfit
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.system import System

NOT_VERIFIED = "the supervisor did not verify the hand"


class Button(Enum):
    """What can be pressed, turned or swiped at a table."""

    START = "start"
    SEAT = "seat"
    HAND = "hand"
    ENVY = "envy"
    """Of keypads of before, which asked for it beside GAME OVER: it is in books, and does nothing."""
    KEY_TO_JACKPOT = "key to jackpot"
    JACKPOT = "jackpot"
    KEY_TO_RUN = "key to run"
    CONFIRM = "confirm"
    CARD = "card"
    CANCEL = "cancel"
    END = "end"
    WIN_PAGE = "win page"


RETIRED = frozenset({Button.ENVY})
OF_A_SUPERVISOR = frozenset({Button.CONFIRM, Button.KEY_TO_JACKPOT})
"""What the manager is not asked about and only a supervisor does; J-POT and the card it checks itself."""
May = Callable[[str], None]
"""Raises if the person is none of the floor: on a floor with people, `authority.check_supervisor`."""


def let_anybody(person: str) -> None:
    """Where nobody's role is known."""


@dataclass(frozen=True)
class Press:
    """A button with the person at it; for a hand, its line and cards; for a seat, which one."""

    button: Button
    by: str
    seat: int = 0
    line: str = ""
    cards: str = ""


class Dialect(Enum):
    """What the keypad of a system looks like."""

    GAME_MANAGER = System.GAME_MANAGER.value
    NEXUS = System.NEXUS.value


LABELS: Mapping[Dialect, Mapping[Button, str]] = {
    Dialect.GAME_MANAGER: {
        Button.START: "COIN IN",
        Button.HAND: "hand button of the seat",
        Button.KEY_TO_JACKPOT: "key to JPH",
        Button.JACKPOT: "J-POT",
        Button.KEY_TO_RUN: "key to Run",
        Button.END: "GAME OVER",
        Button.WIN_PAGE: "money bag",
    },
    Dialect.NEXUS: {
        Button.START: "START GAME",
        Button.SEAT: "player spot",
        Button.HAND: "hand button",
        Button.CONFIRM: "CONFIRM",
        Button.CARD: "supervisor or executive card",
        Button.CANCEL: "CANCEL",
        Button.END: "END GAME",
        Button.WIN_PAGE: "money bag",
    },
}


class Keypad:
    """What people press, told to the controller in its own words."""

    def __init__(self, dialect: Dialect, controller: Controller, may: May = let_anybody) -> None:
        self.dialect = dialect
        self.may = may
        self.controller = controller
        controller.system = System(dialect.value)
        if why := why_unfit(controller, controller.terms):
            raise RefusedError(why)
        self.selected = 0
        """The seat that is selected on a display; 0 for none."""
        self._key_holder = ""

    @property
    def key_holder(self) -> str:
        """Who has turned the key to the jackpot position; it is there until the review has ended.

        The key back at Run may be refused, such as while an earlier win waits: then it has not left.
        """
        return self._key_holder if self.controller.phase is Phase.JACKPOT else ""

    @key_holder.setter
    def key_holder(self, person: str) -> None:
        self._key_holder = person

    def press(self, press: Press) -> Reaction:
        """Do what the press asks, or raise and leave everything as it was."""
        asked = self._read(press)
        if press.button in OF_A_SUPERVISOR:
            self.may(press.by)
        reaction = self.controller.handle(asked) if asked else Reaction(())
        self._remember(press)
        return reaction

    def why_not(self, press: Press) -> str:
        """Why the press would be refused now; empty if it can be done. Nothing changes."""
        try:
            if asked := self._read(press):
                self.controller.check(asked)
        except RefusedError as refusal:
            return str(refusal)
        return ""

    def _read(self, press: Press) -> Command | None:
        """What the press means to the controller; a selected seat and a page to print mean nothing to it."""
        if press.button in RETIRED:
            return None
        labels = LABELS[self.dialect]
        if press.button not in labels:
            known = ", ".join(labels.values())
            raise RefusedError(f"{self.dialect.value} has no {press.button.value} button; it has {known}")
        if not press.by.strip():
            raise RefusedError("a press has a person: say who it is")
        if press.button is Button.WIN_PAGE:
            if not self.controller.round.wins:
                raise RefusedError("no win is posted in this round: there is no page to print")
            return None
        if press.button is not Button.SEAT:
            return TRANSLATIONS[press.button](self, press)
        self.controller.check_seat(press.seat)
        if self.controller.phase is Phase.JACKPOT:
            raise RefusedError("a win is being confirmed: swipe a card or press CANCEL first")
        return None

    def _remember(self, press: Press) -> None:
        match press.button:
            case Button.SEAT:
                self.selected = press.seat
            case Button.KEY_TO_JACKPOT:
                self.key_holder = press.by
            case Button.START | Button.END:
                self.selected = 0
            case _:
                pass

    def seat_of(self, press: Press) -> int:
        """The seat that a hand button or CONFIRM is meant for."""
        if self.dialect is Dialect.GAME_MANAGER:
            return press.seat
        if not self.selected:
            raise RefusedError("select the player's spot first")
        return self.selected


def press_hand(keypad: Keypad, press: Press) -> Command:
    """With the key in the jackpot position it is the supervisor who takes the hand back, by its lit key."""
    if keypad.key_holder and keypad.controller.phase is Phase.JACKPOT:
        check_reviewed(keypad.controller, press)
        return command.RejectWin(keypad.key_holder, NOT_VERIFIED)
    return command.PressHand(keypad.seat_of(press), press.line, press.cards, press.by)


def check_reviewed(controller: Controller, press: Press) -> None:
    """While a supervisor looks at a win, no key but its own is one."""
    review = controller.round.review
    if review is None:
        return
    if review.seat != press.seat:
        raise RefusedError(f"the supervisor looks at the win of seat {review.seat}")
    lamp = controller.round.lamps.get(review.seat)
    if lamp and lamp.button.line != press.line:
        raise RefusedError(f"the supervisor looks at {lamp.button.label} of seat {review.seat}")


TRANSLATIONS: Mapping[Button, Callable[[Keypad, Press], Command]] = {
    Button.START: lambda keypad, press: command.CountWagers(press.by),
    Button.HAND: press_hand,
    Button.KEY_TO_JACKPOT: lambda keypad, press: command.OpenJackpot(),
    Button.JACKPOT: lambda keypad, press: command.RecordWin(keypad.key_holder or press.by),
    Button.KEY_TO_RUN: lambda keypad, press: command.CloseJackpot(keypad.key_holder or press.by),
    Button.CONFIRM: lambda keypad, press: command.OpenJackpot(keypad.seat_of(press)),
    Button.CARD: lambda keypad, press: command.ConfirmWin(press.by),
    Button.CANCEL: lambda keypad, press: command.CloseJackpot(press.by),
    Button.END: lambda keypad, press: command.EndRound(press.by),
}
"""J-POT and the key back at Run count as pressed by whoever turned the key."""

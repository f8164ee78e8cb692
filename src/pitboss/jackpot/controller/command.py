"""What goes into a table controller: presses of patrons, dealer and floor, and what the manager says.

A command is one frozen noun. `PlaceWager` says how much lies on the sensor afterwards, so that a sensor
that reports twice changes nothing; an answer that comes twice finds nobody waiting.
"""

from dataclasses import dataclass

from pitboss.jackpot.controller.layout import HandButton
from pitboss.jackpot.terms import Terms
from pitboss.ledger.entry import Draft

# -- patrons and dealer ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """So much lies on the sensor from now on."""

    seat: int
    stake_micros: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    seat: int


@dataclass(frozen=True, slots=True)
class CountWagers:
    """COIN IN or START GAME: lit sensors are locked in."""

    by: str


@dataclass(frozen=True, slots=True)
class PassRound:
    """The round is dealt without progressive wagers; what lies on the sensors is handed back."""


@dataclass(frozen=True, slots=True)
class FoldHand:
    seat: int


@dataclass(frozen=True, slots=True)
class PressHand:
    """The hand button of a seat; a second press takes it back."""

    seat: int
    line: str
    cards: str
    by: str


@dataclass(frozen=True, slots=True)
class EndRound:
    """GAME OVER or END GAME."""

    by: str


# -- the floor ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenJackpot:
    """A supervisor looks at a win: this seat's, and it closes by itself; or the first from the right."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ConfirmWin:
    """The win that the supervisor looks at is right."""

    by: str


@dataclass(frozen=True, slots=True)
class RejectWin:
    """The win that the supervisor looks at is none."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class CloseJackpot:
    """The table goes back to normal operation."""


@dataclass(frozen=True, slots=True)
class VoidRound:
    by: str
    why: str


# -- over the connection -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenProgressive:
    """The progressive takes wagers, by these terms and with these buttons."""

    terms: Terms
    buttons: tuple[HandButton, ...]


@dataclass(frozen=True, slots=True)
class CloseProgressive:
    why: str


@dataclass(frozen=True, slots=True)
class LoseConnection:
    """The manager cannot be reached."""


@dataclass(frozen=True, slots=True)
class Reconnect:
    """The manager can be reached again."""


@dataclass(frozen=True, slots=True)
class Done:
    """The manager has done what was asked: the entry it made, now or when it was first asked."""

    id: str
    draft: Draft


@dataclass(frozen=True, slots=True)
class Refused:
    id: str
    why: str


@dataclass(frozen=True, slots=True)
class TakeAnswers:
    """One outcome for each request that was sent together, in the same order."""

    outcomes: tuple[Done | Refused, ...]


@dataclass(frozen=True, slots=True)
class HearSettled:
    """A win of this table was confirmed or withdrawn elsewhere, on the floor's own screen."""

    win: str
    is_confirmed: bool
    by: str


Command = (
    PlaceWager
    | TakeBack
    | CountWagers
    | PassRound
    | FoldHand
    | PressHand
    | EndRound
    | OpenJackpot
    | ConfirmWin
    | RejectWin
    | CloseJackpot
    | VoidRound
    | OpenProgressive
    | CloseProgressive
    | LoseConnection
    | Reconnect
    | TakeAnswers
    | HearSettled
)

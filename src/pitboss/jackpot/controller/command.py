"""What goes into a table controller: presses of patrons, dealer and floor, and what the manager says.

A command is one frozen noun. `PlaceWager` says how much lies on the sensor afterwards, so that a sensor
that reports twice changes nothing; an answer that comes twice finds nobody waiting.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.jackpot.layout import Layout
from pitboss.jackpot.terms import Terms
from pitboss.ledger.entry import Draft


class Command:
    """Something goes into the controller."""

    __slots__ = ()


# -- patrons and dealer ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeginRound(Command):
    """Bets are opened at a live table, for the round that the table calls so."""

    round: int


@dataclass(frozen=True, slots=True)
class PlaceWager(Command):
    """So much lies on the sensor from now on."""

    seat: int
    stake_micros: int


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    seat: int


@dataclass(frozen=True, slots=True)
class CountWagers(Command):
    """COIN IN or START GAME: lit sensors are locked in."""

    by: str
    players: Mapping[int, str] = field(default_factory=dict)
    """Who plays each seat, where that is known; a seat that is not named has a player of its own."""


@dataclass(frozen=True, slots=True)
class PassRound(Command):
    """The round is dealt without progressive wagers; what lies on the sensors is handed back."""


@dataclass(frozen=True, slots=True)
class FoldHand(Command):
    seat: int


@dataclass(frozen=True, slots=True)
class PressHand(Command):
    """The hand button of a seat; a second press takes it back.

    A hand on the envy list is pressed for a seat without a wager too: it wins nothing, and others get envy.
    """

    seat: int
    line: str
    cards: str
    by: str


@dataclass(frozen=True, slots=True)
class EndRound(Command):
    """GAME OVER or END GAME: the dealer has paid what the keypad shows, envy last."""

    by: str


# -- the floor ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenJackpot(Command):
    """A supervisor looks at a win: this seat's, and it closes by itself; or the first from the right."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class RecordWin(Command):
    """J-POT: the win that the supervisor looks at is right, and is confirmed with the key back at Run."""

    by: str


@dataclass(frozen=True, slots=True)
class ConfirmWin(Command):
    """The win that the supervisor looks at is right."""

    by: str


@dataclass(frozen=True, slots=True)
class RejectWin(Command):
    """The win that the supervisor looks at is none."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class CloseJackpot(Command):
    """The table goes back to normal operation; a win that was recorded is confirmed with it."""

    by: str = ""
    """Who does, where there is such a win."""


@dataclass(frozen=True, slots=True)
class VoidRound(Command):
    """The round does not count; nor does a COIN IN that the manager was lost over, whatever became of it."""

    by: str
    why: str


# -- over the connection -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenProgressive(Command):
    """The progressive takes wagers, by these terms and with these buttons."""

    terms: Terms
    layout: Layout


@dataclass(frozen=True, slots=True)
class CloseProgressive(Command):
    why: str


@dataclass(frozen=True, slots=True)
class LoseConnection(Command):
    """The manager cannot be reached."""


@dataclass(frozen=True, slots=True)
class Reconnect(Command):
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
class TakeAnswers(Command):
    """One outcome for each request that was sent together, in the same order."""

    outcomes: tuple[Done | Refused, ...]


@dataclass(frozen=True, slots=True)
class HearSettled(Command):
    """A win of this table was confirmed or withdrawn elsewhere, on the floor's own screen."""

    win: str
    is_confirmed: bool
    by: str
    stays_micros: int = 0
    """Of a share that was withdrawn after another was confirmed."""


@dataclass(frozen=True, slots=True)
class HearShare(Command):
    """A win of this table that waits is worth this now: another that shared it was settled elsewhere."""

    win: str
    micros: int

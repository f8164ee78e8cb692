"""What a table controller reports, in the past tense: to displays, to the dealer, to patrons and to staff."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.jackpot.controller.sensor import Sensor
from pitboss.rules.envy import Envy


@dataclass(frozen=True, slots=True)
class SensorTurned:
    seat: int
    sensor: Sensor


@dataclass(frozen=True, slots=True)
class WagersCounted:
    """The manager has counted these: the sensors are locked and the dealer collects the wagers."""

    round: int
    stakes: Mapping[int, int]
    stay_on_table: bool
    fed_micros: int
    """What went to meters, reserves and overflows."""


@dataclass(frozen=True, slots=True)
class WagersReturned:
    """No progressive wager counts in this round; these seats get theirs back."""

    round: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LampTurned:
    """A hand button is lit or out."""

    seat: int
    line: str
    is_lit: bool


@dataclass(frozen=True, slots=True)
class EnvyShown:
    """What the keypad now says that the dealer pays to whom for whose hand, before the round can end."""

    due: tuple[Envy, ...]


@dataclass(frozen=True, slots=True)
class EnvyPaid:
    """With the end of the round."""

    paid: tuple[Envy, ...]


@dataclass(frozen=True, slots=True)
class WinPosted:
    """The value is locked; `needs` says whose confirmation it waits for."""

    seat: int
    line: str
    micros: int
    order: int
    """Across all tables."""
    needs: str


@dataclass(frozen=True, slots=True)
class ShareChanged:
    """Winners share: this one's part is now so much."""

    seat: int
    line: str
    micros: int


@dataclass(frozen=True, slots=True)
class WinRecorded:
    """Verified with J-POT; confirmed with the key back at Run."""

    seat: int
    line: str
    micros: int
    by: str


@dataclass(frozen=True, slots=True)
class WinConfirmed:
    seat: int
    line: str
    micros: int
    by: str


@dataclass(frozen=True, slots=True)
class WinWithdrawn:
    seat: int
    line: str
    by: str
    why: str
    stays_micros: int = 0
    """Of a share that was refused after another was confirmed, which is final: it stays in the meter."""


@dataclass(frozen=True, slots=True)
class ManagerRefused:
    """The manager did not do what was asked; `asked` is its id."""

    asked: str
    why: str


@dataclass(frozen=True, slots=True)
class JackpotOpened:
    seat: int


@dataclass(frozen=True, slots=True)
class JackpotClosed:
    """The table is back to normal operation."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    round: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The manager has reversed the contributions; every wager goes back."""

    round: int
    why: str


@dataclass(frozen=True, slots=True)
class PatronsTold:
    """A message at the seats; empty when the last one is taken down."""

    text: str


@dataclass(frozen=True, slots=True)
class StaffAlarmed:
    text: str


Event = (
    SensorTurned
    | WagersCounted
    | WagersReturned
    | LampTurned
    | EnvyShown
    | EnvyPaid
    | WinPosted
    | ShareChanged
    | WinRecorded
    | WinConfirmed
    | WinWithdrawn
    | ManagerRefused
    | JackpotOpened
    | JackpotClosed
    | RoundEnded
    | RoundVoided
    | PatronsTold
    | StaffAlarmed
)

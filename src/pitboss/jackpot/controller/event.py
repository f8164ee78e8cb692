"""What a table controller reports, in the past tense: to displays, to the dealer, to patrons and to staff."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from pitboss.rules.envy import Envy


class Sensor(Enum):
    """What the light at a seat says: it follows from what the controller is, and from nothing else."""

    DARK = "takes no wager"
    INVITED = "a wager may be placed"
    PLACED = "a wager lies on it"
    LOCKED = "its wager is counted"


class Event:
    """Something happened."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SensorTurned(Event):
    seat: int
    sensor: Sensor


@dataclass(frozen=True, slots=True)
class WagersCounted(Event):
    """The manager has counted these: the sensors are locked and the dealer collects the wagers."""

    round: int
    stakes: Mapping[int, int]
    stay_on_table: bool
    fed_micros: int
    """What went to meters, reserves and overflows."""


@dataclass(frozen=True, slots=True)
class WagersReturned(Event):
    """No progressive wager counts in this round; these seats get theirs back."""

    round: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LampTurned(Event):
    """A hand button is lit or out."""

    seat: int
    line: str
    is_lit: bool


@dataclass(frozen=True, slots=True)
class EnvyShown(Event):
    """What the keypad now says that the dealer pays to whom for whose hand, before the round can end."""

    due: tuple[Envy, ...]


@dataclass(frozen=True, slots=True)
class EnvyPaid(Event):
    """With the end of the round."""

    paid: tuple[Envy, ...]


@dataclass(frozen=True, slots=True)
class WinPosted(Event):
    """The value is locked; `needs` says whose confirmation it waits for."""

    seat: int
    line: str
    micros: int
    order: int
    """Across all tables."""
    needs: str


@dataclass(frozen=True, slots=True)
class ShareChanged(Event):
    """Winners share: this one's part is now so much."""

    seat: int
    line: str
    micros: int


@dataclass(frozen=True, slots=True)
class WinRecorded(Event):
    """Verified with J-POT; confirmed with the key back at Run."""

    seat: int
    line: str
    micros: int
    by: str


@dataclass(frozen=True, slots=True)
class WinConfirmed(Event):
    seat: int
    line: str
    micros: int
    by: str


@dataclass(frozen=True, slots=True)
class WinWithdrawn(Event):
    seat: int
    line: str
    by: str
    why: str
    stays_micros: int = 0
    """Of a share that was refused after another was confirmed, which is final: it stays in the meter."""


@dataclass(frozen=True, slots=True)
class ManagerRefused(Event):
    """The manager did not do what was asked; `asked` is its id."""

    asked: str
    why: str


@dataclass(frozen=True, slots=True)
class JackpotOpened(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class JackpotClosed(Event):
    """The table is back to normal operation."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    round: int


@dataclass(frozen=True, slots=True)
class RoundVoided(Event):
    """The manager has reversed the contributions; every wager goes back."""

    round: int
    why: str


@dataclass(frozen=True, slots=True)
class PatronsTold(Event):
    """A message at the seats; empty when the last one is taken down."""

    text: str


@dataclass(frozen=True, slots=True)
class StaffAlarmed(Event):
    text: str

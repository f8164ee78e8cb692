"""What was taken for granted to make an analysis, as data. The sentences are made in `reports.assumption`."""

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction


class Premise(Enum):
    """All is said by the code."""

    OWN_HAND_ONLY = auto()
    """Envy is in the advantage, and neither in outcomes nor in the deviation."""
    ENVY_TIMES_WAGER = auto()
    LONG_RUN = auto()
    """The advantage is one in which everything in the meter is paid out."""
    BEFORE_METERS = auto()
    """Instead: the advantage is before meters pay of which no terms are known."""
    AT_AVERAGE = auto()
    """Top awards are drawn at their average."""
    METERS_EMPTY = auto()
    """Instead: a meter without terms counts as empty."""
    OTHERS_AT_SEED = auto()
    """A break-even is with the other meters at their seeds."""
    OWN_CARDS = auto()
    """A hand drawn to a total is played by its own cards and the up card."""
    INSURANCE_GAINS = auto()
    """Insurance is never taken, though with some hands it would gain."""
    INSURANCE_LOSES = auto()
    SPREAD_IS_OPEN = auto()
    """The spread of split hands is not counted."""


@dataclass(frozen=True)
class HandsDealt:
    """So many players and the dealer; `is_given` says whether anybody chose the number."""

    players: int
    is_given: bool


@dataclass(frozen=True)
class EnvyFrom:
    """So many players with the wager."""

    players: int
    is_given: bool


@dataclass(frozen=True)
class PrintIsFor:
    """The printed advantage is for another number of players."""

    printed: str
    players: int


@dataclass(frozen=True)
class SeedTaken:
    """The printed seed of a meter; none where none is printed or given."""

    meter: str
    amount: Fraction | None


@dataclass(frozen=True)
class ContributionTaken:
    """The contribution that the printed figures imply, if they do."""

    meter: str
    rate: Fraction | None


@dataclass(frozen=True)
class ReserveTaken:
    """No reserve, for none was given."""

    meter: str


@dataclass(frozen=True)
class MetersStandAt:
    """The advantage is that of the next wager."""

    amounts: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class SpreadDealt:
    """The spread of split hands was dealt, so many rounds from a seed."""

    rounds: int
    seed: int


@dataclass(frozen=True)
class SettingChanged:
    """A setting is not as the documents have it."""

    name: str
    value: str | bool | int
    default: str | bool | int


Assumption = (
    Premise
    | HandsDealt
    | EnvyFrom
    | PrintIsFor
    | SeedTaken
    | ContributionTaken
    | ReserveTaken
    | MetersStandAt
    | SpreadDealt
    | SettingChanged
)

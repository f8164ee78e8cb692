"""What was taken for granted to make an analysis, as data. `reports.audit_sheet` has the sentences."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from fractions import Fraction


class Premise(Enum):
    """All is said by the code."""

    OWN_HAND_ONLY = auto()
    ENVY_TIMES_WAGER = auto()
    LONG_RUN = auto()
    BEFORE_METERS = auto()
    """Instead of the long run, where the terms of a meter are not known."""
    AT_AVERAGE = auto()
    METERS_EMPTY = auto()
    """Instead of the average, where the terms of a meter are not known."""
    OTHERS_AT_SEED = auto()
    OWN_CARDS = auto()
    INSURANCE_GAINS = auto()
    INSURANCE_LOSES = auto()
    SPREAD_IS_OPEN = auto()


@dataclass(frozen=True)
class PlayersTaken:
    """The number of players: of those at the table, or of those with the wager, who have envy."""

    players: int
    is_given: bool
    with_dealer: bool


@dataclass(frozen=True)
class PrintIsFor:
    """The printed advantage is for another number of players."""

    printed: str
    players: int


class LevelTerm(StrEnum):
    SEED = "seed"
    CONTRIBUTION = "contribution"
    RESERVE = "reserve"


@dataclass(frozen=True)
class TermTaken:
    """A term of a meter that nobody gave: as it is printed or implied, or nothing where it is neither."""

    meter: str
    term: LevelTerm
    amount: Fraction | None = None


@dataclass(frozen=True)
class MetersStandAt:
    """The advantage is that of the next wager."""

    amounts: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class SpreadDealt:
    """The spread of split hands was dealt, n rounds from a seed."""

    rounds: int
    seed: int


@dataclass(frozen=True)
class SettingChanged:
    """A setting is not as the documents have it."""

    name: str
    value: str | bool | int
    default: str | bool | int


Assumption = Premise | PlayersTaken | PrintIsFor | TermTaken | MetersStandAt | SpreadDealt | SettingChanged

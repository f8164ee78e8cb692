"""What there is to say of a printed figure, as data: a remark by its code, or a note with its values.

The words for all of them are made in `reports.audit_sheet`. No note is ever read out of a text again.
"""

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from pitboss.analysis.highest import Interval
from pitboss.analysis.meter import Implied
from pitboss.audit.change import Change
from pitboss.audit.definition import Definition


class Remark(Enum):
    """All is said by the code."""

    ONLY_BOUNDS = auto()
    CHOSEN_SEED = auto()
    LENGTH_OF_PLAY = auto()
    NO_DEFINITION = auto()
    NO_WHOLE_METER = auto()
    NO_CONTRIBUTION = auto()
    CUT_OFF = auto()
    ROUNDED_UP = auto()
    SUM_OF_ROUNDED = auto()
    ONE_OFF = auto()
    """In the last digit, and nobody knows why."""
    IS_OFF = auto()
    MEAN_SQUARE = auto()
    """Printed as a deviation: the average of the squares, of which no root was taken."""
    TO_THE_STEP = auto()
    """A print with zeros at its end is taken to the nearest step of its last other digit."""
    TAKES_SECONDS = auto()
    """So it is not derived here: a hand is drawn to a total."""
    BEFORE_METER = auto()


@dataclass(frozen=True)
class Assumed:
    """Assumptions that nobody printed and under which the print is true, the roundest first."""

    implied: tuple[Implied, ...]


@dataclass(frozen=True)
class TopOdds:
    """The top award comes once in `one_in` rounds; `to_one` where the print is odds and is not these."""

    one_in: Fraction
    to_one: Fraction | None = None


@dataclass(frozen=True)
class CertifiedWithin:
    """The exact value lies between these bounds, and what is shown in their middle."""

    bounds: Interval


@dataclass(frozen=True)
class ReadAs:
    """The figure by another definition, or under another rule for equally good decisions."""

    definition: Definition
    tie_rule: str
    value: Fraction


@dataclass(frozen=True)
class Remedy:
    """What makes the print true: another reading of the figure, one changed pay, or both."""

    reading: ReadAs | None = None
    change: Change | None = None


@dataclass(frozen=True)
class MadeTrue:
    """By any of these, the likeliest first."""

    remedies: tuple[Remedy, ...]


@dataclass(frozen=True)
class NeverTrue:
    """Nothing that was searched makes the print true; `nearest` is what comes closest to it."""

    has_meter: bool
    nearest: ReadAs | None


@dataclass(frozen=True)
class PrintedElsewhere:
    """Designators that the paytable is printed under, and other documents that print the same."""

    designators: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


Note = Remark | Assumed | TopOdds | CertifiedWithin | MadeTrue | NeverTrue | PrintedElsewhere

"""What a search hands over: tables with their exact figures, and how much each line moves the advantage."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.base.odds import Pay
from pitboss.design.ladder import Choices
from pitboss.design.search import By
from pitboss.design.target import Targets
from pitboss.rules import Game, Paytable, Wager

DESIGNED = "designed"


@dataclass(frozen=True)
class FoundTable:
    """A table, its figures, and how far it is from the one it was held against."""

    pays: Mapping[str, Pay]
    advantage: Fraction
    hit: Fraction | None
    variance: Fraction | None
    changed: int
    distance: Fraction
    """The changes of all lines, each as a part of the old pay, added up."""
    half_width: Fraction = Fraction(0)
    """Where only bounds are known."""

    @property
    def volatility(self) -> float | None:
        return None if self.variance is None else VOLATILITY_Z * sqrt(self.variance)

    def as_table(self, like: Paytable, name: str = DESIGNED) -> Paytable:
        """To be put in force: everything but the pays is as on the table that it came from."""
        return Paytable(
            id=name,
            wager=like.wager,
            pays=self.pays,
            source="the designer",
            envy_micros={line: micros for line, micros in like.envy_micros.items() if line in self.pays},
            envy_times_wager=like.envy_times_wager,
            hands=like.hands,
        )


@dataclass(frozen=True)
class Sensitivity:
    """A line: what a unit more costs the house, and the next pays below and above with their advantage."""

    line: str
    pay: Pay
    slope: Fraction
    """By how much the advantage falls with one unit more."""
    lower: tuple[Pay, Fraction] | None
    higher: tuple[Pay, Fraction] | None


@dataclass(frozen=True)
class Design:
    game: Game
    wager: Wager
    like: Paytable
    targets: Targets
    choices: Choices
    by: By
    now: FoundTable
    """The table that the others are held against."""
    found: tuple[FoundTable, ...]
    sensitivity: tuple[Sensitivity, ...]
    tried: int
    """Tables of this shape with these pays in which a better hand never pays less."""
    meeting: int | None
    """How many of them meet the targets; None where not all of them were settled."""
    method: str
    priced: int = 0
    """Tables whose best play was found anew."""
    remarks: tuple[str, ...] = ()

"""What a wager with a meter or envy comes to: by the number of players, and by where the meter stands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import floor, log10

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.meter import MeterFigures
from pitboss.rules.paytable import Level

SEATS = 7
"""Of a full table."""
STEPS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(5, 4))
"""Of the break-even meter, at which the advantage is shown."""


class MeterPoint(Enum):
    """Amounts that have a name, which is the value."""

    SEED = "seed"
    AVERAGE = "average top award"
    ASKED = "as asked"
    EVEN_ALONE = "break-even alone"


@dataclass(frozen=True)
class MeterStanding:
    """An amount in the meter, and what it is called if it has a name."""

    amount: Fraction
    point: MeterPoint | None = None


@dataclass(frozen=True)
class MeterGrid:
    """One meter of a wager; the others stand where they were said to, or at their seeds."""

    analysis: WagerAnalysis
    meter: MeterFigures
    level: str
    players: tuple[int, ...]
    standings: tuple[MeterStanding, ...]

    def advantage(self, standing: MeterStanding, players: int) -> Fraction:
        others = stands_at(self.analysis, self.meter)
        return self.at(players).advantage_at({**others, self.level: standing.amount})

    def break_even(self, players: int) -> Fraction | None:
        return break_even(self.at(players), self.level, self.analysis)

    def at(self, players: int) -> MeterFigures:
        return seated(self.meter, players)


def seated(meter: MeterFigures, players: int) -> MeterFigures:
    """With n players who have the wager, the one analysed included."""
    return replace(meter, others=players - 1)


def stands_at(analysis: WagerAnalysis, meter: MeterFigures) -> dict[str, Fraction]:
    """Where the meters stand, or their seeds if nobody said."""
    seeds = {name: meter.levels.get(name, Level()).seed for name in meter.table.levels}
    return {**seeds, **(analysis.terms.meters or {})}


def break_even(meter: MeterFigures, name: str, analysis: WagerAnalysis) -> Fraction | None:
    """What makes the next wager even, with the other meters where they stand."""
    return meter.break_even(name, stands_at(analysis, meter))


def seats_of(analysis: WagerAnalysis) -> tuple[int, ...]:
    """Numbers of players for which the figures differ: only envy makes them differ."""
    asked = analysis.terms.players
    if not any(table.envy_micros for table in analysis.tables):
        return (asked,)
    return tuple(sorted({*range(1, SEATS + 1), asked}))


def meter_grids(analysis: WagerAnalysis) -> Iterator[MeterGrid]:
    meter = analysis.meter
    for name in meter.table.levels if meter else ():
        assert meter is not None
        standings = tuple(find_standings(analysis, meter, name))
        yield MeterGrid(analysis, meter, name, seats_of(analysis), standings)


def find_standings(analysis: WagerAnalysis, meter: MeterFigures, name: str) -> Iterator[MeterStanding]:
    """The seed, the average, where it stands, the break-even of one player, and round amounts between."""
    level, average = meter.levels.get(name, Level()), meter.average_top(name)
    even = break_even(seated(meter, 1), name, analysis)
    named = {
        level.seed: MeterPoint.SEED,
        average or Fraction(0): MeterPoint.AVERAGE,
        (analysis.terms.meters or {}).get(name, Fraction(0)): MeterPoint.ASKED,
        even or Fraction(0): MeterPoint.EVEN_ALONE,
    }
    known = {amount: point for amount, point in named.items() if amount > 0}
    between = {round_amount(even * step) for step in STEPS} if even and even > 0 else set()
    for amount in sorted({*known, *(one for one in between if not is_near(one, known))}):
        yield MeterStanding(amount, known.get(amount))


def round_amount(amount: Fraction) -> Fraction:
    """Two digits and zeros."""
    size = Fraction(10) ** (floor(log10(amount)) - 1)
    return round(amount / size) * size


def is_near(amount: Fraction, known: dict[Fraction, MeterPoint]) -> bool:
    """A round amount beside a known one would say the same twice."""
    return any(abs(amount - other) < other / 20 for other in known)

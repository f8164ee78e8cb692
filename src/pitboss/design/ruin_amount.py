"""What the meter stands at when it is won, where fixed awards come off it.

The walk of `ruin_walk` from the seed, the other way round: how often the meter is met in each cell before it
is won or runs dry. A meter that ran dry starts again at the seed, so what is won is distributed as on the
ways that do not run dry. Rounded against the house and for it, a walk stays below and above the true one
while both last: bounds. What floats lose is added up cell by cell, and holds as well.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

import numpy as np

from pitboss.design.ruin import Meter, common_unit
from pitboss.design.ruin_walk import Floats, Walk

MOST_CELLS = 4_000_000
BEYOND = 20.0
"""Powers of e by which the chance of an amount has fallen where the lattice ends."""


@dataclass(frozen=True)
class Met:
    """For every cell before a wager: how often it is met; what of it all is lost above, or to floats."""

    walk: Walk
    often: Floats
    top: float
    lost: float

    @cached_property
    def won(self) -> Floats:
        """The chance that the meter is won at each cell or above, before it runs dry."""
        return np.cumsum(self.often[::-1])[::-1] * self.top

    def from_cell(self, cell: int) -> float:
        """Of what the meter holds with the wager that wins it."""
        place = max(0, cell - self.walk.fed)
        return float(self.won[place]) if place < len(self.won) else 0.0


@dataclass(frozen=True)
class BoundedAmount:
    """For a wager of one dollar, without parts, reserve and cap."""

    meter: Meter

    @cached_property
    def unit(self) -> Fraction:
        meter, rise = self.meter, self.meter.rates[1]
        exact = common_unit([meter.seed, meter.fed, *meter.awards])
        coarse = (meter.seed + 2 * meter.largest + ceil(BEYOND / rise)) / MOST_CELLS
        return max(exact, meter.fed / max(1, floor(meter.fed / coarse)))

    @cached_property
    def bounds(self) -> tuple[Met, Met]:
        """Too low, too high; the same where nothing is rounded."""
        low = self.meet(is_down=True)
        is_exact = all(
            (amount / self.unit).denominator == 1 for amount in (self.meter.seed, *self.meter.awards)
        )
        return low, low if is_exact else self.meet(is_down=False)

    def meet(self, *, is_down: bool) -> Met:
        meter, walk = self.meter, self.meter.walk(self.unit, is_down=is_down)
        seed = (floor if is_down else ceil)(meter.seed / self.unit)
        size = seed + 2 * walk.largest + ceil(BEYOND / walk.rise)
        start = np.zeros(min(size, 2 * MOST_CELLS))
        start[seed] = 1.0
        often, top = walk.meet(start), float(meter.top)
        return Met(walk, often, top, lost(walk, start, often) + missing(walk, often, top))

    def chance_from(self, amount: Fraction) -> tuple[float, float]:
        """Bounds on the chance that the meter holds at least this when it is won."""
        low, high = self.bounds
        least = (low.from_cell(ceil(amount / self.unit)) - low.lost) / (high.from_cell(0) + high.lost)
        most = (high.from_cell(floor(amount / self.unit)) + high.lost) / (low.from_cell(0) - low.lost)
        return max(0.0, least), min(1.0, most)

    def quantile(self, share: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds on the least amount that is not exceeded with at least this chance."""
        low, high = self.bounds
        rest = 1 - float(share)
        from_below = rest * (high.from_cell(0) + high.lost) + low.lost
        from_above = rest * (low.from_cell(0) - low.lost) - high.lost
        return self.amount_with(low, from_below), self.amount_with(high, from_above)

    def amount_with(self, met: Met, chance: float) -> Fraction:
        """The highest amount that is held with at least this chance."""
        place = int(np.searchsorted(-met.won, -chance, side="right")) - 1
        return (max(place, 0) + met.walk.fed) * self.unit


def lost(walk: Walk, start: Floats, often: Floats) -> float:
    """All that one wager looked ahead would change."""
    after = start.copy()
    for odds, step in walk.steps:
        if step >= 0:
            after[step:] += odds * often[: len(often) - step]
        else:
            after[1:step] += odds * often[1 - step :]
    return float(np.sum(np.abs(after - often)))


def missing(walk: Walk, often: Floats, top: float) -> float:
    """What has gone up beyond the lattice: neither won there nor dry."""
    dry = float(often @ walk.due(len(often)))
    return max(0.0, 1.0 - top * float(np.sum(often)) - dry)

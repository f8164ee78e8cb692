"""A walk that is solved: what was found in every cell, how far it can be off, and so bounds at any amount.

The proof stands in `ruin`: what one wager looked ahead changes at most, over the chance of the whole meter,
and what lies beyond the lattice, by how seldom a meter gets there.
"""

from dataclasses import dataclass
from math import exp

import numpy as np

from pitboss.design.ruin_walk import Floats, Walk


@dataclass(frozen=True)
class Solved:
    """What was found for every cell, and how far it can be off."""

    walk: Walk
    chance: Floats
    lacks: float
    """At most, below the last cells; what lies beyond comes on top."""
    exceeds: float

    @property
    def end(self) -> int:
        """From here a wager leaves the lattice."""
        return len(self.chance) - self.walk.fed

    def high(self, cells: Floats) -> Floats:
        return self.found(cells) + self.lacks + self.most_beyond * self.met(cells)

    def low(self, cells: Floats) -> Floats:
        beyond = float(np.max(self.chance[self.end :], initial=0.0))
        return self.found(cells) - self.exceeds - beyond * self.met(cells)

    def found(self, cells: Floats) -> Floats:
        return np.asarray(self.chance[cells.astype(np.int64)])

    def met(self, cells: Floats) -> Floats:
        """At most, the chance that a meter rises to the end of the lattice."""
        if not self.walk.fed:
            return np.zeros_like(cells)
        return np.exp(-self.walk.rise * np.maximum(self.end - cells, 0.0))

    @property
    def most_beyond(self) -> float:
        """The chance of running dry up there: Lundberg's bound, or for parts that of any lower amount.

        From s it is at most v(s), what that lacks, and the chance to get up there times what is looked for.
        """
        if not self.walk.parts:
            return exp(-self.walk.sink[0] * self.end)
        cells = np.arange(self.end, dtype=np.float64)
        return float(
            np.min((self.found(cells) + self.lacks) / -np.expm1(-self.walk.rise * (self.end - cells)))
        )

    def high_at(self, seed: int, start: int, more: Floats | None) -> float:
        """At the seed; above the start, by the stretch below it, or no higher than there with parts."""
        if seed <= start or self.walk.parts:
            cells = np.arange(min(seed, start), self.end, dtype=np.float64)
            return min(1.0, spread(self.high(cells), more, beyond=1.0))
        rate, cells = self.walk.sink[0], self.stretch(start)
        return min(1.0, float(np.max(self.high(cells) * np.exp(rate * (cells - seed)))))

    def low_at(self, seed: int, start: int, more: Floats | None) -> float:
        if seed <= start:
            cells = np.arange(seed, self.end, dtype=np.float64)
            return max(0.0, spread(np.maximum(self.low(cells), 0.0), more, beyond=0.0))
        if self.walk.parts or more is not None:
            return 0.0
        rate, cells = self.walk.sink[1], self.stretch(start)
        return max(0.0, float(np.min(self.low(cells) * np.exp(rate * (cells - seed)))))

    def stretch(self, start: int) -> Floats:
        """Cells of which a meter that comes down from above meets one: no award is longer."""
        return np.arange(start - self.walk.largest, start + 1, dtype=np.float64)


def spread(bounds: Floats, more: Floats | None, *, beyond: float) -> float:
    """A bound at the first cell, or on average over so many cells more; the last one holds above, if any."""
    if more is None:
        return float(bounds[0])
    known = min(len(bounds), len(more))
    rest = 1.0 - float(np.sum(more[:known]))
    return float(bounds[:known] @ more[:known]) + beyond * rest * float(bounds[known - 1])

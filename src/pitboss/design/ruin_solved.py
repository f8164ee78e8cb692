"""A walk that is solved: what was found in every cell, how far it can be off, and so bounds at any amount.

A walk without awards of a part is solved in two passes (`ruin_walk`). What the parts add is taken from the
last step's values. That alone would come nearer slowly; so what is still missing, which is smooth, is looked
for on a few hundred amounts, where drift and spread stand for the fixed awards.

The proof of the bounds stands in `ruin`: what one wager looked ahead changes at most, over the chance of the
whole meter, and what lies beyond the lattice, by how seldom a meter gets there.
"""

from dataclasses import dataclass
from math import exp

import numpy as np

from pitboss.design.ruin_walk import Floats, RuinWalk

FLOATS_OFF = 2e-15
"""At most, in looking one wager ahead: a dozen roundings of numbers below 1."""
MOST_STEPS = 8
NODES = 600
FIRST_NODE = 2.0
"""Cells: below, amounts are all the same to the few hundred."""


@dataclass(frozen=True)
class Solved:
    """What was found for every cell, and how far it can be off."""

    walk: RuinWalk
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
    """A bound at the first cell, or on average over n cells more; the last one holds above, if any."""
    if more is None:
        return float(bounds[0])
    known = min(len(bounds), len(more))
    rest = 1.0 - float(np.sum(more[:known]))
    return float(bounds[:known] @ more[:known]) + beyond * rest * float(bounds[known - 1])


# -- solving ---------------------------------------------------------------------------------------


def solve_walk(walk: RuinWalk, top: float, cells: int, like: Solved | None = None) -> Solved:
    """`like` is a walk that is nearly the same, to start from."""
    chance = settle_parts(walk, cells, like.chance if like else None) if walk.parts else plain(walk, cells)
    rise, drop = walk.look_ahead(chance)
    return Solved(walk, chance, (rise + FLOATS_OFF) / top, (drop + FLOATS_OFF) / top)


def plain(walk: RuinWalk, cells: int) -> Floats:
    """What a walk without its parts comes to."""
    return walk.solve(walk.due(cells))


@dataclass(frozen=True)
class Rough:
    """Drift, spread and parts on a few hundred amounts, nothing running dry but at nothing."""

    walk: RuinWalk
    cells: int

    @property
    def places(self) -> Floats:
        return np.concatenate(([0.0], np.geomspace(FIRST_NODE, self.cells - 1, NODES)))

    @property
    def matrix(self) -> Floats:
        """What is missing at each place, from what should be there after one wager."""
        walk, places = self.walk, self.places
        drift = sum(odds * step for odds, step in walk.steps)
        spread = sum(odds * step * step for odds, step in walk.steps) / 2
        found = np.zeros((len(places), len(places)))
        inner = np.arange(1, len(places) - 1)
        below, above = places[inner] - places[inner - 1], places[inner + 1] - places[inner]
        to_below = 2 * spread / (below * (below + above)) + max(-drift, 0.0) / below
        to_above = 2 * spread / (above * (below + above)) + max(drift, 0.0) / above
        found[inner, inner - 1] = -to_below
        found[inner, inner + 1] = -to_above
        found[inner, inner] = to_below + to_above + 1 - sum(odds for odds, _ in walk.steps)
        for odds, kept, of in walk.parts:
            targets = (places[inner] + walk.fed) * kept / of
            left = np.clip(np.searchsorted(places, targets, side="right") - 1, 0, len(places) - 2)
            weight = (targets - places[left]) / (places[left + 1] - places[left])
            np.subtract.at(found, (inner, left), odds * (1 - weight))
            np.subtract.at(found, (inner, left + 1), odds * weight)
        found[0, 0] = found[-1, -1] = 1.0
        return found


def settle_parts(walk: RuinWalk, cells: int, start: Floats | None) -> Floats:
    """The chance in every cell, until one wager looked ahead changes it by no more than floats are off."""
    rough = Rough(walk, cells)
    places, inverse = rough.places, np.linalg.inv(rough.matrix)
    due, everywhere = walk.due(cells), np.arange(cells)

    def from_parts(chance: Floats) -> Floats:
        return sum(walk.from_parts(chance, everywhere + walk.fed), np.zeros(cells))

    chance = plain(walk, cells) if start is None else start
    off = np.inf
    for _ in range(MOST_STEPS):
        following = walk.solve(due + from_parts(chance))
        wanted = from_parts(following - chance)[places.astype(np.int64)]
        wanted[0] = wanted[-1] = 0.0
        following += np.interp(everywhere, places, inverse @ wanted)
        before, off = off, max(walk.look_ahead(following))
        if off >= before:
            break
        chance = following
        if off < FLOATS_OFF:
            break
    return chance

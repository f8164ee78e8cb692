"""A meter as a walk on whole cells, and its equation solved in two passes.

At a wager the meter climbs by `fed` cells, and falls by an award if one is due. Without its lower end such
a walk is the same everywhere, so what one wager does is a polynomial q in z, a power for a step of that
many cells. Wiener and Hopf: 1 - q(z) = scale x (1 - ups(z)) x (1 - downs(1/z)), where the ups are the
chances of each new height and the downs of each new depth. The walk above its lower end then is an upper
triangular matrix times a lower one, and solving is one pass from the top down and one from the bottom up,
all terms positive.

The factors come from log(1 - q) on a circle between the roots e^-sink and e^rise: its powers above and
below nothing belong to the one and to the other. Nothing of it has to be believed: `look_ahead` checks what
comes out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, log2

import numpy as np
from numpy.typing import NDArray

from pitboss.design import meter_kernel

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
BLOCK = 512
HALVINGS = 200
"""Of an interval: more than a float can tell apart."""
MOST_POWER = 700.0
"""exp of more is no float."""
DIGITS = 80.0
"""Of the circle: what wraps around is below e^-40."""
MOST_TILT = 6.0
"""Powers of e between the circle and the deepest fall: it multiplies what floats are off by."""


@dataclass(frozen=True)
class RuinWalk:
    """Whole cells; chances as floats."""

    fed: int
    awards: tuple[int, ...]
    odds: tuple[float, ...]
    quiet: float
    """The chance that a wager feeds the meter and nothing else."""
    parts: tuple[tuple[float, int, int], ...]
    """Chance, and what is kept as a fraction, of every award of a part of the meter."""
    is_down: bool
    """Whether what a part leaves is rounded down, against the house."""

    @property
    def largest(self) -> int:
        return max(self.awards)

    @property
    def part_odds(self) -> float:
        return sum(chance for chance, _, _ in self.parts)

    @cached_property
    def sink(self) -> tuple[float, float]:
        """Lundberg's rate for each cell, from below and from above; parts are left out."""
        return sinking(self.steps)

    @cached_property
    def rise(self) -> float:
        """By how much each cell higher is harder to reach, if parts only fed the meter: they lower it."""
        return rising([*self.steps, (self.part_odds, self.fed)])

    @property
    def steps(self) -> list[tuple[float, int]]:
        """Chance and change of every wager that takes no part of the meter."""
        falls = [(odds, self.fed - award) for award, odds in zip(self.awards, self.odds, strict=True)]
        return [(self.quiet, self.fed), *falls]

    def from_parts(self, chance: Floats, held: NDArray[np.int64]) -> Iterator[Floats]:
        """What awards of a part add, one by one, to a meter that holds so much once a wager has fed it."""
        for odds, kept, of in self.parts:
            target = kept * held // of if self.is_down else -((-kept * held) // of)
            is_there = target < len(chance)
            yield odds * np.where(is_there, chance[np.minimum(target, len(chance) - 1)], 0.0)

    def look_ahead(self, chance: Floats) -> tuple[float, float]:
        """The most that one wager looked ahead lifts and lowers the chance, below the last cells.

        An award that takes all the meter holds, or more, makes the house fill it up: it has run dry.
        """
        held = np.arange(self.fed, len(chance))
        after = self.quiet * chance[held]
        for award, odds in zip(self.awards, self.odds, strict=True):
            after += odds * np.where(held > award, chance[held - award], 1.0)
        for added in self.from_parts(chance, held):
            after += added
        lifted = after - chance[: len(after)]
        return float(lifted.max(initial=0.0)), float(-lifted.min(initial=0.0))

    def due(self, cells: int) -> Floats:
        """The chance that the next wager runs the meter dry."""
        found = np.zeros(cells)
        for award, odds in zip(self.awards, self.odds, strict=True):
            found[: max(0, award - self.fed + 1)] += odds
        return found

    # -- solving -----------------------------------------------------------------------------------

    @cached_property
    def factors(self) -> tuple[float, Floats, Floats]:
        """One over the scale, the ups by height and the downs by depth, both from 1 on."""
        rise, sink = rising(self.steps), self.sink[0]
        tilt = max(min((rise - sink) / 2, MOST_TILT / self.largest), -sink / 2)
        size = 1 << ceil(log2(max(8 * (self.largest + self.fed), DIGITS / min(tilt + sink, rise - tilt))))
        powers = np.zeros(size)
        for odds, step in self.steps:
            powers[step % size] += odds * exp(tilt * step)
        logs = np.fft.irfft(np.log(1 - np.fft.rfft(powers)), size)
        depth = max(self.largest - self.fed, 0)
        heights, depths = np.arange(1, self.fed + 1), np.arange(1, depth + 1)
        ups = -exp_of_series(logs[1 : self.fed + 1] * np.exp(-tilt * heights))
        downs = -exp_of_series(logs[size - 1 : size - 1 - depth : -1] * np.exp(tilt * depths))
        return float(np.exp(-logs[0])), ups[1:], downs[1:]

    def solve(self, source: Floats) -> Floats:
        """Above nothing: f(s) = source(s) + E[f(where the next wager takes the meter); it lasts], no parts.

        A meter of nothing is met only at the start, so that cell follows from the others.
        """
        scale, ups, downs = self.factors
        found = np.append(source[0], scale * fall(fall(source[:0:-1], ups)[::-1], downs))
        above = sum(odds * found[step] for odds, step in self.steps if 0 < step < len(found))
        found[0] = (source[0] + above) / (1.0 if self.fed else 1.0 - self.quiet)
        return found

    def meet(self, source: Floats) -> Floats:
        """The same transposed: how often each cell above nothing is met, where a walk begins in each as often
        as the source says, and lasts until it is won or runs dry, or leaves these cells."""
        scale, ups, downs = self.factors
        found = np.zeros_like(source)
        top = int(np.max(np.flatnonzero(source), initial=0))
        found[1 : top + 1] = fall(source[top:0:-1], downs)[::-1]
        found[1:] = scale * fall(found[1:], ups)
        return found


def fall(source: Floats, weights: Floats) -> Floats:
    """From the bottom up: out(s) = source(s) + sum of weights[n - 1] out(s - n).

    Block by block: what blocks before give to one is a product of spectra, what it gives itself a plain loop.
    """
    out = np.empty(len(source))
    block = max(1, len(out)) if len(weights) < 4 * BLOCK else BLOCK
    near = weights[: block - 1][::-1].copy()
    far = spectra(weights, block) if block < len(out) else np.zeros((0, block + 1))
    done: list[Complexes] = []
    for start in range(0, len(out), block):
        part = source[start : start + block].copy()
        before = done[-len(far) :]
        if before:
            given = np.einsum("kf,kf->f", np.array(before[::-1]), far[: len(before)])
            part += np.fft.irfft(given, 2 * block)[: len(part)]
        meter_kernel.fall(part, near, out[start : start + block])
        if block < len(out):
            done.append(np.fft.rfft(out[start : start + block], 2 * block))
            del done[: -len(far)]
    return out


def spectra(weights: Floats, block: int) -> Complexes:
    """Row q: of the weights between two blocks that are q + 1 apart."""
    rows = len(weights) // block + 2
    padded = np.zeros((rows + 2) * block)
    padded[1 : len(weights) + 1] = weights
    found = []
    for apart in range(1, rows):
        ahead = padded[apart * block : (apart + 1) * block]
        behind = padded[(apart - 1) * block + 1 : apart * block]
        found.append(np.fft.rfft(np.concatenate((ahead, [0.0], behind))))
    return np.array(found)


def sinking(steps: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The t with E[exp(-t step)] = 1, from below and from above."""
    return halve(
        lambda t: sum(odds * exp(-t * step) for odds, step in steps), -min(step for _, step in steps)
    )


def rising(steps: Sequence[tuple[float, float]]) -> float:
    """A t with E[exp(t step)] at most 1, the largest where something rises."""
    if all(step <= 0 for _, step in steps):
        return 1.0
    most = max(abs(step) for _, step in steps)
    return halve(lambda t: sum(odds * exp(t * step) for odds, step in steps), most)[0]


def halve(weigh: Callable[[float], float], longest: float) -> tuple[float, float]:
    """Where a convex function that is below 1 at nothing comes to 1: from below and from above."""
    low, high = 0.0, MOST_POWER / longest
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if weigh(middle) < 1 else (low, middle)
    return low, high


def exp_of_series(powers: Floats) -> Floats:
    """The series of exp(p_1 z + p_2 z^2 + ...): n e_n = sum of j p_j e_(n - j)."""
    found = np.zeros(len(powers) + 1)
    found[0] = 1.0
    slopes = np.arange(1, len(powers) + 1) * powers
    for n in range(1, len(found)):
        found[n] = slopes[:n] @ found[n - 1 :: -1] / n if n > 1 else slopes[0]
    return found

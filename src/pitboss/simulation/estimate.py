"""From counts to figures: what was seen, how far it can be trusted, and the exact figure beside it.

An interval is the usual one of a mean, `mean ± z deviation / sqrt(n)` with the deviation of the rounds
themselves; of a frequency, Wilson's. Both are approximations that grow right with the number of rounds, and
say so. At a table of several seats whole rounds are what is independent: there the deviation is that of
batches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.chunk import SHARED_BATCH
from pitboss.simulation.gathered import Gathered
from pitboss.simulation.money import Worth

ENOUGH_ROUNDS = 1_000
"""Of fewer the deviation itself is hardly known, and no verdict is given."""


@dataclass(frozen=True)
class Range:
    """A number seen, and where the true one lies with the stated confidence."""

    seen: Fraction
    low: float
    high: float

    def holds(self, value: Fraction | float) -> bool:
        return self.low <= float(value) <= self.high

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Exact:
    """What the analysis says; a range where it only bounds, nothing where it cannot count."""

    advantage: Fraction | None = None
    slack: Fraction = Fraction(0)
    hit_frequency: Fraction | None = None
    deviation: float | None = None
    """Of the net of one round, one seat."""
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    """Of each line, for a wager with a meter."""
    source: str = ""


@dataclass(frozen=True)
class WagerEstimate:
    wager: str
    wagers: int
    """How many were placed: rounds times seats."""
    advantage: Range
    hit_frequency: Range
    average_stake: Fraction
    deviation: float
    exact: Exact

    @property
    def agrees(self) -> bool | None:
        """Whether the exact advantage lies in the interval; None where there is none or few rounds."""
        if self.exact.advantage is None or self.wagers < ENOUGH_ROUNDS or isinf(self.advantage.high):
            return None
        low, high = self.exact.advantage - self.exact.slack, self.exact.advantage + self.exact.slack
        return self.advantage.low <= float(high) and float(low) <= self.advantage.high


def critical(confidence: float, freedom: int = 0) -> float:
    """How many deviations an interval reaches out; more where the deviation itself is from few batches."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if not freedom:
        return z
    # Student's t by the first terms of its expansion (Abramowitz and Stegun 26.7.5).
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def mean_range(mean: Fraction, deviation_of_mean: float, confidence: float, freedom: int = 0) -> Range:
    reach = critical(confidence, freedom) * deviation_of_mean
    return Range(mean, float(mean) - reach, float(mean) + reach)


def share_range(times: int, trials: int, confidence: float) -> Range:
    """Wilson's interval for a frequency."""
    if not trials:
        return Range(Fraction(0), 0.0, 1.0)
    z, share = critical(confidence), times / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return Range(Fraction(times, trials), max(0.0, middle - reach), min(1.0, middle + reach))


def estimate(gathered: Gathered, worth: Worth, place: int, exact: Exact, confidence: float) -> WagerEstimate:
    """One wager; `place` is its row among the worths of the work."""
    counts, seats = gathered.counts, gathered.work.program.seats
    placed = gathered.rounds * seats
    won = dot(counts, worth.pooled(seats))
    squares = dot(counts, worth.nets, worth.nets)
    mean = Fraction(won, placed * worth.unit) if placed else Fraction(0)
    own = Fraction(dot(counts, worth.nets), placed * worth.unit) if placed else Fraction(0)
    variance = float(Fraction(squares, max(placed, 1) * worth.unit**2) - own * own)
    deviation, freedom = sqrt(max(variance, 0.0)), 0
    of_mean = deviation / sqrt(placed) if placed else float("inf")
    if seats > 1:
        of_mean, freedom = batch_deviation(gathered, worth, place)
    hits = int(counts[worth.hits].sum())
    return WagerEstimate(
        worth.wager,
        placed,
        mean_range(-mean, of_mean, confidence, freedom),
        share_range(hits, placed, confidence),
        Fraction(dot(counts, worth.stakes), max(placed, 1) * worth.unit),
        deviation,
        exact,
    )


def dot(counts: NDArray[np.int64], *factors: NDArray[np.int64]) -> int:
    """In Python's whole numbers, which have no end."""
    total = 0
    for row in zip(counts.tolist(), *(factor.tolist() for factor in factors), strict=True):
        count, product = int(row[0]), 1
        if count:
            for factor in row[1:]:
                product *= int(factor)
            total += count * product
    return total


def batch_deviation(gathered: Gathered, worth: Worth, place: int) -> tuple[float, int]:
    """The deviation of the mean over all wagers, from whole batches, and its degrees of freedom."""
    batches = gathered.batches
    if batches < 2:
        return float("inf"), 1
    total, squares = gathered.sums[place], gathered.squares[place]
    variance = Fraction(squares * batches - total * total, batches * (batches - 1))
    a_round = float(variance) / SHARED_BATCH / worth.unit**2
    seats = gathered.work.program.seats
    return sqrt(a_round / gathered.rounds) / seats, batches - 1

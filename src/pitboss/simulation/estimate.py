"""From counts to figures: what was seen, how far it can be trusted, and the exact figure beside it.

An interval is the usual one of a mean, `mean ± z deviation / sqrt(n)`, with the exact deviation where that is
known. What is paid so rarely that one award moves the mean by a good part of this, is taken out of it: each
such level of awards has the exact bounds of its frequency, seen or not, and the interval is the sum. A
frequency has Wilson's interval, or exact bounds where it was seen rarely. At a table of several seats
whole rounds are what is independent: there the deviation is that of batches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, isinf, log1p, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.chunk import SHARED_BATCH, Gathered
from pitboss.simulation.money import WagerMoney

ENOUGH_ROUNDS = 1_000
"""Of fewer the deviation itself is hardly known, and no verdict is given."""
RARE = 100
"""What was seen less often has exact bounds."""
LARGE_PART = 0.05
"""Of an interval's reach: a rare award that moves the mean by more is taken out of it."""


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
    """Wilson's interval for a frequency; exact bounds where it, or its contrary, was seen rarely."""
    if not trials:
        return Range(Fraction(0), 0.0, 1.0)
    seen, miss = Fraction(times, trials), (1 - confidence) / 2
    if times < RARE:
        return Range(seen, *share_bounds(times, trials, miss))
    if trials - times < RARE:
        low, high = share_bounds(trials - times, trials, miss)
        return Range(seen, 1 - high, 1 - low)
    z, share = critical(confidence), times / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return Range(seen, max(0.0, middle - reach), min(1.0, middle + reach))


@lru_cache(maxsize=4096)
def share_bounds(times: int, trials: int, miss: float) -> tuple[float, float]:
    """Clopper and Pearson's exact bounds of a frequency; each misses with a chance of at most `miss`."""
    low = bisect_share(times - 1, trials, 1 - miss) if times else 0.0
    return low, bisect_share(times, trials, miss) if times < trials else 1.0


def bisect_share(times: int, trials: int, chance: float) -> float:
    """The frequency with which that many times or fewer come with this chance."""
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if at_most(times, trials, middle) > chance else (low, middle)
    return high


def at_most(times: int, trials: int, share: float) -> float:
    """The chance of that many or fewer in n trials."""
    if share >= 1:
        return 0.0
    term = exp(trials * log1p(-share))
    total = term
    for one in range(times):
        term *= (trials - one) / (one + 1) * share / (1 - share)
        total += term
    return total


def estimate(
    gathered: Gathered, worth: WagerMoney, place: int, exact: Exact, confidence: float
) -> WagerEstimate:
    """One wager; `place` is its row among the worths of the work."""
    counts, seats = gathered.counts, gathered.work.program.seats
    placed = gathered.rounds * seats
    squares = dot(counts, worth.nets, worth.nets)
    own = Fraction(dot(counts, worth.nets), placed * worth.unit) if placed else Fraction(0)
    variance = float(Fraction(squares, max(placed, 1) * worth.unit**2) - own * own)
    deviation, freedom = sqrt(max(variance, 0.0)), 0
    of_mean = (exact.deviation or deviation) / sqrt(placed) if placed else float("inf")
    if seats > 1:
        of_mean, freedom = batch_deviation(gathered, worth, place)
    hits = int(counts[worth.hits].sum())
    won = net_range(levels_of(worth.pooled(seats), counts, worth.unit), seats, of_mean, confidence, freedom)
    return WagerEstimate(
        worth.wager,
        placed,
        Range(-won.seen, -won.high, -won.low),
        share_range(hits, placed, confidence),
        Fraction(dot(counts, worth.stakes), max(placed, 1) * worth.unit),
        deviation,
        exact,
    )


Levels = Sequence[tuple[Fraction, int]]
"""What a wager can win or lose, the least first, and how often it did."""


def levels_of(worths: NDArray[np.int64], counts: NDArray[np.int64], unit: int) -> Levels:
    times: dict[int, int] = {}
    for worth, count in zip(worths.tolist(), counts.tolist(), strict=True):
        times[worth] = times.get(worth, 0) + count
    return [(Fraction(worth, unit), times[worth]) for worth in sorted(times)]


def net_range(
    levels: Levels, seats: int, deviation_of_mean: float, confidence: float, freedom: int = 0
) -> Range:
    """The mean of what was won, and where the true one lies."""
    placed = sum(count for _, count in levels)
    mean = sum((value * count for value, count in levels), Fraction(0)) / max(placed, 1)
    usual = mean_range(mean, deviation_of_mean, confidence, freedom)
    common, rare = split_levels(levels, usual.half_width * LARGE_PART * placed)
    if not rare or not placed:
        return usual
    # What is below the rare awards, as if each of them paid no more than the best of it.
    top, seldom = common[-1][0], rare[0][1]
    capped = [*common[:-1], (top, common[-1][1] + seldom)]
    middle = sum((value * count for value, count in capped), Fraction(0)) / placed
    if seats == 1:
        spread = sum((count * (value - middle) ** 2 for value, count in capped), Fraction(0)) / placed
        deviation_of_mean = sqrt(spread / placed)
    miss = (1 - confidence) / 2
    bounds = mean_range(middle, deviation_of_mean, 1 - miss, freedom)
    low, high = bounds.low, bounds.high
    for (value, times), below in zip(rare, (top, *(value for value, _ in rare)), strict=False):
        # Seats that win together count as one: n rounds, n times.
        first, _ = share_bounds(times // seats, placed // seats, miss / 2 / len(rare))
        _, last = share_bounds(ceil(times / seats), placed // seats, miss / 2 / len(rare))
        low, high = low + float(value - below) * first, high + float(value - below) * last
    return Range(mean, low, high)


def split_levels(levels: Levels, large: float) -> tuple[Levels, Levels]:
    """The common levels; and the rare ones above them, each with how often it or a better one was seen."""
    rare: list[tuple[Fraction, int]] = []
    seen, place = 0, len(levels)
    while place > 1:
        value, count = levels[place - 1]
        if seen + count >= RARE or value - levels[0][0] <= large:
            break
        seen, place = seen + count, place - 1
        rare.append((value, seen))
    return levels[:place], rare[::-1]


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


def batch_deviation(gathered: Gathered, worth: WagerMoney, place: int) -> tuple[float, int]:
    """The deviation of the mean over all wagers, from whole batches, and its degrees of freedom."""
    batches = gathered.total.batches
    if batches < 2:
        return float("inf"), 1
    total, squares = gathered.total.sums[place], gathered.total.squares[place]
    variance = Fraction(squares * batches - total * total, batches * (batches - 1))
    a_round = float(variance) / SHARED_BATCH / worth.unit**2
    seats = gathered.work.program.seats
    return sqrt(a_round / gathered.rounds) / seats, batches - 1

"""Actual against theoretical win: how far what was won in n rounds lies from what is expected.

By the normal approximation, with the most that it can be wrong (Berry and Esseen's inequality, with the
constant of Shevtsova, 2011) where the distribution of a round is known. A win so far out, or further, has a
chance of at most Cantelli's bound, which needs no more than the variance, and of Chernoff's, which needs the
distribution.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, sqrt
from statistics import NormalDist

ESSEEN = 0.4748
"""Times the third absolute moment in deviations, over the root of n: nothing is further from normal."""
STEEPEST = 1e6
"""Tilts that are tried."""
TRIES = 200


@dataclass(frozen=True)
class Actual:
    """A win beside its expectation; the house's, or of whoever counts it as won."""

    rounds: int
    won: Fraction
    expected: Fraction
    deviation: float
    is_above: bool
    normal: float
    """The chance of a win as far out on this side, or further, by the normal approximation."""
    error: float | None
    """The most by which that can be wrong; nothing where it is not known."""
    bound: float
    """That chance is no larger, whatever the approximation says."""

    @property
    def deviations(self) -> float:
        return float(self.won - self.expected) / self.deviation

    @property
    def least(self) -> float:
        """That chance is no smaller."""
        return max(0.0, self.normal - self.error) if self.error is not None else 0.0

    def band(self, width: float) -> tuple[float, float]:
        """What is won within n deviations of the expectation."""
        return float(self.expected) - width * self.deviation, float(self.expected) + width * self.deviation


def locate(
    mean: Fraction,
    variance: Fraction,
    rounds: int,
    won: Fraction,
    chances: Mapping[Fraction, Fraction] | None = None,
) -> Actual:
    """Where a win of n independent rounds lies; `chances` are those of each win of a round."""
    expected, deviation = mean * rounds, sqrt(variance * rounds)
    out = abs(float(won - expected)) / deviation
    normal = NormalDist().cdf(-out)
    error, bound = None, 1 / (1 + out**2)
    if chances:
        third = sum((chance * abs(one - mean) ** 3 for one, chance in chances.items()), Fraction(0))
        error = ESSEEN * float(third) / (float(variance) ** 1.5 * sqrt(rounds))
        sign = 1 if won > expected else -1
        tail = chernoff(
            {sign * float(one): float(chance) for one, chance in chances.items()}, sign * float(won), rounds
        )
        bound = min(bound, tail, normal + error)
    return Actual(rounds, won, expected, deviation, won >= expected, normal, error, bound)


def chernoff(chances: Mapping[float, float], won: float, rounds: int) -> float:
    """A bound of the chance that rounds win so much or more: any tilt gives one, and a good one is found."""

    def height(tilt: float) -> float:
        largest = max(tilt * one for one in chances)
        total = sum(chance * exp(tilt * one - largest) for one, chance in chances.items())
        return rounds * (log(total) + largest) - tilt * won

    low, high = 0.0, 1.0
    while height(high) < height(high / 2) and high < STEEPEST:
        high *= 2
    for _ in range(TRIES):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, other) if height(one) < height(other) else (one, high)
    return min(1.0, exp(min(0.0, height(low))) * (1 + 1e-9))

"""What the average of many awards may come out as: the exact mean of a level, and an interval around it.

Where every award takes the whole meter, the sum of N awards is N seeds and a share of the wagers until the
N-th hit, and Chernoff's bound on that waiting time makes the interval certain: nothing is approximated.
Where some awards take a part, mean and deviation of one award are still exact, and the interval is that
of the normal curve for their average.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import exp, log, sqrt
from statistics import NormalDist

from pitboss.base.error import InputError
from pitboss.jackpot.chance import LevelLaw, level_law

__all__ = ["Expected", "LevelLaw", "Method", "expect", "level_law"]
CENT = Fraction(1, 100)


class Method(StrEnum):
    CERTIFIED = "Chernoff's bound"
    NORMAL = "normal curve, exact deviation"


@dataclass(frozen=True)
class Expected:
    """In dollars: the exact mean of a whole-meter award, and where the average of n lies."""

    mean: Fraction
    low: float
    high: float
    miss: float
    """The chance that an average of a right ledger lies outside; at most, where it is certified."""
    method: Method


def expect(law: LevelLaw, hits: int, miss: float) -> Expected:
    """Where the average of the first n whole-meter awards lies, but for a chance of `miss`."""
    if not law.parts:
        return expect_whole(law, hits, miss)
    if law.reserved:
        raise InputError("no interval is known for awards of a part of a meter that has a reserve")
    width = NormalDist().inv_cdf(1 - miss / 2) * sqrt(law.variance / hits)
    return Expected(law.mean, float(law.mean) - width, float(law.mean) + width, miss, Method.NORMAL)


def expect_whole(law: LevelLaw, hits: int, miss: float) -> Expected:
    """Cents that are cut stay in the meter; the first award has no reserve of an earlier one behind it."""
    fed = float(law.fed + law.reserved)
    low, _ = waiting_bounds(hits - 1 if law.reserved else hits, law.top, miss)
    _, high = waiting_bounds(hits, law.top, miss)
    seed = float(law.seed)
    return Expected(
        law.mean, seed + fed * low / hits - float(CENT), seed + fed * high / hits, miss, Method.CERTIFIED
    )


def waiting_bounds(hits: int, chance: Fraction, miss: float) -> tuple[int, int]:
    """Wagers until the hits-th hit lie between these but for a chance of `miss`, by Chernoff's bound.

    More than t wagers are needed if t of them have fewer hits, and at most t if t have as many: tails of a
    binomial, each below exp(-t D), D being the divergence of the share of hits from its chance.
    """
    if not hits:
        return 0, 0
    often = float(chance)
    middle = round(hits / often)
    far = 4 * middle + 64 * round(1 / often)
    return bisect(hits - 1, middle, hits, often, miss / 2), bisect(far, middle, hits, often, miss / 2)


def bisect(far: int, near: int, hits: int, chance: float, miss: float) -> int:
    """The number of wagers nearest to the middle whose tail is still below `miss`."""
    while abs(far - near) > 1:
        middle = (far + near) // 2
        if tail(middle, hits, chance) < miss:
            far = middle
        else:
            near = middle
    return far


def tail(wagers: int, hits: int, chance: float) -> float:
    """A bound on the chance that n wagers have too few hits, or already as many."""
    is_long = wagers * chance > hits
    share = ((hits - 1) if is_long else hits) / wagers
    return exp(-wagers * divergence(share, chance))


def divergence(share: float, chance: float) -> float:
    """Of a coin with one chance from a coin with another, in nats."""
    hit = share * log(share / chance) if share else 0.0
    return hit + ((1 - share) * log((1 - share) / (1 - chance)) if share < 1 else 0.0)

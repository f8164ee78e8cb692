"""What the average of many awards may come out as: the exact mean of a level, and an interval around it.

Where every award takes the whole meter, the sum of N awards is N seeds and a share of the wagers until the
N-th hit, and Chernoff's bound on that waiting time makes the interval certain: nothing is approximated.
Where some awards take a part, mean and deviation of one award are still exact, and the interval is that
of the normal curve for their average.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import exp, log, sqrt
from statistics import NormalDist

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.chance import MeterAward, level_figures
from pitboss.jackpot.terms import LevelTerms

CENT = Fraction(1, 100)


class Method(StrEnum):
    CERTIFIED = "Chernoff's bound"
    NORMAL = "normal curve, exact deviation"


@dataclass(frozen=True)
class Expected:
    """In dollars: the exact mean of a whole-meter award, and where the average of so many lies."""

    mean: Fraction
    low: float
    high: float
    miss: float
    """The chance that an average of a right ledger lies outside; at most, where it is certified."""
    method: Method


@dataclass(frozen=True)
class LevelLaw:
    """What one wager does to a level: feed it, and win all or a part of it."""

    seed: Fraction
    fed: Fraction
    reserved: Fraction
    top: Fraction
    """The chance of the whole meter."""
    parts: tuple[tuple[Fraction, Fraction], ...]
    """Chance and share of every other award."""

    @property
    def drain(self) -> Fraction:
        return self.top + sum((chance * share for chance, share in self.parts), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """In the long run: what goes in comes out, and a part of it with the smaller awards."""
        return (self.top * self.seed + self.fed + self.reserved) / self.drain

    @property
    def variance(self) -> Fraction:
        """Of one award from the seed, without a reserve.

        With m on the meter before a wager, the award to come has E[X] = a m + b and E[X^2] = A m^2 + B m +
        C. Writing down what one wager can do gives each of them.
        """
        quiet = 1 - self.top - sum((chance for chance, _ in self.parts), Fraction(0))
        kept = quiet + sum((chance * (1 - share) for chance, share in self.parts), Fraction(0))
        kept_twice = quiet + sum((chance * (1 - share) ** 2 for chance, share in self.parts), Fraction(0))
        first = self.top / (1 - kept_twice)
        second = 2 * self.fed * first / (1 - kept)
        third = (self.fed**2 * first + second * kept * self.fed) / self.top
        return first * self.seed**2 + second * self.seed + third - self.mean**2


def level_law(level: LevelTerms, awards: Sequence[MeterAward], wager_micros: int) -> LevelLaw:
    """For the progressive's own wager, in dollars."""
    wager = Fraction(wager_micros, MICROS)
    rates = level_figures(level, wager_micros)
    mine = [award for award in awards if award.level == level.name]
    return LevelLaw(
        seed=rates.seed * wager,
        fed=rates.contribution * wager,
        reserved=rates.reserve * wager,
        top=sum((award.chance for award in mine if award.share == 1), Fraction(0)),
        parts=tuple((award.chance, award.share) for award in mine if award.share < 1),
    )


def expect(law: LevelLaw, hits: int, miss: float) -> Expected:
    """Where the average of the first so many whole-meter awards lies, but for a chance of `miss`."""
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
    """A bound on the chance that so many wagers have too few hits, or already as many."""
    is_long = wagers * chance > hits
    share = ((hits - 1) if is_long else hits) / wagers
    return exp(-wagers * divergence(share, chance))


def divergence(share: float, chance: float) -> float:
    """Of a coin with one chance from a coin with another, in nats."""
    hit = share * log(share / chance) if share else 0.0
    return hit + ((1 - share) * log((1 - share) / (1 - chance)) if share < 1 else 0.0)

"""The chance that a meter runs dry before it is won, where every award comes off it: a Markov chain.

The meter stands on a lattice whose unit divides the seed, what a wager feeds and every fixed award, so the
chain is the meter itself and nothing is rounded; where that lattice would be too fine, a coarser one is taken
twice, against the house and for it, and the truth lies between. With h the chance of running dry,

    h(m) = quiet h(m + fed) + sum of chance_j (1 if the award is more than m + fed, else h(m + fed - award_j))

and nothing once the whole meter is won. Sweeps from h = 0 rise towards h. If one more wager looked ahead
lifts v nowhere by more than r, then h <= v + max(r / p, b): p is the chance of the whole meter, b Lundberg's
bound at the end of the lattice. So both ends are certain, but for floats off by less than a billionth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, gcd, lcm, log

import numpy as np

from pitboss.analysis.meter import MeterFigures
from pitboss.design import kernel
from pitboss.jackpot.hazard import adjustment_rate, fixed_awards, running_dry

MOST_CELLS = 300_000
MOST_SWEEPS = 60_000
CHECK = 64
"""Sweeps between two looks at how far they have come."""
CLOSE = 1e-7
SMALL = 1e-9
"""Lundberg's bound at the end of the lattice."""


@dataclass(frozen=True)
class Dry:
    """Bounds on the chance, beside those that need no chain."""

    low: float
    high: float
    proved_low: float
    """Lundberg's, by `jackpot.hazard`."""
    proved_high: float
    unit: Fraction
    """Dollars of a $1 wager in one cell."""
    cells: int
    is_exact_lattice: bool


@dataclass(frozen=True)
class Walk:
    """The chain on one lattice, in whole cells."""

    seed: int
    fed: int
    awards: tuple[int, ...]
    is_down: bool


def find_dry(figures: MeterFigures, level: str) -> Dry | None:
    """For a wager of one dollar; None where no fixed award comes off the meter."""
    fixed = [(chance, pay) for chance, pay in fixed_awards(figures) if chance]
    terms = figures.levels[level]
    if not fixed:
        return None
    proved = running_dry(figures, level)
    top = figures.top_chance(level)
    end = end_of_lattice(figures, level, fixed)
    exact = common_unit([terms.seed, terms.contribution, *(pay for _, pay in fixed)])
    is_exact = end / exact <= MOST_CELLS
    unit = exact if is_exact else Fraction(end) / MOST_CELLS
    cells = ceil(end / unit)
    sizes = [*walks(terms.seed, terms.contribution, [pay for _, pay in fixed], unit)]
    odds = [chance for chance, _ in fixed]
    parts = [(chance, 1 - share) for chance, share in figures.shares(level) if share < 1]
    runs = {walk.is_down: settle(walk, cells, odds, parts, top) for walk in sizes}
    rate = dry_rate(figures, level, fixed)
    beyond = 1.0 if parts else exp(-rate * float(cells * unit))
    low = runs[False][0]
    value, rise = runs[True]
    return Dry(low, min(1.0, value + max(rise / float(top), beyond)), *proved, unit, cells, is_exact)


def common_unit(amounts: Sequence[Fraction]) -> Fraction:
    """The largest unit of which all of them are whole numbers."""
    bottom = lcm(*(amount.denominator for amount in amounts))
    return Fraction(gcd(*(int(amount * bottom) for amount in amounts)), bottom)


def walks(seed: Fraction, fed: Fraction, awards: Sequence[Fraction], unit: Fraction) -> list[Walk]:
    """Against the house: less comes in and more goes out; for it: the other way round."""
    found = []
    for is_down in (True, False):
        less, more = (floor, ceil) if is_down else (ceil, floor)
        paid = tuple(more(award / unit) for award in awards)
        found.append(Walk(less(seed / unit), less(fed / unit), paid, is_down))
    return found


def dry_rate(figures: MeterFigures, level: str, fixed: Sequence[tuple[Fraction, Fraction]]) -> float:
    odds = [(float(chance), float(pay)) for chance, pay in fixed]
    quiet = 1 - float(figures.top_chance(level)) - sum(chance for chance, _ in odds)
    return adjustment_rate(
        float(figures.levels[level].contribution), odds, quiet=quiet, most=max(pay for _, pay in odds)
    )


def end_of_lattice(figures: MeterFigures, level: str, fixed: Sequence[tuple[Fraction, Fraction]]) -> int:
    """Dollars from which running dry is as good as out of the question."""
    rate = dry_rate(figures, level, fixed)
    reach = -log(SMALL) / rate if rate > 0 else 0.0
    largest = max(pay for _, pay in fixed)
    return ceil(figures.levels[level].seed + 4 * largest) + ceil(min(reach, 1e6))


def settle(
    walk: Walk,
    cells: int,
    odds: Sequence[Fraction],
    parts: Sequence[tuple[Fraction, Fraction]],
    top: Fraction,
) -> tuple[float, float]:
    """The chance at the seed from below, and what one more wager could still add anywhere."""
    quiet = float(1 - top - sum(odds, Fraction(0)) - sum((chance for chance, _ in parts), Fraction(0)))
    chance = np.zeros(max(cells, walk.seed + 1))
    arguments = (
        chance, walk.fed, np.array(walk.awards, np.int64), np.array([float(x) for x in odds]), quiet,
        np.array([float(x) for x, _ in parts]), np.array([keep.numerator for _, keep in parts], np.int64),
        np.array([keep.denominator for _, keep in parts], np.int64), walk.is_down,
    )  # fmt: skip
    rise = sweep_until_close(arguments, float(top))
    return float(chance[walk.seed]), rise


def sweep_until_close(arguments: tuple[object, ...], top: float) -> float:
    sweep: Callable[..., float] = kernel.sweep_dry
    look: Callable[..., float] = kernel.look_ahead
    for _ in range(0, MOST_SWEEPS, CHECK):
        for _ in range(CHECK):
            sweep(*arguments)
        rise = look(*arguments)
        if rise / top < CLOSE:
            break
    return rise

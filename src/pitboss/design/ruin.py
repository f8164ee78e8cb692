"""The chance that a meter runs dry before it is won, where every award comes off it: a Markov chain.

The meter stands on a lattice whose unit divides what a wager feeds and every fixed award, so the chain is
the meter itself and nothing is rounded; where that lattice would be too fine, or awards take a part of the
meter, it is taken twice, rounded against the house and for it, and the truth lies between. With h the
chance of running dry, and d = m + fed what the meter holds at the next wager,

    h(m) = quiet h(d) + sum of chance_j (1 if award_j is all of d or more, else h(d - award_j))

and nothing once the whole meter is won. `ruin_walk` and `ruin_solved` solve it. What they find, v, is then
looked ahead one wager: if that lifts v nowhere by more than r, and a meter beyond the lattice runs dry with
a chance of at most b, then h(m) <= v(m) + r / p + b exp(-t (end - m)), p being the chance of the whole
meter and t such that exp(t meter) does not grow on average. The same the other way round. r holds what
floats can be off by, so both ends are certain.

Without parts, a seed far above the awards needs no lattice up there. Coming down, the meter meets a stretch
of the largest award's length; if h(m) exp(t m) lies between two bounds there, with Lundberg's t, it does
above.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, floor, gcd, lcm, log1p

import numpy as np

from pitboss.analysis.meter import MeterFigures
from pitboss.design.ruin_solved import solve_walk
from pitboss.design.ruin_walk import Floats, RuinWalk, rising, sinking
from pitboss.jackpot.hazard import fixed_awards, running_dry

SMALL = 5e-8
"""A chance below it is bounded and not counted."""
MOST_CELLS, MOST_CELLS_WITH_PARTS = 1_000_000, 400_000
"""Half a second; with parts it is done a dozen times."""
MOST_PIECES, FINE_CELLS = 8, 150_000
"""Into which an exact unit is cut with parts, and cells that are cheap."""
MOST_WAGERS = 1_000_000
"""Worth of feeding, in a seed that is counted with parts: of a higher one it is said that it is no worse."""
STRETCHES = 30
"""Largest awards above nothing, where h(m) exp(t m) hardly changes any more."""
BEYOND, BEYOND_WITH_PARTS = 25.0, 30.0
"""Powers of e by which a chance falls before the lattice ends."""


@dataclass(frozen=True)
class Ruin:
    """Bounds on the chance, beside those that need no chain."""

    low: float
    high: float
    high_from_seed: float
    """The same without what a reserve adds to the seed."""
    proved_low: float
    """Lundberg's, by `jackpot.hazard`."""
    proved_high: float
    unit: Fraction
    """Dollars of a $1 wager in one cell."""
    cells: int
    """None where Lundberg's bounds say enough."""
    is_exact_lattice: bool


@dataclass(frozen=True)
class RuinTerms:
    """What is asked: dollars and chances for a wager of one dollar."""

    seed: Fraction
    fed: Fraction
    awards: tuple[Fraction, ...]
    odds: tuple[Fraction, ...]
    parts: tuple[tuple[Fraction, Fraction], ...]
    """Chance, and the share that is kept."""
    top: Fraction
    reserved: Fraction = Fraction(0)
    """What a wager adds to the reserve, with which the meter starts after a hit."""
    cap: Fraction | None = None

    @property
    def largest(self) -> Fraction:
        return max(self.awards)

    @property
    def quiet(self) -> Fraction:
        return 1 - self.top - sum(self.odds) - sum((chance for chance, _ in self.parts), Fraction(0))

    @cached_property
    def rates(self) -> tuple[float, float]:
        """For each dollar: Lundberg's, and by how much a dollar higher is harder to reach."""
        fed = float(self.fed)
        falls = [
            (float(odds), fed - float(award)) for odds, award in zip(self.odds, self.awards, strict=True)
        ]
        steps = [(float(self.quiet), fed), *falls]
        parts = float(sum(chance for chance, _ in self.parts))
        return sinking(steps)[0], rising([*steps, (parts, fed)])

    def walk(self, unit: Fraction, *, is_down: bool) -> RuinWalk:
        """Against the house less comes in and more goes out; for it the other way round."""
        less, more = (floor, ceil) if is_down else (ceil, floor)
        return RuinWalk(
            fed=less(self.fed / unit),
            awards=tuple(more(award / unit) for award in self.awards),
            odds=tuple(float(chance) for chance in self.odds),
            quiet=float(self.quiet),
            parts=tuple((float(chance), kept.numerator, kept.denominator) for chance, kept in self.parts),
            is_down=is_down,
        )


def read_meter(figures: MeterFigures, level: str, cap: Fraction | None = None) -> RuinTerms | None:
    """None where no fixed award comes off the meter."""
    fixed = [(chance, pay) for chance, pay in fixed_awards(figures) if chance]
    terms = figures.levels[level]
    if not fixed:
        return None
    return RuinTerms(
        seed=terms.seed,
        fed=terms.contribution,
        awards=tuple(pay for _, pay in fixed),
        odds=tuple(chance for chance, _ in fixed),
        parts=tuple((chance, 1 - share) for chance, share in figures.shares(level) if share < 1 and chance),
        top=figures.top_chance(level),
        reserved=terms.reserve,
        cap=cap,
    )


def find_ruin(figures: MeterFigures, level: str, cap: Fraction | None = None) -> Ruin | None:
    """For a wager of one dollar; None where no fixed award comes off the meter."""
    meter = read_meter(figures, level, cap)
    if meter is None:
        return None
    proved = without_a_chain(figures, level, meter)
    if proved[1] < SMALL:
        return Ruin(*proved, proved[1], *proved, Fraction(0), 0, is_exact_lattice=False)
    if not meter.parts:
        return bound_ruin(meter, min(meter.seed, (STRETCHES + 1) * meter.largest), proved)
    far = min(meter.seed, MOST_WAGERS * meter.fed)
    near = min(far, meter.largest + ceil(BEYOND_WITH_PARTS / sum(meter.rates)))
    found = bound_ruin(meter, near, proved)
    return found if near == far or found.high < SMALL else bound_ruin(meter, far, proved)


def without_a_chain(figures: MeterFigures, level: str, meter: RuinTerms) -> tuple[float, float]:
    """Lundberg's bounds, with what a cap adds."""
    low, high = running_dry(figures, level)
    return 0.0 if meter.reserved else low, min(1.0, high + at_cap(meter))


def bound_ruin(meter: RuinTerms, start: Fraction, proved: tuple[float, float]) -> Ruin:
    """From a lattice that reaches a good way above `start`; a higher seed runs dry less often than that."""
    end = end_of_lattice(meter, start)
    exact = common_unit([meter.fed, *meter.awards])
    unit = pick_unit(meter, exact, end)
    cells = ceil(end / unit) + 1
    top = float(meter.top)
    against = solve_walk(meter.walk(unit, is_down=True), top, cells)
    is_exact = (exact / unit).denominator == 1
    is_same = is_exact and not meter.parts
    in_favour = against if is_same else solve_walk(meter.walk(unit, is_down=False), top, cells, against)
    seed = meter.seed / unit
    low = in_favour.low_at(ceil(seed), ceil(start / unit), reserve_in(meter, unit, cells, is_down=False))
    rounded = ceil if is_same else floor
    at = (rounded(seed), rounded(start / unit))
    gathered = reserve_in(meter, unit, cells, is_down=True)
    high, alone = (
        min(against.high_at(at[0], at[1], more) + at_cap(meter), proved[1]) for more in (gathered, None)
    )
    return Ruin(max(low, proved[0]), high, alone, *proved, unit, cells, is_exact)


def at_cap(meter: RuinTerms) -> float:
    """At most, what a cap adds.

    The meter must get there, at once with a large reserve; and from there it runs dry only after an award, of
    which n are due before the whole meter is won.
    """
    if meter.cap is None:
        return 0.0
    fall, rise = meter.rates
    there = 1.0 if meter.reserved else exp(-rise * max(0.0, float(meter.cap - meter.seed)))
    falls = zip(meter.odds, meter.awards, strict=True)
    after = sum(float(odds / meter.top) * exp(-fall * float(meter.cap - award)) for odds, award in falls)
    return there if meter.parts else there * min(1.0, after)


def reserve_in(meter: RuinTerms, unit: Fraction, cells: int, *, is_down: bool) -> Floats | None:
    """The chances of n cells more at the start, from the reserve of the wagers before the last hit."""
    if not meter.reserved:
        return None
    at_least = reserve_at_least(cells + 1, meter.reserved / unit, meter.top, is_down=is_down)
    return np.asarray(at_least[:-1] - at_least[1:])


def reserve_at_least(cells: int, a_wager: Fraction, top: Fraction, *, is_down: bool) -> Floats:
    """The chance of each number of cells or more, of what all wagers until a hit add to the reserve."""
    places = np.arange(cells)
    if is_down:
        waits = np.maximum(np.ceil(places / float(a_wager) * (1 - 1e-13)) - 1, 0)
    else:
        waits = np.maximum(np.floor((places - 1) / float(a_wager) * (1 + 1e-13)), 0)
    at_least: Floats = np.exp(waits * log1p(-float(top)))
    at_least[0] = 1.0
    return at_least


# -- the lattice -----------------------------------------------------------------------------------


def end_of_lattice(meter: RuinTerms, start: Fraction) -> Fraction:
    """Dollars: from there a meter hardly comes back to `start`, or hardly gets there."""
    fall, rise = meter.rates
    if meter.parts:
        cheap = FINE_CELLS * common_unit([meter.fed, *meter.awards]) - start
        above = min(BEYOND / rise, max(BEYOND_WITH_PARTS / (fall + rise), float(cheap)))
    else:
        above = max(0.0, (BEYOND - fall * float(start)) / (fall + rise))
    return start + 2 * meter.largest + ceil(above)


def pick_unit(meter: RuinTerms, exact: Fraction, end: Fraction) -> Fraction:
    """The exact one if that gives few enough cells; else the finest such that divides what a wager feeds.

    Where parts have to be rounded, a piece of the exact one, for what is rounded is a piece of a cell.
    """
    coarse = end / (MOST_CELLS_WITH_PARTS if meter.parts else MOST_CELLS)
    if exact < coarse:
        return meter.fed / max(1, floor(meter.fed / coarse)) if meter.fed else coarse
    return exact / max(1, min(MOST_PIECES, floor(FINE_CELLS * exact / end))) if meter.parts else exact


def common_unit(amounts: Sequence[Fraction]) -> Fraction:
    """The largest unit of which all of them are whole numbers."""
    bottom = lcm(*(amount.denominator for amount in amounts))
    return Fraction(gcd(*(int(amount * bottom) for amount in amounts)), bottom)

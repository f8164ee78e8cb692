"""What the meter stands at when it is won: its whole distribution.

Wagers win independently of where the meter stands, so the amount at a hit has the same distribution as the
amount at any wager: how often it is high is how often a player meets it high.

Where every award takes the whole meter and nothing comes from a reserve, the amount is the seed and a share
of the wagers until the hit: a closed form. Otherwise the amount is followed from award to award on a lattice,
once rounded down at every step and once up. Whatever the meter does keeps the order of two amounts, so the
truth lies between: bounds that are certain but for the rounding of floats, below one part in a billion.

Where fixed awards come off the meter it is the walk of `ruin_walk` from the seed, the other way round: how
often the meter is met in each cell before it is won or runs dry. A meter that ran dry starts again at the
seed, so what is won is distributed as on the ways that do not run dry. Rounded against the house and for it,
a walk stays below and above the true one while both last: bounds. What floats lose is added up cell by cell,
and holds as well. With parts, a reserve or a cap besides, it is followed (`ruin_followed`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, floor, log1p, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.highest import Interval
from pitboss.design import meter_kernel
from pitboss.design.ruin import RuinTerms, common_unit, reserve_at_least
from pitboss.design.ruin_followed import FollowedAmount
from pitboss.design.ruin_walk import RuinWalk
from pitboss.design.waiting import never_within, sum_quantile, waiting_quantile
from pitboss.jackpot.chance import LevelLaw

CELLS = 150_000
TAIL = 32.0
"""Mean waiting times until the end of the lattice: what lies beyond has a chance of 1 in 10^14."""
LEFT = 1e-15
COARSE = 8192
"""Steps for the sum of several amounts."""
ALMOST = Fraction(999_999_999, 10**9)
SLACK = 1e-9
"""For what floats lose in a sum."""
MOST_APART = 1000
"""Meters that are added up exactly."""
MOST_MET = 4_000_000
BEYOND = 20.0
"""Powers of e by which the chance of an amount has fallen where the lattice of a walk ends."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class HitAmount:
    """The distribution of a level's amount when it is won, in dollars."""

    law: LevelLaw
    cap: Fraction | None = None
    lowered: "BoundedAmount | FollowedAmount | None" = None
    """Where fixed awards come off the meter: its amount for a wager of one dollar."""
    wager: Fraction = Fraction(1)

    @property
    def is_closed(self) -> bool:
        """Whether a formula says it all."""
        return not self.law.parts and not self.law.reserved and self.lowered is None

    def after(self, wagers: int) -> Fraction:
        """So many wagers after a restart from the seed, nothing having been won."""
        return self.capped(self.law.seed + self.law.fed * wagers)

    def capped(self, amount: Fraction) -> Fraction:
        return amount if self.cap is None else min(amount, self.cap)

    @cached_property
    def mean(self) -> Interval:
        """Of the amount; with fixed awards off the meter see the plan."""
        law, cap = self.law, self.cap
        if cap is None:
            return Interval(law.mean, law.mean)
        if self.is_closed:
            whole = (cap - law.seed) // law.fed if law.fed else 0
            waits = Fraction(float(-np.expm1(whole * log1p(-float(law.top))))) / law.top
            last = min(law.fed, cap - law.seed - whole * law.fed)
            reached = Fraction(float(never_within(law.top, int(whole))))
            mean = law.seed + law.fed * waits + last * reached
            return Interval(mean, mean)
        low, high = (Fraction(float((1 - found).sum())) * self.step for found in self.lattices)
        return Interval(self.capped(low), self.capped(high))

    def quantile(self, share: Fraction) -> Interval:
        """The least amount that is not exceeded with at least this chance."""
        if self.is_closed:
            amount = self.after(waiting_quantile(self.law.top, share))
            return Interval(amount, amount)
        if self.lowered:
            least, most = self.lowered.quantile(share)
            return Interval(least * self.wager, most * self.wager)
        low, high = (int(np.searchsorted(found, float(share))) for found in self.lattices)
        return Interval(self.capped(low * self.step), self.capped(high * self.step))

    def chance_from(self, amount: Fraction) -> tuple[float, float]:
        """Bounds on the chance that the meter holds at least this when it is won."""
        if self.cap is not None and amount > self.cap:
            return 0.0, 0.0
        if self.is_closed:
            exact = float(never_within(self.law.top, self.wagers_below(amount)))
            return exact, exact
        if self.lowered:
            return self.lowered.chance_from(amount / self.wager)
        cell = amount / self.step
        down, up = self.lattices
        return beyond(down, ceil(cell)), beyond(up, floor(cell))

    def wagers_below(self, amount: Fraction) -> int:
        """How many wagers after a restart the meter is still below an amount."""
        if amount <= self.law.seed + self.law.fed:
            return 0
        return ceil((amount - self.law.seed) / self.law.fed) - 1

    # -- several of them ---------------------------------------------------------------------------

    def enough_for(self, meters: int, share: Fraction) -> Fraction:
        """What is enough for n meters of this kind, each with its own wagers, when each is won."""
        if self.is_closed and meters <= MOST_APART:
            found = meters * self.law.seed + self.law.fed * sum_quantile(self.law.top, meters, share)
        else:
            found = Fraction(self.enough_by_sums(meters, float(share)))
        return found if self.cap is None else min(found, meters * self.cap)

    def enough_by_sums(self, meters: int, share: float) -> float:
        """Amounts rounded up to a coarse step, added up by the powers of a spectrum; of many, by Cantelli."""
        step, chances, beyond = self.coarse
        if meters > MOST_APART:
            places = np.arange(len(chances)) * step
            mean = float(chances @ places)
            spread = meters * float(chances @ (places - mean) ** 2)
            return meters * mean + sqrt(spread * share / (1 - share))
        size = 1 << (meters * len(chances)).bit_length()
        sums = np.fft.irfft(np.fft.rfft(chances, size) ** meters, size)
        wanted = share + SLACK + meters * beyond
        return step * float(np.searchsorted(np.cumsum(sums), min(wanted, 1 - SLACK)) + 1)

    @cached_property
    def coarse(self) -> tuple[float, Floats, float]:
        """A step, the chances of n steps rounded up, and what lies beyond the last."""
        end = self.quantile(ALMOST).high
        step = end / COARSE
        tails = np.array([self.chance_from(place * step)[1] for place in range(COARSE + 1)])
        return float(step), np.concatenate(([1 - tails[0]], tails[:-1] - tails[1:])), float(tails[-1])

    # -- the lattice -------------------------------------------------------------------------------

    @cached_property
    def group(self) -> int:
        """How many wagers make one step of the lattice."""
        reach = self.law.seed + Fraction(int(TAIL)) * (self.law.fed + self.law.reserved) / self.law.top
        return max(1, ceil(reach / (self.law.fed or Fraction(1, 100)) / CELLS))

    @property
    def step(self) -> Fraction:
        return (self.law.fed or Fraction(1, 100)) * self.group

    @cached_property
    def lattices(self) -> tuple[Floats, Floats]:
        """The distribution functions of the amount rounded down and rounded up, cell by cell."""
        return self.follow(is_down=True), self.follow(is_down=False)

    def follow(self, *, is_down: bool) -> Floats:
        law, size = self.law, CELLS + 2
        award = law.top + sum((chance for chance, _ in law.parts), Fraction(0))
        stays = exp(self.group * log1p(-float(award)))
        first = exp((self.group - 1) * log1p(-float(award)))
        chances = np.array([float(chance / award) for chance, _ in law.parts])
        keeps = [1 - share for _, share in law.parts]
        nums = np.array([keep.numerator for keep in keeps], np.int64)
        dens = np.array([keep.denominator for keep in keeps], np.int64)
        cap = (
            size - 1
            if self.cap is None
            else min(size - 1, (floor if is_down else ceil)(self.cap / self.step))
        )
        mass = self.starting(size, is_down=is_down)
        won = np.zeros(size)
        meter_kernel.follow_meter(
            mass,
            won,
            bool(law.fed),
            stays,
            first,
            is_down,
            float(law.top / award),
            chances,
            nums,
            dens,
            cap,
            LEFT,
        )
        return np.minimum(np.cumsum(won), 1.0)

    def starting(self, size: int, *, is_down: bool) -> Floats:
        """The seed, and what the reserve has gathered while the last award was waited for."""
        law = self.law
        mass = np.zeros(size)
        seed = (floor if is_down else ceil)(law.seed / self.step)
        if not law.reserved:
            mass[min(seed, size - 1)] = 1.0
            return mass
        at_least = reserve_at_least(size - seed + 1, law.reserved / self.step, law.top, is_down=is_down)
        mass[seed:] = at_least[:-1] - at_least[1:]
        mass[-1] += at_least[-1]
        return mass


def beyond(function: Floats, cell: int) -> float:
    """The chance of a cell or a higher one."""
    if cell <= 0:
        return 1.0
    return float(1.0 - function[cell - 1]) if cell - 1 < len(function) else 0.0


# -- fixed awards off the meter ----------------------------------------------------------------------


@dataclass(frozen=True)
class Met:
    """For every cell before a wager: how often it is met; what of it all is lost above, or to floats."""

    walk: RuinWalk
    often: Floats
    top: float
    lost: float

    @cached_property
    def won(self) -> Floats:
        """The chance that the meter is won at each cell or above, before it runs dry."""
        return np.cumsum(self.often[::-1])[::-1] * self.top

    def from_cell(self, cell: int) -> float:
        """Of what the meter holds with the wager that wins it."""
        place = max(0, cell - self.walk.fed)
        return float(self.won[place]) if place < len(self.won) else 0.0


@dataclass(frozen=True)
class BoundedAmount:
    """For a wager of one dollar, without parts, reserve and cap."""

    meter: RuinTerms

    @cached_property
    def unit(self) -> Fraction:
        meter, rise = self.meter, self.meter.rates[1]
        exact = common_unit([meter.seed, meter.fed, *meter.awards])
        coarse = (meter.seed + 2 * meter.largest + ceil(BEYOND / rise)) / MOST_MET
        return max(exact, meter.fed / max(1, floor(meter.fed / coarse)))

    @cached_property
    def bounds(self) -> tuple[Met, Met]:
        """Too low, too high; the same where nothing is rounded."""
        low = self.meet(is_down=True)
        is_exact = all(
            (amount / self.unit).denominator == 1 for amount in (self.meter.seed, *self.meter.awards)
        )
        return low, low if is_exact else self.meet(is_down=False)

    def meet(self, *, is_down: bool) -> Met:
        meter, walk = self.meter, self.meter.walk(self.unit, is_down=is_down)
        seed = (floor if is_down else ceil)(meter.seed / self.unit)
        size = seed + 2 * walk.largest + ceil(BEYOND / walk.rise)
        start = np.zeros(min(size, 2 * MOST_MET))
        start[seed] = 1.0
        often, top = walk.meet(start), float(meter.top)
        return Met(walk, often, top, lost(walk, start, often) + missing(walk, often, top))

    def chance_from(self, amount: Fraction) -> tuple[float, float]:
        """Bounds on the chance that the meter holds at least this when it is won."""
        low, high = self.bounds
        least = (low.from_cell(ceil(amount / self.unit)) - low.lost) / (high.from_cell(0) + high.lost)
        most = (high.from_cell(floor(amount / self.unit)) + high.lost) / (low.from_cell(0) - low.lost)
        return max(0.0, least), min(1.0, most)

    def quantile(self, share: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds on the least amount that is not exceeded with at least this chance."""
        low, high = self.bounds
        rest = 1 - float(share)
        from_below = rest * (high.from_cell(0) + high.lost) + low.lost
        from_above = rest * (low.from_cell(0) - low.lost) - high.lost
        return self.amount_with(low, from_below), self.amount_with(high, from_above)

    def amount_with(self, met: Met, chance: float) -> Fraction:
        """The highest amount that is held with at least this chance."""
        place = int(np.searchsorted(-met.won, -chance, side="right")) - 1
        return (max(place, 0) + met.walk.fed) * self.unit


def lost(walk: RuinWalk, start: Floats, often: Floats) -> float:
    """All that one wager looked ahead would change."""
    after = start.copy()
    for odds, step in walk.steps:
        if step >= 0:
            after[step:] += odds * often[: len(often) - step]
        else:
            after[1:step] += odds * often[1 - step :]
    return float(np.sum(np.abs(after - often)))


def missing(walk: RuinWalk, often: Floats, top: float) -> float:
    """What has gone up beyond the lattice: neither won there nor dry."""
    dry = float(often @ walk.due(len(often)))
    return max(0.0, 1.0 - top * float(np.sum(often)) - dry)

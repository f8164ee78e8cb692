"""What the meter stands at when it is won, where fixed awards come off it and there are parts, a reserve or a
cap as well: followed from start to hit on a lattice, all at once.

How often the meter is met in each cell before it is won or runs dry is the solution of one large system: what
is met is the start, and what a wager makes of all that is met. Without parts and cap two passes solve it
(`ruin_walk`). With them, the solution is looked for in the space that a few such passes span, where what is
left over is least (GMRES); how much is left over says how good it is.

Where that is cheap, cells divide all amounts. Otherwise what a wager moves the meter by lies between two
cells and is split between them, and so is what a part leaves: averages are kept, and a meter of many cells
hardly feels the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log1p

import numpy as np
from numpy.typing import NDArray

from pitboss.design.ruin import RuinTerms, common_unit
from pitboss.design.ruin_walk import Floats, RuinWalk

MOST_CELLS, CHEAP_CELLS = 500_000, 250_000
MOST_PIECES = 32
"""Of the unit that divides all amounts, where parts leave something between."""
BEYOND = 16.0
"""Powers of e by which the chance of an amount has fallen where the lattice ends."""
CLOSE = 1e-9
SPAN, SPANS = 24, 8
"""Solutions of which one is put together, and how often that is done."""
Moves = list[tuple[float, int]]
"""Chances, and by how many cells the meter moves."""


@dataclass(frozen=True)
class RuinWay:
    """From a start to a hit, or until it runs dry."""

    won: Floats
    """The chance to be won in each cell before a wager."""
    dry: float
    lacking: float
    """What an award lacks when it runs dry, on average over all ways: those that do not lack nothing."""
    off: float
    """What one wager looked ahead would change."""


@dataclass(frozen=True)
class FollowedAmount:
    """For a wager of one dollar."""

    meter: RuinTerms

    # -- the lattice -------------------------------------------------------------------------------

    @cached_property
    def reach(self) -> Fraction:
        """Dollars above which no meter is met, or hardly one."""
        meter = self.meter
        if meter.cap is not None:
            return meter.cap
        gathered = ceil(BEYOND * float(meter.reserved / meter.top)) if meter.reserved else 0
        return meter.seed + gathered + 2 * meter.largest + ceil(BEYOND / meter.rates[1])

    @cached_property
    def unit(self) -> Fraction:
        """Of all amounts, or for parts a piece of that; what n wagers feed, where that is too fine."""
        exact = common_unit([self.meter.fed, *self.meter.awards])
        pieces = floor(CHEAP_CELLS * exact / self.reach)
        if pieces:
            return exact / min(pieces, MOST_PIECES) if self.meter.parts else exact
        return self.meter.fed * max(1, ceil(self.reach / self.meter.fed / MOST_CELLS))

    @cached_property
    def cells(self) -> int:
        return floor(self.reach / self.unit) + 1

    @property
    def fed(self) -> float:
        return float(self.meter.fed / self.unit)

    @property
    def is_capped(self) -> bool:
        return self.meter.cap is not None

    @cached_property
    def rising(self) -> Moves:
        return split_move(self.meter.quiet, self.meter.fed / self.unit)

    @cached_property
    def falling(self) -> Moves:
        awards = zip(self.meter.odds, self.meter.awards, strict=True)
        return [
            move
            for chance, award in awards
            for move in split_move(chance, (self.meter.fed - award) / self.unit)
        ]

    @cached_property
    def walk(self) -> RuinWalk:
        """The same without parts and cap: it rises by the largest move, and whatever lacks is an award."""
        (chance, highest), *others = sorted([*self.rising, *self.falling], key=lambda move: -move[1])
        awards = tuple(highest - cells for _, cells in others)
        return RuinWalk(highest, awards, tuple(odds for odds, _ in others), chance, (), is_down=True)

    # -- one wager ---------------------------------------------------------------------------------

    def before(self, met: Floats) -> Floats:
        """Met before a wager; what a cap takes of its feeding is taken first."""
        if not self.is_capped or self.fed < 1:
            return met
        kept = met[: self.cells - int(self.fed)].copy()
        kept[-1] += met[len(kept) :].sum()
        return kept

    def after(self, met: Floats) -> Floats:
        """Where what is met in each cell goes with the next wager, if it is neither won nor dry."""
        before, found = self.before(met), self.parts_after(met)
        for chance, cells in self.rising:
            self.move(before, chance, cells, 0, found)
        for chance, cells in self.falling:
            self.move(before, chance, cells, 1, found)
        return found

    def move(self, before: Floats, chance: float, cells: int, least: int, found: Floats) -> None:
        """Add what is moved by n cells and is then at least in the cell `least`."""
        first = max(0, least - cells)
        moved = chance * before[first:]
        room = max(0, self.cells - first - cells)
        if self.is_capped:
            found[-1] += moved[room:].sum()
        moved = moved[:room]
        found[first + cells : first + cells + len(moved)] += moved

    def parts_after(self, met: Floats) -> Floats:
        found = np.zeros(self.cells)
        before = self.before(met)
        for chance, kept in self.meter.parts:
            held = np.arange(len(before)) + self.fed
            found += self.split(held * float(kept), float(chance) * before)
        return found

    def split(self, places: NDArray[np.floating], weights: Floats) -> Floats:
        """Weights at places between cells, each to the two cells beside it."""
        lower = np.floor(places).astype(np.int64)
        upper, last = places - lower, self.cells - 1
        found = np.bincount(np.minimum(lower, last), weights * (1 - upper), self.cells)
        return np.asarray(found + np.bincount(np.minimum(lower + 1, last), weights * upper, self.cells))

    # -- all wagers --------------------------------------------------------------------------------

    def plain(self, source: Floats) -> Floats:
        """What is met on the plain walk, no parts and no cap: from the top down, then from the bottom up. A
        meter of nothing is met once, and fed."""
        bottom = np.zeros(self.cells)
        bottom[0] = source[0]
        found = self.walk.meet(source + self.after(bottom) - self.parts_after(bottom))
        found[0] = source[0]
        return found

    def follow(self, start: Floats) -> RuinWay:
        """From how often each cell is met: what comes of that with one wager lacks the start, no more."""
        met = span(lambda found: self.plain(found - self.after(found)), self.plain(start))
        before = self.before(met)
        dry, lacking = 0.0, 0.0
        for chance, cells in self.falling:
            below = before[: max(0, 1 - cells)]
            dry += chance * float(below.sum())
            lacking -= chance * float(below @ (np.arange(len(below)) + cells)) * float(self.unit)
        off = float(np.abs(start + self.after(met) - met).sum())
        return RuinWay(float(self.meter.top) * met, dry, lacking, off)

    @cached_property
    def from_seed(self) -> RuinWay:
        return self.follow(self.split(np.array([float(self.meter.seed / self.unit)]), np.ones(1)))

    @cached_property
    def from_start(self) -> RuinWay:
        """With what the reserve has gathered while the last hit was waited for."""
        meter = self.meter
        if not meter.reserved:
            return self.from_seed
        a_wager = float(meter.reserved / self.unit)
        wagers = np.arange(1, max(2, ceil(2 * BEYOND / float(meter.top))))
        group = max(1, len(wagers) // MOST_CELLS)
        wagers = wagers[::group].astype(np.float64)
        waited = np.exp((wagers - 1) * log1p(-float(meter.top)))
        chances = waited - np.append(waited[1:], 0.0)
        return self.follow(self.split(float(meter.seed / self.unit) + wagers * a_wager, chances))

    # -- what is asked -----------------------------------------------------------------------------

    @property
    def again(self) -> float:
        """How often a way from the seed is begun before one ends with a hit, after the first."""
        return self.from_start.dry / (1 - self.from_seed.dry)

    @cached_property
    def runs_dry(self) -> float:
        return min(1.0, self.from_start.dry)

    @cached_property
    def won_from(self) -> Floats:
        """The chance to be won in each cell or a higher one; a dry meter starts again at the seed."""
        won = self.from_start.won + self.again * self.from_seed.won
        return np.asarray(np.cumsum(won[::-1])[::-1] / float(won.sum()))

    def amount(self, cell: int) -> Fraction:
        """What the meter holds with the wager that wins it."""
        amount = cell * self.unit + self.meter.fed
        return amount if self.meter.cap is None else min(amount, self.meter.cap)

    def chance_from(self, amount: Fraction) -> tuple[float, float]:
        """The chance that it holds at least this when it is won, twice."""
        cell = max(0, ceil((amount - self.meter.fed) / self.unit))
        is_beyond = cell >= self.cells or (self.meter.cap is not None and amount > self.meter.cap)
        found = 0.0 if is_beyond else float(self.won_from[cell])
        return found, found

    def quantile(self, share: Fraction) -> tuple[Fraction, Fraction]:
        """The least amount that is not exceeded with at least this chance, twice."""
        cell = int(np.searchsorted(-self.won_from, float(share) - 1, side="right")) - 1
        found = self.amount(max(cell, 0))
        return found, found

    @cached_property
    def mean(self) -> Fraction:
        amounts = np.arange(self.cells) * float(self.unit) + float(self.meter.fed)
        if self.meter.cap is not None:
            amounts = np.minimum(amounts, float(self.meter.cap))
        return Fraction(float((self.won_from - np.append(self.won_from[1:], 0.0)) @ amounts))

    @cached_property
    def filled(self) -> Fraction:
        """What the house puts into it when it has run dry, for one hit on average: the seed, and what the
        award lacked."""
        start, seed = self.from_start, self.from_seed
        times = start.dry + self.again * seed.dry
        return Fraction(times) * self.meter.seed + Fraction(start.lacking + self.again * seed.lacking)


def split_move(chance: Fraction, cells: Fraction) -> Moves:
    """A move between two cells is two moves, the average kept."""
    lower = floor(cells)
    upper = cells - lower
    moves = [(float(chance * (1 - upper)), lower), (float(chance * upper), lower + 1)]
    return [move for move in moves if move[0]]


def span(operator: Callable[[Floats], Floats], wanted: Floats) -> Floats:
    """What the operator takes to `wanted`: put together from what it makes of it, again and again, so that
    the rest is least (GMRES, begun anew when the span is full)."""
    found = wanted.copy()
    size = float(np.linalg.norm(wanted))
    for _ in range(SPANS):
        rest = wanted - operator(found)
        length = float(np.linalg.norm(rest))
        if length <= CLOSE * size:
            break
        found += nearest(operator, rest, length, CLOSE * size)
    return found


def nearest(operator: Callable[[Floats], Floats], rest: Floats, length: float, close: float) -> Floats:
    """The combination of the first powers of the operator on `rest` that comes nearest to taking it away."""
    basis, table = [rest / length], np.zeros((SPAN + 1, SPAN))
    weights: NDArray[np.floating] = np.zeros(0)
    for n in range(SPAN):
        following = operator(basis[n])
        for place, other in enumerate(basis):
            table[place, n] = float(other @ following)
            following -= table[place, n] * other
        table[n + 1, n] = float(np.linalg.norm(following))
        target = np.zeros(n + 2)
        target[0] = length
        weights = np.linalg.lstsq(table[: n + 2, : n + 1], target, rcond=None)[0]
        left = float(np.linalg.norm(target - table[: n + 2, : n + 1] @ weights))
        if left <= close or table[n + 1, n] < 1e-14:
            break
        basis.append(following / table[n + 1, n])
    return np.asarray(sum(weight * vector for weight, vector in zip(weights, basis, strict=False)))

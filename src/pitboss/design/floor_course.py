"""A linked floor played on a fast clock: rounds of many tables in the order of time, and what one meter does.

Every table deals its rounds one after another, each as long as a draw says; each round is a COIN IN of all
seats, and a seat wins the meter with the exact chance. Times, hits, amounts, the seconds in which a display
has news and the line before the one manager come from these rounds, nothing from a formula; the exact
figures stand beside them. Hands are independent of each other, and all of it follows from the seed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, log1p, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pitboss.design.scale import MEASURED, ROUNDS_AN_HOUR, SEATS, SIZES

Floats = NDArray[np.float64]
ROUNDS = 2_000_000
"""Of each size: about 630 hits."""
SHORTEST, LONGEST = 60.0, 120.0
"""Seconds of a round, evenly between: 40 an hour on average."""
SEED = 7
CHANCE, METER_SEED, FED, RESERVED = Fraction(1, 22_100), 1_000_000_000, 140_000, 10_000
"""Three Card Poker's progressive: chance of the whole meter; micro-dollars of the seed and of each wager."""
AGAIN_SECONDS = 60.0
CONFIDENCE = 0.99
"""With which all intervals of all sizes hold together."""
COMPARISONS = 3


@dataclass(frozen=True)
class Seen:
    """A figure with its interval, and what is exact."""

    mean: float
    wide: float
    exact: float

    @property
    def agrees(self) -> bool:
        return abs(self.mean - self.exact) <= self.wide


@dataclass(frozen=True)
class Course:
    """What one size did."""

    tables: int
    rounds: int
    seconds: float
    """That the rounds took on the floor's own clock."""
    hits: int
    between: Seen
    """Seconds between two hits."""
    amount: Seen
    """Dollars at a hit, with the reserve that the one before left."""
    again: Seen
    """Share of hits that are followed by another within a minute."""
    most_in_a_second: int
    """COIN IN in the busiest second."""
    news: float
    """Share of seconds in which the meter moved."""
    waits: float
    """Seconds that 99 in 100 rounds wait at most for the one manager."""
    entries: int
    """Of the journal: COIN IN and game over, and two for a win."""

    @property
    def agrees(self) -> bool:
        return self.between.agrees and self.amount.agrees and self.again.agrees


def play_floor(tables: int, *, rounds: int = ROUNDS, seed: int = SEED) -> Course:
    random = np.random.default_rng([seed, tables])
    each = -(-rounds // tables)
    lengths = random.uniform(SHORTEST, LONGEST, (tables, each))
    lengths[:, 0] *= random.random(tables)  # tables have not all begun in the same moment
    times = np.cumsum(lengths, axis=1)
    times = np.sort(times[times <= np.min(times[:, -1])])
    won = np.flatnonzero(random.random(len(times)) < -np.expm1(SEATS * log1p(-float(CHANCE))))
    between, amounts = np.diff(times[won]), hit_amounts(won)
    busy = np.bincount((times - times[0]).astype(np.int64))
    return Course(
        tables=tables,
        rounds=len(times),
        seconds=float(times[-1] - times[0]),
        hits=len(won),
        between=see(between, exact_between(tables)),
        amount=see(amounts, exact_amount()),
        again=see((between <= AGAIN_SECONDS).astype(np.float64), exact_again(tables)),
        most_in_a_second=int(np.max(busy)),
        news=float(np.mean(busy > 0)),
        waits=float(np.quantile(line_waits(times), 0.99)),
        entries=len(times) * MEASURED.round_entries + 2 * len(won),
    )


def hit_amounts(won: NDArray[np.int64]) -> Floats:
    """In dollars, from the second hit on: the seed, what its rounds fed, and the reserve of those before."""
    rounds = np.diff(won)
    fed = rounds[1:] * SEATS * FED + rounds[:-1] * SEATS * RESERVED
    return np.asarray((METER_SEED + fed) / 1e6)


def line_waits(times: Floats) -> Floats:
    """Behind one manager that takes as long for each round as was measured: Lindley's line."""
    service = MEASURED.round_entries / MEASURED.coin_ins_a_second
    free = times - service * np.arange(len(times))
    return np.asarray(np.maximum.accumulate(free) - free)


# -- beside the exact figures ----------------------------------------------------------------------


def see(values: Floats, exact: float) -> Seen:
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * COMPARISONS * len(SIZES)))
    # Shares near nothing have no spread of their own: the exact one's serves.
    spread = max(float(np.std(values)), sqrt(exact * (1 - exact)) if exact < 1 else 0.0)
    return Seen(float(np.mean(values)), z * spread / sqrt(len(values)), exact)


def round_chance() -> Fraction:
    """That one of the seats wins, hands being independent."""
    return 1 - (1 - CHANCE) ** SEATS


def exact_between(tables: int) -> float:
    return float(1 / round_chance()) * 3600 / (tables * ROUNDS_AN_HOUR)


def exact_amount() -> float:
    return float((METER_SEED + SEATS * (FED + RESERVED) / round_chance()) / 10**6)


def exact_again(tables: int) -> float:
    """By the wagers of a minute."""
    rounds = tables * ROUNDS_AN_HOUR * AGAIN_SECONDS / 3600
    return 1 - exp(rounds * log1p(-float(round_chance())))


@cache
def play_floors() -> tuple[Course, ...]:
    return tuple(play_floor(tables) for tables in SIZES)

"""Internet scale on paper: what ten tables to a million seats would ask of this code, from measured costs.

Every cost is measured (`MEASURED` and `WRITTEN`, from docs/measurements.md) or multiplied out from those.
More than 650 tables on a server have not been measured: what lies beyond is arithmetic, and says so.

What a floor of each size does to its meter is played on a fast clock. Every table deals its rounds one after
another, each as long as a draw says; each round is a COIN IN of all seats, and a seat wins the meter with the
exact chance. Times, hits, amounts, the seconds in which a display has news and the line before the one
manager come from these rounds, nothing from a formula; the exact figures stand beside them. Hands are
independent of each other, and all of it follows from the seed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, log1p, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class Measured:
    """Costs on one machine of two cores, from docs/measurements.md unless said otherwise."""

    coin_ins_a_second: int = 7_375
    """One manager on PostgreSQL, 64 tables at once, each entry durable."""
    verified_a_second: int = 79_000
    """Entries of a journal in SQLite: 1,000,000 in 12.6 s."""
    served_tables: int = 500
    """Tables that one server process dealt, a round every 30 seconds each."""
    served_busy: float = 0.57
    """Of one core."""
    served_seconds: int = 30
    served_p99_ms: int = 69
    """From a command until every browser at the table has its outcome; at most 100 is wanted."""
    too_many_tables: int = 650
    too_many_p99_ms: int = 382
    """Of a server process with this number: more than is wanted."""
    table_kib: int = 498
    round_entries: int = 2
    """COIN IN and game over; wins are too few to count."""
    round_bytes: int = 688
    """Bodies and hashes of the two, on average in the journal of 10,000 tables."""


@dataclass(frozen=True)
class Written:
    """A stretch of a day that `house.floor_day` wrote and verified: one manager, SQLite on disk."""

    tables: int
    rounds: int
    hits: int
    entries_a_second: int
    verified_a_second: int
    round_bytes: int

    @property
    def of_a_day(self) -> float:
        """How much of a day's rounds it was."""
        return self.rounds / (self.tables * ROUNDS_AN_HOUR * 24)

    @property
    def write_minutes(self) -> float:
        """For the entries of a whole day, with nothing else to do."""
        return self.entries_a_day / self.entries_a_second / 60

    @property
    def verify_minutes(self) -> float:
        return self.entries_a_day / self.verified_a_second / 60

    @property
    def entries_a_day(self) -> float:
        return self.tables * ROUNDS_AN_HOUR * 24 * MEASURED.round_entries


MEASURED = Measured()
WRITTEN = (
    Written(1_000, 161_498, 38, 16_142, 98_569, 678),
    Written(10_000, 96_488, 24, 9_700, 79_922, 688),
)
"""`python -m benchmarks --only floor_day`, twenty seconds each."""
SIZES = (10, 100, 500, 1_000, 10_000, 142_858)
"""Tables; the last are a million seats at seven each."""
SEATS = 7
ROUNDS_AN_HOUR = 40
CORES, MEMORY_GIB = 2, 24
"""Of the machine that was measured."""
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
class Load:
    """What n tables ask for, all on one link."""

    tables: int
    coin_ins_a_second: float
    manager_busy: float
    """Of one manager's measured rate."""
    server_cores: float
    memory_gib: float
    journal_gib_a_day: float
    verify_minutes: float
    """For the entries of one day."""
    frames_at_once: float
    """A second, if every display shows every change of one meter."""
    frames_sampled: float
    """A second, if every display is told once a second."""

    frame_cores: float
    """For the latter."""

    @property
    def limits(self) -> tuple[str, ...]:
        """What does not fit on the one machine that was measured."""
        found = []
        if self.frames_at_once > CORES * frames_a_second():
            found.append("displays that follow every wager")
        if self.coin_ins_a_second > rounds_of_a_process():
            found.append("one server process")
        if self.frame_cores > CORES:
            found.append("displays once a second")
        if self.server_cores > CORES:
            found.append("dealing")
        if self.memory_gib > MEMORY_GIB:
            found.append("memory")
        if self.manager_busy > 1:
            found.append("the one manager")
        return tuple(found)


def rounds_of_a_process() -> float:
    """A second, that one server process was seen to deal in time."""
    return MEASURED.served_tables / MEASURED.served_seconds


def frames_a_second() -> float:
    """Frames that a core has been seen to send, at least: the bet of every seat reaches every browser.

    Cards and payments made more of them, which were not counted: the true number is higher.
    """
    return MEASURED.served_tables * SEATS * SEATS / MEASURED.served_seconds / MEASURED.served_busy


def load_of(tables: int) -> Load:
    rounds = tables * ROUNDS_AN_HOUR / 3600
    cores = rounds / rounds_of_a_process() * MEASURED.served_busy
    entries = rounds * MEASURED.round_entries
    sampled = min(rounds, 1.0) * tables
    return Load(
        tables=tables,
        coin_ins_a_second=rounds,
        manager_busy=entries / MEASURED.coin_ins_a_second,
        server_cores=cores,
        memory_gib=tables * MEASURED.table_kib / 2**20,
        journal_gib_a_day=rounds * SECONDS_A_DAY * MEASURED.round_bytes / 2**30,
        verify_minutes=entries * SECONDS_A_DAY / MEASURED.verified_a_second / 60,
        frames_at_once=rounds * tables,
        frames_sampled=sampled,
        frame_cores=sampled / frames_a_second(),
    )


def loads() -> tuple[Load, ...]:
    return tuple(load_of(tables) for tables in SIZES)


def most_tables_of_one_manager() -> int:
    """Where the one writer of a link would be busy all the time."""
    return MEASURED.coin_ins_a_second * 3600 // (ROUNDS_AN_HOUR * MEASURED.round_entries)


# -- floors that are played --------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenFigure:
    """A figure with its interval, and what is exact."""

    mean: float
    wide: float
    exact: float

    @property
    def agrees(self) -> bool:
        return abs(self.mean - self.exact) <= self.wide


@dataclass(frozen=True)
class FloorCourse:
    """What one size did."""

    tables: int
    rounds: int
    seconds: float
    """That the rounds took on the floor's own clock."""
    hits: int
    between: SeenFigure
    """Seconds between two hits."""
    amount: SeenFigure
    """Dollars at a hit, with the reserve that the one before left."""
    again: SeenFigure
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


def play_floor(tables: int, *, rounds: int = ROUNDS, seed: int = SEED) -> FloorCourse:
    random = np.random.default_rng([seed, tables])
    each = -(-rounds // tables)
    lengths = random.uniform(SHORTEST, LONGEST, (tables, each))
    lengths[:, 0] *= random.random(tables)  # tables have not all begun in the same moment
    times = np.cumsum(lengths, axis=1)
    times = np.sort(times[times <= np.min(times[:, -1])])
    won = np.flatnonzero(random.random(len(times)) < -np.expm1(SEATS * log1p(-float(CHANCE))))
    between, amounts = np.diff(times[won]), hit_amounts(won)
    busy = np.bincount((times - times[0]).astype(np.int64))
    return FloorCourse(
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


def see(values: Floats, exact: float) -> SeenFigure:
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * COMPARISONS * len(SIZES)))
    # Shares near nothing have no spread of their own: the exact one's serves.
    spread = max(float(np.std(values)), sqrt(exact * (1 - exact)) if exact < 1 else 0.0)
    return SeenFigure(float(np.mean(values)), z * spread / sqrt(len(values)), exact)


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
def play_floors() -> tuple[FloorCourse, ...]:
    return tuple(play_floor(tables) for tables in SIZES)

"""Internet scale on paper: what ten tables to a million seats would ask of this code, from measured costs.

Every number is measured (`MEASURED` and `WRITTEN`, from docs/measurements.md) or multiplied out from those.
More than 650 tables on a server have not been measured: what lies beyond is arithmetic, and says so. What a
floor of each size does to its meter is played in `floor_course`.
"""

from dataclasses import dataclass

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
    """Of a server process that has so many: more than is wanted."""
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


@dataclass(frozen=True)
class Load:
    """What so many tables ask for, all on one link."""

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


def rounds_of_a_process(measured: Measured = MEASURED) -> float:
    """A second, that one server process was seen to deal in time."""
    return measured.served_tables / measured.served_seconds


def frames_a_second(measured: Measured = MEASURED) -> float:
    """Frames that a core has been seen to send, at least: the bet of every seat reaches every browser.

    Cards and payments made more of them, which were not counted: the true number is higher.
    """
    return measured.served_tables * SEATS * SEATS / measured.served_seconds / measured.served_busy


def load_of(tables: int, measured: Measured = MEASURED) -> Load:
    rounds = tables * ROUNDS_AN_HOUR / 3600
    cores = rounds / (measured.served_tables / measured.served_seconds) * measured.served_busy
    entries = rounds * measured.round_entries
    sampled = min(rounds, 1.0) * tables
    return Load(
        tables=tables,
        coin_ins_a_second=rounds,
        manager_busy=entries / measured.coin_ins_a_second,
        server_cores=cores,
        memory_gib=tables * measured.table_kib / 2**20,
        journal_gib_a_day=rounds * SECONDS_A_DAY * measured.round_bytes / 2**30,
        verify_minutes=entries * SECONDS_A_DAY / measured.verified_a_second / 60,
        frames_at_once=rounds * tables,
        frames_sampled=sampled,
        frame_cores=sampled / frames_a_second(measured),
    )


def loads() -> tuple[Load, ...]:
    return tuple(load_of(tables) for tables in SIZES)


def most_tables_of_one_manager(measured: Measured = MEASURED) -> int:
    """Where the one writer of a link would be busy all the time."""
    return measured.coin_ins_a_second * 3600 // (ROUNDS_AN_HOUR * measured.round_entries)

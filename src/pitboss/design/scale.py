"""Internet scale on paper: what ten tables to a million seats would ask of this code, from measured costs.

Every number is measured (`MEASURED`, from docs/measurements.md) or multiplied out from those. More than 500
tables on a server have not been measured: what lies beyond is arithmetic, and says so.
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
    served_busy: float = 0.48
    """Of one core."""
    served_seconds: int = 30
    table_kib: int = 495
    round_entries: int = 2
    """COIN IN and game over; wins are too few to count."""
    round_bytes: int = 643
    """Bodies and hashes of the two, on average in the journal of `progressive simulate`."""


MEASURED = Measured()
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
        if self.frame_cores > CORES:
            found.append("displays once a second")
        if self.server_cores > CORES:
            found.append("dealing")
        if self.memory_gib > MEMORY_GIB:
            found.append("memory")
        if self.manager_busy > 1:
            found.append("the one manager")
        return tuple(found)


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

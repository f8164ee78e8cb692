"""What a round takes on the disk, and what ten thousand of them cost whoever starts again after them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Line, format_time, progress, run_process

ROUNDS, REQUIRED_BYTES = 300, 4_096
MANY_ROUNDS, WARM_ROUNDS = 10_000, 2_000
TOGETHER = 64
RESTART_SECONDS, MOST_GROWTH = 3.0, 0.10


def room_size(*, full: bool) -> Iterator[Line]:
    del full
    progress(f"room size: {ROUNDS} rounds")
    size = measure_round(ROUNDS)
    yield Line(
        "book, a round of two seats with the progressive, with its proof",
        f"{size:,.0f} bytes on the disk",
        required=f"at most {REQUIRED_BYTES:,}",
        passed=size <= REQUIRED_BYTES,
    )


def measure_round(rounds: int) -> float:
    from benchmarks.played_room import played_room

    with TemporaryDirectory() as name, played_room(Path(name)) as room:
        file = Path(name) / "room.db"
        room.play(2)
        before, played = size_of(file), room.rounds
        room.play(played + rounds)
        return (size_of(file) - before) / rounds


def size_of(file: Path) -> int:
    """Of the whole database, once all of it is where it stays."""
    with closing(sqlite3.connect(file)) as connection:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert not busy, "somebody reads: the log could not be written back"
    return file.stat().st_size


# -- starting again --------------------------------------------------------------------------------


def room_restart(*, full: bool) -> Iterator[Line]:
    del full
    with TemporaryDirectory() as folder:
        progress(f"room restart: {MANY_ROUNDS:,} rounds")
        work = f"from benchmarks.room_size import write_rounds; write_rounds({folder!r})"
        warm, end = map(int, run_process(work).lines[-2:])
        growth = end / warm - 1
        yield Line(
            f"room, memory from round {WARM_ROUNDS:,} to {MANY_ROUNDS:,}",
            f"{warm / 1024:.0f} to {end / 1024:.0f} MiB, {growth:+.1%}",
            required=f"at most {MOST_GROWTH:.0%} more",
            passed=growth <= MOST_GROWTH,
        )
        again = f"from benchmarks.room_size import start_again; start_again({folder!r})"
        seconds = float(run_process(again).lines[-1])
    yield Line(
        f"room, started again and its table opened after {MANY_ROUNDS:,} rounds",
        "",
        format_time(seconds),
        required=f"at most {RESTART_SECONDS:g} s",
        passed=seconds <= RESTART_SECONDS,
    )


def write_rounds(folder: str) -> None:
    """In a process of its own, which says what memory it has after the first rounds and after all."""
    from benchmarks.played_room import played_room

    with played_room(Path(folder)) as room:
        for upto in range(1_000, MANY_ROUNDS + 1, 1_000):
            room.play(upto, together=TOGETHER)
            progress(f"room restart: {upto:,} of {MANY_ROUNDS:,} rounds")
            if upto in (WARM_ROUNDS, MANY_ROUNDS):
                print(resident_kib())


def start_again(folder: str) -> None:
    """How long a new process takes to open the room and the table, once the program is loaded."""
    import time

    from benchmarks.played_room import TABLE, open_premises

    start = time.perf_counter()
    premises = open_premises(Path(folder))
    hosted = premises.room.open(TABLE)
    seconds = time.perf_counter() - start
    assert hosted.table.number == MANY_ROUNDS
    print(seconds)


def resident_kib() -> int:
    text = Path("/proc/self/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])

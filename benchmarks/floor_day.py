"""The journal of a large floor, really written and verified: twenty seconds of 1,000 and of 10,000 tables."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Line, progress
from pitboss.house.floor_day import FloorDay
from pitboss.storage.address import open_store

TABLES = (1_000, 10_000)
SECONDS = 20.0
SEED = 7


def floor_day(*, full: bool) -> Iterator[Line]:
    del full
    for tables in TABLES:
        progress(f"floor day: {tables:,} tables")
        with TemporaryDirectory() as folder, closing(open_store(str(Path(folder) / "journal.db"))) as store:
            day = FloorDay(store, tables, Random(SEED))
            day.play(seconds=SECONDS)
            day.verify()
            yield Line(
                f"floor day, {tables:,} tables on one journal of SQLite",
                f"{day.rounds:,} rounds, {day.hits} hits, {day.written_a_second:,.0f} entries a second "
                f"written, {day.verified_a_second:,.0f} verified, {day.round_bytes:,.0f} bytes a round "
                f"at load {os.getloadavg()[0]:.1f}",
            )

"""`verify` of a million entries in SQLite: read, hashed, parsed and booked, one after another.

The journal is written as text, a COIN IN of seven wagers in each entry, so that building it takes less than
verifying it. Fifteen tables of one location make a million of them in about half a year.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Line, at_most, format_time, load_now, progress
from pitboss.ledger.entry import FIRST_HASH, Entry, hash_body
from pitboss.ledger.verify import verify as verify_entries
from pitboss.storage.address import open_store

ENTRIES = 1_000_000
REQUIRED_SECONDS = 20.0
STAKES = ",".join(f'"{seat}":1000000' for seat in range(1, 8))
TRANSFERS = (
    '[["contribution/tcp link/","meter/tcp link/",980000,"contribution"],'
    '["contribution/tcp link/","reserve/tcp link/",70000,"reserve contribution"]]'
)


def verify(*, full: bool) -> Iterator[Line]:
    del full
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        progress(f"verify: writing {ENTRIES:,} entries")
        with closing(open_store(str(path))) as store:
            store.fill(make_journal(ENTRIES))
        size = path.stat().st_size / 1e6
        progress(f"verify: reading {ENTRIES:,} entries")
        load, start, used = load_now(), time.perf_counter(), time.process_time()
        with closing(open_store(str(path))) as store:
            verdict = verify_entries(store.entries())
        seconds, busy = time.perf_counter() - start, time.process_time() - used
    assert (verdict.entries, verdict.fault) == (ENTRIES, None), verdict
    yield Line(
        f"verify, {ENTRIES:,} entries of SQLite, {size:,.0f} MB",
        f"{format_time(seconds)}, {format_time(busy)} of processor time at load {load:.1f}",
        **at_most(seconds, REQUIRED_SECONDS),
    )


def make_journal(length: int) -> Iterator[Entry]:
    before = FIRST_HASH
    for number in range(1, length + 1):
        table = f"table {number % 15 + 1}"
        id_ = f"{table}/{number}/coin in"
        facts = (
            f'{{"levels":{{"":[980000,70000,0,0,0]}},"progressive":"tcp link","round":{number},'
            f'"stakes":{{{STAKES}}},"table":"{table}"}}'
        )
        at = 1_763_000_000_000_000 + number
        body = f'[{number},"{id_}","coin in",{at},["dealer 7"],{facts},{TRANSFERS}]'
        hash_ = hash_body(before, body)
        yield Entry(number, id_, body, before, hash_)
        before = hash_

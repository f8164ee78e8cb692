"""Timing: medians side by side, whole processes with their memory, and the lines of the report."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

import numba
import numpy as np

import pitboss.analysis

ROOT = Path(__file__).resolve().parent.parent
TABLES = ("rank_table", "masks_of")
"""What a warm run keeps besides compiled code: the rankings' tables, as an evaluator has them. No counts."""


@dataclass(frozen=True)
class Line:
    """One line of the report. `passed` is None where nothing is required."""

    work: str
    ours: str
    new_process: str = ""
    enumeration: str = ""
    ratio: str = ""
    required: str = ""
    passed: bool | None = None


HEADINGS = ("work", "ours, warm", "new process", "plain enumeration", "ratio", "must reach", "")


def format_lines(lines: list[Line]) -> str:
    """The report as a table that reads well in a terminal and in Markdown."""
    rows = [HEADINGS]
    for line in lines:
        verdict = "" if line.passed is None else "pass" if line.passed else "FAIL"
        rows.append(
            (line.work, line.ours, line.new_process, line.enumeration, line.ratio, line.required, verdict)
        )
    return format_table(rows)


def at_least(ratio: float, required: float) -> dict[str, Any]:
    return {"ratio": f"{ratio:.0f}x", "required": f"{required:.0f}x faster", "passed": ratio >= required}


def at_most(seconds: float, required: float) -> dict[str, Any]:
    return {"required": f"at most {required:g} s", "passed": seconds <= required}


def format_table(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    texts = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    return "\n".join([texts[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *texts[1:]])


def format_time(seconds: float) -> str:
    if seconds >= 100:
        return f"{seconds / 60:.1f} min"
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.{0 if seconds >= 0.1 else 1}f} ms"


def progress(text: str) -> None:
    """One line on stderr that says what is running; rewritten in place on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
    elif text:
        sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def forget_counts() -> None:
    """Empty every cache of the analysis but the rankings' tables, so that counts are made again."""
    for name, module in list(sys.modules.items()):
        if name.startswith(pitboss.analysis.__name__):
            for member in vars(module).values():
                if hasattr(member, "cache_clear") and member.__name__ not in TABLES:
                    member.cache_clear()


def clock(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def clock_afresh(work: Callable[[], object]) -> float:
    forget_counts()
    return clock(work)


@dataclass(frozen=True)
class Pair:
    """Median times of the same work done both ways."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def side_by_side(
    ours: Callable[[], object], theirs: Callable[[], object], *, rounds: int = 5, repeats: int = 5
) -> Pair:
    """Medians over rounds in which both sides take turns, so that other load on the machine meets both."""
    mine, other = [], []
    for _ in range(rounds):
        mine += [clock_afresh(ours) for _ in range(repeats)]
        other.append(clock(theirs))
        mine += [clock_afresh(ours) for _ in range(repeats)]
    return Pair(median(mine), median(other))


# -- whole processes -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Process:
    seconds: float
    peak_mib: float
    lines: list[str]


PEAK = "\nprint(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])\n"


def run_process(code: str, *, compiled_in: str | None = None, counts_in: str = "") -> Process:
    """Run a piece of Python in a new process, from its start to its end; no counts are kept unless it is said
    where.

    The process says its own peak: what `wait4` reports begins with the memory of the process that forked it.
    """
    environment = {**os.environ, "PITBOSS_COUNTS": counts_in}
    if compiled_in:
        environment["NUMBA_CACHE_DIR"] = compiled_in
    command = [sys.executable, "-c", code + PEAK]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    seconds = time.perf_counter() - start
    *lines, peak_kib = done.stdout.splitlines()
    return Process(seconds, int(peak_kib) / 1024, lines)


def new_process(game: str, wager: str, *, runs: int = 3) -> str:
    """The time of a new process, compiled code on disk, that counts and prices one wager of a game."""
    code = (
        "from pitboss.analysis.analysis import analyze\n"
        "from pitboss.rules import load_game\n"
        f"analyze(load_game({game!r}), {wager!r}).house_advantage"
    )
    return format_time(median(run_process(code).seconds for _ in range(runs)))


# -- where and when --------------------------------------------------------------------------------

REPORT = ROOT / "docs" / "measurements.md"


def describe_machine(load_before: float) -> str:
    """Date, processor, memory, versions and how busy the machine was, in a sentence."""
    processor = read_field("/proc/cpuinfo", "model name") or platform.machine()
    kib = read_field("/proc/meminfo", "MemTotal").removesuffix("kB")
    memory = f", {round(int(kib) / 1024**2)} GiB" if kib else ""
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}, NumPy {np.__version__}"
    load = f"load average {load_before:.1f} before and {load_now():.1f} after"
    return f"Measured {date.today()}: {processor}, {os.cpu_count()} cores{memory}, {versions}; {load}."


def load_now() -> float:
    """Processes that wanted to run over the last minute; what is measured here adds one, sometimes two."""
    return os.getloadavg()[0]


def read_field(path: str, name: str) -> str:
    """A field of one of the system's files, empty where there is none."""
    file = Path(path)
    lines = file.read_text().splitlines() if file.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def write_between(name: str, text: str) -> None:
    """Replace what stands between two markers of the report."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = REPORT.read_text("utf-8").partition(begin)
    _, also_found, after = rest.partition(end)
    if not (found and also_found):
        raise SystemExit(f"{REPORT.name} lacks the markers {begin} and {end}")
    REPORT.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")

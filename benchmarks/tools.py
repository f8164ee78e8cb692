"""Why Numba: one counting loop, all 2,598,960 five-card hands by category, in four ways.

`python -m benchmarks.tools` measures; `--write` puts the table into docs/measurements.md.
"""

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable
from math import comb
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numba as nb
import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import (
    clock,
    describe_machine,
    format_table,
    format_time,
    load_now,
    progress,
    run_process,
    write_between,
)

Ints = NDArray[np.int64]
KINDS = 9
"""High card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush."""


def count_hands(ways):
    """The loop. Python runs it as it stands, Numba compiles the same source."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        x, y, z, v, w = (
                            1 << (a >> 2),
                            1 << (b >> 2),
                            1 << (c >> 2),
                            1 << (d >> 2),
                            1 << (e >> 2),
                        )
                        once = x | y | z | v | w
                        twice = (x & y) | ((x | y) & z) | ((x | y | z) & v) | ((x | y | z | v) & w)
                        many = x + y + z + v + w - once
                        if not twice:
                            suited = (
                                (a ^ b) & 3 == 0
                                and (b ^ c) & 3 == 0
                                and (c ^ d) & 3 == 0
                                and (d ^ e) & 3 == 0
                            )
                            run = once // (once & -once) == 31 or once == 4111
                            kind = (8 if suited else 4) if run else (5 if suited else 0)
                        elif twice & (twice - 1):
                            kind = 6 if many != twice else 2
                        elif many == twice:
                            kind = 1
                        else:
                            kind = 3 if many == 2 * twice else 7
                        ways[kind] += 1


compiled = nb.njit(cache=True)(count_hands)


def count_arrays() -> Ints:
    """The same with NumPy: every step over arrays of all hands at once."""
    cards = all_hands()
    ranks, suits = 1 << (cards >> 2), cards & 3
    once, twice = np.zeros(cards.shape[1], np.int64), np.zeros(cards.shape[1], np.int64)
    for rank in ranks:
        twice |= once & rank
        once |= rank
    many = ranks.sum(axis=0) - once
    suited = (suits == suits[0]).all(axis=0)
    run = (once // (once & -once) == 31) | (once == 4111)
    two = twice & (twice - 1) != 0
    unpaired = np.where(run, np.where(suited, 8, 4), np.where(suited, 5, 0))
    pairs = np.where(two, np.where(many != twice, 6, 2), np.where(many == twice, 1, 3))
    pairs = np.where(~two & (many > 2 * twice), 7, pairs)
    return np.bincount(np.where(twice == 0, unpaired, pairs), minlength=KINDS)


def all_hands() -> Ints:
    """Every five cards of the deck, one column each, grown a card at a time."""
    hands = np.arange(52)[None, :]
    for _ in range(4):
        lowest = hands[-1]
        starts = np.repeat(np.cumsum(lowest) - lowest, lowest)
        card = np.arange(lowest.sum()) - starts
        hands = np.vstack([np.repeat(hands, lowest, axis=1), card])
    return hands


C_LOOP = """
void count_hands(long long *ways) {
  for (long a = 0; a < 52; a++) for (long b = 0; b < a; b++) for (long c = 0; c < b; c++)
  for (long d = 0; d < c; d++) for (long e = 0; e < d; e++) {
    long x = 1L << (a >> 2), y = 1L << (b >> 2), z = 1L << (c >> 2), v = 1L << (d >> 2), w = 1L << (e >> 2);
    long once = x | y | z | v | w;
    long twice = (x & y) | ((x | y) & z) | ((x | y | z) & v) | ((x | y | z | v) & w);
    long many = x + y + z + v + w - once;
    int kind;
    if (!twice) {
      int suited = !((a ^ b) & 3) && !((b ^ c) & 3) && !((c ^ d) & 3) && !((d ^ e) & 3);
      int run = once / (once & -once) == 31 || once == 4111;
      kind = run ? (suited ? 8 : 4) : (suited ? 5 : 0);
    } else if (twice & (twice - 1)) kind = many != twice ? 6 : 2;
    else if (many == twice) kind = 1;
    else kind = many == 2 * twice ? 3 : 7;
    ways[kind]++;
  }
}
"""


def build_c(folder: str) -> tuple[Callable[[], Ints], float] | None:
    """The loop in C and how long building it took, if this machine has a compiler."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    source, library = Path(folder, "loop.c"), Path(folder, "loop.so")
    source.write_text(C_LOOP)
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
    seconds = clock(lambda: subprocess.run(command, check=True))
    loop = ctypes.CDLL(str(library)).count_hands
    return lambda: filled(lambda ways: loop(ways.ctypes.data_as(ctypes.c_void_p))), seconds


def filled(loop: Callable[[Ints], object]) -> Ints:
    ways = np.zeros(KINDS, np.int64)
    loop(ways)
    return ways


def first_call(folder: str) -> float:
    """Seconds from a decorated function to its first answer in a new process."""
    code = (
        "import time\nimport numpy as np\nfrom benchmarks.tools import compiled\n"
        "start = time.perf_counter()\ncompiled(np.zeros(9, np.int64))\nprint(time.perf_counter() - start)"
    )
    return float(run_process(code, compiled_in=folder).lines[-1])


ROUNDS = 3


def measure() -> list[tuple[str, ...]]:
    with TemporaryDirectory() as folder:
        progress("tools: compiling")
        cold = first_call(folder)
        warm = median(first_call(folder) for _ in range(ROUNDS))
        loops: dict[str, Callable[[], Ints]] = {
            "Numba": lambda: filled(compiled),
            "NumPy": count_arrays,
            "pure Python": lambda: filled(count_hands),
        }
        first = {"Numba": format_time(cold)}
        if built := build_c(folder):
            loops["C, cc -O3"], seconds = built
            first["C, cc -O3"] = f"{format_time(seconds)}, with a compiler"
        times = take_turns(loops)
    rows = [("tool", "time", "times Numba's", "first call, nothing compiled", "first call, new process")]
    for name in sorted(times, key=times.__getitem__):
        ratio = f"{times[name] / times['Numba']:.1f}"
        later = format_time(warm) if name == "Numba" else "-"
        rows.append((name, format_time(times[name]), ratio, first.get(name, "-"), later))
    return rows


def take_turns(loops: dict[str, Callable[[], Ints]]) -> dict[str, float]:
    """Median times; every loop must count the same."""
    expected = filled(compiled)
    assert expected.sum() == comb(52, 5)
    times: dict[str, list[float]] = {name: [] for name in loops}
    for number in range(ROUNDS):
        for name, loop in loops.items():
            progress(f"tools: {name}, {number + 1} of {ROUNDS}")
            found: list[Ints] = []
            times[name].append(clock(lambda loop=loop, found=found: found.append(loop())))
            assert (found[0] == expected).all(), f"{name} counts otherwise"
    progress("")
    return {name: median(seconds) for name, seconds in times.items()}


def main() -> None:
    load = load_now()
    table = format_table(measure())
    print(table)
    if "--write" in sys.argv[1:]:
        write_between("tools", f"{describe_machine(load)}\n\n{table}")


if __name__ == "__main__":
    main()

"""`python -m benchmarks`: measure, compare, judge; `--write` puts the table into docs/measurements.md."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.audit import audit
from benchmarks.coin_in import coin_in
from benchmarks.designing import designing
from benchmarks.family import family
from benchmarks.floor_day import floor_day
from benchmarks.floor_load import floor_load
from benchmarks.game import (
    caribbean_stud,
    mississippi_stud,
    six_card_bonus,
    three_card_draw,
    three_card_poker,
)
from benchmarks.holdem import ultimate_texas_holdem
from benchmarks.live import live
from benchmarks.long_hands import long_hands
from benchmarks.measure import (
    Line,
    describe_machine,
    format_lines,
    format_time,
    load_now,
    progress,
    write_between,
)
from benchmarks.papers import papers
from benchmarks.pricing import pricing
from benchmarks.room_size import room_restart, room_size
from benchmarks.sign_in_flood import sign_in_flood
from benchmarks.simulation import simulation
from benchmarks.verify import verify

WORKS: dict[str, Callable[..., Iterator[Line]]] = {
    "three_card_poker": three_card_poker,
    "six_card_bonus": six_card_bonus,
    "three_card_draw": three_card_draw,
    "mississippi_stud": mississippi_stud,
    "caribbean_stud": caribbean_stud,
    "ultimate_texas_holdem": ultimate_texas_holdem,
    "family": family,
    "long_hands": long_hands,
    "pricing": pricing,
    "design": designing,
    "audit": audit,
    "live": live,
    "coin_in": coin_in,
    "floor": floor_load,
    "floor_day": floor_day,
    "verify": verify,
    "papers": papers,
    "simulation": simulation,
    "room_size": room_size,
    "room_restart": room_restart,
    "sign_in_flood": sign_in_flood,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", choices=WORKS, action="append", help="only this work; may be repeated")
    parser.add_argument("--full", action="store_true", help="deal all of Caribbean Stud: minutes")
    parser.add_argument("--write", action="store_true", help="put the table into docs/measurements.md")
    asked = parser.parse_args()
    if asked.write and asked.only:
        parser.error("--write wants the whole table: leave --only out")
    start, load = time.perf_counter(), load_now()
    lines: list[Line] = []
    for name in asked.only or WORKS:
        progress(f"{name}: compiling, comparing and measuring")
        lines += WORKS[name](full=asked.full)
    progress("")
    table, machine = format_lines(lines), describe_machine(load)
    print(table)
    print(f"\n{machine}\nBoth sides gave the same exact results.")
    print(f"Took {format_time(time.perf_counter() - start)}.")
    if asked.write:
        write_between("measured", f"{machine}\n\n{table}")
    return 1 if any(line.passed is False for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())

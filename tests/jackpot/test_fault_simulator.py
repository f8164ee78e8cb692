"""Whatever fails, nothing is lost and nothing counted twice: floors that crash, from seeds.

One floor in twenty has its journal in SQLite on a disk that tears. A seed that fails is played again with

    python tests/jackpot/test_fault_simulator.py --seed SEED
"""

import argparse
import os
import sys
import time
from pathlib import Path
from unittest.mock import patch

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from floor_law import check_dealers, check_floor, check_keypads
from keypad_simulator import KeypadSimulation
from simulator import Simulation

from pitboss.base.error import PitbossError
from pitboss.storage import sqlite
from torn_disk import torn_disks

TORN_ONE_IN = 20


def run(seed, kind=Simulation, **terms):
    """One floor to its end, with checkpoints as often as a short life allows; the laws are checked."""
    try:
        if terms.pop("torn", seed % TORN_ONE_IN == 0):
            with torn_disks() as layer:
                return finish(kind, seed, layer=layer, **terms)
        return finish(kind, seed, **terms)
    except BaseException as problem:
        keypads = " --keypads" if kind is KeypadSimulation else ""
        problem.add_note(
            f"again: python tests/jackpot/test_fault_simulator.py --seed {seed}{keypads}, with {terms}"
        )
        raise


def finish(kind, seed, **terms):
    with patch("pitboss.house.page.CHECKPOINT_EVERY", 10 + seed % 7):
        simulation = kind(seed, **terms)
        try:
            simulation.run()
            check_floor(simulation.store, simulation.manager.floor, simulation.terms)
            if kind is KeypadSimulation:
                check_keypads(simulation.store, simulation.tables)
            else:
                check_dealers(simulation.store, simulation.dealers)
            simulation.journal = simulation.store.journal
        finally:
            simulation.store.close()
    return simulation


@pytest.mark.parametrize("seed", range(60))
def test_a_failing_floor_loses_nothing_and_counts_nothing_twice(seed):
    run(seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_floor_on_a_disk_that_tears_loses_nothing_and_counts_nothing_twice(seed):
    run(seed, torn=True, failure_rate=0.3)


@pytest.mark.parametrize("torn", [True, False])
def test_the_failures_really_happen_and_a_seed_repeats_them(torn):
    one, again = run(7, failure_rate=0.4, torn=torn), run(7, failure_rate=0.4, torn=torn)
    assert one.store.cuts > 3
    assert one.store.cuts == again.store.cuts
    assert [entry.hash for entry in one.journal] == [entry.hash for entry in again.journal]


def run_torn(seeds):
    for seed in seeds:
        run(seed, torn=True, failure_rate=0.3)


@pytest.mark.parametrize("mode", ["OFF", "NORMAL"])
def test_a_store_that_does_not_synchronise_every_commit_is_found_out(mode, monkeypatch):
    """The disk has teeth: with less than full synchronisation what was answered is lost."""
    connect = sqlite.connect

    def connect_carelessly(path):
        connection = connect(path)
        connection.execute(f"PRAGMA synchronous = {mode}")
        return connection

    monkeypatch.setattr(sqlite, "connect", connect_carelessly)
    with pytest.raises((AssertionError, PitbossError, LookupError)):
        run_torn(range(5))


def test_without_failures_every_request_of_the_plan_is_answered():
    simulation = run(3, failure_rate=0.0)
    assert any(entry.draft.kind == "win posted" for entry in simulation.journal)
    assert simulation.store.cuts == 0


@pytest.mark.parametrize("seed", range(40))
def test_keypads_on_a_failing_floor_lose_nothing_and_every_round_comes_to_its_end(seed):
    run(seed, KeypadSimulation)


def test_keypads_see_everything_that_can_happen():
    """The presses are no idle ones: together the floors above have all kinds of entries, and cuts."""
    floors = [run(seed, KeypadSimulation) for seed in range(40)]
    kinds = {entry.draft.kind for floor in floors for entry in floor.journal}
    assert {"coin in", "win posted", "win settled", "void", "game over", "checkpoint"} <= kinds
    assert any(getattr(entry.draft.fact, "envy", ()) for floor in floors for entry in floor.journal)
    assert sum(floor.store.cuts for floor in floors) > 40


@pytest.mark.slow
@pytest.mark.parametrize("thousand", range(2))
@pytest.mark.parametrize(("kind", "terms"), [(Simulation, {"rounds": 3}), (KeypadSimulation, {})])
def test_thousands_of_floors(thousand, kind, terms):
    """Tens of thousands of whole rooms fail in tests/house/test_room_simulator.py."""
    for seed in range(1_000 * thousand, 1_000 * (thousand + 1)):
        run(seed, kind, **terms)


# -- by hand ---------------------------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description="Play floors that fail; --seed plays one again.")
    parser.add_argument("--seed", type=int, help="this floor only")
    parser.add_argument("--seeds", type=int, default=10_000, help="so many, from 0")
    parser.add_argument("--rounds", type=int, default=3, help="of each table")
    parser.add_argument("--keypads", action="store_true", help="tables with real controllers")
    asked = parser.parse_args()
    start, cuts, entries = time.perf_counter(), 0, 0
    seeds = range(asked.seeds) if asked.seed is None else [asked.seed]
    for seed in seeds:
        if asked.keypads:
            simulation = run(seed, KeypadSimulation)
        else:
            simulation = run(seed, rounds=asked.rounds)
        cuts += simulation.store.cuts
        entries += len(simulation.journal)
    seconds = time.perf_counter() - start
    torn = sum(seed % TORN_ONE_IN == 0 for seed in seeds)
    print(
        f"{len(seeds)} floors ({torn} on a torn disk), {entries} entries, {cuts} power cuts: all laws hold. "
        f"{seconds:.0f} s, {len(seeds) / seconds:.0f} floors a second, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()

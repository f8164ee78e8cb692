"""Turns and places, on every store: who decides in his turn decides about what is there."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_sqlite import NoCommit
from writing import chained, coin_in, make_journal, with_changes

from pitboss.ledger.store import Checkpoint, MovedOnError, SeenBeforeError, StoreError, UnsureError
from pitboss.ledger.verify import verify
from pitboss.storage.backup import journal_of

PLACES = ("T1", "T2", "", "T1#")
JOURNAL = make_journal(40, places=PLACES)
STOPPED = Path(__file__).with_name("stopped_turn.py")
SEARCHED = (
    str(STOPPED.parents[1]),
    str(STOPPED.parent),
    *filter(None, [os.environ.get("PYTHONPATH")]),
)
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(SEARCHED)}


def write_in_turns(store, name, count):
    """Read the last entry and follow it, time and again: in a turn nobody comes between."""
    for number in range(count):
        with store.turn() as last:
            before = store.last()
            assert last == ((before.number, before.hash) if before else (0, "0" * 64))
            store.append(list(chained([coin_in(number, id=f"{name} {number}")], after=before)))


@pytest.mark.parametrize("handles", ["own", "shared"])
def test_requirement_47_who_takes_turns_never_meets_that_the_journal_moved_on(place, handles):
    shared = place.open()
    with ThreadPoolExecutor(4) as pool:
        done = [
            pool.submit(write_in_turns, place.open() if handles == "own" else shared, name, 15)
            for name in "abcd"
        ]
        for one in done:
            one.result()
    verdict = verify(shared.entries())
    assert (verdict.entries, verdict.fault) == (60, None)


def test_a_turn_and_a_batch_without_one_do_not_stop_each_other(place):
    """Who writes without a turn waits for the end of it, and is told that the journal has moved on."""
    one, other = place.open(), place.open()
    one.append(JOURNAL[:4])
    with ThreadPoolExecutor(1) as pool:
        with one.turn():
            late = pool.submit(other.append, make_journal(1, after=JOURNAL[3], name="late"))
            time.sleep(0.2)
            one.append(JOURNAL[4:6])
        with pytest.raises(MovedOnError):
            late.result()
    assert list(other.entries()) == JOURNAL[:6]


def test_a_turn_without_a_batch_writes_nothing(place):
    store = place.open()
    store.append(JOURNAL[:4])
    with store.turn() as last:
        assert last == (4, JOURNAL[3].hash)
    assert list(store.entries()) == JOURNAL[:4]
    assert store.head() == (4, JOURNAL[3].hash)
    place.open().append(JOURNAL[4:6])


def test_several_batches_of_a_turn_are_one(place):
    store, other = place.open(), place.open()
    with store.turn():
        store.append(JOURNAL[:2])
        if place.kind != "memory":
            assert other.last() is None
        store.append(JOURNAL[2:4], Checkpoint(3, JOURNAL[2].hash, "{}"))
    assert list(other.entries()) == JOURNAL[:4]
    assert other.checkpoint().number == 3


def fail_in_turn(store):
    with store.turn():
        store.append(JOURNAL[4:6], Checkpoint(5, JOURNAL[4].hash, "{}"))
        raise ZeroDivisionError


def test_a_problem_in_a_turn_takes_all_of_it_back(place):
    store = place.open()
    store.append(JOURNAL[:4])
    with pytest.raises(ZeroDivisionError):
        fail_in_turn(store)
    assert list(store.entries()) == JOURNAL[:4]
    assert (store.head(), store.checkpoint()) == ((4, JOURNAL[3].hash), None)
    assert store.find(JOURNAL[4].id) is None
    with store.turn():
        store.append(JOURNAL[4:6])
    assert list(place.open().entries()) == JOURNAL[:6]
    assert journal_of(store).audit().fault is None


def test_a_batch_that_is_refused_in_a_turn_leaves_nothing_and_the_turn_goes_on(place):
    store = place.open()
    store.append(JOURNAL[:4])
    with store.turn():
        store.append(JOURNAL[4:6])
        known = [*JOURNAL[6:8], *chained([coin_in(1)], after=JOURNAL[7])]
        with pytest.raises(SeenBeforeError):
            store.append(known)
        with pytest.raises(MovedOnError):
            store.append(JOURNAL[4:6])
        store.append(JOURNAL[6:9])
    assert list(place.open().entries()) == JOURNAL[:9]
    assert journal_of(store).audit().fault is None


def test_a_closed_store_gives_no_turn(place):
    store = place.open()
    store.close()
    with pytest.raises(StoreError, match="this journal was closed"), store.turn():
        pass


def test_a_process_that_stops_in_its_turn_loses_it(make_place):
    """Others go on within seconds, and what it wanted to write is not there."""
    place = make_place("postgres")
    store = place.open()
    store.append(JOURNAL[:4])
    command = [sys.executable, str(STOPPED), place.url]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        assert process.stdout.readline() == "in its turn\n"
        begin = time.monotonic()
        with store.turn() as last:
            waited = time.monotonic() - begin
            assert last == (4, JOURNAL[3].hash)
            store.append(JOURNAL[4:6])
        assert waited < 8
        os.kill(process.pid, signal.SIGCONT)
        told, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    assert told.splitlines()[0].startswith(("UnsureError", "StoreError"))
    assert told.splitlines()[1] == "None"
    assert list(store.entries()) == JOURNAL[:6]


def test_a_turn_that_the_disk_does_not_confirm_is_unsure_and_nothing_is_there(make_place):
    place = make_place("sqlite")
    store = place.open()
    store.append(JOURNAL[:3])
    sound = store._writer
    store._writer = sqlite3.connect(place.url, isolation_level=None, factory=NoCommit)
    with (
        pytest.raises(UnsureError, match=r"did not confirm the write .*: read the journal again"),
        store.turn(),
    ):
        store.append(JOURNAL[3:5])
    store._writer.close()
    store._writer = sound
    assert list(place.open().entries()) == JOURNAL[:3]
    assert store.anchor.last_mark().number == 3, "the anchor never leads"
    with store.turn():
        store.append(JOURNAL[3:5])


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place_name", ["T1", "T2", "T1#", "T3", "t1", "", "T", "%", "\0", "\ud800"])
def test_the_entries_of_a_place_are_read_in_order(place, place_name):
    store = place.open()
    store.append(JOURNAL[:25])
    store.append(JOURNAL[25:])
    own = [entry for entry in JOURNAL if entry.place == place_name and place_name]
    for after in (0, 1, 20, 40):
        found = list(store.entries_of(place_name, after))
        assert [(one.number, one.id, one.body) for one in found] == [
            (one.number, one.id, one.body) for one in own if one.number > after
        ]
    assert store.last_of(place_name) == (own[-1] if own else None)


def test_an_entry_without_a_place_is_of_none(place):
    store = place.open()
    store.append(JOURNAL)
    assert [entry.place for entry in store.entries()] == [entry.place for entry in JOURNAL]
    assert store.find(JOURNAL[1].id).place == ""
    assert store.find(JOURNAL[2].id).place == "T1#"


@pytest.mark.parametrize("told", ["T1", "T9", ""])
def test_a_batch_whose_texts_are_of_other_places_is_refused(place, told):
    store = place.open()
    entry = make_journal(1, places=("T2",))[0]
    with pytest.raises(StoreError, match="its text is of another place"):
        store.append([with_changes(entry, place=told)])
    assert store.last() is None

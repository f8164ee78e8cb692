"""Servers are killed, the database is restarted and the disk is full while a room plays: nothing that was
answered is lost, nothing is done twice, and no table stands still.
"""

import os
import random
import subprocess
import time
from contextlib import contextmanager, suppress

import pytest
from faulty_room import HAPPENINGS, SEATS, FaultyRoom

from postgresql import fresh_schema, running_server, start, stop_at_once

KILLS, QUICK_KILLS, DATABASE_RESTARTS, FILLINGS = 100, 5, 20, 5
PLAY_SECONDS = (0.02, 0.3)
PRESSES, MANY_PRESSES = (2, 16), (20, 60)
"""Answered between two kills, and where less is broken."""
MOST_GAP_SECONDS = 3.0
USUAL_SECONDS = 0.5
"""Until a press was answered at every table; on a machine that needs longer a gap may be longer, too."""
DISK_MIB, FULL_SECONDS = 24, 1.0
BLOCK = b"\0" * 4096


@pytest.fixture(scope="module")
def postgres():
    with running_server() as server:
        yield server


@contextmanager
def playing(database, folder, *, is_long=True, **more):
    """A room in which everybody plays; in the end all laws are held against its book.

    While things are broken everything that moves money must have happened, or the laws would hold of little;
    a short run comes at least to wagers that are counted.
    """
    room = FaultyRoom(database, folder, **more)
    try:
        yield room
        room.finish()
        room.check_same_everywhere()
        room.nursery.close()
        counts = room.check_book()
        assert counts.rounds >= 2 * len(SEATS)
        progress(f"{room.pressed()} presses were answered, {counts}")
        progress(f"while things were broken: {dict(room.happened)}")
        missing = [kind for kind in (HAPPENINGS if is_long else HAPPENINGS[:1]) if not room.happened[kind]]
        assert not missing, f"there was none of {missing}: {dict(room.happened)}"
    finally:
        room.close()


def kill_now_and_then(room, kills, seed):
    chance = random.Random(seed)
    for number in range(kills):
        room.let_them_press(chance.randint(*PRESSES))
        time.sleep(chance.uniform(*PLAY_SECONDS))
        room.let_everybody_be_served()
        room.check_alive()
        server = chance.choice(room.servers)
        server.kill()
        if len(room.servers) > 1:
            time.sleep(chance.uniform(*PLAY_SECONDS))
        server.start()
        progress(f"kill {number + 1}")


def progress(words):
    if path := os.environ.get("PITBOSS_PROGRESS"):
        with open(path, "a") as file:
            file.write(f"{time.strftime('%X')} {words}\n")


def test_a_few_kills_lose_and_double_nothing(tmp_path):
    with playing(str(tmp_path / "room.db"), tmp_path, is_long=False) as room:
        kill_now_and_then(room, QUICK_KILLS, seed=1)


@pytest.mark.slow
@pytest.mark.waits
def test_a_server_on_sqlite_that_is_killed_and_started_again_loses_and_doubles_nothing(tmp_path):
    with playing(str(tmp_path / "room.db"), tmp_path) as room:
        kill_now_and_then(room, KILLS, seed=2)


@pytest.mark.slow
@pytest.mark.waits
def test_either_of_two_servers_is_killed_and_the_other_plays_on(postgres, tmp_path):
    with playing(fresh_schema(postgres), tmp_path, servers=2) as room:
        kill_now_and_then(room, KILLS, seed=3)


@pytest.mark.slow
@pytest.mark.waits
def test_tables_go_on_within_seconds_after_the_database_came_back(postgres, tmp_path, record_property):
    chance, gaps, real = random.Random(4), [], []
    with playing(fresh_schema(postgres), tmp_path, servers=2) as room:
        for number in range(DATABASE_RESTARTS):
            room.let_them_press(chance.randint(*MANY_PRESSES))
            time.sleep(chance.uniform(0.3, 0.8))
            pace = time_of_a_press(room)
            real.append(restart_database(room, postgres))
            gaps.append(real[-1] / max(1.0, pace / USUAL_SECONDS))
            progress(f"restart {number + 1}: {real[-1]:.2f} s, and {pace:.2f} s a press before")
    longest = f"the longest gap was {max(real):.2f} s, {max(gaps):.2f} s at the usual pace"
    progress(longest)
    record_property("longest gap", longest)
    print(longest)
    assert max(gaps) < MOST_GAP_SECONDS, f"{longest}: {sorted(gaps)}"


def time_of_a_press(room):
    """How long it takes until a press was answered at every table, while nothing fails."""
    begun = time.monotonic()
    room.wait_for(lambda: min(room.done.values()) > begun, "a table stands still")
    return time.monotonic() - begun


def restart_database(room, postgres):
    """How long after it came back the last of the tables went on."""
    stop_at_once(postgres)
    time.sleep(0.3)
    start(postgres)
    back = time.monotonic()
    room.wait_for(lambda: min(room.done.values()) > back, "a table stands still")
    return time.monotonic() - back


# -- a full disk -----------------------------------------------------------------------------------


@contextmanager
def small_disk(folder):
    disk = folder / "disk"
    disk.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "tmpfs", str(disk)]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        pytest.skip(f"a small disk cannot be mounted here: {problem}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(ballast):
    """Write until nothing more fits."""
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        while True:
            file.write(BLOCK)


@pytest.mark.slow
@pytest.mark.waits
def test_a_full_disk_stops_play_and_nothing_else(tmp_path):
    """What was answered meanwhile is in the book; when there is room again, play goes on by itself."""
    with small_disk(tmp_path) as disk, playing(str(disk / "room.db"), tmp_path) as room:
        ballast, stood_still = disk / "ballast", 0
        for number in range(FILLINGS):
            room.let_them_press(2 * MANY_PRESSES[1])
            fill(ballast)
            stood_still += wait_until_still(room, FULL_SECONDS)
            ballast.unlink()
            freed = time.monotonic()
            room.wait_for(lambda since=freed: min(room.done.values()) > since, "play does not go on")
            progress(f"full {number + 1}: still {stood_still}, on after {time.monotonic() - freed:.2f} s")
        assert stood_still, "the disk was never full"


def wait_until_still(room, seconds):
    """Whether nobody was answered any more after a while."""
    until = time.monotonic() + 2 * seconds
    time.sleep(seconds)
    middle = time.monotonic()
    time.sleep(until - middle)
    return max(room.done.values()) < middle

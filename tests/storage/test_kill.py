"""Requirement 47: pull the plug at any instruction. What was acknowledged is there, and nothing is half."""

import random
import signal
from contextlib import closing
from pathlib import Path

import pytest
from writing import make_journal

from nursery import Nursery
from pitboss.storage.address import open_store
from pitboss.storage.backup import journal_of
from pitboss.storage.sqlite import SqliteStore
from postgresql import running_server, stop_at_once
from torn_disk import Disk, torn_disks

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def appenders():
    """Processes that write until they are killed."""
    nursery = Nursery("appender", str(TESTS), str(TESTS / "storage"))
    yield nursery
    nursery.close()


def kill_after(process, acknowledgements):
    """SIGKILL when that many are in; the last entry that was acknowledged before the end."""
    lines = [process.stdout.readline() for _ in range(acknowledgements)]
    process.kill()
    lines += process.stdout.readlines()
    assert process.wait() == -signal.SIGKILL, "it was alive until it was killed"
    process.close()
    number, hash_ = [line for line in lines if line.endswith("\n")][-1].split()
    return int(number), hash_


def check_survival(url, acknowledged, number):
    """Everything acknowledged is there, the chain is whole, and writing goes on."""
    with closing(open_store(url)) as store:
        found = journal_of(store).audit(expect=acknowledged)
        assert found.fault is None
        assert found.expected == number
        store.append(make_journal(1, after=store.last()))


def kill_often(appenders, url, kills, seed):
    chance = random.Random(seed)
    for kill in range(kills):
        process = appenders.start(url, f"{seed} {kill}")
        number, hash_ = kill_after(process, chance.randint(1, 60))
        check_survival(url, hash_, number)


def test_requirement_47_a_killed_writer_loses_nothing_that_it_acknowledged(appenders, database):
    kill_often(appenders, database.url, kills=2, seed=47)


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.parametrize("seed", range(4))
def test_requirement_47_many_kills_of_the_writer(appenders, database, seed):
    kill_often(appenders, database.url, kills=25, seed=seed)


@pytest.mark.slow
@pytest.mark.waits
def test_requirement_47_a_server_that_is_killed_under_load_loses_nothing_that_it_acknowledged(appenders):
    chance = random.Random(48)
    with running_server() as server:
        for kill in range(10):
            process = appenders.start(server.get_uri(), str(kill))
            lines = [process.stdout.readline() for _ in range(chance.randint(1, 60))]
            stop_at_once(server)
            lines += process.stdout.readlines()
            assert process.wait() != 0, "the writer says that it lost the server"
            process.close()
            server.ensure_postgres_running()
            number, hash_ = lines[-1].split()
            check_survival(server.get_uri(), hash_, int(number))


# -- a disk that loses and tears what was not synchronised -------------------------------------------------


def cut_power(folder, seed, *, before, after, at):
    """Write one batch, then another and close, with the power going at an operation of the disk.

    The picture that is left, or None if there are not so many operations, and the entries of both batches.
    """
    with torn_disks() as layer:
        disk = layer.disks[str(folder)] = Disk(folder, random.Random(seed))
        store = SqliteStore(folder / "journal.db")
        first = make_journal(before)
        store.append(first)
        second = make_journal(after, after=first[-1])
        disk.crash_after(at)
        store.append(second)
        is_acknowledged = disk.picture is None
        store.close()
        del layer.disks[str(folder)]
    return disk.picture, [*first, *(second if is_acknowledged else ())], [*first, *second]


@pytest.mark.parametrize("after", [1, 2, 40, 1_500])
def test_req_47_the_power_goes_at_every_operation_of_the_disk(tmp_path, after):
    """From the first write of a batch to the end of closing, when SQLite moves its log into the file."""
    cuts = 0
    for seed, at in enumerate(every_operation(after)):
        folder = tmp_path / f"before {seed}"
        folder.mkdir()
        left, acknowledged, written = cut_power(folder, seed, before=3, after=after, at=at)
        if left is None:
            break
        cuts += 1
        again = tmp_path / f"after {seed}"
        again.mkdir()
        for name, data in left.items():
            (again / name).write_bytes(data)
        check_survival(f"{again}/journal.db", acknowledged[-1].hash, acknowledged[-1].number)
        with closing(open_store(f"{again}/journal.db")) as store:
            found = [entry.hash for entry in store.entries()][:-1]  # one was added to see that it can be
        assert found in ([one.hash for one in acknowledged], [one.hash for one in written])
    assert cuts > 10


def every_operation(after):
    """One after another; of a large batch a seeded choice, up to the end."""
    if after < 100:
        yield from range(1, 10_000)
    yield from sorted(random.Random(after).sample(range(1, 700), 40))
    yield 100_000

"""Whatever fails, the room's book is whole: tables, keypads, meters and chips of two servers, from seeds.

A book in memory stands for a server's: it restarts, leaves commits unanswered, and others write to it. One
room in ten has its book in SQLite on a disk that tears; in the soak some have it in PostgreSQL. A seed that
fails is played again with

    python tests/house/test_room_simulator.py --seed SEED [--torn | --postgres URL]
"""

import argparse
import os
import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))

import pytest
from room_simulator import TABLES, RiggedRandomness, RoomSimulation, read_book, seen

from pitboss.house.reconciliation import reconcile_book
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.ledger.verify import verify
from pitboss.storage.address import open_store
from postgresql import fresh_schema
from torn_disk import torn_disks

FEW, ON_A_SERVER, MANY = 200, 300, 10_000
URL = "postgresql://..."
TORN_ONE_IN = 10
LENGTHS = (6, 9, 12, 16, 6, 9, 12, 60)
"""Presses until the room is brought to its end."""


def run(seed, *, torn=False, database=None):
    """One room to its end; all laws are checked."""
    try:
        with (
            patch("pitboss.house.page.CHECKPOINT_EVERY", 20 + seed % 7),
            patch("pitboss.house.room.hosted.STAND_EVERY", 8 + seed % 5),
            patch("pitboss.house.manager.ALONE_AFTER", 1 + seed % 3 * 2),
            patch("pitboss.house.room.opening.SystemRandomness", RiggedRandomness),
            patch("pitboss.house.room.locker.os.urandom", Random(seed).randbytes),
        ):
            if torn:
                with torn_disks() as layer:
                    return finish(seed, layer=layer)
            return finish(seed, database=database)
    except BaseException as problem:
        words = " --torn" if torn else f" --postgres {URL}" if database else ""
        problem.add_note(f"again: python tests/house/test_room_simulator.py --seed {seed}{words}")
        raise


def finish(seed, **place):
    simulation = RoomSimulation(seed, steps=LENGTHS[seed % len(LENGTHS)], **place)
    try:
        simulation.run()
        check(simulation)
    finally:
        simulation.store.close()
    return simulation


def check(simulation):
    book = read_book(simulation.store)
    assert verify(book).fault is None
    found = reconcile_book(book)
    assert found.differences == []
    one, other = simulation.servers
    for server in simulation.servers:
        server.manager.read_news()
    fresh = simulation.start()
    assert one.manager.floor.book.balances == other.manager.floor.book.balances
    for table in TABLES:
        assert seen(one.room.open(table)) == seen(other.room.open(table)) == seen(fresh.room.open(table))
    check_chips(simulation, book)


def check_chips(simulation, book):
    """Chips that were answered for were sold once; everybody has cashed out; no pot holds anything."""
    for table in TABLES:
        cage = Account(AccountKind.CAGE, table, "")
        sold = sum(
            transfer.micros
            for entry in book
            for transfer in entry.draft.transfers
            if transfer.source == cage and transfer.reason is Reason.BUY_IN
        )
        calm = sum(entry.body.count("buy_in|") for entry in book if entry.id.startswith(f"{table}#"))
        assert simulation.bought[table] <= sold <= simulation.at_most[table] + calm * 500_000_000
    balances = simulation.servers[0].manager.floor.book.balances
    assert not [account for account in balances if account.kind in (AccountKind.CHIPS, AccountKind.POT)]


@pytest.mark.parametrize("seed", range(FEW))
def test_a_room_that_fails_in_every_way_keeps_all_laws(seed):
    run(seed, torn=seed % TORN_ONE_IN == 0)


def test_the_simulator_gets_to_what_is_rare():
    """Jackpots are confirmed, rounds void, presses lost: otherwise the laws above would hold of little."""
    runs = [run(seed, torn=False) for seed in range(1_007, 1_167, 8)]
    bodies = "".join(entry.body for one in runs for entry in read_book(one.store))
    for kind in (
        '"win posted"',
        '"win settled"',
        '"void"',
        '"envy"',
        '"tray"',
        '"stand"',
        "swap_shuffler",
        "key|",
    ):
        assert kind in bodies, kind
    assert sum(one.presses for one in runs) > 300


@pytest.mark.slow
@pytest.mark.parametrize("torn", [False, True], ids=["memory", "sqlite"])
@pytest.mark.parametrize("first", range(0, MANY, 250))
def test_thousands_of_rooms_keep_all_laws(first, torn):
    for seed in range(20_000 + first, 20_250 + first):
        run(seed, torn=torn)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, ON_A_SERVER, 50))
def test_hundreds_of_rooms_in_postgresql_keep_all_laws(first, server):
    for seed in range(40_000 + first, 40_050 + first):
        run(seed, database=open_store(fresh_schema(server)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--torn", action="store_true")
    parser.add_argument("--postgres", metavar="URL", default="", help="a database with an empty schema")
    given = parser.parse_args()
    database = open_store(given.postgres) if given.postgres else None
    run(given.seed, torn=given.torn, database=database)
    print("all laws hold", os.linesep, end="")

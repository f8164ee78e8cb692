"""An act on its road through the floor and its writer: the process ends, or its sender goes, at any await.

The event loop is turned by hand, one step after another, and the writer's thread works within its step. So
every await of the road is one of the steps at which everything may end.
"""

import asyncio
from concurrent.futures import Executor, Future
from contextlib import suppress
from inspect import CORO_CREATED, getcoroutinestate
from random import Random

import pytest

from house.test_room import TCP, Host, make_room, open_progressive, seen
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.room.row import Actor, Row
from pitboss.jackpot.fact import CoinIn
from pitboss.service.floor import Floor
from pitboss.storage.memory import Shelf
from pitboss.table import command
from pitboss.table.phase import Phase

MOST_STEPS = 60
ID = "the press"


class AtOnce(Executor):
    """Works where it is asked."""

    def submit(self, work, *words, **more):
        future = Future()
        try:
            future.set_result(work(*words, **more))
        except BaseException as problem:
            future.set_exception(problem)
        return future


def wagers_lie():
    """A book in which progressive wagers lie on the felt, and the next act counts them."""
    shelf = Shelf()
    room = make_room(shelf)
    open_progressive(room)
    host, random = Host(room, TCP), Random(5)
    host.sit_down()
    while True:
        asked = host.next_command(random)
        if host.hosted.table.phase is Phase.BETTING and isinstance(asked, command.CallNoMoreBets):
            return shelf
        host.send(asked)


class Process:
    """A server of one room, whose loop goes as far as it is let."""

    def __init__(self, shelf):
        self.loop = asyncio.new_event_loop()
        self.room = make_room(shelf)
        self.floor = Floor(self.room)
        self.floor.writer.thread.shutdown()
        self.floor.writer.thread = AtOnce()
        self.told = []
        self.task = self.loop.create_task(self.press())

    async def press(self):
        async with self.floor.listening("T1", lambda hosted, told: self.told.extend(told)):
            asked = (command.CallNoMoreBets(),)
            actor = Actor("dan", "dealer")
            return await self.floor.do("T1", lambda now: Row(asked, now.table.number), actor, id_=ID)

    def go(self, steps):
        """So many steps, or until all is done; how many there were."""
        for step in range(steps):
            if self.task.done() and self.floor.writer.working is None:
                return step
            self.loop.call_soon(self.loop.stop)
            self.loop.run_forever()
        return steps

    def end(self):
        """Nothing more is done: what waits is gone with the process."""
        for task in filter(None, (self.task, self.floor.writer.working)):
            task._log_destroy_pending = False
            if getcoroutinestate(task.get_coro()) == CORO_CREATED:
                task.get_coro().close()
        self.loop.close()


def check_book(shelf, *, times):
    """The act is there so often, whole each time: its line, its COIN IN, its chips."""
    room = make_room(shelf)
    book = list(room.house.manager.store.entries())
    assert reconcile_book(book).differences == []
    assert [entry.id for entry in book].count(f"T1:{ID}") == times
    assert sum(isinstance(entry.draft.fact, CoinIn) for entry in book) == times
    assert (room.open("T1").table.phase is Phase.BETTING) is (times == 0)


def steps_of_the_road():
    process = Process(wagers_lie())
    steps = process.go(MOST_STEPS)
    process.task.result()
    process.end()
    return steps


STEPS = steps_of_the_road()


def test_the_road_has_several_awaits_and_ends():
    assert 4 < STEPS < MOST_STEPS


@pytest.mark.parametrize("steps", range(STEPS + 1))
def test_a_process_that_ends_at_any_await_leaves_the_act_whole_or_not_there(steps):
    """Nobody was told what is not there; sent again to another process, it is done once."""
    shelf = wagers_lie()
    process = Process(shelf)
    process.go(steps)
    is_told = bool(process.told) or process.task.done()
    process.end()
    book = list(make_room(shelf).house.manager.store.entries())
    is_there = any(entry.id == f"T1:{ID}" for entry in book)
    assert is_there or not is_told
    check_book(shelf, times=int(is_there))
    another = Process(shelf)
    another.go(MOST_STEPS)
    another.task.result()
    another.end()
    check_book(shelf, times=1)


@pytest.mark.parametrize("steps", range(STEPS + 1))
def test_a_sender_who_goes_at_any_await_leaves_a_table_that_is_where_its_book_is(steps):
    """His act is done or not, and whoever comes next finds the table free."""
    shelf = wagers_lie()
    process = Process(shelf)
    process.go(steps)
    process.task.cancel()
    process.go(MOST_STEPS)
    with suppress(asyncio.CancelledError):
        process.task.result()
    process.task = process.loop.create_task(process.press())
    process.go(MOST_STEPS)
    process.task.result()
    assert seen(process.room.open("T1")) == seen(make_room(shelf).open("T1"))
    process.end()
    check_book(shelf, times=1)

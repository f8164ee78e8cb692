"""An act on its road through the floor and its writer: the process ends, or its sender goes, at any await.

The event loop is turned by hand, one step after another, and the writer's thread works within its step. So
every await of the road is one of the steps at which everything may end. Acts of several kinds take it: what
counts wagers, takes a round back, confirms a jackpot, ends a round, and pays chips out.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import cache
from inspect import CORO_CREATED, getcoroutinestate
from typing import NamedTuple
from unittest.mock import patch

import pytest

from house.one_book import PLAN, open_room, set_up
from house.test_room import seen
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.room.row import Actor, Row
from pitboss.jackpot.controller import Button, Press
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinSettled
from pitboss.ledger.entry import Draft
from pitboss.ledger.transfer import Reason
from pitboss.service.floor import Floor
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command
from pitboss.table.phase import Phase
from table.progressive_floor import JACKPOT, NOTHING
from table.room_stand import DAN, GENERATOR, SUE, LiveStack, RoomStand

STEPS, MOST_STEPS = 12, 60
"""Of the longest road, and after which nothing is left to do."""
ID = "the press"


class PressedAct(NamedTuple):
    prepare: Callable[[RoomStand], None]
    """Brings the table to where the act comes next."""
    asked: Callable[[RoomStand], command.Command | Press]
    actor: Actor
    is_trace: Callable[[Draft], bool]
    """Whether an entry is what the act leaves in the book, once."""


def of_kind(kind):
    return lambda draft: isinstance(draft.fact, kind)


def pays_out(draft):
    return any(one.reason is Reason.CASH_OUT for one in draft.transfers)


def come_to_the_end(stand):
    """A jackpot is posted, and everything else is settled."""
    stand.start(JACKPOT)
    stand.run(Phase.CLOSING)


def verify_the_hand(stand):
    """The win is confirmed as soon as the key is turned back."""
    come_to_the_end(stand)
    stand.press(Button.KEY_TO_JACKPOT, SUE)
    stand.press(Button.JACKPOT, SUE)


def confirm_the_win(stand):
    come_to_the_end(stand)
    stand.confirm(3)


ACTS = {
    "COIN IN": PressedAct(
        lambda stand: stand.bet(NOTHING), lambda stand: command.CallNoMoreBets(), DAN, of_kind(CoinIn)
    ),
    "void": PressedAct(
        lambda stand: stand.start(NOTHING),
        lambda stand: command.VoidRound("sue", "a misdeal"),
        SUE,
        of_kind(RoundVoided),
    ),
    "confirm": PressedAct(
        verify_the_hand, lambda stand: Press(Button.KEY_TO_RUN, "sue"), SUE, of_kind(WinSettled)
    ),
    "GAME OVER": PressedAct(confirm_the_win, lambda stand: stand.table.dealers_act(), DAN, of_kind(GameOver)),
    "cash-out": PressedAct(
        lambda stand: stand.play(NOTHING),
        lambda stand: command.CashOut("Ann"),
        Actor("Ann", is_player=True),
        pays_out,
    ),
}


class AtOnce(Executor):
    """Works where it is asked."""

    def submit(self, work, *words, **more):
        future = Future()
        try:
            future.set_result(work(*words, **more))
        except BaseException as problem:
            future.set_exception(problem)
        return future


@cache
def book_before(kind):
    """A book in which the act comes next, and the act."""
    store, stack = MemoryStore(Shelf()), LiveStack()
    with patch(GENERATOR, lambda: stack):
        stand = RoomStand(set_up(store), PLAN, stack)
        ACTS[kind].prepare(stand)
        return list(store.entries()), ACTS[kind].asked(stand)


def shelf_before(kind):
    shelf = Shelf()
    MemoryStore(shelf).append(book_before(kind)[0])
    return shelf


def room_of(shelf):
    return open_room(MemoryStore(shelf))


class Process:
    """A server of one room, whose loop goes as far as it is let."""

    def __init__(self, shelf, kind):
        self.kind = kind
        self.loop = asyncio.new_event_loop()
        self.room = room_of(shelf)
        self.floor = Floor(self.room)
        self.floor.writer.thread.shutdown()
        self.floor.writer.thread = AtOnce()
        self.told = []
        self.task = self.loop.create_task(self.press())

    async def press(self):
        async with self.floor.listening("T1", lambda hosted, told: self.told.extend(told)):
            row = (book_before(self.kind)[1],)
            actor = ACTS[self.kind].actor
            return await self.floor.do("T1", lambda now: Row(row, now.table.number), actor, id_=ID)

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


def traces(kind, shelf):
    """How often the act has left something in the book since it was to come next."""
    book = list(MemoryStore(shelf).entries())
    new = book[len(book_before(kind)[0]) :]
    return sum(ACTS[kind].is_trace(entry.draft) for entry in new)


def check_book(kind, shelf, *, times):
    """The act is there so often, whole each time: its line, its entries, its chips."""
    book = list(room_of(shelf).house.manager.store.entries())
    assert reconcile_book(book).differences == []
    assert [entry.id for entry in book].count(f"T1:{ID}") == times
    assert traces(kind, shelf) == times


@pytest.mark.parametrize("kind", ACTS)
def test_the_road_has_several_awaits_and_ends(kind):
    process = Process(shelf_before(kind), kind)
    assert 4 < process.go(MOST_STEPS) <= STEPS
    process.task.result()
    process.end()


@pytest.mark.parametrize("steps", range(STEPS + 1))
@pytest.mark.parametrize("kind", ACTS)
def test_a_process_that_ends_at_any_await_leaves_the_act_whole_or_not_there(kind, steps):
    """Nobody was told what is not there; sent again to another process, it is done once."""
    shelf = shelf_before(kind)
    process = Process(shelf, kind)
    process.go(steps)
    is_told = bool(process.told) or process.task.done()
    process.end()
    is_there = MemoryStore(shelf).find(f"T1:{ID}") is not None
    assert is_there or not is_told
    check_book(kind, shelf, times=int(is_there))
    another = Process(shelf, kind)
    another.go(MOST_STEPS)
    another.task.result()
    another.end()
    check_book(kind, shelf, times=1)


@pytest.mark.parametrize("steps", range(STEPS + 1))
@pytest.mark.parametrize("kind", ACTS)
def test_a_sender_who_goes_at_any_await_leaves_a_table_that_is_where_its_book_is(kind, steps):
    """His act is done or not, and whoever comes next finds the table free."""
    shelf = shelf_before(kind)
    process = Process(shelf, kind)
    process.go(steps)
    process.task.cancel()
    process.go(MOST_STEPS)
    with suppress(asyncio.CancelledError):
        process.task.result()
    process.task = process.loop.create_task(process.press())
    process.go(MOST_STEPS)
    process.task.result()
    assert seen(process.room.open("T1")) == seen(room_of(shelf).open("T1"))
    process.end()
    check_book(kind, shelf, times=1)

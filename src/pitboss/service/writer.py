"""Hands acts to the one writer: whatever waits while a turn is going on goes into the next.

The writer works in a thread of its own. Between two turns, and only then, tables that others have dealt are
brought up to date: nobody looks at a table while it changes.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

import structlog

from pitboss.house.manager import Act, GameManager
from pitboss.ledger.store import StoreError

LOG = structlog.get_logger("pitboss.service")
PATIENCE_SECONDS = 10.0
"""An act that has waited longer is not carried out: whoever asked has given up, or asks again."""
MOST_IN_A_TURN = 512
GATHER_SECONDS = 0.02
"""Between turns where many act: eight acts in one turn cost a quarter of what they do in eight."""
ENOUGH = 6
"""So many acts wait for no more: a further one would make each of them hardly cheaper."""


Tell = Callable[[object], None]


class WaitingAct(NamedTuple):
    act: Act
    future: "asyncio.Future[object]"
    since: float
    tell: Tell
    """Called in the loop with what the act gave, before anything else is written."""


class Writer:
    def __init__(self, manager: GameManager, after_turn: Callable[[], None]) -> None:
        self.manager = manager
        self.after_turn = after_turn
        self.waiting: list[WaitingAct] = []
        self.working: asyncio.Task[None] | None = None
        self.is_behind = False
        """Somebody else has written to the book."""
        self.next_at = 0.0
        """When the next turn may begin."""
        self.has_enough = asyncio.Event()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="book")

    async def carry_out(self, act: Act, tell: Tell = lambda given: None) -> object:
        """What the act gives once it is durable; raises what it raised."""
        return await self.add(act, tell)

    def add(self, act: Act, tell: Tell = lambda given: None) -> "asyncio.Future[object]":
        """Let the act wait for the next turn, behind what waits already."""
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        future.add_done_callback(forget_problem)
        self.waiting.append(WaitingAct(act, future, monotonic(), tell))
        if len(self.waiting) >= ENOUGH:
            self.has_enough.set()
        self._wake()
        return future

    def follow(self) -> None:
        """Read what somebody else has written, in the next turn."""
        self.is_behind = True
        self._wake()

    def close(self) -> None:
        self.thread.shutdown(wait=True)

    def _wake(self) -> None:
        if self.working is None:
            self.working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Turn after turn. Those of the last one are told while the next is under way: whoever is told holds
        his table until then, so that nothing is done there meanwhile. Where fewer wait than are to be told,
        these come first, for they may ask again, and one commit for all costs little more than one for some.
        """
        told: list[tuple[WaitingAct, object]] = []
        try:
            while self.waiting or self.is_behind or told:
                if len(self.waiting) < len(told):
                    answer_all(told)
                    told = []
                    await asyncio.sleep(0)
                    continue
                if not told:
                    await self._gather()
                batch, self.waiting = self.waiting[:MOST_IN_A_TURN], self.waiting[MOST_IN_A_TURN:]
                turn = self._begin_turn(batch) if batch or self.is_behind else None
                answer_all(told)
                told = await self._end_turn(batch, turn) if turn else []
        finally:
            self.working = None
            answer_all(told)

    async def _gather(self) -> None:
        """Let acts wait for each other; where the last turn had only one, nobody is waited for."""
        early = self.next_at - monotonic()
        if early > 0 and len(self.waiting) < ENOUGH:
            self.has_enough.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(early):
                    await self.has_enough.wait()

    def _begin_turn(self, batch: Sequence[WaitingAct]) -> "asyncio.Future[list[object] | None]":
        self.is_behind = False
        now = monotonic()
        late, self.next_at = now - PATIENCE_SECONDS, now + (GATHER_SECONDS if len(batch) > 1 else 0.0)
        acts = [one.act if one.since > late else give_up for one in batch]
        work = (lambda: self.manager.carry_out(acts)) if acts else self.manager.read_news
        return asyncio.get_running_loop().run_in_executor(self.thread, work)

    async def _end_turn(
        self, batch: Sequence[WaitingAct], turn: "asyncio.Future[list[object] | None]"
    ) -> list[tuple[WaitingAct, object]]:
        """What each was given, once it is durable; then what others wrote is followed, between two turns."""
        try:
            given = await turn or []
        except Exception as problem:
            given = [problem] * len(batch)
        self.after_turn()
        return list(zip(batch, given, strict=True))


def give_up(page: object) -> object:
    del page
    raise StoreError("the book could not be reached in time: nothing was done; press again")


def forget_problem(future: "asyncio.Future[object]") -> None:
    """Whoever added an act need not wait for it."""
    if not future.cancelled():
        future.exception()


def answer_all(told: Sequence[tuple[WaitingAct, object]]) -> None:
    for one, given in told:
        answer(one, given)


def answer(one: WaitingAct, given: object) -> None:
    if isinstance(given, Exception):
        if not one.future.done():
            one.future.set_exception(given)
        return
    try:
        one.tell(given)
    except Exception as problem:  # it is durable all the same, and others wait behind it
        LOG.error("could not be told", problem=repr(problem))
    if not one.future.done():
        one.future.set_result(given)

"""The desk where many tables hand in requests: whatever waits is written together."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from pitboss.house.manager import Act, GameManager, Outcome, RequestAnswer, as_outcome
from pitboss.house.page import asking
from pitboss.jackpot.request import Request

MOST_IN_A_BATCH = 512
GATHER_SECONDS = 0.0003
"""How long those who were just answered are waited for, and again as long as they keep coming: one commit for
all tables costs little more than one for half of them."""
MOST_GATHERS = 10


class AwaitedOutcomes:
    """What becomes of requests, for the one who waits for it: a future that costs two locks and no more.

    Of what a table waits for besides the disk, the futures of the library were a tenth.
    """

    def __init__(self) -> None:
        self._outcomes: list[Outcome] = []
        self._problem: BaseException | None = None
        self._taken, self._told = Lock(), Lock()
        self._told.acquire()

    def result(self, timeout: float = -1) -> list[Outcome]:
        """The outcome of each, in order; raises what kept all of them from being carried out."""
        if not self._told.acquire(timeout=timeout):
            raise TimeoutError
        self._told.release()
        if self._problem:
            raise self._problem
        return self._outcomes

    def cancel(self) -> bool:
        """Give up waiting; false if it is too late for that."""
        is_first = self.take()
        if is_first:
            self.refuse(CancelledError())
        return is_first

    def take(self) -> bool:
        """Whether the requests are to be carried out; asked once, by who does it."""
        return self._taken.acquire(blocking=False)

    def tell(self, outcomes: list[Outcome]) -> None:
        self._outcomes = outcomes
        self._told.release()

    def refuse(self, problem: BaseException) -> None:
        self._problem = problem
        self._told.release()


class WaitingActs(NamedTuple):
    """Acts that are carried out together, and who is told what became of them."""

    acts: list[Act]
    take: Callable[[], bool]
    """Whether anybody still waits for them."""
    tell: Callable[[list[Outcome]], None]
    refuse: Callable[[BaseException], None]


class Desk:
    def __init__(self, manager: GameManager) -> None:
        self.manager = manager
        self.waiting: SimpleQueue[WaitingActs | None] = SimpleQueue()
        self._wanted = 1
        """So many have to wait before the bell is rung: one waking for a batch, not one for each table."""
        self._bell = Lock()
        """Released when it rings."""
        self.thread = Thread(target=self._work, name="game manager", daemon=True)
        self.thread.start()

    def ask(self, request: Request) -> "Future[RequestAnswer]":
        future: Future[RequestAnswer] = Future()

        def tell(outcomes: list[Outcome]) -> None:
            (outcome,) = outcomes
            if isinstance(outcome, RequestAnswer):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)

        take, refuse = future.set_running_or_notify_cancel, future.set_exception
        self._hand_in(WaitingActs([asking(request)], take, tell, refuse))
        return future

    def ask_together(self, requests: Sequence[Request]) -> AwaitedOutcomes:
        """All of them in this order, with nobody else's between; each has its own outcome."""
        awaited = AwaitedOutcomes()
        acts = [asking(request) for request in requests]
        self._hand_in(WaitingActs(acts, awaited.take, awaited.tell, awaited.refuse))
        return awaited

    def close(self) -> None:
        """Write what waits, then stop."""
        self.waiting.put(None)
        self._ring()
        self.thread.join()

    def _hand_in(self, one: WaitingActs) -> None:
        self.waiting.put(one)
        if self.waiting.qsize() >= self._wanted:
            self._ring()

    def _ring(self) -> None:
        with suppress(RuntimeError):  # it rings already
            self._bell.release()

    def _work(self) -> None:
        crowd, is_open = 1, True
        while is_open:
            self._gather(min(crowd, MOST_IN_A_BATCH))
            batch, is_open = self._take()
            tell = self._carry_out(batch)
            crowd = len(batch) + self.waiting.qsize()
            tell()

    def _gather(self, crowd: int) -> None:
        """Wait for somebody, and for a moment for those who were just answered and may be about to ask."""
        if crowd > 1:
            self._wait_for(crowd, GATHER_SECONDS)
        self._wait_for(1)
        there = 0
        for _ in range(MOST_GATHERS):
            before, there = there, self.waiting.qsize()
            if there >= crowd or there == before:
                return
            self._wait_for(crowd, GATHER_SECONDS)

    def _wait_for(self, wanted: int, seconds: float = -1) -> None:
        """Until so many wait, or the time is over; without a time however long it takes."""
        self._wanted = wanted
        self._bell.acquire(blocking=False)
        if self.waiting.qsize() < wanted:
            self._bell.acquire(timeout=seconds)

    def _take(self) -> tuple[list[WaitingActs], bool]:
        """Whatever waits, and whether more may come."""
        batch: list[WaitingActs] = []
        while len(batch) < MOST_IN_A_BATCH and not self.waiting.empty():
            one = self.waiting.get_nowait()
            if one is None:
                return batch, False
            batch.append(one)
        return batch, True

    def _carry_out(self, batch: list[WaitingActs]) -> Callable[[], None]:
        """Whoever has given up waiting is left out, and may ask again with the same id. Tells the others."""
        batch = [one for one in batch if one.take()]
        acts = [act for one in batch for act in one.acts]
        try:
            given = self.manager.carry_out(acts) if acts else []
            outcomes = [as_outcome(one) for one in given]
        except BaseException as problem:
            return partial(refuse, batch, problem)
        return partial(answer, batch, outcomes)


def answer(batch: Sequence[WaitingActs], outcomes: Iterable[Outcome]) -> None:
    coming = iter(outcomes)
    for one in batch:
        one.tell(list(islice(coming, len(one.acts))))


def refuse(batch: Sequence[WaitingActs], problem: BaseException) -> None:
    for one in batch:
        one.refuse(problem)

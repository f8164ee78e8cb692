"""The desk where many tables hand in requests: whatever waits is written together."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from pitboss.house.manager import Act, GameManager, Outcome, RequestAnswer, as_outcome
from pitboss.house.page import asking
from pitboss.jackpot.request import Request

MOST_IN_A_BATCH = 512
GATHER_SECONDS = 0.0003
"""How long those who were just answered are waited for: one commit for all tables costs little more than one
for half of them."""
PAUSE_SECONDS = 0.00002


class WaitingActs(NamedTuple):
    """Acts that are carried out together, and who is told what became of them."""

    acts: tuple[Act, ...]
    future: "Future[list[Outcome]] | Future[RequestAnswer]"
    tell: Callable[[list[Outcome]], None]


class Desk:
    def __init__(self, manager: GameManager) -> None:
        self.manager = manager
        self.waiting: SimpleQueue[WaitingActs | None] = SimpleQueue()
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

        self.waiting.put(WaitingActs((asking(request),), future, tell))
        return future

    def ask_together(self, requests: Sequence[Request]) -> "Future[list[Outcome]]":
        """All of them in this order, with nobody else's between; each has its own outcome."""
        future: Future[list[Outcome]] = Future()
        self.waiting.put(WaitingActs(tuple(map(asking, requests)), future, future.set_result))
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        self.waiting.put(None)
        self.thread.join()

    def _work(self) -> None:
        crowd = 1
        while (first := self.waiting.get()) is not None:
            batch = self._gather(first, crowd)
            tell = self._carry_out(batch)
            crowd = len(batch) + self.waiting.qsize()
            tell()

    def _gather(self, first: WaitingActs, crowd: int) -> list[WaitingActs]:
        """Whatever waits, and for a moment those who were just answered and may be about to ask again."""
        batch, until = [first], perf_counter() + GATHER_SECONDS
        while True:
            while len(batch) < MOST_IN_A_BATCH and not self.waiting.empty():
                following = self.waiting.get()
                if following is None:
                    self.waiting.put(None)
                    return batch
                batch.append(following)
            if len(batch) >= min(crowd, MOST_IN_A_BATCH) or perf_counter() > until:
                return batch
            sleep(PAUSE_SECONDS)

    def _carry_out(self, batch: list[WaitingActs]) -> Callable[[], None]:
        """Whoever has given up waiting is left out, and may ask again with the same id. Tells the others."""
        batch = [one for one in batch if one.future.set_running_or_notify_cancel()]
        try:
            given = self.manager.carry_out([act for one in batch for act in one.acts])
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
        one.future.set_exception(problem)

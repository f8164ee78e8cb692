"""The counting room: a bench for each game, and what was found so far.

Anybody may ask, so the work is bounded: one job at a time for each game, few in line, and one that nobody
asks after any more is left out. What was found is kept: the same question never costs twice.

A question whose cost depends on what the visitor wrote may take only so `long`, may be given up, and a
visitor has few of them in line at once: nobody keeps the machine from the others.
"""

import asyncio
import json
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from pitboss.service.counting.bench import Bench
from pitboss.table.phase import RefusedError

MOST_KEPT = 400
"""Answers of a job that are kept; fewer of those that are whole files or have pictures."""
FEWER_KEPT = {"paper": 40, "design": 100, "plan": 40, "simulation": 40, "workshop paper": 20}
MOST_IN_LINE = 6
MOST_FOR_ONE = 2
"""Questions of one visitor in a line where visitors are told apart."""
FORGOTTEN_SECONDS = 20.0
"""A job that nobody has asked after for so long is not begun; one that may be given up is stopped."""
FORGOTTEN_SHARE = 1 / 15
"""Of the longest that a job may take, if that is more: for a page that has been out of sight for minutes a
browser asks but once a minute."""
LOOK_SECONDS = 0.5
IDLE_SECONDS = 600.0
WAIT_SECONDS = 0.8
"""So long an answer may keep the browser waiting before it is told that the count goes on."""


class LeftOutError(RefusedError):
    """Nobody waited for it any more."""


@dataclass
class Job:
    bench: str
    who: str = ""
    """The visitor; nothing where they are not told apart."""
    longest: float | None = None
    """Seconds after which it is given up, as it is when nobody asks any more."""
    says: str = "Waiting for its turn"
    done: int = 0
    total: int = 0
    begun_at: float = field(default_factory=monotonic)
    asked_at: float = field(default_factory=monotonic)
    task: "asyncio.Task[Any] | None" = None

    def say(self, words: str, done: int = 0, total: int = 0, /) -> None:
        self.says, self.done, self.total = words, done, total

    @property
    def share(self) -> float | None:
        """How much of it is done, where that is known."""
        return self.done / self.total if 0 <= self.done <= self.total > 0 else None

    @property
    def is_forgotten(self) -> bool:
        return monotonic() - self.asked_at > max(FORGOTTEN_SECONDS, (self.longest or 0) * FORGOTTEN_SHARE)


class CountingRoom:
    def __init__(self) -> None:
        self.benches: defaultdict[str, Bench] = defaultdict(Bench)
        self.shelves: defaultdict[str, OrderedDict[str, Any]] = defaultdict(OrderedDict)
        """What was found, by job."""
        self.jobs: dict[str, Job] = {}

    async def find(
        self,
        bench: str,
        do: str,
        given: Mapping[str, Any],
        *,
        nonce: int = 0,
        who: str = "",
        longest: float | None = None,
    ) -> dict[str, Any]:
        """`found`, or how far the count is: the same question again asks after it.

        A job that does not give the same every time, such as the next question of a lesson, has a nonce.
        """
        key = json.dumps([bench, do, given, nonce], sort_keys=True)
        kept = self.shelves[do]
        if key in kept:
            kept.move_to_end(key)
            return {"is_ready": True, "found": kept[key]}
        job = self._job(key, bench, do, given, who, longest)
        job.asked_at = monotonic()
        assert job.task
        with suppress(TimeoutError):
            found = await asyncio.wait_for(asyncio.shield(job.task), WAIT_SECONDS)
            return {"is_ready": True, "found": found}
        seconds = round(monotonic() - job.begun_at)
        return {"is_ready": False, "says": job.says, "share": job.share, "seconds": seconds}

    def _job(
        self,
        key: str,
        bench: str,
        do: str,
        given: Mapping[str, Any],
        who: str = "",
        longest: float | None = None,
    ) -> Job:
        if key not in self.jobs:
            self._check_line(bench, who)
            job = self.jobs[key] = Job(bench, who, longest)
            job.task = asyncio.create_task(self._count(key, job, do, given))
            job.task.add_done_callback(look_at_problem)
            self.close_idle()
        return self.jobs[key]

    def _check_line(self, bench: str, who: str) -> None:
        line = [job for job in self.jobs.values() if job.bench == bench]
        if len(line) >= MOST_IN_LINE:
            raise RefusedError("the counting room is busy: try again in a minute")
        if who and sum(job.who == who for job in line) >= MOST_FOR_ONE:
            raise RefusedError(f"{MOST_FOR_ONE} of your questions are in line: wait for one of them")

    async def _count(self, key: str, job: Job, do: str, given: Mapping[str, Any]) -> Any:
        bench = self.benches[job.bench]
        try:
            while not bench.is_idle:
                if job.is_forgotten:
                    raise LeftOutError("nobody waited for this count: ask again")
                await asyncio.sleep(0.05)
            job.say("Working it out")
            found = await watched(asyncio.ensure_future(bench.ask(do, given, job.say)), job)
        finally:
            self.jobs.pop(key, None)
        kept = self.shelves[do]
        kept[key] = found
        while len(kept) > FEWER_KEPT.get(do, MOST_KEPT):
            kept.popitem(last=False)
        return found

    def close_idle(self) -> None:
        """A process that nobody needs gives its memory back."""
        for bench in self.benches.values():
            if bench.is_idle and monotonic() - bench.used_at > IDLE_SECONDS:
                bench.stop()

    async def close(self) -> None:
        for job in tuple(self.jobs.values()):
            if job.task:
                job.task.cancel()
        for bench in self.benches.values():
            bench.stop()


async def watched(asking: "asyncio.Future[Any]", job: Job) -> Any:
    """What was asked for; given up when it takes too long or nobody waits, which stops its process."""
    begun = monotonic()
    try:
        while not (await asyncio.wait({asking}, timeout=None if job.longest is None else LOOK_SECONDS))[0]:
            if job.longest is not None and monotonic() - begun > job.longest:
                raise RefusedError(
                    f"this takes more than {job.longest:.0f} s here: ask for less, or {BY_COMMAND}"
                )
            if job.is_forgotten:
                raise LeftOutError("nobody waited for this count: ask again")
        return asking.result()
    finally:
        asking.cancel()


BY_COMMAND = "use the command, which takes as long as it likes"


def look_at_problem(task: "asyncio.Task[Any]") -> None:
    """Whoever asks is told; a problem that nobody asks about any more is no alarm."""
    if not task.cancelled():
        task.exception()

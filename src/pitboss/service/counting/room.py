"""The counting room: a bench for each game, and what was found so far.

Anybody may ask, so the work is bounded: one job at a time for each game, few in line, and one that nobody
asks after any more is left out. What was found is kept: the same question never costs twice.
"""

import asyncio
import json
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from pitboss.base.error import PitbossError
from pitboss.service.counting.bench import Bench
from pitboss.table.phase import RefusedError

MOST_KEPT, MOST_PAPERS = 400, 40
"""Answers that are kept, and papers, which are whole files."""
MOST_IN_LINE = 6
FORGOTTEN_SECONDS = 20.0
"""A job that nobody has asked after for so long is not begun."""
IDLE_SECONDS = 600.0
WAIT_SECONDS = 0.8
"""So long an answer may keep the browser waiting before it is told that the count goes on."""


class LeftOutError(PitbossError):
    """Nobody waited for it any more."""


@dataclass
class Job:
    bench: str
    says: str = "Waiting for its turn"
    begun_at: float = field(default_factory=monotonic)
    asked_at: float = field(default_factory=monotonic)
    task: "asyncio.Task[Any] | None" = None

    def say(self, words: str) -> None:
        self.says = words


class CountingRoom:
    def __init__(self) -> None:
        self.benches: defaultdict[str, Bench] = defaultdict(Bench)
        self.shelves: defaultdict[str, OrderedDict[str, Any]] = defaultdict(OrderedDict)
        """What was found, by job."""
        self.jobs: dict[str, Job] = {}

    async def find(self, bench: str, do: str, given: Mapping[str, Any], *, nonce: int = 0) -> dict[str, Any]:
        """`found`, or how far the count is: the same question again asks after it.

        A job that does not give the same every time, such as the next question of a lesson, has a nonce.
        """
        key = json.dumps([bench, do, given, nonce], sort_keys=True)
        kept = self.shelves[do]
        if key in kept:
            kept.move_to_end(key)
            return {"is_ready": True, "found": kept[key]}
        job = self._job(key, bench, do, given)
        job.asked_at = monotonic()
        assert job.task
        with suppress(TimeoutError):
            found = await asyncio.wait_for(asyncio.shield(job.task), WAIT_SECONDS)
            return {"is_ready": True, "found": found}
        return {"is_ready": False, "says": job.says, "seconds": round(monotonic() - job.begun_at)}

    def _job(self, key: str, bench: str, do: str, given: Mapping[str, Any]) -> Job:
        if key not in self.jobs:
            if sum(job.bench == bench for job in self.jobs.values()) >= MOST_IN_LINE:
                raise RefusedError("the counting room is busy with this game: try again in a minute")
            job = self.jobs[key] = Job(bench)
            job.task = asyncio.create_task(self._count(key, job, do, given))
            job.task.add_done_callback(look_at_problem)
            self.close_idle()
        return self.jobs[key]

    async def _count(self, key: str, job: Job, do: str, given: Mapping[str, Any]) -> Any:
        bench = self.benches[job.bench]
        try:
            while not bench.is_idle:
                if monotonic() - job.asked_at > FORGOTTEN_SECONDS:
                    raise LeftOutError("nobody waited for this count: ask again")
                await asyncio.sleep(0.05)
            job.say("Working it out")
            found = await bench.ask(do, given, job.say)
        finally:
            self.jobs.pop(key, None)
        kept = self.shelves[do]
        kept[key] = found
        while len(kept) > (MOST_PAPERS if do == "paper" else MOST_KEPT):
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


def look_at_problem(task: "asyncio.Task[Any]") -> None:
    """Whoever asks is told; a problem that nobody asks about any more is no alarm."""
    if not task.cancelled():
        task.exception()

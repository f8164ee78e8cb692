"""Where chunks are dealt: in this process, in a pool of processes, or on a Dask cluster.

All three are executors of the standard `concurrent.futures`; the chunks are the same and so is the answer.
A work is sent to a worker once, not with every chunk.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from pitboss.base.error import InputError
from pitboss.base.extra import naming_extra
from pitboss.simulation.chunk import ChunkResult, Work, run_chunk
from pitboss.simulation.program import Program

Portion = tuple[int, ...]
"""Chunks that one worker deals one after another: to hand them out one by one would take it too long."""
P = ParamSpec("P")
T = TypeVar("T")
MOST_WORKERS = 1024
AHEAD = 2
"""Portions for each worker that are under way at once."""
PATIENCE_SECONDS = 20


class Here(Executor):
    """Does what it is asked at once."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


@dataclass
class Engine:
    """An executor with the work in its workers' hands."""

    name: str
    executor: Executor
    window: int
    """How many portions may be under way."""
    task: Callable[[Portion], tuple[Callable[..., list[ChunkResult]], tuple[Any, ...]]]
    """The call that deals a portion."""

    renew: Callable[[], Executor] | None = None
    """Makes an executor in place of one whose workers are gone."""

    def submit(self, portion: Portion) -> Future[list[ChunkResult]]:
        function, arguments = self.task(portion)
        try:
            return self.executor.submit(function, *arguments)
        except BrokenExecutor:
            if self.renew is None:
                raise
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = self.renew()
            return self.executor.submit(function, *arguments)


def run_portion(work: Work, portion: Portion) -> list[ChunkResult]:
    return [run_chunk(work, chunk) for chunk in portion]


@contextmanager
def open_engine(work: Work, *, workers: int = 1, address: str | None = None) -> Iterator[Engine]:
    if not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"a simulation has 1 to {MOST_WORKERS} workers, not {workers}")
    if address is not None:
        with open_cluster(work, address) as engine:
            yield engine
    elif workers == 1:
        yield Engine("this process", Here(), 1, lambda portion: (run_portion, (work, portion)))
    else:
        with open_pool(work, workers) as engine:
            yield engine


# -- a pool of processes -----------------------------------------------------------------------------

HELD: list[Work] = []
"""The work of this worker process."""


def hold(work: Work) -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    HELD[:] = [work]


def run_held(portion: Portion) -> list[ChunkResult]:
    return run_portion(HELD[0], portion)


@contextmanager
def open_pool(work: Work, workers: int) -> Iterator[Engine]:
    """Processes that start from nothing: what runs in this one cannot reach into them."""
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    check_travels(work)

    def open_processes() -> Executor:
        return ProcessPoolExecutor(workers, get_context("spawn"), hold, (work,))

    engine = Engine(
        f"{workers} processes",
        open_processes(),
        AHEAD * workers,
        lambda portion: (run_held, (portion,)),
        open_processes,
    )
    try:
        yield engine
    finally:
        engine.executor.shutdown(wait=True, cancel_futures=True)


def check_travels(work: Work) -> None:
    """Rounds that are dealt by a definition take the definition along: its functions must have names."""
    if isinstance(work.program, Program):
        return
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise InputError(
            f"this definition cannot be sent to other processes: {problem}; deal it with one worker"
        ) from problem


# -- a Dask cluster ----------------------------------------------------------------------------------


@contextmanager
def open_cluster(work: Work, address: str) -> Iterator[Engine]:
    check_travels(work)
    client = connect(address)
    try:
        count = len(client.scheduler_info()["workers"])
        held = client.scatter(work, broadcast=True, hash=False)
        executor = client.get_executor(pure=False, retries=3)
        yield Engine(
            f"{count} Dask workers at {address}",
            executor,
            AHEAD * count,
            lambda portion: (run_portion, (held, portion)),
        )
    finally:
        client.close(timeout=PATIENCE_SECONDS)


def connect(address: str) -> Any:
    """The cluster at an address such as tcp://10.0.0.5:8786, with at least one worker."""
    with naming_extra():
        from distributed import Client
    try:
        client: Any = Client(address, timeout=PATIENCE_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
    except (OSError, ValueError, TimeoutError) as problem:
        raise InputError(f"no Dask cluster answers at {address!r}: {problem}") from problem
    return client

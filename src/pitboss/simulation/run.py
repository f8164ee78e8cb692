"""Run a simulation: chunks out, results in, progress told, a checkpoint kept; Ctrl-C keeps what was done."""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from pathlib import Path

from pitboss.base.error import PitbossError
from pitboss.simulation.checkpoint import Identity, load_checkpoint, save_checkpoint
from pitboss.simulation.chunk import ChunkResult, Gathered, Work
from pitboss.simulation.engine import Engine, Portion, open_engine

SAVE_SECONDS = 10.0
WAIT_SECONDS = 0.25
PORTION_SECONDS = 0.1
"""Portions grow until one takes about so long."""
MOST_TRIES = 4
"""A chunk is asked for so often before its failure is taken for real."""

Progress = Callable[[Gathered, float], None]
"""Told what is there and how many seconds this run has taken."""


@dataclass(frozen=True)
class Keeping:
    """Where the checkpoint is kept, and what it says the work is."""

    path: Path
    identity: Identity


@dataclass(frozen=True)
class Ran:
    gathered: Gathered
    seconds: float
    """Of this run alone."""
    fresh_rounds: int
    """Dealt in this run; the others came from the checkpoint."""
    engine: str
    was_interrupted: bool = False


def run(
    work: Work,
    *,
    workers: int = 1,
    address: str | None = None,
    keeping: Keeping | None = None,
    progress: Progress | None = None,
) -> Ran:
    """All chunks that are missing, wherever they are dealt."""
    gathered = Gathered(work)
    if keeping and keeping.path.exists():
        gathered = load_checkpoint(keeping.path, work, keeping.identity)
    work.program.compile()
    start = time.monotonic()
    interrupted, name = False, "this process"
    try:
        if not gathered.is_whole:
            with open_engine(work, workers=workers, address=address) as engine:
                name = engine.name
                interrupted = deal_all(Run(engine, gathered, keeping, progress, start))
    finally:
        if keeping:
            save_checkpoint(keeping.path, gathered, keeping.identity)
    seconds = time.monotonic() - start
    return Ran(gathered, seconds, gathered.fresh_rounds, name, interrupted)


@dataclass
class Run:
    engine: Engine
    gathered: Gathered
    keeping: Keeping | None
    progress: Progress | None
    start: float
    saved: float = float("-inf")

    def tell(self) -> None:
        now = time.monotonic()
        if self.progress:
            self.progress(self.gathered, now - self.start)
        if self.keeping and self.gathered.done and now - self.saved > SAVE_SECONDS:
            save_checkpoint(self.keeping.path, self.gathered, self.keeping.identity)
            self.saved = now


def deal_all(dealing: Run) -> bool:
    """Until nothing is missing, or somebody presses Ctrl-C: whether it was that."""
    waiting = dealing.gathered.missing[::-1]
    under_way: dict[Future[list[ChunkResult]], tuple[Portion, float]] = {}
    tries: dict[int, int] = {}
    size, window = 1, dealing.engine.window
    try:
        while waiting or under_way:
            while waiting and len(under_way) < window:
                fair = max(1, min(size, len(waiting) // window))
                portion = tuple(waiting.pop() for _ in range(fair))
                began = time.monotonic()
                under_way[dealing.engine.submit(portion)] = portion, began
            done, _ = wait(under_way, WAIT_SECONDS, FIRST_COMPLETED)
            for future in done:
                portion, began = under_way.pop(future)
                if not take(dealing.gathered, future):
                    for chunk in portion:
                        tries[chunk] = tries.get(chunk, 0) + 1
                        if tries[chunk] >= MOST_TRIES:
                            future.result()
                    waiting += portion
                elif len(portion) >= size and time.monotonic() - began < PORTION_SECONDS:
                    size *= 2
            dealing.tell()
    except KeyboardInterrupt:
        dealing.gathered.settle()
        for future in under_way:
            future.cancel()
        for future in [future for future in under_way if future.done() and not future.cancelled()]:
            take(dealing.gathered, future)
        return True
    return False


def take(gathered: Gathered, future: Future[list[ChunkResult]]) -> bool:
    """Take results in; a worker that was lost is no failure of its chunks."""
    try:
        for result in future.result():
            gathered.add(result)
    except PitbossError:
        raise
    except (Exception, CancelledError):
        return False
    return True

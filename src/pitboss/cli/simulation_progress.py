"""Progress of `pitboss simulate`: a bar with the rate and the interval so far, if somebody is there to see
it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.simulation.gathered import Gathered
    from pitboss.simulation.run import Progress as Telling
    from pitboss.trial.preparing import Ready


@contextmanager
def progress_bar(
    ready: Ready, chunks: int, confidence: float, *, is_sessions: bool
) -> Iterator[Telling | None]:
    """Chunks done, the rate, and the interval so far, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("", total=chunks, said="starting; the first time on a machine, compiling")

        def tell(gathered: Gathered, seconds: float) -> None:
            said = so_far(ready, gathered, seconds, confidence, is_sessions=is_sessions)
            bars.update(task, completed=len(gathered.done), said=said)

        yield tell


def so_far(ready: Ready, gathered: Gathered, seconds: float, confidence: float, *, is_sessions: bool) -> str:
    from pitboss.reports.simulation_sheet import estimate_all, interval_words

    rate = gathered.fresh_rounds / max(seconds, 0.001)
    words = f"{gathered.rounds:,} rounds, {rate:,.0f} a second"
    if is_sessions or not gathered.rounds:
        return words
    first = estimate_all(ready.seen(gathered), gathered, confidence)[0]
    return f"{words}; {ready.table.game.wagers[first.wager].label} {interval_words(first.advantage)}"

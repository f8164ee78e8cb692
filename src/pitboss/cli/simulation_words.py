"""Words of `pitboss simulate`: how many rounds, which strategy, what lies on the table, what is in the
pocket."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.base.error import InputError
from pitboss.cli.option import check_length, open_text, read_dollars, read_number

if TYPE_CHECKING:
    from pitboss.simulation.chunk import Gathered
    from pitboss.simulation.run import Progress as Telling
    from pitboss.trial.outlook import Pocket
    from pitboss.trial.preparing import ChosenStrategy, Ready

MOST_ROUNDS = 10**13
NAMED = ("best", "words", "coin", "cheapest")
LONGEST_RULES = 100_000


def read_confidence(text: str) -> float:
    digits = text.strip().removesuffix("%")
    try:
        check_length(digits)
        share = float(digits) / 100
    except ValueError:
        share = 0.0
    if not 0.5 <= share <= 0.999999:
        raise InputError(f"--confidence: from 50% to 99.9999%, not {text[:20]!r}")
    return share


def read_rounds(text: str | None, ready: Ready) -> int:
    if text is None:
        return ready.usual_rounds
    count = read_number("--rounds", text)
    if not 1 <= count <= MOST_ROUNDS:
        raise InputError(f"--rounds: 1 to {MOST_ROUNDS:,}, not {text}")
    return count


def read_strategy(name: str, most_rules: int) -> ChosenStrategy:
    """By name, or a file: rules in words, or rows of a chart."""
    from pitboss.trial.preparing import ChosenStrategy, Way

    if not 2 <= most_rules <= 100:
        raise InputError(f"--rules is a number from 2 to 100, not {most_rules}")
    if name.lower() in NAMED:
        return ChosenStrategy(Way(name.lower()), most_rules=most_rules)
    if not Path(name).is_file():
        known = ", ".join(f"'{way}'" for way in NAMED)
        raise InputError(f"--strategy: {known} or a file of rules; there is no file {name!r}")
    with open_text(name) as stream:
        try:
            return ChosenStrategy(Way.OWN, stream.read(LONGEST_RULES), Path(name).name)
        except UnicodeDecodeError as problem:
            raise InputError(f"{name!r} is not text in UTF-8") from problem


def read_pocket(
    ready: Ready, bankroll: str, bets: Sequence[str] | None, an_hour: str, hours: str, goal: str | None
) -> Pocket:
    from pitboss.trial.outlook import Pocket

    game, placed = ready.table.game, dict.fromkeys(ready.table.wagers, Fraction(10))
    for text in bets or ():
        name, sign, amount = text.rpartition("=")
        meant = (game.wager(name.strip()).id,) if sign else tuple(placed)
        for wager in meant:
            if wager not in placed:
                raise InputError(f"--bet: {wager} is not placed; name it with --wager")
            placed[wager] = read_dollars(amount)
    return Pocket(
        read_dollars(bankroll),
        placed,
        read_number("--an-hour", an_hour),
        read_hours(hours),
        read_dollars(goal) if goal is not None else Fraction(0),
    )


def read_hours(text: str) -> Fraction:
    check_length(text)
    try:
        hours = Fraction(text)
    except (ValueError, ZeroDivisionError):
        hours = Fraction(0)
    if not 0 < hours <= 10_000:
        raise InputError(f"--hours: a number such as 4 or 2.5, not {text!r}")
    return hours


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
    from pitboss.audit.simulation import estimate_all
    from pitboss.reports.simulation_sheet import interval_words

    rate = gathered.fresh_rounds / max(seconds, 0.001)
    words = f"{gathered.rounds:,} rounds, {rate:,.0f} a second"
    if is_sessions or not gathered.rounds:
        return words
    first = estimate_all(ready.seen(gathered), gathered, confidence)[0]
    return f"{words}; {ready.table.game.wagers[first.wager].label} {interval_words(first.advantage)}"

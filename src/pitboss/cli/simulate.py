"""`pitboss simulate`: rounds by the million, with intervals beside the exact figures; sessions; meters."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.extra import require
from pitboss.cli.option import (
    AsJson,
    Contribution,
    GameName,
    Meter,
    MeterSeed,
    Paytables,
    Reserve,
    Settings,
    check_length,
    choose_game,
    complete_wager,
    open_text,
    read_asked,
    read_dollars,
    read_number,
    read_random_seed,
    word,
)
from pitboss.cli.screen import say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.audit.simulation import Simulation
    from pitboss.simulation.chunk import Gathered, Work
    from pitboss.simulation.run import Keeping, Ran
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


# -- the command -----------------------------------------------------------------------------------


OUTSIDE = 1

Rounds = Annotated[str | None, word("Rounds to deal. Default: 10,000,000; uncompiled 100,000.", "N")]
RandomSeed = Annotated[
    str | None, word("Deal the rounds of this seed. Default: a new one.", "N", "--random-seed")
]
StrategyName = Annotated[
    str,
    word(
        "'best', 'words' (as pitboss strategy finds them), 'coin', 'cheapest', or a file of rules.",
        "HOW",
        "--strategy",
    ),
]
MostRules = Annotated[int, word("At most N rules a question, in words.", "N", "--rules")]
Players = Annotated[str, word("Players at the table, all with the same wagers.", "N")]
Wagers = Annotated[
    list[str] | None,
    word("A wager to place; may be repeated. Default: all.", "W", "--wager", complete=complete_wager),
]
Workers = Annotated[str, word("Processes that deal.", "N")]
OnCluster = Annotated[str | None, word("A Dask cluster, as tcp://10.0.0.5:8786.", "ADDRESS", "--on")]
Checkpoint = Annotated[Path | None, word("Keep what is done here, and go on from there.", "FILE")]
Confidence = Annotated[str, word("With which the intervals hold together.", "%")]
Bankroll = Annotated[str | None, word("Play sessions with this bankroll instead of rounds.", "$")]
Bets = Annotated[
    list[str] | None, word("Dollars on each wager; 'pair_plus=5' for one. Default $10.", "$", "--bet")
]
AnHour = Annotated[str, word("Rounds an hour in a session.", "N", "--an-hour")]
Hours = Annotated[str, word("Hours of a session.", "H")]
Goal = Annotated[str | None, word("Leave a session when ahead by so much.", "$")]
Sessions = Annotated[str, word("Sessions to play.", "N")]
Plot = Annotated[Path | None, word("Draw the result into this file.", "FILE.svg", "--plot")]


def simulate(
    game: GameName,
    rounds: Rounds = None,
    random_seed: RandomSeed = None,
    strategy: StrategyName = "best",
    rules: MostRules = 14,
    players: Players = "1",
    paytable: Paytables = None,
    wager: Wagers = None,
    meter: Meter = None,
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    workers: Workers = "1",
    on: OnCluster = None,
    checkpoint: Checkpoint = None,
    confidence: Confidence = "99%",
    bankroll: Bankroll = None,
    bet: Bets = None,
    an_hour: AnHour = "40",
    hours: Hours = "4",
    goal: Goal = None,
    sessions: Sessions = "10,000",
    plot: Plot = None,
    json: AsJson = False,
) -> None:
    """Deal rounds at random, with an interval beside every exact figure.

    The same seed deals the same rounds, however many workers deal them and wherever. Ctrl-C stops and says
    what there is; with --checkpoint the same command goes on later. With --bankroll it plays sessions: risk
    of ruin, drawdown, the chance to end ahead. The exit status is 1 if an exact figure lies outside its
    interval.
    """
    if plot:
        require("matplotlib")
    sure = read_confidence(confidence)
    number = read_random_seed(random_seed)
    chosen = choose_game(game, setting, paytable)
    with working("Preparing: the strategy, and the exact figures"):
        from pitboss.audit.request import lay_table
        from pitboss.trial.preparing import make_ready

        asked = read_asked(
            players=players, meter=meter, seed=meter_seed, contribution=contribution, reserve=reserve
        )
        table = lay_table(
            chosen, wager or (), read_number("--players", players), read_strategy(strategy, rules), asked
        )
        ready = make_ready(table)
    count = read_rounds(rounds, ready)
    pocket = read_pocket(ready, bankroll, bet, an_hour, hours, goal) if bankroll is not None else None
    ran, simulation = play(
        ready,
        pocket=pocket,
        seed=number,
        rounds=count,
        sessions=read_number("--sessions", sessions),
        workers=read_number("--workers", workers),
        address=on,
        checkpoint=checkpoint,
        confidence=sure,
    )
    say_simulation(simulation, plot, json=json)
    if ran.was_interrupted:
        raise typer.Exit(130)
    if simulation.disagreeing:
        raise typer.Exit(OUTSIDE)


def play(
    ready: Ready,
    *,
    pocket: Pocket | None,
    seed: int,
    rounds: int,
    sessions: int,
    workers: int,
    address: str | None,
    checkpoint: Path | None,
    confidence: float,
) -> tuple[Ran, Simulation]:
    from dataclasses import replace

    from pitboss.audit.simulation import Simulation
    from pitboss.simulation.run import run
    from pitboss.trial.outlook import exact_net, look_ahead, session_terms

    work = ready.work(seed=seed, rounds=rounds)
    if pocket:
        work = replace(work, rounds=0, sessions=session_terms(ready, pocket, sessions))
    keeping = keep(ready, work, checkpoint) if checkpoint else None
    with progress_bar(ready, work.chunks, confidence, is_sessions=pocket is not None) as progress:
        ran = run(work, workers=workers, address=address, keeping=keeping, progress=progress)
    outlook = None
    if pocket and work.sessions and len(ran.gathered.sessions):
        played = ran.gathered.all_sessions()
        outlook = look_ahead(played, work.sessions, exact_net(ready, pocket), confidence)
    return ran, Simulation(ready.seen(ran.gathered), ran, seed, confidence, pocket, outlook)


def keep(ready: Ready, work: Work, checkpoint: Path) -> Keeping:
    from pitboss.rules.fingerprint import fingerprint
    from pitboss.simulation.checkpoint import identify
    from pitboss.simulation.run import Keeping

    about = {
        "game": ready.table.game.id,
        "wagers": ", ".join(ready.table.wagers),
        "strategy": ready.strategy,
        "rules": fingerprint(ready.table.game),
    }
    return Keeping(checkpoint, identify(work, about))


def say_simulation(simulation: Simulation, plot: Path | None, *, json: bool) -> None:
    from pitboss.reports.simulation_sheet import simulation_data, simulation_page

    if plot:
        from pitboss.reports.paper.paper import save
        from pitboss.reports.simulation_plot import draw_simulation

        save(plot, draw_simulation(simulation).encode())
    if json:
        say_json(simulation_data(simulation))
    else:
        say_page(simulation_page(simulation, again=f" (repeat with --random-seed {simulation.seed})"))

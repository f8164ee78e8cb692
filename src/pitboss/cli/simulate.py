"""`pitboss simulate`: rounds by the million, with intervals beside the exact figures; sessions; meters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
    choose_game,
    complete_wager,
    read_asked,
    read_number,
    read_random_seed,
)
from pitboss.cli.screen import say_json, say_page, working
from pitboss.cli.simulation_words import (
    progress_bar,
    read_confidence,
    read_pocket,
    read_rounds,
    read_strategy,
)

if TYPE_CHECKING:
    from pitboss.audit.simulation import Simulation
    from pitboss.simulation.chunk import Work
    from pitboss.simulation.run import Keeping, Ran
    from pitboss.trial.outlook import Pocket
    from pitboss.trial.preparing import Ready

OUTSIDE = 1

Rounds = Annotated[
    str | None,
    typer.Option(metavar="N", help="Rounds to deal. Default: 10,000,000; uncompiled 100,000."),
]
RandomSeed = Annotated[
    str | None,
    typer.Option("--random-seed", metavar="N", help="Deal the rounds of this seed. Default: a new one."),
]
StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="HOW",
        help="'best', 'words' (as pitboss strategy finds them), 'coin', 'cheapest', or a file of rules.",
    ),
]
MostRules = Annotated[int, typer.Option("--rules", metavar="N", help="At most N rules a question, in words.")]
Players = Annotated[str, typer.Option(metavar="N", help="Players at the table, all with the same wagers.")]
Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        metavar="W",
        help="A wager to place; may be repeated. Default: all.",
        autocompletion=complete_wager,
    ),
]
Workers = Annotated[str, typer.Option(metavar="N", help="Processes that deal.")]
OnCluster = Annotated[
    str | None, typer.Option("--on", metavar="ADDRESS", help="A Dask cluster, as tcp://10.0.0.5:8786.")
]
Checkpoint = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep what is done here, and go on from there."),
]
Confidence = Annotated[str, typer.Option(metavar="%", help="With which the intervals hold together.")]
Bankroll = Annotated[
    str | None, typer.Option(metavar="$", help="Play sessions with this bankroll instead of rounds.")
]
Bets = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="$", help="Dollars on each wager; 'pair_plus=5' for one. Default $10."),
]
AnHour = Annotated[str, typer.Option("--an-hour", metavar="N", help="Rounds an hour in a session.")]
Hours = Annotated[str, typer.Option(metavar="H", help="Hours of a session.")]
Goal = Annotated[str | None, typer.Option(metavar="$", help="Leave a session when ahead by so much.")]
Sessions = Annotated[str, typer.Option(metavar="N", help="Sessions to play.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE.svg", help="Draw the result into this file.")
]


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
        from pitboss.reports.paper.writing import save
        from pitboss.reports.simulation_plot import draw_simulation

        save(plot, draw_simulation(simulation).encode())
    if json:
        say_json(simulation_data(simulation))
    else:
        say_page(simulation_page(simulation, again=f" (repeat with --random-seed {simulation.seed})"))

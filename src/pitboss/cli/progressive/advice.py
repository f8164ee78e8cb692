"""`pitboss progressive warnings` and `simulate`: what the maker would say of the terms, and casino years."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError, find_name
from pitboss.cli.desk import Store, open_floor
from pitboss.cli.option import AsJson, open_text, read_number, read_random_seed
from pitboss.cli.screen import say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.jackpot.hazard import Pace
    from pitboss.jackpot.terms import Terms

Name = Annotated[str | None, typer.Argument(metavar="ID", help="A progressive. Default: all.")]
TermsFile = Annotated[
    str | None, typer.Option("--terms", metavar="FILE", help="A file of terms instead: before it is set up.")
]
Rounds = Annotated[str, typer.Option(metavar="N", help="Rounds an hour at each table.")]
Hours = Annotated[str, typer.Option(metavar="N", help="Hours of play a day.")]
Players = Annotated[str, typer.Option(metavar="N", help="Players with the wager in each round.")]


def warnings(
    progressive: Name = None,
    terms: TermsFile = None,
    rounds: Rounds = "40",
    hours: Hours = "24",
    players: Players = "7",
    store: Store = None,
    json: AsJson = False,
) -> None:
    """Hold the terms against the maker's recommendations.

    The new house advantage, the average award, the chance that a meter runs dry and that it is won
    again within a day. The pre-set contribution is what the printed figures imply.
    """
    pace = read_pace(rounds, hours, players)
    found = [read_terms(terms)] if terms is not None else terms_of(store, progressive)
    with working("Analysing"):
        from pitboss.audit.plan import advise
        from pitboss.reports.plan_page import advice_data, advice_page

        advice = [(one, advise(one, pace)) for one in found]
    if json:
        say_json([advice_data(one, said) for one, said in advice])
        return
    for place, (one, said) in enumerate(advice):
        say_page(advice_page(one, said), goes_on=place > 0)


def read_terms(file: str) -> Terms:
    from pitboss.jackpot.terms_file import parse_terms_file

    with open_text(file) as stream:
        return parse_terms_file(stream.read(), file)


def terms_of(store: str | None, name: str | None) -> list[Terms]:
    with open_floor(store) as manager:
        known = manager.floor.progressives
        if not known:
            raise InputError("no progressive is set up yet: give a file of terms with --terms")
        names = list(known) if name is None else [find_name("progressive", name, known)]
        return [known[one].terms for one in names]


def read_pace(rounds: str, hours: str, players: str) -> Pace:
    from pitboss.jackpot.hazard import Pace

    found = Pace(
        read_number("--rounds", rounds), read_number("--hours", hours), read_number("--players", players)
    )
    if not (0 < found.rounds_an_hour <= 1000 and 0 < found.hours_a_day <= 24 and 0 < found.seats <= 14):
        raise InputError("a table plays 1 to 1,000 rounds an hour, 1 to 24 hours a day, with 1 to 14 seats")
    return found


OUTSIDE = 1
FEWEST, MOST = 2, 100_000

Paytables = Annotated[
    list[str] | None,
    typer.Argument(metavar="PAYTABLE", help="Paytables with a printed average award. Default: all of them."),
]
PlayedFile = Annotated[
    str | None,
    typer.Option("--terms", metavar="FILE", help="Play the progressive of this file of terms instead."),
]
Hits = Annotated[str, typer.Option(metavar="N", help="Until every level was won as a whole N times.")]
Tables = Annotated[str, typer.Option(metavar="N", help="Tables on the link of a printed paytable.")]
SimulationSeed = Annotated[
    str | None, typer.Option("--random-seed", metavar="N", help="Repeat the years of this seed.")
]


def simulate(
    paytables: Paytables = None,
    terms: PlayedFile = None,
    hits: Hits = "1000",
    tables: Tables = "10",
    rounds: Rounds = "40",
    hours: Hours = "24",
    players: Players = "7",
    random_seed: SimulationSeed = None,
    json: AsJson = False,
) -> None:
    """Play casino years against the real ledger.

    The average of the awards is held against the exact one: all intervals together hold with 99.9%. How
    many wagers pass until an award is drawn in bulk, and a day's wagers are one COIN IN; every entry goes
    through the game manager. The exit status is 1 if an average lies outside or the ledger does not hold.
    """
    wanted = read_number("--hits", hits)
    if not FEWEST <= wanted <= MOST:
        raise InputError(f"--hits: {FEWEST} to {MOST:,}, not {wanted}")
    pace = read_pace(rounds, hours, players)
    number = read_random_seed(random_seed)
    if terms is not None and paytables:
        raise InputError(f"the file names its paytables: leave out {paytables[0]!r}, or --terms")
    played = [read_terms(terms)] if terms is not None else choose(paytables, read_number("--tables", tables))
    with progress_bar([one.id for one in played], wanted) as progress:
        from pitboss.audit.casino_year import simulate as play

        results = play(played, hits=wanted, seed=number, pace=pace, progress=progress)
    from pitboss.audit.casino_year import all_right
    from pitboss.reports.years_sheet import simulation_data, simulation_page

    if json:
        say_json(simulation_data(results, number))
    else:
        say_page(simulation_page(results, number, wanted))
    if not all_right(results):
        raise typer.Exit(OUTSIDE)


def choose(names: Sequence[str] | None, tables: int) -> list[Terms]:
    from pitboss.audit.casino_year import printed_terms

    if not 1 <= tables <= 15:
        raise InputError("--tables: an establishment has 1 to 15 tables (RCW 9.46.0282)")
    known = {terms.id: terms for terms in printed_terms(tables)}
    return [known[find_name("paytable", name, known)] for name in names] if names else list(known.values())


@contextmanager
def progress_bar(names: Sequence[str], total: int) -> Iterator[Callable[[str, int], None]]:
    """A bar for each progressive, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        tasks = {name: bars.add_task(name, total=total) for name in names}
        yield lambda name, done: bars.update(tasks[name], completed=done)

"""A progressive before play: its plan, what the maker would say, casino years; set up, opened and closed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError, find_name
from pitboss.cli.desk import ActReport, CommandDesk, Progressive, Store, TableName, now, open_floor
from pitboss.cli.option import (
    AsJson,
    Contribution,
    MeterSeed,
    Reserve,
    argument,
    open_text,
    read_asked,
    read_dollars,
    read_number,
    read_random_seed,
    read_rate,
    word,
)
from pitboss.cli.paper import Out, check_endings, say_paper
from pitboss.cli.screen import say_json, say_page, working

if TYPE_CHECKING:
    from pitboss.design.plan import Traffic
    from pitboss.jackpot.hazard import Pace
    from pitboss.jackpot.terms import Terms
    from pitboss.reports.form import Json

Name = Annotated[str | None, argument("A progressive. Default: all.", "ID")]
TermsInstead = Annotated[str | None, word("A file of terms instead: before it is set up.", "FILE", "--terms")]
Rounds = Annotated[str, word("Rounds an hour at each table.", "N")]
Hours = Annotated[str, word("Hours of play a day.", "N")]
Bettors = Annotated[str, word("Players with the wager in each round.", "N")]


def warnings(
    progressive: Name = None,
    terms: TermsInstead = None,
    rounds: Rounds = "40",
    hours: Hours = "24",
    players: Bettors = "7",
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
    list[str] | None, argument("Paytables with a printed average award. Default: all of them.", "PAYTABLE")
]
PlayedFile = Annotated[
    str | None, word("Play the progressive of this file of terms instead.", "FILE", "--terms")
]
Hits = Annotated[str, word("Until every level was won as a whole N times.", "N")]
LinkTables = Annotated[str, word("Tables on the link of a printed paytable.", "N")]
SimulationSeed = Annotated[str | None, word("Repeat the years of this seed.", "N", "--random-seed")]


def simulate(
    paytables: Paytables = None,
    terms: PlayedFile = None,
    hits: Hits = "1000",
    tables: LinkTables = "10",
    rounds: Rounds = "40",
    hours: Hours = "24",
    players: Bettors = "7",
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


# -- set up, open, close, display ------------------------------------------------------------------


FileOfTerms = Annotated[str, argument("The terms, in TOML; '-' reads standard input.", "FILE")]
Stopped = Annotated[
    str, word("Why it must not go on, such as 'seized': two people open it again.", "WHY", "--stop")
]


def set_up(desk: CommandDesk, file: FileOfTerms) -> ActReport:
    """Set a progressive up, or change it, from a file of terms.

    Two people are needed. Every game is analysed: what could not be kept, or must not be linked, is
    refused with the reason, and what the maker would not recommend is a warning. A progressive in play
    cannot be changed.
    """
    from pitboss.house import progressive

    terms = read_terms(file)
    people, manager = desk.people, desk.manager
    done = "changed" if terms.id in manager.floor.progressives else "set up"
    with working("Analysing"):
        answer = progressive.set_up(manager, terms, id_=desk.id, by=people)
        warnings = find_warnings(terms)
    words = f"{terms.id} is {done}, and closed: open it for play"
    more = {"progressive": terms.id, "warnings": warnings}
    return ActReport(answer, words, more, [f"warning: {warning}" for warning in warnings])


def find_warnings(terms: Terms) -> list[str]:
    """What the maker would warn of, each once."""
    from pitboss.audit.plan import advise

    found = (one for advice in advise(terms) for one in advice.warnings)
    return list(dict.fromkeys(f"{one.level}: {one.text}".removeprefix(": ") for one in found))


def open_(desk: CommandDesk, progressive: Progressive) -> ActReport:
    """Open a progressive for play."""
    return switch(desk, progressive, is_open=True)


def close(desk: CommandDesk, progressive: Progressive, stop: Stopped = "") -> ActReport:
    """Close a progressive: it takes no wager.

    With --stop it closes at once, open rounds or not, and two people are needed to open it again:
    for money that was seized, or a bank account that is short.
    """
    return switch(desk, progressive, is_open=False, stopped=stop)


def switch(desk: CommandDesk, progressive: str, *, is_open: bool, stopped: str = "") -> ActReport:
    from pitboss.jackpot.request import Switch

    words = "open for play" if is_open else f"stopped: {stopped}" if stopped else "closed"
    answer = desk.ask(Switch, progressive, is_open, stopped)
    unasked = find_unasked(desk, progressive) if is_open else []
    notes = [say_unasked(unasked)] if unasked else []
    more: dict[str, Json] = {"not_in_room": [*unasked]} if is_open else {}
    return ActReport(answer, f"{progressive} is {words}", more, notes)


def find_unasked(desk: CommandDesk, progressive: str) -> list[str]:
    """Tables of the progressive that stand in no room of this journal: nobody asks about their equipment."""
    floor = desk.manager.floor
    return [table for table in floor.progressives[progressive].terms.tables if table not in floor.tables]


def say_unasked(tables: Sequence[str]) -> str:
    return f"not tables of the room, so approval and equipment are the house's to check: {', '.join(tables)}"


def display(table: TableName, store: Store = None, json: AsJson = False) -> None:
    """Show what the display at a table says: amounts, notices and wins."""
    from pitboss.jackpot.display import read_display
    from pitboss.reports.sign import display_data, display_page

    with open_floor(store) as manager:
        found = read_display(manager.floor, table, now())
    if json:
        say_json(display_data(found, None))
    else:
        say_page(display_page(found))


# -- the plan --------------------------------------------------------------------------------------


PaytableName = Annotated[str | None, argument("A paytable with a meter, of any game.", "PAYTABLE")]
TermsFile = Annotated[str | None, word("The progressive of this file of terms instead.", "FILE", "--terms")]
Tables = Annotated[str | None, word("Tables on the link. Default 1, or those of the file.", "N")]
Players = Annotated[str, word("Players at each table.", "N")]
Share = Annotated[str, word("How many of the players bet the progressive.", "%")]
Cap = Annotated[str | None, word("Where the meter stops.", "$")]
FromMeter = Annotated[
    bool, word("Fixed awards come off the meter, not from the tray.", None, "--all-from-meter")
]
Scale = Annotated[
    bool,
    word("Instead: what ten tables to a million seats take and do, measured and played.", None, "--scale"),
]


def plan(
    paytable: PaytableName = None,
    terms: TermsFile = None,
    tables: Tables = None,
    rounds: Rounds = "40",
    hours: Hours = "24",
    players: Players = "7",
    share: Share = "100%",
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    cap: Cap = None,
    all_from_meter: FromMeter = False,
    scale: Scale = False,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Plan a progressive before it is set up.

    The amount at a hit, the time between hits, back-to-back hits, the cash it takes, the cost of its seed,
    the player's edge at each meter, the chance of running dry, and what linking tables saves. Nothing is
    simulated: figures are exact, or bounds that are proved, or say to how
    many digits they hold.
    """
    check_endings(out)
    if scale:
        with working("Playing floors"):
            from pitboss.reports.plan_scale import scale_paper

            large = scale_paper()
        say_paper(large, out=out, json=json)
        return
    if paytable is not None and terms is not None:
        raise InputError(f"the file names its paytables: leave out {paytable!r}, or --terms")
    if paytable is None and terms is None:
        raise InputError("name a paytable with a meter, or give a file with --terms")
    asked = read_asked(players=None, meter=None, seed=meter_seed, contribution=contribution, reserve=reserve)
    traffic = read_traffic(tables, rounds, hours, players, share)
    with working("Planning") as progress:
        from pitboss.audit.plan import find_meter_table, plan_for, table_terms
        from pitboss.reports.plan_page import plan_paper

        if terms is not None:
            if asked.about_meters or cap is not None or all_from_meter:
                raise InputError("the file has the terms: change them there")
            found = read_terms(terms)
            traffic = read_traffic(tables or str(len(found.tables)), rounds, hours, players, share)
        else:
            assert paytable is not None
            limit = read_dollars(cap) if cap is not None else None
            named = find_meter_table(paytable)
            found = table_terms(
                *named, asked, tables=traffic.tables, cap=limit, all_from_meter=all_from_meter
            )
        made = plan_for(found, traffic, progress)
        paper = plan_paper(made, with_plots=out is not None)
    say_paper(paper, out=out, json=json)


def read_traffic(tables: str | None, rounds: str, hours: str, players: str, share: str) -> Traffic:
    from pitboss.design.plan import Traffic

    return Traffic(
        read_number("--tables", tables or "1"),
        read_number("--rounds", rounds),
        read_number("--hours", hours),
        read_number("--players", players),
        read_rate(share),
    )

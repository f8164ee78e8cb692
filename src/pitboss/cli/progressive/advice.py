"""`pitboss progressive warnings`: what the maker would say of the terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError, find_name
from pitboss.cli.desk import Store, open_floor
from pitboss.cli.option import AsJson, read_number
from pitboss.cli.screen import say_json, say_page, working
from pitboss.cli.text_file import open_text

if TYPE_CHECKING:
    from pitboss.jackpot.hazard import Pace
    from pitboss.jackpot.terms import Terms

Name = Annotated[str | None, typer.Argument(metavar="ID", help="A progressive. Default: all.")]
TermsFile = Annotated[
    str | None, typer.Option("--terms", metavar="FILE", help="A file of terms instead: before it is set up.")
]
Rounds = Annotated[str, typer.Option(metavar="N", help="Rounds an hour at each table.")]
Hours = Annotated[str, typer.Option(metavar="N", help="Hours of play a day.")]
Seats = Annotated[str, typer.Option(metavar="N", help="Seats with the wager in each round.")]


def warnings(
    progressive: Name = None,
    terms: TermsFile = None,
    rounds: Rounds = "40",
    hours: Hours = "24",
    seats: Seats = "7",
    store: Store = None,
    json: AsJson = False,
) -> None:
    """Hold the terms against the maker's recommendations.

    The new house advantage, the average award, the chance that a meter runs dry and that it is won
    again within a day. The pre-set contribution is what the printed figures imply.
    """
    pace = read_pace(rounds, hours, seats)
    found = [read_terms(terms)] if terms is not None else terms_of(store, progressive)
    with working("Analysing"):
        from pitboss.reports.progressive.warning_sheet import advice_data, advice_page, advise

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


def read_pace(rounds: str, hours: str, seats: str) -> Pace:
    from pitboss.jackpot.hazard import Pace

    found = Pace(
        read_number("--rounds", rounds), read_number("--hours", hours), read_number("--seats", seats)
    )
    if not (0 < found.rounds_an_hour <= 1000 and 0 < found.hours_a_day <= 24 and 0 < found.seats <= 14):
        raise InputError("a table plays 1 to 1,000 rounds an hour, 1 to 24 hours a day, with 1 to 14 seats")
    return found

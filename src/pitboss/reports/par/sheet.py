"""Par sheets: made on request, and the list of those that a game is filed with.

One sheet is filed for each paytable. That is what is approved, printed on a felt and changed by the house;
a designator is a choice of several, and each sheet names those it belongs to. The columns of one table (a
column for each number of hands) stay together, since the house never chooses among them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from pitboss import __version__
from pitboss.audit.best_play import filed_play
from pitboss.audit.own_table import OWN
from pitboss.audit.part import SheetPart, make_parts
from pitboss.audit.request import AnalysisRequest, request_analysis
from pitboss.audit.term import Asked
from pitboss.base.error import InputError
from pitboss.base.progress import Progress, silent
from pitboss.reports.cell import dollars, rate
from pitboss.reports.page import Facts, Page
from pitboss.reports.paper.paper import Paper
from pitboss.reports.par.data import par_data
from pitboss.reports.par.exposure import Limits, check_limits, limits_foot
from pitboss.reports.par.page import about_facts, depends_on_play, par_notes, par_page
from pitboss.reports.par.submission import NOTHING_SAID, Submission
from pitboss.rules import Game
from pitboss.rules.fingerprint import fingerprint

NO_LIMITS: Limits = {}


def make_par_sheet(
    request: AnalysisRequest,
    *,
    day: str = "",
    submission: Submission = NOTHING_SAID,
    limits: Limits = NO_LIMITS,
    progress: Progress = silent,
) -> Paper:
    """The par sheet of what is asked; with a day, a submission and posted limits if they are given."""
    check_day(day)
    check_limits(limits)
    game, parts = request.game, tuple(make_parts(request, limits, progress))
    play = None
    if any(map(depends_on_play, parts)):
        progress(f"{game.name}: best play in words")
        play = filed_play(game)
    mark = fingerprint(game)
    about = about_facts(game, play, mark, __version__, day)
    paper = Paper(
        title=par_title(request),
        page=par_page(game, parts, play, about, submission),
        data=par_data(game, parts, play, mark=mark, day=day, submission=submission),
        made_from=made_from(request, mark, day, submission, limits),
    )
    notes = par_notes(game, parts, play)
    return replace(paper, make_workbook=partial(make_book, paper, parts, about, notes, submission))


def made_from(
    request: AnalysisRequest, mark: str, day: str, submission: Submission, limits: Limits
) -> tuple[tuple[str, str], ...]:
    """The definition with its paytables and settings, the program, and every term that was given."""
    known = (("Game", request.game.id), ("Definition", mark), ("Pitboss", __version__))
    asked = (*asked_words(request.asked), *limits_foot(limits))
    given = (("Submission", submission.number), ("Day", day))
    return (*known, *asked, *((name, value) for name, value in given if value))


def asked_words(asked: Asked) -> Iterator[tuple[str, str]]:
    if asked.players is not None:
        yield "Players", str(asked.players)
    for about in asked.about_meters:
        words = rate if about in ("contribution", "reserve") else dollars
        amounts = getattr(asked, about).items()
        yield about.capitalize(), ", ".join(f"{name} {words(amount)}".strip() for name, amount in amounts)


def make_book(
    paper: Paper, parts: Sequence[SheetPart], about: Facts, notes: Page, submission: Submission
) -> bytes:
    """Only whoever wants a workbook waits for what writes it."""
    from pitboss.reports.par.book import write_book

    return write_book(paper, parts, about, notes, submission)


def check_day(day: str) -> None:
    if day and not is_day(day):
        raise InputError(f"write the day as 2026-11-16, not {day!r}")


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# -- which there are -------------------------------------------------------------------------------


def par_requests(game: Game) -> tuple[AnalysisRequest, ...]:
    """One for each paytable of the game, its columns together; one for each wager that has no paytable."""
    found: list[AnalysisRequest] = []
    for wager in game.wagers.values():
        tables = game.tables_for(wager.id)
        if not tables or tables[0].hands:
            found.append(AnalysisRequest(game, (wager.id,), Asked()))
        else:
            found += [
                request_analysis(game, paytables=[table.id], wagers=(), asked=Asked()) for table in tables
            ]
    return tuple(found)


def par_title(request: AnalysisRequest) -> str:
    return f"Par sheet: {', '.join([request.game.name, *names_of(request)])}"


def par_name(request: AnalysisRequest) -> str:
    """For a file: 'three_card_poker_pair_plus_a'."""
    words = " ".join([request.game.id, *names_of(request)]).lower()
    return re.sub(r"[^a-z0-9]+", "_", words).strip("_")


def names_of(request: AnalysisRequest) -> list[str]:
    """The designator, or the paytables if they are few; the wager where it stands for itself."""
    game = request.game
    tables = [game.chosen.get(wager, ()) for wager in request.wagers]
    ids = {table.id for one in tables for table in one}
    for name, filed in game.designators.items():
        if ids == set(filed) and len(ids) > 1:
            return [name]
    if len(request.wagers) > 2 or 1 < len(request.wagers) == len(game.wagers):
        return []
    return [wager_words(game, wager, request.asked) for wager in request.wagers]


def wager_words(game: Game, wager: str, asked: Asked) -> str:
    label, tables = game.wagers[wager].label, game.chosen.get(wager, ())
    if not tables:
        return label
    if tables[0].id == OWN:
        return f"{label} (own pays)"
    if tables[0].hands:
        named = [table.id for table in tables if asked.players and table.hands == asked.players + 1]
        return named[0] if named else label
    return tables[0].id

"""Jobs of a bench for the workshop: paytables by search, plans of progressives, what a seen card is worth.

The library does the work; here it is asked within bounds that suit a visitor, and its pages become blocks
with one sentence on top that says the result.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.base.error import InputError
from pitboss.base.figure import format_percent
from pitboss.base.progress import Say, saying
from pitboss.reports.form import Json, page_blocks
from pitboss.reports.paper.paper import Paper
from pitboss.rules import load_game

if TYPE_CHECKING:
    from pitboss.design.outcome import Design
    from pitboss.design.plan import ProgressivePlan
    from pitboss.design.target import Span
    from pitboss.design.vulnerability import Vulnerability
    from pitboss.jackpot.terms import LevelTerms

Numbers = Mapping[str, str | None]
"""By name: a number as it was written, or nothing."""
MOST_SITUATIONS, MOST_STEPS, MOST_DRAWS, MOST_SHOES = 2_000_000, 1_000_000_000, 200, 1_000
"""Of a leak that a visitor has counted: some seconds and a gigabyte, minutes for a shoe, which has no choice.
The command counts more."""
PLAYERS = 6
"""At a table that tells each other its cards."""
LONGEST_WORDS = 300
"""Of a refusal: some name everything that would do."""


@dataclass(frozen=True)
class Made:
    """What came of a question: as the page shows it, and as a paper."""

    shown: Json
    paper: Paper


# -- words -----------------------------------------------------------------------------------------


@contextmanager
def in_plain_words() -> Iterator[None]:
    """A refusal names the field of a form."""
    try:
        yield
    except InputError as problem:
        words = problem.spelled(name_field)
        raise InputError(words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]} …") from problem


def name_field(parameter: str) -> str:
    return f"“{parameter.replace('-', ' ')}”"


# -- design ----------------------------------------------------------------------------------------


def make_design_answer(
    say: Say,
    game: str,
    wager: str,
    like: str,
    targets: Mapping[str, Numbers],
    lines: Mapping[str, str],
    by: str,
    most: int,
    players: int,
    player_edge: bool,
) -> Made:
    """Tables that meet the targets; the first cell of each says what pays it `opens`."""
    from pitboss.audit.design import make_design
    from pitboss.audit.term import Asked
    from pitboss.design.search import By
    from pitboss.design.target import Targets
    from pitboss.reports.design_sheet import design_paper, pays_data

    with in_plain_words():
        found = make_design(
            load_game(game),
            wager,
            Targets(
                read_span(targets["advantage"], 100),
                read_span(targets["hit"], 100),
                read_span(targets["volatility"], 1),
                player_edge,
            ),
            like=like,
            lines=[f"{line}={pays}" for line, pays in lines.items()],
            most=most,
            by=By(by),
            asked=Asked(players=players or None),
            progress=say,
        )
    paper = design_paper(found)
    blocks: list[Any] = page_blocks(paper.page)
    table = next(block for block in blocks if block["block"] == "table") if found.found else {"rows": []}
    for row, one in zip(table["rows"], found.found, strict=True):
        row[0]["opens"] = pays_data(one.pays)
    shown: dict[str, Json] = {
        "headline": design_headline(found),
        "wager": found.wager.id,
        "like": found.like.id,
        "players": players,
        "tried": found.tried,
        "meeting": found.meeting,
        "page": blocks,
    }
    return Made(shown, paper)


def read_span(ends: Numbers, scale: int) -> "Span":
    from pitboss.design.target import Span

    low, high = (None if (end := ends[name]) is None else Fraction(end) / scale for name in ("low", "high"))
    if low is not None and high is not None and low > high:
        raise InputError(
            f"a range runs from the lower to the higher end, not from {ends['low']} to {ends['high']}"
        )
    return Span(low, high)


def design_headline(found: "Design") -> str:
    shown = len(found.found)
    if found.meeting is None:
        return f"{shown} tables meet the targets; more may, for not all {found.tried:,} were settled."
    if not found.meeting:
        return f"None of {found.tried:,} tables meets the targets: widen them, or the pays to try."
    meet = "table meets" if found.meeting == 1 else "tables meet"
    listed = f"; {shown} are listed" if shown < found.meeting else ""
    return f"{found.meeting:,} of {found.tried:,} {meet} the targets{listed}."


# -- the plan of a progressive ---------------------------------------------------------------------


def make_plan_answer(
    say: Say,
    paytable: str,
    traffic: Mapping[str, Any],
    levels: Mapping[str, Numbers],
    all_from_meter: bool,
) -> Made:
    """`levels` has what was said of each meter: seed and cap in dollars, rates in percent."""
    from dataclasses import replace

    from pitboss.audit.plan import find_meter_table, plan_for, table_terms
    from pitboss.audit.term import Asked
    from pitboss.design.plan import Traffic
    from pitboss.reports.plan_page import plan_paper

    with in_plain_words():
        asked = Asked(
            seed=read_amounts(levels, "seed", 1),
            contribution=read_amounts(levels, "contribution", 100),
            reserve=read_amounts(levels, "reserve", 100),
        )
        played = Traffic(**{**traffic, "share": Fraction(traffic["share"]) / 100})
        named = find_meter_table(paytable)
        terms = table_terms(*named, asked, tables=played.tables, all_from_meter=all_from_meter)
        caps = read_amounts(levels, "cap", 1)
        terms = replace(terms, levels=tuple(with_cap(level, caps) for level in terms.levels))
        terms.check()
        plan = plan_for(terms, played, say)
    say("Drawing")
    paper = plan_paper(plan)
    return Made({"headline": plan_headline(plan), "page": page_blocks(paper.page)}, paper)


def read_amounts(levels: Mapping[str, Numbers], name: str, scale: int) -> dict[str, Fraction]:
    return {
        level: Fraction(amount) / scale
        for level, numbers in levels.items()
        if (amount := numbers.get(name)) is not None
    }


def with_cap(level: "LevelTerms", caps: Mapping[str, Fraction]) -> "LevelTerms":
    from dataclasses import replace

    from pitboss.audit.plan import as_micros

    cap = caps.get(level.name)
    return level if cap is None else replace(level, cap_micros=as_micros(cap, "the cap"))


def plan_headline(plan: "ProgressivePlan") -> str:
    from pitboss.reports.plan_page import between_words, days_words

    first = plan.levels[0]
    often = days_words(plan.traffic.days(first.wagers_a_hit))
    name = f"The {first.level.name} meter" if first.level.name else "The meter"
    verb = "keeps" if plan.advantage >= 0 else "loses"
    keeps = f"the house {verb} {format_percent(abs(plan.advantage), 2)} of every wager"
    return f"{name} is won once in {often} on average and pays {between_words(first.mean)}; {keeps}."


# -- from ten tables to a million seats ------------------------------------------------------------


def make_scale_answer(say: Say) -> Made:
    from pitboss.reports.plan_scale import scale_paper

    say("Playing floors of ten tables to a million seats")
    paper = scale_paper()
    return Made({"headline": scale_headline(), "page": page_blocks(paper.page)}, paper)


def scale_headline() -> str:
    from pitboss.design.scale import loads

    most, first = loads()[-1], next(load for load in loads() if load.limits)
    needs = f"{most.server_cores:,.0f} cores to deal and {most.journal_gib_a_day:,.0f} GiB of journal a day"
    limit = f"The first limit is met at {first.tables:,} tables: {first.limits[0]}."
    return f"A million seats ask for {needs}. {limit}"


# -- what a seen card is worth ---------------------------------------------------------------------


def make_leak_answer(say: Say, game: str, others: int, leak: str) -> Made:
    """Under every paytable of the base wager: one leak by its name, or all of them."""
    from pitboss.design.vulnerability import Patience, find_vulnerability
    from pitboss.reports.design_sheet import vulnerability_paper

    chosen = load_game(game)
    tables = tuple(table for wager in chosen.deciding for table in chosen.tables_for(wager))
    with in_plain_words():
        found = find_vulnerability(
            chosen,
            tables,
            most_dead=others,
            players=PLAYERS,
            only=leak,
            patience=Patience(MOST_SITUATIONS, MOST_STEPS, MOST_DRAWS, MOST_SHOES),
            progress=saying("Counting ", say),
        )
    paper = vulnerability_paper(found)
    return Made({"headline": leak_headline(found), "page": page_blocks(paper.page)}, paper)


def leak_headline(found: "Vulnerability") -> str:
    if not found.worths:
        return "Every leak of this game takes more situations than are counted here."
    worst = max(found.worths, key=lambda worth: worth.gain)
    edge = "the player has the edge" if worst.is_player_edge else "the house still has the edge"
    wagers = words_of(found.game.wagers[wager].label for wager in found.wagers)
    worth = f"worth {format_percent(worst.gain, 2)} of the {wagers}"
    if len(found.leaks) == 1:
        leak = worst.leak.name[0].upper() + worst.leak.name[1:]
        return f"{leak} is {worth} under {worst.table}; {edge}."
    return f"The dearest that is counted: {worst.leak.name}, {worth} under {worst.table}; {edge}."


def words_of(labels: Iterator[str] | Sequence[str]) -> str:
    return " and ".join(label.lower() for label in labels)

"""Design by search: all tables of a shape that meet the targets, and the best of them.

Where no decision depends on the pays, everything is a sum over lines and the search is exact by itself. Where
the pays change how a game is best played, `decided` bounds first and prices anew in the end.
"""

from collections.abc import Mapping
from dataclasses import replace

from pitboss.analysis.analysis import Terms, analyze
from pitboss.base.error import InputError, Parameter, ParameterError
from pitboss.base.odds import Kind, Pay
from pitboss.design.decided import Progress, design_decided
from pitboss.design.ladder import Choices, choose_pays
from pitboss.design.outcome import Design, FoundTable, find_sensitivity, held_against, seated
from pitboss.design.search import By, Places, search
from pitboss.design.source import Source, source_of
from pitboss.design.target import Targets
from pitboss.rules import Game, Paytable

MOST_FOUND = 1000


def design(
    game: Game,
    wager_name: str,
    targets: Targets,
    *,
    like: Paytable | None = None,
    lines: Mapping[str, str] | None = None,
    most: int = 20,
    by: By = By.NEAREST,
    terms: Terms | None = None,
    progress: Progress | None = None,
) -> Design:
    """The tables of a wager that meet the targets, ranked; held against `like`, or the table in force."""
    like = like or table_in_force(game, wager_name)
    if not 0 <= most <= MOST_FOUND:
        raise ParameterError(Parameter("most"), f": 0 to {MOST_FOUND} tables, not {most}")
    choices = choose_pays(game, like, lines or {})
    start = start_table(game, like, choices)
    analysis = analyze(game.with_table(start), like.wager, seated(start, terms))
    if analysis.is_decided:
        told = progress or (lambda _: None)
        return design_decided(analysis, targets, like=like, choices=choices, most=most, by=by, progress=told)
    source = source_of(analysis, choices, like)
    check_known(source, targets)
    result = search(source.board, targets, most=most, by=by)
    found = [found_table(source, places) for places in result.found]
    return Design(
        game=game,
        wager=analysis.wager,
        like=like,
        targets=targets,
        choices=choices,
        by=by,
        now=held_against(analysis, game, like, terms),
        found=tuple(found),
        sensitivity=find_sensitivity(source.board, start, source.board.advantage),
        tried=result.tried,
        meeting=result.meeting,
        method=source.method,
        remarks=remarks_of(source, found, targets),
    )


def table_in_force(game: Game, wager_name: str) -> Paytable:
    wager = game.wager(wager_name)
    tables = game.chosen.get(wager.id, ())
    if not tables:
        raise InputError(f"{wager.label} is not paid by a table, so there is nothing to design")
    return tables[0]


def start_table(game: Game, like: Paytable, choices: Choices) -> Paytable:
    """A table with exactly the lines that are searched, from which the cards are counted."""
    shape = game.wagers[like.wager].shape
    assert shape is not None
    kinds = [pay.kind for pay in like.pays.values() if pay.kind is not Kind.METER]
    kind = kinds[0] if kinds else Kind.TO
    pays: dict[str, Pay] = {}
    for line in shape.allowed:
        if line in like.pays and (line in choices or like.pays[line].kind is Kind.METER):
            pays[line] = like.pays[line]
        elif line in choices:
            pays[line] = Pay(kind, choices[line][0])
    return like if pays == dict(like.pays) else replace(like, id=f"{like.id}, changed", pays=pays)


def found_table(source: Source, places: Places) -> FoundTable:
    board = source.board
    return FoundTable(
        pays=board.pays(places),
        advantage=board.advantage(places),
        hit=board.hit(places) if source.has_spread else None,
        variance=board.variance(places) if source.has_spread else None,
        changed=board.sums(places).changed,
        distance=board.distance(places),
        half_width=source.half_width(places),
    )


# -- where only bounds are known -------------------------------------------------------------------


def check_known(source: Source, targets: Targets) -> None:
    if not source.has_spread and not (targets.hit.is_free and targets.volatility.is_free):
        raise InputError("hits and deviation of this wager are not counted: ask for its advantage only")


def is_certain(found: FoundTable, targets: Targets) -> bool:
    """Whether the whole of its bounds meets the advantage asked for."""
    ends = (found.advantage - found.half_width, found.advantage + found.half_width)
    return all(targets.asked_advantage.holds(end) for end in ends)


def remarks_of(source: Source, found: list[FoundTable], targets: Targets) -> tuple[str, ...]:
    if not source.slack:
        return ()
    remarks = ["tables are judged and counted by the middle of their bounds"]
    doubtful = sum(not is_certain(one, targets) for one in found)
    if doubtful:
        remarks.append(
            f"of {doubtful} tables listed the bounds reach over an edge of the advantage asked for"
        )
    return tuple(remarks)

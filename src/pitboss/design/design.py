"""Design by search: all tables of a shape that meet the targets, and the best of them.

Where no decision hangs on the pays, everything is a sum over lines and the search is exact by itself. Where
the pays change how a game is best played, `decided` bounds first and prices anew in the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.analysis.analysis import Terms, WagerAnalysis, analyze
from pitboss.base.error import InputError, Parameter, ParameterError
from pitboss.base.odds import Kind, Pay
from pitboss.design.board import Board
from pitboss.design.half import Measure, measure_from
from pitboss.design.ladder import Choices, choose_pays
from pitboss.design.outcome import Design, FoundTable, Sensitivity
from pitboss.design.search import By, Places, search
from pitboss.design.source import Source, source_of
from pitboss.design.target import Targets
from pitboss.rules import Game, Paytable

MOST_FOUND = 1000
Progress = Callable[[str], None]


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
    if analysis.decisions:
        from pitboss.design.decided import design_decided

        return design_decided(
            analysis,
            targets,
            like=like,
            choices=choices,
            most=most,
            by=by,
            progress=progress or (lambda _: None),
        )
    source = source_of(analysis, choices)
    check_known(source, targets)
    measure = measure_from(source.board, amounts_of(like))
    result = search(source.board, targets, measure, most=most, by=by)
    found = [found_table(source, measure, places) for places in result.found]
    return Design(
        game=game,
        wager=analysis.wager,
        like=like,
        targets=targets,
        choices=choices,
        by=by,
        now=held_against(analysis, game, like, terms),
        found=tuple(found),
        sensitivity=tuple(sensitivity(source.board, start, source.board.advantage)),
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


def seated(table: Paytable, terms: Terms | None) -> Terms:
    """A column for so many hands says how many players there are."""
    terms = terms or Terms()
    return replace(terms, players=table.hands - 1) if table.hands else terms


def amounts_of(table: Paytable) -> dict[str, Fraction]:
    return {line: pay.amount for line, pay in table.pays.items() if pay.kind is not Kind.METER}


def held_against(analysis: WagerAnalysis, game: Game, like: Paytable, terms: Terms | None) -> FoundTable:
    """The figures of the table itself, by the analysis and not by the board."""
    if analysis.tables[0] != like:
        analysis = analyze(game.with_table(like), like.wager, seated(like, terms))
    figures = analysis.figures
    return FoundTable(
        pays=like.pays,
        advantage=analysis.house_advantage,
        hit=figures.hit_frequency if figures else None,
        variance=figures.variance if figures else None,
        changed=0,
        distance=Fraction(0),
        half_width=analysis.interval.half_width if analysis.interval else Fraction(0),
    )


def found_table(source: Source, measure: Measure, places: Places) -> FoundTable:
    board = source.board
    changed, distance = measure.of(places)
    return FoundTable(
        pays=ordered(board, places),
        advantage=board.advantage(places),
        hit=board.hit(places) if source.has_spread else None,
        variance=board.variance(places) if source.has_spread else None,
        changed=changed,
        distance=distance,
        half_width=source.half_width(places),
    )


def ordered(board: Board, places: Places) -> dict[str, Pay]:
    """As a layout has them: the meter's line, being the best, first."""
    pays = board.pays(places)
    return {line: pays[line] for line in (*board.table.pays, *pays) if line in pays}


def sensitivity(board: Board, table: Paytable, advantage: Callable[[Places], Fraction]) -> list[Sensitivity]:
    """What one step on each line does to the advantage, with all other lines as they are."""
    places = board.places_of(table.pays)
    now = places or tuple(0 for _ in board.lines)
    found = []
    for number, line in enumerate(board.lines):
        steps = []
        for place in (now[number] - 1, now[number] + 1):
            moved = (*now[:number], place, *now[number + 1 :])
            is_there = places is not None and 0 <= place < len(line.amounts)
            steps.append((line.pay(place), advantage(moved)) if is_there else None)
        found.append(Sensitivity(line.name, table.pays[line.name], line.slope, steps[0], steps[1]))
    return found


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

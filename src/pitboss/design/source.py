"""Boards from analyses: the tally of a wager, what is drawn to a total, and the highest hand at the table.

A tally is exact, and so is a natural's chance. Of the highest of three or more hands only certified bounds
are known: the board then holds the middles, and `slack` says for each line how far the truth may lie beside.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.highest import MISS, HighestHand, Interval
from pitboss.base.error import InputError
from pitboss.design.board import Board, Line, Part, make_board, make_line
from pitboss.design.ladder import Choices
from pitboss.rules import Paytable
from pitboss.rules.bet import paid_line

FINE = 10**12
"""Ways in which middles of bounds are written down."""


@dataclass(frozen=True)
class Source:
    """A board and what is known about it."""

    board: Board
    method: str
    slack: tuple[Fraction, ...] = ()
    """Half the width of the chance of each line or better; nothing where the board is exact."""
    has_spread: bool = True
    """Whether hits and deviation are known."""

    def half_width(self, places: tuple[int, ...]) -> Fraction:
        """How far a table's advantage may lie beside what the board says."""
        if not self.slack:
            return Fraction(0)
        heights = [line.heights[n] for line, n in zip(self.board.lines, places, strict=True)]
        steps = [above - below for above, below in zip(heights, [*heights[1:], Fraction(-1)], strict=True)]
        return sum((slack * step for slack, step in zip(self.slack, steps, strict=True)), Fraction(0))


def source_of(analysis: WagerAnalysis, choices: Choices) -> Source:
    table = analysis.tables[0]
    if analysis.drawn:
        return drawn_source(analysis, table, choices)
    if analysis.highest:
        return highest_source(analysis, analysis.highest, table, choices)
    method = "exact: whole ways from the counting engine, every sum in whole numbers"
    return Source(board_of(analysis, choices), method)


def board_of(analysis: WagerAnalysis, choices: Choices) -> Board:
    """What the best play of this table costs with every other pay."""
    figures = analysis.figures
    assert figures is not None
    extra = figures.house_advantage + figures.extra - analysis.house_advantage
    return make_board(analysis.tables[0], figures.tally, choices, meters=figures.meters, extra=extra)


def drawn_source(analysis: WagerAnalysis, table: Paytable, choices: Choices) -> Source:
    """What a natural pays has no part in how hands are played, so the advantage is linear in it."""
    assert analysis.drawn is not None
    found = {line.name: line for line in analysis.drawn.lines if line.name in choices}
    if len(found) != len(choices):
        raise InputError(f"of {analysis.wager.label} only the pay of a natural can be searched")
    rest = -analysis.drawn.house_advantage - sum((line.contribution for line in found.values()), Fraction(0))
    total = lcm(rest.denominator, *(line.probability.denominator for line in found.values()))
    ways = {name: int(line.probability * total) for name, line in found.items()}
    unit, lines = lines_from(ways, table, choices, total)
    board = Board(table, lines, total, unit, int(-rest * total) * unit, 0, 0)
    return Source(board, "exact: the drawing engine; a natural's pay changes no play", has_spread=False)


def highest_source(
    analysis: WagerAnalysis, highest: HighestHand, table: Paytable, choices: Choices
) -> Source:
    """Chances of a line are differences of chances of a line or better, the best line first."""
    or_better = [chance_of(analysis, highest, table, line) for line in choices]
    is_exact = highest.hands == 2
    total = highest.deals if is_exact else FINE
    reached = [0, *(round(chance.middle * total) for chance in or_better)]
    ways = {line: own - above for line, above, own in zip(choices, reached, reached[1:], strict=False)}
    unit, lines = lines_from(ways, table, choices, total)
    lost = total - reached[-1]
    board = Board(table, lines, total, unit, lost * unit, lost * unit**2, 0)
    if is_exact:
        return Source(board, "exact: every pair of hands counted")
    slack = tuple(chance.half_width + Fraction(1, FINE) for chance in or_better)
    miss = f"{100 * MISS * len(slack):.1f}%"
    return Source(
        board, f"certified bounds for {highest.hands} hands, wrong with a chance of at most {miss}", slack
    )


def lines_from(
    ways: Mapping[str, int], table: Paytable, choices: Choices, total: int
) -> tuple[int, tuple[Line, ...]]:
    """The unit of all pays that are tried, and the lines, each paid on one wager in its ways."""
    unit = lcm(*(amount.denominator for amounts in choices.values() for amount in amounts))
    parts = {name: [Part(ways[name], Fraction(0), Fraction(1))] for name in choices}
    return unit, tuple(
        make_line(name, table.pays[name].kind, amounts, parts[name], unit, total)
        for name, amounts in choices.items()
    )


def chance_of(analysis: WagerAnalysis, highest: HighestHand, table: Paytable, line: str) -> Interval:
    """The chance that the highest hand is paid by this line or a better one.

    The bounds are made as narrow as a wager needs that pays what the table pays for it.
    """
    shape = analysis.wager.shape
    assert shape is not None
    names = [shape.ranking.pick(atom, shape.allowed) for atom in highest.cells.atoms]
    payers = [paid_line(shape.ranking, name, table) if name else None for name in names]
    paid = list(table.pays)
    better = paid[: paid.index(line) + 1]
    following = paid[len(better)] if len(better) < len(paid) else None
    below = table.pays[following].net(Fraction(1), {}) if following else Fraction(-1)
    weight = max(table.pays[line].net(Fraction(1), {}) - below, Fraction(1))
    found = highest.net(tuple(weight * (payer in better) for payer in payers))
    return Interval(found.low / weight, found.high / weight, found.miss)

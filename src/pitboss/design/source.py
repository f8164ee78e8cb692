"""Boards from analyses: the tally of a wager, what is drawn to a total, and the highest hand at the table.

A tally is exact, and so is a natural's chance. Of the highest of three or more hands only certified bounds
are known: the board then holds the middles, and `slack` says for each line how far the truth may lie beside.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.drawn import DrawnGame
from pitboss.analysis.highest import MISS, HighestHand, Interval
from pitboss.base.error import InputError
from pitboss.design.board import PaidRounds, PayBoard, Sums, make_board, read_tally
from pitboss.design.ladder import Choices
from pitboss.rules import Paytable
from pitboss.rules.bet import paid_line

FINE = 10**12
"""Ways in which middles of bounds are written down."""


@dataclass(frozen=True)
class Source:
    """A board and what is known about it."""

    board: PayBoard
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


def source_of(analysis: WagerAnalysis, choices: Choices, like: Paytable) -> Source:
    """`like` is the table that others are held against."""
    if analysis.drawn:
        return drawn_source(analysis, analysis.drawn, choices, like)
    if analysis.highest:
        return highest_source(analysis, analysis.highest, choices, like)
    method = "exact: whole ways from the counting engine, every sum in whole numbers"
    return Source(board_of(analysis, choices, like), method)


def board_of(analysis: WagerAnalysis, choices: Choices, like: Paytable) -> PayBoard:
    """What the best play of this table costs with every other pay."""
    figures = analysis.figures
    assert figures is not None
    board = read_tally(analysis.tables[0], figures.tally, choices, like, meters=figures.meters)
    return replace(board, extra=figures.house_advantage + figures.extra - analysis.house_advantage)


def drawn_source(analysis: WagerAnalysis, drawn: DrawnGame, choices: Choices, like: Paytable) -> Source:
    """What a natural pays has no part in how hands are played, so the advantage is linear in it."""
    found = {line.name: line for line in drawn.lines if line.name in choices}
    if len(found) != len(choices):
        raise InputError(f"of {analysis.wager.label} only the pay of a natural can be searched")
    rest = -drawn.house_advantage - sum((line.contribution for line in found.values()), Fraction(0))
    total = lcm(rest.denominator, *(line.probability.denominator for line in found.values()))
    paid: dict[str | None, list[PaidRounds]] = {
        name: paid_on_one(int(line.probability * total)) for name, line in found.items()
    }
    board = make_board(analysis.tables[0], paid, choices, like, total)
    board = replace(board, rest=Sums(int(-rest * total) * board.unit))
    return Source(board, "exact: the drawing engine; a natural's pay changes no play", has_spread=False)


def highest_source(analysis: WagerAnalysis, highest: HighestHand, choices: Choices, like: Paytable) -> Source:
    """Chances of a line are differences of chances of a line or better, the best line first."""
    table = analysis.tables[0]
    or_better = [chance_of(analysis, highest, table, line) for line in choices]
    is_exact = highest.hands == 2
    total = highest.deals if is_exact else FINE
    reached = [0, *(round(chance.middle * total) for chance in or_better)]
    paid: dict[str | None, list[PaidRounds]] = {
        line: paid_on_one(own - above)
        for line, above, own in zip(choices, reached, reached[1:], strict=False)
    }
    lost = [PaidRounds(total - reached[-1], Fraction(-1))]
    board = make_board(table, {**paid, None: lost}, choices, like, total)
    if is_exact:
        return Source(board, "exact: every pair of hands counted")
    slack = tuple(chance.half_width + Fraction(1, FINE) for chance in or_better)
    miss = f"{100 * MISS * len(slack):.1f}%"
    return Source(
        board, f"certified bounds for {highest.hands} hands, wrong with a chance of at most {miss}", slack
    )


def paid_on_one(ways: int) -> list[PaidRounds]:
    """A line that is paid on one wager in n ways."""
    return [PaidRounds(ways, Fraction(0), Fraction(1))]


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

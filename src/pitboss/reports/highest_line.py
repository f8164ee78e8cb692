"""The lines of a wager on the highest hand at the table, each with the bounds of its chance."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.highest import HighestHand, Interval
from pitboss.base.odds import LOSE, Pay
from pitboss.rules.bet import paid_line


@dataclass(frozen=True)
class HighestLine:
    name: str
    pay: Pay
    chance: Interval

    @property
    def net(self) -> Fraction:
        return self.pay.net(Fraction(1), {})

    @property
    def contribution(self) -> Fraction:
        return self.net * self.chance.middle


def highest_lines(analysis: WagerAnalysis) -> tuple[HighestLine, ...]:
    """The best first, losing last."""
    (table,) = analysis.tables
    paid = [HighestLine(line, pay, chance_of(analysis, paid=[line])) for line, pay in table.pays.items()]
    return (*paid, HighestLine("lose", LOSE, chance_of(analysis, paid=[None])))


def hit_interval(analysis: WagerAnalysis) -> Interval:
    """How often the wager wins."""
    (table,) = analysis.tables
    return chance_of(analysis, paid=table.pays)


def chance_of(analysis: WagerAnalysis, *, paid: Iterable[str | None]) -> Interval:
    """The chance that the highest hand is on one of these lines; None is a hand on no line."""
    shape, highest = analysis.wager.shape, analysis.highest
    assert shape is not None
    assert isinstance(highest, HighestHand)
    (table,) = analysis.tables
    wanted = set(paid)
    lines = [shape.ranking.pick(atom, shape.allowed) for atom in highest.cells.atoms]
    payers = [paid_line(shape.ranking, line, table) if line else None for line in lines]
    return highest.net(tuple(Fraction(line in wanted) for line in payers))


def variance(lines: Iterable[HighestLine]) -> Fraction:
    """Of one round, with every chance in the middle of its bounds."""
    lines = list(lines)
    mean = sum((line.contribution for line in lines), Fraction(0))
    square = sum((line.contribution * line.net for line in lines), Fraction(0))
    return square - mean * mean

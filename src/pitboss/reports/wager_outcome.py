"""The outcomes of a wager in one form, whichever engine found them: counted, drawn to a total, or bounded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.figures import OutcomeLine
from pitboss.analysis.highest import Interval
from pitboss.base.odds import format_pay
from pitboss.reports.highest_line import HighestLine


@dataclass(frozen=True)
class Outcome:
    """What happened, how often, what it pays and what that adds to the return."""

    name: str
    ways: int | None
    """Nothing where chances are drawn or bounded, not counted."""
    chance: Interval
    pay: str
    net: Fraction

    @property
    def probability(self) -> Fraction:
        return self.chance.middle

    @property
    def contribution(self) -> Fraction:
        return self.net * self.chance.middle


def outcomes_of(analysis: WagerAnalysis, lines: Iterable[HighestLine]) -> tuple[Outcome, ...]:
    """The best first; `lines` are those of a wager on the highest hand."""
    if analysis.figures:
        return tuple(known_outcome(line, line.ways) for line in analysis.figures.outcomes)
    if analysis.drawn:
        return tuple(known_outcome(line, None) for line in analysis.drawn.lines)
    return tuple(bounded_outcomes(analysis, lines))


def known_outcome(line: OutcomeLine, ways: int | None) -> Outcome:
    return Outcome(line.name, ways, certain(line.probability), line.pay, line.net)


def bounded_outcomes(analysis: WagerAnalysis, lines: Iterable[HighestLine]) -> Iterator[Outcome]:
    assert analysis.highest is not None
    deals = analysis.highest.deals
    for line in lines:
        ways = None if line.chance.half_width else int(line.chance.middle * deals)
        yield Outcome(line.name, ways, line.chance, format_pay(line.pay), line.net)


def certain(value: Fraction) -> Interval:
    return Interval(value, value, 0.0)

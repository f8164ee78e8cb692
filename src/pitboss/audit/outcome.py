"""The outcomes of a wager in one form, whichever engine found them: counted, drawn to a total, or bounded.

Of a wager on the highest hand at the table every line has the bounds of its chance: the difference of two
tails, its own and that of the next better one. The advantage is made of the same tails, so the chances add up
to one, and with their nets to the middle of the advantage.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.figures import OutcomeLine
from pitboss.analysis.highest import MISS, HighestHand, Interval, expect
from pitboss.base.odds import LOSE, format_pay
from pitboss.rules.bet import paid_line


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


def outcomes_of(analysis: WagerAnalysis) -> tuple[Outcome, ...]:
    """The best first."""
    if analysis.figures:
        return tuple(known_outcome(line, line.ways) for line in analysis.figures.outcomes)
    if analysis.drawn:
        return tuple(known_outcome(line, None) for line in analysis.drawn.lines)
    return tuple(highest_outcomes(analysis))


def known_outcome(line: OutcomeLine, ways: int | None) -> Outcome:
    return Outcome(line.name, ways, certain(line.probability), line.pay, line.net)


def certain(value: Fraction) -> Interval:
    return Interval(value, value, 0.0)


# -- the highest hand at the table -----------------------------------------------------------------


def highest_outcomes(analysis: WagerAnalysis) -> Iterator[Outcome]:
    """The lines of the paytable, the best first, losing last."""
    (table,), highest = analysis.tables, analysis.highest
    assert highest is not None
    for line, pay in (*table.pays.items(), (None, LOSE)):
        chance = chance_of(analysis, paid=[line])
        ways = None if chance.half_width else int(chance.middle * highest.deals)
        yield Outcome(line or "lose", ways, chance, format_pay(pay), pay.net(Fraction(1), {}))


def hit_interval(analysis: WagerAnalysis) -> Interval:
    """How often the wager wins."""
    (table,) = analysis.tables
    return chance_of(
        analysis, paid=[line for line, pay in table.pays.items() if pay.net(Fraction(1), {}) > 0]
    )


def chance_of(analysis: WagerAnalysis, *, paid: Iterable[str | None]) -> Interval:
    """The chance that the highest hand is on one of these lines; None is a hand on no line."""
    wanted = set(paid)
    payers = payers_of(analysis)
    return expect(tuple(Fraction(line in wanted) for line in payers), line_tails(analysis, payers))


def payers_of(analysis: WagerAnalysis) -> list[str | None]:
    """The line that pays each cell, from the lowest cell up."""
    shape, highest = analysis.wager.shape, analysis.highest
    assert shape is not None
    assert isinstance(highest, HighestHand)
    (table,) = analysis.tables
    lines = [shape.ranking.pick(atom, shape.allowed) for atom in highest.cells.atoms]
    return [paid_line(shape.ranking, line, table) if line else None for line in lines]


def line_tails(analysis: WagerAnalysis, payers: Sequence[str | None]) -> dict[int, Interval]:
    """Those of the advantage; and where two lines pay alike, which it does not tell apart, one of its own."""
    (table,), highest = analysis.tables, analysis.highest
    assert highest is not None
    payouts = tuple(table.pays[line].net(Fraction(1), {}) + 1 if line else Fraction(0) for line in payers)
    known = highest.tails(payouts)
    for cell in range(1, len(payers)):
        if payers[cell] != payers[cell - 1] and cell not in known:
            known |= own_tail(highest, cell)
    return known


def own_tail(highest: HighestHand, cell: int) -> dict[int, Interval]:
    """Sampled apart from the others, so a chance that is made of both kinds may miss by either."""
    found = highest.tails(tuple(Fraction(one >= cell) for one in range(len(highest.cells.atoms))))
    return {
        at: Interval(tail.low, tail.high, 2 * MISS if tail.half_width else 0.0) for at, tail in found.items()
    }


def variance(lines: Sequence[Outcome]) -> Fraction:
    """Of one round, with every chance in the middle of its bounds."""
    mean = sum((line.contribution for line in lines), Fraction(0))
    square = sum((line.contribution * line.net for line in lines), Fraction(0))
    return square - mean * mean

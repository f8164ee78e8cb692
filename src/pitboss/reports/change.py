"""Which single change of a paytable would make a printed figure true?

A figure moves with a pay as fast as money lies on that line. That slope tells where to look; the
changed table is then analysed in full, best play included, before anything is said.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from pitboss.analysis.analysis import WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.base.odds import Kind, Pay, format_pay
from pitboss.reports.printed import Print
from pitboss.rules import Paytable
from pitboss.rules.paytable import falling_pays

LARGEST_FACTOR = 4
"""A pay is taken for a misprint only up to so many times, or so much of, what is printed."""
NEAR = 20
"""How many printed digits off the slope may point: best play bends with the pays, a little."""


@dataclass(frozen=True)
class Change:
    """One line paid otherwise, and what the figure would be."""

    line: str
    was: Pay
    now: Pay
    exact: Fraction

    def __str__(self) -> str:
        return f"{self.line} at {format_pay(self.now)} instead of {format_pay(self.was)}"


def find_changes(
    analysis: WagerAnalysis, printed: Print, figure: Callable[[Figures], Fraction]
) -> list[Change]:
    """Changes of one line after which `figure` rounds to the print, the smallest change first."""
    table, base = analysis.tables[0], analysis.figures
    assert base
    # Any other figure is the advantage over some average: look where that puts the advantage.
    divisor = base.house_advantage / figure(base) if figure(base) else Fraction(1)
    excess = (figure(base) - printed.value) * divisor
    found = []
    for line, pay in table.pays.items():
        if pay.kind is Kind.METER:
            continue
        for amount in likely_amounts(base, line, pay, excess, NEAR * printed.step * divisor):
            changed = replace(table, pays={**table.pays, line: Pay(pay.kind, amount)})
            if len(falling_pays(changed.pays)) > len(falling_pays(table.pays)):
                continue
            exact = figure(reanalyze(analysis, changed))
            if printed.holds(exact):
                found.append(Change(line, pay, changed.pays[line], exact))
    return sorted(found, key=lambda change: abs(change.now.amount - change.was.amount))


def likely_amounts(
    figures: Figures, line: str, pay: Pay, excess: Fraction, near: Fraction
) -> Iterator[Fraction]:
    """Whole pays that would take the excess away, or nearly, if play stayed as it is."""
    slope = money_on(figures, line)
    if not slope:
        return
    wanted = pay.amount + excess / slope
    low, high = pay.amount / LARGEST_FACTOR, max(pay.amount, Fraction(1)) * LARGEST_FACTOR
    for amount in sorted({floor(wanted), ceil(wanted)}):
        left = abs(excess - (amount - pay.amount) * slope)
        if amount >= 0 and amount != pay.amount and low <= amount <= high and left <= near:
            yield Fraction(amount)


def money_on(figures: Figures, line: str) -> Fraction:
    """The average money that the line's pay multiplies."""
    total = Fraction(0)
    for outcome, ways in figures.tally.ways.items():
        total += ways * sum((result.base for result in outcome if result.name == line), Fraction(0))
    return total / figures.tally.total


def reanalyze(analysis: WagerAnalysis, table: Paytable) -> Figures:
    changed = analyze(analysis.game.with_table(table), analysis.wager.id, analysis.terms).figures
    assert changed
    return changed

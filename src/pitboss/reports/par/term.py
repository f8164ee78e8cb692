"""The outcomes of a wager taken apart, for a spreadsheet that computes.

The net of an outcome is a fixed part and, for each line of the paytable that it is paid by, the money which
that line's pay multiplies. Rows that the page adds up stay apart here if a changed pay would part them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from pitboss.analysis.figures import Figures, name_outcome
from pitboss.audit.part import SheetPart
from pitboss.base.odds import Kind
from pitboss.rules import Paytable
from pitboss.shape.tally import Outcome, net, staked

MOST = 10**15
"""A spreadsheet keeps fifteen digits of a number and no more."""

Bases = tuple[tuple[str, Fraction], ...]
"""Lines of the paytable, each with the money that its pay multiplies."""


@dataclass(frozen=True)
class Term:
    """One outcome: `fixed` and the pays of `bases` on their money make its net."""

    name: str
    ways: int | None
    probability: Fraction
    net: Fraction
    fixed: Fraction
    bases: Bases
    staked: Fraction | None
    """All money wagered, where that is known of each outcome."""
    is_award: bool = False
    """Whether a meter pays it: that counts as a hit whatever stands in the meter."""

    @property
    def is_hit(self) -> bool:
        return self.is_award or self.net > 0

    @property
    def is_push(self) -> bool:
        return not self.is_award and self.net == 0


def terms_of(part: SheetPart) -> tuple[Term, ...]:
    """The best outcome first."""
    figures = part.analysis.figures
    found = counted_terms(figures, part.table) if figures else known_terms(part)
    return tuple(
        sorted(found, key=lambda term: (not part.is_open(term.name), -term.net, term.name, term.bases))
    )


def counted_terms(figures: Figures, table: Paytable | None) -> Iterator[Term]:
    pays = table.pays if table else {}
    ways: Counter[tuple[str, Fraction, Bases, Fraction]] = Counter()
    nets: dict[tuple[str, Fraction, Bases, Fraction], Fraction] = {}
    for outcome, number in figures.tally.ways.items():
        if number:
            bases = bases_of(outcome, table)
            result = net(outcome, figures.meters)
            paid = sum((pays[line].net(base, figures.meters) for line, base in bases), Fraction(0))
            key = (name_outcome(outcome), result - paid, bases, staked(outcome))
            ways[key] += number
            nets[key] = result
    for key, number in ways.items():
        name, fixed, bases, stakes = key
        is_award = any(pays[line].kind is Kind.METER for line, _ in bases)
        chance = Fraction(number, figures.tally.total)
        yield Term(name, number, chance, nets[key], fixed, bases, stakes, is_award)


def bases_of(outcome: Outcome, table: Paytable | None) -> Bases:
    """The bets that the paytable pays, and on how much."""
    found: dict[str, Fraction] = {}
    for result in outcome:
        if table and result.base and table.pays.get(result.name) == result.pay:
            found[result.name] = found.get(result.name, Fraction(0)) + result.base
    return tuple(found.items())


def known_terms(part: SheetPart) -> Iterator[Term]:
    """Of outcomes that are drawn or bounded: each is paid by the line of its name, or by no line."""
    pays = part.table.pays if part.table else {}
    for outcome in part.sheet.outcomes:
        bases: Bases = ((outcome.name, Fraction(1)),) if outcome.name in pays else ()
        fixed = Fraction(0) if bases else outcome.net
        stakes = None if part.analysis.drawn else Fraction(1)
        yield Term(outcome.name, outcome.ways, outcome.probability, outcome.net, fixed, bases, stakes)


# -- whole numbers of a spreadsheet ----------------------------------------------------------------


@dataclass(frozen=True)
class Ways:
    """Ways as a spreadsheet can hold them: as they are, divided by what they share, or rounded."""

    numbers: tuple[int, ...]
    divisor: int
    is_exact: bool
    """Whether every number, and their sum, has all its digits in a cell."""


def fit_ways(ways: tuple[int, ...]) -> Ways:
    if fits(sum(ways)):
        return Ways(ways, 1, is_exact=True)
    shared = gcd(*ways)
    numbers = tuple(number // shared for number in ways)
    return Ways(numbers, shared, is_exact=fits(sum(numbers)))


def fits(number: int) -> bool:
    return abs(number) < MOST

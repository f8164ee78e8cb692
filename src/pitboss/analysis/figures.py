"""The figures of a wager, all from its tally: advantage, risk, hit frequency, deviation, outcomes."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.base.odds import Kind
from pitboss.shape.tally import Outcome, Tally, net, staked

VOLATILITY_Z = 1.645
"""Volatility index: this many deviations hold nine rounds in ten (normal approximation)."""


@dataclass(frozen=True)
class OutcomeLine:
    """One outcome of a wager: what happened, how often, what it pays and what that adds to the return."""

    name: str
    ways: int
    probability: Fraction
    pay: str
    net: Fraction
    contribution: Fraction


@dataclass(frozen=True)
class Figures:
    """A wager of one unit, analysed. Fractions of the unit; the advantage is the house's."""

    tally: Tally
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    extra: Fraction = Fraction(0)
    """What comes to the player besides the wager's own results: envy from other seats."""

    @cached_property
    def expected_net(self) -> Fraction:
        weighed = sum(
            (ways * net(outcome, self.meters) for outcome, ways in self.tally.ways.items()), Fraction(0)
        )
        return weighed / self.tally.total + self.extra

    @property
    def house_advantage(self) -> Fraction:
        """Expected loss over the initial wager."""
        return -self.expected_net

    @cached_property
    def average_total_wager(self) -> Fraction:
        weighed = sum((ways * staked(outcome) for outcome, ways in self.tally.ways.items()), Fraction(0))
        return weighed / self.tally.total

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss over all the money wagered."""
        return self.house_advantage / self.average_total_wager

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """Ways of each net result, the worst first."""
        found: Counter[Fraction] = Counter()
        for outcome, ways in self.tally.ways.items():
            found[net(outcome, self.meters)] += ways
        return {result: found[result] for result in sorted(found) if found[result]}

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often the player comes out ahead; an award from a meter always counts."""
        return self.share_of(lambda outcome: is_award(outcome) or net(outcome, self.meters) > 0)

    @cached_property
    def push_frequency(self) -> Fraction:
        """How often the player comes out even; never by an award from a meter."""
        return self.share_of(lambda outcome: not is_award(outcome) and net(outcome, self.meters) == 0)

    def share_of(self, holds: Callable[[Outcome], bool]) -> Fraction:
        ways = sum(ways for outcome, ways in self.tally.ways.items() if holds(outcome))
        return Fraction(ways, self.tally.total)

    @cached_property
    def variance(self) -> Fraction:
        own = self.expected_net - self.extra
        square = sum((ways * result * result for result, ways in self.distribution.items()), Fraction(0))
        return square / self.tally.total - own * own

    @property
    def skewness(self) -> float | None:
        """The third moment about the mean in deviations: far above 0 where large awards are rare."""
        own = self.expected_net - self.extra
        third = sum((ways * (net - own) ** 3 for net, ways in self.distribution.items()), Fraction(0))
        return float(third / self.tally.total) / self.standard_deviation**3 if self.variance else None

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        return VOLATILITY_Z * self.standard_deviation

    @cached_property
    def outcomes(self) -> tuple[OutcomeLine, ...]:
        """Every outcome by name, the best first; outcomes that differ in nothing shown are added up."""
        found: Counter[tuple[str, str, Fraction]] = Counter()
        for outcome, ways in self.tally.ways.items():
            if ways:
                found[name_outcome(outcome), pay_of(outcome), net(outcome, self.meters)] += ways
        total = self.tally.total
        lines = [
            OutcomeLine(name, ways, Fraction(ways, total), pay, result, result * ways / total)
            for (name, pay, result), ways in found.items()
        ]
        return tuple(sorted(lines, key=lambda line: (-line.net, line.name)))

    def __repr__(self) -> str:
        advantage = format_percent(self.house_advantage)
        return f"<Figures of {self.tally.wager}: house advantage {advantage} of {self.tally.total} ways>"

    def _repr_html_(self) -> str:
        rows = [
            (
                line.name,
                f"{line.ways:,}",
                format_percent(line.probability),
                line.pay,
                format_percent(line.contribution),
            )
            for line in self.outcomes
        ]
        title = f"{self.tally.wager}: house advantage {format_percent(self.house_advantage)}"
        return html_table(title, ("outcome", "ways", "probability", "pay", "contribution"), rows)


def is_award(outcome: Outcome) -> bool:
    return any(result.pay.kind is Kind.METER for result in outcome)


def name_outcome(outcome: Outcome) -> str:
    """What happened, in the words of the bets; each word once."""
    return " + ".join(dict.fromkeys(result.name for result in outcome if result.name)) or "nothing"


def pay_of(outcome: Outcome) -> str:
    """The pay as a paytable prints it where one bet decides, else the net in units."""
    at_stake = [result for result in outcome if result.base]
    if len(at_stake) == 1:
        return str(at_stake[0].pay)
    if is_award(outcome):
        return " + ".join(str(result.pay) for result in at_stake)
    total = net(outcome, {})
    return "push" if total == 0 else f"{'+' if total > 0 else ''}{total}"

"""What the words "house advantage" beside a printed figure may have meant: the expected loss over what?"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.base.printed import Print
from pitboss.shape.tally import net, staked

TIE_RULES = ("cheapest", "dearest")


class Definition(Enum):
    """The expected loss over an average of the round, all for an initial wager of one unit."""

    ADVANTAGE = auto()
    ALL_MONEY = auto()
    MONEY_NOT_PUSHED = auto()
    ROUNDS_NOT_PUSHED = auto()

    def divisor(self, figures: Figures) -> Fraction:
        """What the expected loss is divided by."""
        match self:
            case Definition.ADVANTAGE:
                return Fraction(1)
            case Definition.ALL_MONEY:
                return figures.average_total_wager
            case Definition.MONEY_NOT_PUSHED:
                return money_not_pushed(figures)
            case Definition.ROUNDS_NOT_PUSHED:
                return 1 - figures.push_frequency

    def holds(self, printed: Print, advantage: Fraction, divisor: Fraction) -> bool:
        """Whether the figure rounds to the print; nothing does over nothing."""
        return divisor > 0 and printed.low * divisor <= advantage < printed.high * divisor


def money_not_pushed(figures: Figures) -> Fraction:
    decided = (
        ways * staked(outcome) for outcome, ways in figures.tally.ways.items() if net(outcome, figures.meters)
    )
    return sum(decided, Fraction(0)) / figures.tally.total


@dataclass(frozen=True)
class Reading:
    """A definition under one rule for equally good decisions."""

    definition: Definition
    tie_rule: str
    analysis: WagerAnalysis

    @property
    def value(self) -> Fraction:
        assert self.analysis.figures
        return self.analysis.house_advantage / (self.definition.divisor(self.analysis.figures) or 1)


def read_otherwise(analysis: WagerAnalysis) -> Iterator[Reading]:
    """Every definition under every tie rule; the advantage under the rule in force comes first."""
    rules = sorted(TIE_RULES, key=lambda rule: rule != analysis.tie_rule)
    for rule in rules if "tie_rule" in analysis.game.settings else rules[:1]:
        found = analysis
        if rule != analysis.tie_rule:
            found = analyze(analysis.game.with_settings(tie_rule=rule), analysis.wager.id, analysis.terms)
        for definition in Definition:
            yield Reading(definition, rule, found)

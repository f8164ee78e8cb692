"""What the words "house advantage" beside a printed figure may have meant: the expected loss over what?"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.figures import Figures
from pitboss.base.printed import Print
from pitboss.shape.tally import net, staked


@dataclass(frozen=True)
class Definition:
    """The expected loss over an average of the round, all for an initial wager of one unit."""

    name: str
    divisor: Callable[[Figures], Fraction]

    def holds(self, printed: Print, advantage: Fraction, divisor: Fraction) -> bool:
        """Whether the figure rounds to the print; nothing does over nothing."""
        return divisor > 0 and printed.low * divisor <= advantage < printed.high * divisor


def money_not_pushed(figures: Figures) -> Fraction:
    decided = (
        ways * staked(outcome) for outcome, ways in figures.tally.ways.items() if net(outcome, figures.meters)
    )
    return sum(decided, Fraction(0)) / figures.tally.total


ADVANTAGE = Definition("house advantage", lambda figures: Fraction(1))
ALL_MONEY = Definition("expected loss over all money wagered", lambda figures: figures.average_total_wager)
OTHERS = (
    ALL_MONEY,
    Definition("expected loss over money not pushed", money_not_pushed),
    Definition("expected loss over rounds not pushed", lambda figures: 1 - figures.push_frequency),
)
TIE_RULES = ("cheapest", "dearest")

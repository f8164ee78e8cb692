"""What both witnesses hand over: how often each outcome of a round comes up, as whole numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules import Result

Outcome = tuple[Result, ...]
"""The settled bets of one wager."""


@dataclass(frozen=True)
class Tally:
    """Ways of each outcome of one wager, out of `total` equally likely ones."""

    wager: str
    ways: Mapping[Outcome, int]
    total: int

    def __post_init__(self) -> None:
        assert sum(self.ways.values()) == self.total, "every way falls into one outcome"

    def probability(self, outcome: Outcome) -> Fraction:
        return Fraction(self.ways.get(outcome, 0), self.total)

    def chances(self) -> dict[Outcome, Fraction]:
        """The distribution in lowest terms, for comparing tallies over different totals."""
        return {outcome: Fraction(ways, self.total) for outcome, ways in self.ways.items() if ways}


def net(outcome: Outcome, meters: Mapping[str, Fraction]) -> Fraction:
    """What the player wins or loses on an outcome."""
    return sum((result.net(meters) for result in outcome), Fraction(0))


def staked(outcome: Outcome) -> Fraction:
    return sum((result.stake for result in outcome), Fraction(0))

"""A progressive meter that is fed by every wager and won as the cards fall, dollar by dollar and exactly.

Rounds are dealt first and meters played after: only the awards are needed, in order. Between two awards a
meter grows by the same amount each round. Of two awards in one round the seat farther to the dealer's right
is paid first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.base.odds import Kind
from pitboss.rules.paytable import Level
from pitboss.shape.tally import Outcome
from pitboss.simulation.estimate import Range, mean_range

ENOUGH_AWARDS = 20
"""Of fewer, whose amounts are far from normal, an interval would say nothing."""


@dataclass(frozen=True)
class SimulatedAward:
    """What a meter paid, in dollars for a wager of one dollar."""

    round: int
    seat: int
    line: str
    share: Fraction
    amount: Fraction
    left: Fraction
    """Where the meter stands after it."""


@dataclass(frozen=True)
class MeterCourse:
    """One meter over all rounds."""

    level: str
    terms: Level
    awards: tuple[SimulatedAward, ...]
    standing: Fraction
    """Where it stood in the end."""
    fed: Fraction
    """All contributions, reserve included."""
    start: Fraction

    @property
    def tops(self) -> tuple[SimulatedAward, ...]:
        """Awards of the whole meter."""
        return tuple(award for award in self.awards if award.share == 1)

    @property
    def paid(self) -> Fraction:
        return sum((award.amount for award in self.awards), Fraction(0))

    def average_top(self, confidence: float) -> Range | None:
        """The mean of the whole-meter awards; None while there are few."""
        amounts = [award.amount for award in self.tops]
        if len(amounts) < ENOUGH_AWARDS:
            return None
        mean = sum(amounts, Fraction(0)) / len(amounts)
        variance = float(sum(((one - mean) ** 2 for one in amounts), Fraction(0)) / (len(amounts) - 1))
        return mean_range(mean, sqrt(variance / len(amounts)), confidence, len(amounts) - 1)


def play_meters(
    awards: NDArray[np.int64],
    outcomes: Sequence[Outcome],
    levels: Mapping[str, Level],
    *,
    rounds: int,
    seats: int,
    standing: Mapping[str, Fraction] | None = None,
) -> tuple[MeterCourse, ...]:
    """Every meter of a wager; from its seed, or from where it stands."""
    in_order = sorted(awards.tolist(), key=lambda award: (award[0], -award[1]))
    return tuple(
        play_meter(in_order, outcomes, name, level, rounds, seats, (standing or {}).get(name, level.seed))
        for name, level in levels.items()
    )


def play_meter(
    awards: Sequence[tuple[int, int, int]],
    outcomes: Sequence[Outcome],
    name: str,
    level: Level,
    rounds: int,
    seats: int,
    start: Fraction,
) -> MeterCourse:
    """All wagers of a round are counted in before its cards are dealt."""
    base, since, reserve_since = start, 0, 0
    found = []
    growth, aside = level.contribution * seats, level.reserve * seats
    for round_, seat, cell in awards:
        for result in outcomes[cell]:
            if result.pay.kind is not Kind.METER or result.pay.level != name:
                continue
            meter = base + growth * (round_ + 1 - since)
            amount = meter * result.pay.amount
            base, since = meter - amount, round_ + 1
            if result.pay.amount == 1:
                base = level.seed + aside * (round_ + 1 - reserve_since)
                reserve_since = round_ + 1
            found.append(SimulatedAward(round_, seat, result.name, result.pay.amount, amount, base))
    standing = base + growth * (rounds - since)
    return MeterCourse(name, level, tuple(found), standing, (growth + aside) * rounds, start)

"""The variance of a round that cannot be counted: it is dealt instead, and has an interval.

The hands of a split round meet the same dealer, so their spread is not counted. Rounds are dealt from a seed
that is stated, so everybody's sheet says the same.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from pitboss.base.error import PlanError
from pitboss.rules import Game
from pitboss.simulation.estimate import critical, dot
from pitboss.simulation.run import run
from pitboss.trial.preparing import TrialTable, make_ready

ROUNDS, SEED = 8 * 2**20, 230_15
CONFIDENCE = Fraction(999, 1000)


@dataclass(frozen=True)
class DealtVariance:
    """Of a round that was dealt many times, because it cannot be counted."""

    variance: Fraction
    half_width: float
    rounds: int
    seed: int
    confidence: float


@lru_cache(maxsize=16)
def deal_variance(game: Game, wager: str) -> DealtVariance:
    """With an interval by the normal approximation, from the fourth moment of the same rounds."""
    ready = make_ready(TrialTable(game, (wager,)))
    if ready.by_rules:
        raise PlanError(f"the spread of {game.name} is not dealt: {ready.by_rules}")
    counts = run(ready.work(seed=SEED, rounds=ROUNDS)).gathered.counts
    worth = ready.worths[wager]
    first, second, third, fourth = (
        Fraction(dot(counts, *[worth.nets] * power), ROUNDS * worth.unit**power) for power in (1, 2, 3, 4)
    )
    variance = second - first**2
    spread = fourth - 4 * first * third + 6 * first**2 * second - 3 * first**4 - variance**2
    reach = critical(float(CONFIDENCE)) * sqrt(spread / ROUNDS)
    return DealtVariance(variance, reach, ROUNDS, SEED, float(CONFIDENCE))

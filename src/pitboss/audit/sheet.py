"""An analysed wager with what was taken for granted: its figures in one form, whichever engine found them.

The hands of a split round meet the same dealer, so their spread is not counted: it is dealt, and has an
interval. Rounds are dealt from a seed that is stated, so everybody's sheet says the same.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import sqrt

from pitboss.analysis.analysis import WagerAnalysis, player_edge
from pitboss.analysis.drawn import SPLIT
from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.analysis.highest import Interval
from pitboss.audit.assumption import Assumption
from pitboss.audit.outcome import Outcome, certain, hit_interval, outcomes_of, variance
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


@dataclass(frozen=True)
class WagerSheet:
    """A wager's analysis with what was taken for granted to make it."""

    analysis: WagerAnalysis
    assumptions: tuple[Assumption, ...] = ()
    dealt: DealtVariance | None = None
    """For rounds drawn to a total, where somebody dealt them."""

    @property
    def warnings(self) -> tuple[str, ...]:
        falling = [warning for table in self.analysis.tables for warning in table.warnings]
        edge = player_edge(self.analysis)
        return (*falling, edge) if edge else tuple(falling)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The best first."""
        return outcomes_of(self.analysis)

    @cached_property
    def hit(self) -> Interval:
        """How often the player comes out ahead."""
        if self.analysis.drawn:
            return Interval(*self.analysis.drawn.hit_frequency, 0.0)
        if self.analysis.figures is None:
            return hit_interval(self.analysis)
        return certain(self.analysis.figures.hit_frequency)

    @cached_property
    def push(self) -> Interval:
        """How often the player comes out even; any split round may."""
        if self.analysis.figures:
            return certain(self.analysis.figures.push_frequency)
        even = [line.chance for line in self.outcomes if line.net == 0]
        low, high = (sum((getattr(chance, end) for chance in even), Fraction(0)) for end in ("low", "high"))
        split = sum((line.probability for line in self.outcomes if line.name == SPLIT), Fraction(0))
        return Interval(
            low, high + (split if self.analysis.drawn else 0), max((c.miss for c in even), default=0.0)
        )

    @cached_property
    def variance(self) -> Fraction | None:
        """Of one round; only as it was dealt where the hands of a split round depend on each other."""
        if self.analysis.drawn:
            return self.dealt.variance if self.dealt else self.analysis.drawn.variance
        figures = self.analysis.figures
        if self.link and self.analysis.meter:
            return self.analysis.meter.one_variance()
        return figures.variance if figures else variance(self.outcomes)

    @cached_property
    def link(self) -> Fraction | None:
        """The variance over all wagers of a link, where a meter moves."""
        meter = self.analysis.meter
        moves = meter is not None and meter.table.levels and self.analysis.terms.meters is None
        return meter.link_variance() if meter and moves else None

    @property
    def link_deviation(self) -> float | None:
        return None if self.link is None else sqrt(self.link)

    @property
    def standard_deviation(self) -> float | None:
        return None if self.variance is None else sqrt(self.variance)

    @property
    def skewness(self) -> float | None:
        """Nothing where a meter moves: there the amount is not in the tally."""
        return self.analysis.figures.skewness if self.analysis.figures and self.link is None else None

    @property
    def volatility_index(self) -> float | None:
        return None if self.standard_deviation is None else VOLATILITY_Z * self.standard_deviation

    @property
    def average_total_wager(self) -> Fraction:
        """All the money wagered; a wager of one bet is just the wager."""
        known = self.analysis.drawn or self.analysis.figures
        return known.average_total_wager if known else Fraction(1)

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss over all the money wagered."""
        return self.analysis.house_advantage / self.average_total_wager


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

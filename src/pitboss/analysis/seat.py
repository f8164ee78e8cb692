"""Several wagers of one seat together: their results hang on the same cards, so variances do not just add."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from pitboss.analysis.analysis import bare, level_names, meter_figures, usual_terms
from pitboss.analysis.bestplay import Counted
from pitboss.analysis.counting import count
from pitboss.analysis.figures import Figures
from pitboss.base.error import InputError, PlanError
from pitboss.rules import Game


@dataclass(frozen=True)
class SeatAnalysis:
    """One unit on each of these wagers."""

    wagers: tuple[str, ...]
    figures: Figures
    """Of all together, a meter standing at its average."""
    variance: Fraction
    """With what a meter varies."""
    apart: Fraction
    """What the variance would be if they did not hang together."""

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


@lru_cache(maxsize=4)
def count_jointly(game: Game, wagers: tuple[str, ...]) -> Counted:
    return count(game, wagers, jointly=True)


def analyze_seat(game: Game, wagers: tuple[str, ...]) -> SeatAnalysis:
    """Under best play of the base game; a meter stands at its average, and envy of others is left out."""
    names = [level for wager in wagers for level in level_names(game.chosen.get(wager, ()))]
    if len(names) > len(set(names)):
        raise InputError("two wagers with a meter of the same name cannot be told apart: leave one out")
    try:
        counted = count_jointly(bare(game), wagers)
    except PlanError as problem:
        labels = ", ".join(game.wagers[wager].label for wager in wagers)
        raise InputError(f"{labels} cannot be counted together: {problem}") from problem
    solution = counted.price(game, meters=dict.fromkeys(names, Fraction(0)))
    assert solution.joint
    meters: dict[str, Fraction] = {}
    apart = more = Fraction(0)
    for wager in wagers:
        tables, tally = game.chosen.get(wager, ()), solution.tallies[wager]
        found = meter_figures(tables, tally, usual_terms(game, tables))
        standing = {level: found.standing(level) for level in level_names(tables)} if found else {}
        meters |= standing
        alone = Figures(tally, standing).variance
        # What is in a meter has nothing to do with the cards of the round: its variance just adds.
        varies = found.one_variance() - alone if found and standing else Fraction(0)
        apart, more = apart + alone + varies, more + varies
    figures = Figures(solution.joint, meters)
    return SeatAnalysis(wagers, figures, figures.variance + more, apart)

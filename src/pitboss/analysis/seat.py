"""Several wagers of one seat: their results depend on the same cards, so variances do not just add."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from pitboss.analysis.analysis import bare, level_names, meter_figures, solve_by_walking, usual_terms
from pitboss.analysis.bestplay import Counted, Joint, Solution
from pitboss.analysis.counting import count
from pitboss.analysis.figures import Figures
from pitboss.analysis.fit import draws_base, explain
from pitboss.base.error import InputError, PlanError
from pitboss.rules import Game
from pitboss.shape.tally import Outcome, Tally


@dataclass(frozen=True)
class SeatAnalysis:
    """One unit on each of these wagers."""

    wagers: tuple[str, ...]
    figures: Figures
    """Of all together, a meter standing at its average."""
    variance: Fraction
    """With what a meter varies."""
    apart: Fraction
    """What the variance would be if they did not depend on each other."""
    others: int = 0
    """Other players with the same wagers, whose hands bring envy: part of the variance, not of the hits."""

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


@lru_cache(maxsize=4)
def count_jointly(game: Game, wagers: tuple[str, ...]) -> Counted:
    return count(game, wagers, jointly=True)


def solve_jointly(game: Game, wagers: tuple[str, ...]) -> Solution:
    """Best play of the base game with what the wagers come to together; a refusal names them.

    Of hands drawn to a total only the general engine knows how wagers come out together, and no shoe of whole
    decks is small enough for it.
    """
    names = [level for wager in wagers for level in level_names(game.chosen.get(wager, ()))]
    if len(names) > len(set(names)):
        raise InputError("two wagers with a meter of the same name cannot be told apart: leave one out")
    meters = dict.fromkeys(names, Fraction(0))
    try:
        try:
            return count_jointly(bare(game), wagers).price(game, meters=meters)
        except PlanError as uncounted:
            if draws_base(game):
                raise
            with explain(game, wagers):
                return solve_by_walking(game, wagers, meters, uncounted)[0]
    except PlanError as problem:
        labels = ", ".join(game.wagers[wager].label for wager in wagers)
        raise InputError(f"{labels} cannot be counted together: {problem}") from problem


def tally_jointly(joint: Mapping[Joint, int]) -> Tally:
    """All wagers as one."""
    ways: Counter[Outcome] = Counter()
    for outcomes, number in joint.items():
        ways[tuple(result for outcome in outcomes for result in outcome)] += number
    return Tally("together", ways, sum(joint.values()))


def analyze_seat(game: Game, wagers: tuple[str, ...]) -> SeatAnalysis:
    """Under best play of the base game, alone at the table; a meter stands at its average."""
    solution = solve_jointly(game, wagers)
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
    figures = Figures(tally_jointly(solution.joint), meters)
    return SeatAnalysis(wagers, figures, figures.variance + more, apart)

"""Best play of a base game and what it costs: by itself, and as a player can keep it in mind.

Both are given per unit of the base wager and per unit of all money wagered. The money that goes with a
strategy is counted with it: rules in words raise a little more or less often than best play does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction

from pitboss.analysis.analysis import bare, count_once
from pitboss.analysis.bestplay import Counted, Policy, Solution
from pitboss.analysis.drawing import make_drawing
from pitboss.analysis.drawn import Start
from pitboss.analysis.fit import draws, explain
from pitboss.analysis.holding import Choosing, Holding
from pitboss.base.error import InputError
from pitboss.base.odds import EVEN
from pitboss.reports.card.close_call import CloseCall, close_calls
from pitboss.reports.chart_sheet import chart_cost
from pitboss.rules import Game
from pitboss.shape.tally import staked
from pitboss.strategy.chart import Chart, draw_chart, played
from pitboss.strategy.words import Strategy, find_strategy


@dataclass(frozen=True)
class Cost:
    """What a way to play loses, and the money it puts down, in units of the base wager."""

    loss: Fraction
    money: Fraction

    @property
    def per_money(self) -> Fraction:
        return self.loss / self.money


@dataclass(frozen=True)
class BestPlay:
    game: Game
    found: Strategy | Chart
    best: Cost
    kept: Cost
    """Of the words or the chart."""
    calls: tuple[CloseCall, ...] = ()

    @property
    def price(self) -> Fraction:
        """What the words or the chart lose against best play, of the base wager."""
        return self.kept.loss - self.best.loss


def find_best_play(game: Game, most_rules: int) -> BestPlay:
    if not game.deciding:
        raise InputError(f"{game.name} has no decision to advise on")
    drawn = next((wager for wager in game.deciding if draws(game, wager)), None)
    if drawn:
        return chart_play(game, drawn)
    with explain(game):
        return words_play(game, most_rules)


# -- in words --------------------------------------------------------------------------------------


@dataclass
class Remembering(Counted):
    """Counts that remember what they were last priced at: of rules in words, more than their value."""

    last: Solution | None = None

    def price(
        self,
        game: Game | None = None,
        *,
        meters: Mapping[str, Fraction] | None = None,
        policy: Policy | None = None,
    ) -> Solution:
        self.last = super().price(game, meters=meters, policy=policy)
        return self.last


def words_play(game: Game, most_rules: int) -> BestPlay:
    counted = count_once(bare(game), game.deciding, game.deciding)
    kept = {one.name: getattr(counted, one.name) for one in fields(counted)}
    remembering = Remembering(**{**kept, "game": game})
    best = remembering.price(game)
    strategy = find_strategy(game, remembering, best, most_rules=most_rules)
    assert remembering.last is not None
    return BestPlay(
        game,
        strategy,
        Cost(-strategy.best, money_of(best)),
        Cost(-strategy.value, money_of(remembering.last)),
        close_calls(remembering, best),
    )


def money_of(solution: Solution) -> Fraction:
    """The average total wager on everything that was counted."""
    return sum(
        (
            Fraction(sum(ways * staked(outcome) for outcome, ways in tally.ways.items()), tally.total)
            for tally in solution.tallies.values()
        ),
        Fraction(0),
    )


# -- as a chart ------------------------------------------------------------------------------------


def chart_play(game: Game, wager: str) -> BestPlay:
    chart = draw_chart(game, wager)
    best = Cost(chart.drawn.house_advantage, chart.drawn.average_total_wager)
    more = sum(
        (
            played(start) * (money_on(game, start, cell.option) - start.money)
            for start, cell in chart.exceptions
        ),
        Fraction(0),
    )
    return BestPlay(game, chart, best, Cost(best.loss + chart_cost(chart), best.money + more))


def money_on(game: Game, start: Start, option: str) -> Fraction:
    """The average money of a start that is played so."""
    choosing = Choosing(make_drawing(game, start.up - 1), Holding((start.hand,), start.up), EVEN)
    return Fraction(choosing.money(option), choosing.drawing.ways(choosing.left))

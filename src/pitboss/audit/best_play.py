"""Best play of a base game and what it costs: by itself, and as a player can keep it in mind.

Both are given per unit of the base wager and per unit of all money wagered. The money that goes with a
strategy is counted with it: rules in words raise a little more or less often than best play does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.analysis.analysis import bare, count_once
from pitboss.analysis.bestplay import Counted, Decision, Policy, Solution
from pitboss.analysis.drawing import make_drawing
from pitboss.analysis.drawn import Start
from pitboss.analysis.fit import draws, explain
from pitboss.analysis.holding import Choosing, Holding
from pitboss.base.error import InputError
from pitboss.base.odds import EVEN
from pitboss.cards import Card
from pitboss.rules import Game
from pitboss.shape.drawing import natural_wager
from pitboss.shape.situations import Situations, numbered
from pitboss.shape.tally import staked
from pitboss.shape.unroll import Tree
from pitboss.strategy import USUAL_RULES
from pitboss.strategy.advice import counted_or_alike
from pitboss.strategy.alike_advice import find_words
from pitboss.strategy.chart import Chart, draw_chart, played
from pitboss.strategy.feature import DEALER
from pitboss.strategy.words import Strategy, find_strategy, option_words

MOST_CALLS = 3
LOOKED_AT = 200
"""Of the closest rows, so that hands which differ only by their suits can be told as one."""


@dataclass(frozen=True)
class Cost:
    """What a way to play loses, and the money it puts down, in units of the base wager."""

    loss: Fraction
    money: Fraction

    @property
    def per_money(self) -> Fraction:
        return self.loss / self.money


@dataclass(frozen=True)
class CloseCall:
    """A situation in which the second best option costs least: there a mistake is cheapest."""

    question: str
    cards: str
    best: str
    other: str
    cost: Fraction
    """What the other option loses, of the base wager."""
    ranks: tuple[int, ...] = ()
    """Of all cards seen: hands that differ only by suits or by the order of the cards are told as one."""


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


@lru_cache(maxsize=16)
def game_strategy(game: Game, most_rules: int) -> Strategy | Chart:
    """Best play of the base game: at most n rules a question, or a chart where it draws to a total."""
    for wager in game.deciding:
        if draws(game, wager):
            return draw_chart(game, wager)
    return counted_or_alike(
        game, lambda: counted_strategy(game, most_rules), lambda: find_words(game, most_rules=most_rules)
    )


def counted_strategy(game: Game, most_rules: int) -> Strategy:
    counted = replace(count_once(bare(game), game.deciding, game.deciding), game=game)
    return find_strategy(game, counted, counted.price(game), most_rules=most_rules)


def filed_play(game: Game) -> Strategy | Chart:
    """Found once for all paytables that do not decide: what rides along changes nothing in it."""
    base = bare(game)
    decided = {wager: game.chosen[wager] for wager in game.deciding if wager in game.chosen}
    return game_strategy(replace(base, chosen={**base.chosen, **decided}, house=game.house), USUAL_RULES)


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


def chart_cost(chart: Chart) -> Fraction:
    """What playing every hand to its end by the chart costs on top of best play, in units of the bet."""
    return loss_by_chart(chart.game) - chart.drawn.house_advantage


@lru_cache(maxsize=16)
def loss_by_chart(game: Game) -> Fraction:
    """Found once: a sheet says what the chart costs in several places."""
    from pitboss.trial.blackjack_chart import chart_policy

    wager = natural_wager(game)
    assert wager is not None
    played = chart_policy(game, wager).house_advantage
    assert played is not None
    return played


# -- close calls -----------------------------------------------------------------------------------


def close_calls(counted: Counted, solution: Solution) -> tuple[CloseCall, ...]:
    """A few for each question, in the order of the questions."""
    questions = dict.fromkeys(decision.node.question for decision in reversed(solution.decisions))
    return tuple(call for question in questions for call in closest(counted, solution, question))


def closest(counted: Counted, solution: Solution, question: str) -> Iterator[CloseCall]:
    decisions = [decision for decision in solution.decisions if decision.node.question == question]
    calls = sorted(
        (call for decision in decisions for call in calls_at(counted, decision)),
        key=lambda call: (call.cost, call.cards),
    )
    first: dict[tuple[int, ...], CloseCall] = {}
    for call in calls:
        first.setdefault(call.ranks, call)
    yield from list(first.values())[:MOST_CALLS]


def calls_at(counted: Counted, decision: Decision) -> Iterator[CloseCall]:
    """The closest rows of one decision that best play gets to."""
    if decision.reached is None:
        return
    stage = counted.stages[decision.node.stage]
    two = np.partition(decision.options, -2, axis=1)[:, -2:]
    gap = np.where(decision.reached, two[:, 1] - two[:, 0], 0)
    rows = np.flatnonzero(gap > 0)
    for row in rows[np.argsort(gap[rows], kind="stable")[:LOOKED_AT]].tolist():
        best, other = np.argsort(-decision.options[row], kind="stable")[:2].tolist()
        seen = cards_seen(counted.tree, stage, row)
        yield CloseCall(
            decision.node.question,
            " ".join(group_words(counted.tree, group) for group in seen),
            option_words(decision.node.options[best], counted),
            option_words(decision.node.options[other], counted),
            Fraction(int(gap[row]), decision.denominator),
            tuple(sorted(card.rank for group in seen for _, card in group)),
        )


Seen = list[tuple[int, Card]]
"""Tokens of one group with the cards that lie there."""


def cards_seen(tree: Tree, stage: Situations, row: int) -> list[Seen]:
    """The groups seen so far, the cards of each from high to low."""
    numbers = dict(zip(stage.tokens, stage.rows[row].tolist(), strict=True))
    groups = [[token for token in group if token in numbers] for group in tree.groups]
    found = [[(token, numbered(numbers[token])) for token in group] for group in groups]
    return [sorted(group, key=lambda pair: pair[1], reverse=True) for group in found if group]


def group_words(tree: Tree, group: Seen) -> str:
    cards = " ".join(card.sign for _, card in group)
    is_dealers = tree.slot_of[group[0][0]][0] == DEALER
    return f"against {cards}" if is_dealers else cards

"""A strategy in words: found, not typed in, with its exact cost against best play.

For each question the program grows a short tree of rules over what a player can see, always splitting
where that saves most. The search weighs mistakes in floating point; the cost that is reported comes
from pricing the whole game with exactly these rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted, Decision, Solution
from pitboss.base.error import InputError
from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.rules import Game, Option
from pitboss.shape.situations import Situations
from pitboss.shape.unroll import Node
from pitboss.strategy.feature import Feature, features_at
from pitboss.strategy.growing import GrownRule, SituationTable, grow

OTHERWISE = "otherwise"
MOST_KINDS = 4_000_000
"""Kinds of situations that are numbered without sorting them."""


@dataclass(frozen=True)
class Words:
    """The rules for one question, in order: the first whose conditions all hold decides."""

    question: str
    rules: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True)
class Strategy:
    """Best play in words for a whole game."""

    game: Game
    words: tuple[Words, ...]
    value: Fraction
    """Expected net with the rules in words."""
    best: Fraction
    """Expected net of best play."""

    @property
    def cost(self) -> Fraction:
        """What the words lose against best play, of the base wager."""
        return self.best - self.value

    def _repr_html_(self) -> str:
        rows = [
            (words.question, option, " and ".join(conditions) or OTHERWISE)
            for words in self.words
            for conditions, option in words.rules
        ]
        title = f"{self.game.name}: the words cost {format_percent(self.cost)} of the base wager"
        return html_table(title, ("question", "do", "with"), rows)


def find_strategy(game: Game, counted: Counted, solution: Solution, *, most_rules: int = 14) -> Strategy:
    """Rules for every question of the game, and their exact cost."""
    if not solution.decisions:
        raise InputError(f"{game.name} has no decision to put into words")
    grouped: dict[str, list[Decision]] = {}
    for node, _ in counted.tree.decisions:
        decision = next(d for d in solution.decisions if d.node is node)
        grouped.setdefault(node.question, []).append(decision)
    rules: dict[str, GrownRule] = {}
    words = []
    seen: Seen = {}
    for question, decisions in grouped.items():
        table = make_table(counted, decisions, seen)
        rules[question] = grow(table, most_rules)
        options = [option_words(option, counted) for option in decisions[0].node.options]
        words.append(Words(question, tuple(read_rules(rules[question], table, options))))

    def policy(node: Node, stage: Situations) -> NDArray[np.int8]:
        values = {f.name: f.values for f in node_features(counted, node, seen)}
        return rules[node.question].choose(values, len(stage))

    value = counted.price(game, policy=policy).value
    return Strategy(game, tuple(words), value, solution.value)


def option_words(option: Option, counted: Counted) -> str:
    """The option, and which card it is about: situations hold the cards of a hand from low to high."""
    if option.place is None:
        return option.name
    last = len(counted.tree.groups[0]) - 1
    which = {0: "the lowest card", last: "the highest card"}.get(option.place, "the card between")
    return f"{option.name} ({which})"


Seen = dict[int, list[Feature]]
"""Features by the number of the stage: looked up by every decision there, once for finding rules, once for
pricing them."""


def node_features(counted: Counted, node: Node, seen: Seen) -> list[Feature]:
    """The cards, and the money already bet at earlier decisions."""
    stage = counted.stages[node.stage]
    if node.stage not in seen:
        seen[node.stage] = features_at(counted, stage)
    path = next(path for one, path in counted.tree.decisions if one is node)
    bet = int(sum((option.stake for _, option in path), Fraction(0)))
    bets = np.full(len(stage), bet, np.int64)
    money = Feature("bet", bets, lambda bound: f"{bound}x or more bet so far")
    return [*seen[node.stage], money]


def make_table(counted: Counted, decisions: list[Decision], seen: Seen) -> SituationTable:
    """Every situation that best play can meet, priced by what each option gives away there."""
    blocks, prices, features = [], [], []
    for decision in decisions:
        stage = counted.stages[decision.node.stage]
        features = [one for one in node_features(counted, decision.node, seen) if one.is_sought]
        if decision.reached is None and len(decisions) > 1:
            continue
        met = slice(None) if decision.reached is None or decision.reached.all() else decision.reached
        columns = [feature.values[met] for feature in features]
        options, weight = decision.options[met], stage.orbit[met] / stage.deals / decision.denominator
        first, place = alike_rows(columns)
        best = options.max(axis=1)
        blocks.append(np.stack([column[first] for column in columns], axis=1))
        prices.append(
            np.stack([np.bincount(place, (best - option) * weight) for option in options.T], axis=1)
        )
    return SituationTable(features, np.concatenate(blocks), np.concatenate(prices))


def alike_rows(columns: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One row of each kind, and each row's kind: numbered outright where few kinds are possible."""
    lows = [int(column.min()) for column in columns]
    sizes = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    if prod(sizes) > MOST_KINDS:
        return unlike_rows(columns)
    kind = np.zeros(len(columns[0]), np.int64)
    for column, low, size in zip(columns, lows, sizes, strict=True):
        kind *= size
        kind += column
        kind -= low
    first = np.full(prod(sizes), -1)
    first[kind[::-1]] = np.arange(len(kind))[::-1]
    met = first >= 0
    return first[met], (met.cumsum() - 1)[kind]


def unlike_rows(columns: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same, told apart by a 64-bit mix: it only guides the search."""
    with np.errstate(over="ignore"):
        mixed = np.zeros(len(columns[0]), np.uint64)
        for column in columns:
            mixed = (mixed ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
    _, first, place = np.unique(mixed, return_index=True, return_inverse=True)
    return first, place


def read_rules(
    rule: GrownRule, table: SituationTable, options: list[str]
) -> Iterator[tuple[tuple[str, ...], str]]:
    by_name = {feature.name: feature for feature in table.features}
    for bounds, option in order_rules(rule):
        yield tuple(by_name[name].at_least(bound) for name, bound in bounds.items()), options[option]


def order_rules(rule: GrownRule) -> list[tuple[dict[str, int], int]]:
    """The leaves of the tree as rules to be read from the top: bounds that must hold, and the option.

    What fits a condition is caught by the rules under it, so that nothing needs to be ruled out.
    """
    found: list[tuple[dict[str, int], int]] = []
    pending: list[tuple[GrownRule, dict[str, int]]] = [(rule, {})]
    while pending:
        item, bounds = pending.pop()
        same = item.single_option()
        if same is None:
            assert item.yes is not None
            assert item.no is not None
            pending.append((item.no, bounds))
            bound = max(item.bound, bounds.get(item.feature, item.bound))
            pending.append((item.yes, {**bounds, item.feature: bound}))
        else:
            while found and found[-1][1] == same and bounds.items() <= found[-1][0].items():
                found.pop()  # the next rule does the same, and more often
            found.append((bounds, same))
    return found

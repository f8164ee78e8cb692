"""A strategy in words: found, not typed in, with its exact cost against best play.

For each question the program grows a short tree of rules over what a player can see, always splitting
where that saves most. The search weighs mistakes in floating point; the cost that is reported comes
from pricing the whole game with exactly these rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted, Decision, Solution
from pitboss.analysis.situations import Situations
from pitboss.analysis.unroll import Leaf, Node
from pitboss.base.error import InputError
from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.rules import Game, Option
from pitboss.strategy.counted_advice import paths
from pitboss.strategy.feature import Feature, features_at

ENOUGH = 1e-9
"""A question is settled when its rules cost less than this share of the base wager."""
OTHERWISE = "otherwise"
WORTH_A_RULE = 0.0002
"""One rule more must save this share of the base wager."""
MOST_LOOKED_AHEAD = 50_000
"""Regions of more situations than this are not searched for two splits at once."""


@dataclass
class Rule:
    """An option, or a question about one feature with a rule for either answer."""

    option: int
    feature: str = ""
    bound: int = 0
    yes: "Rule | None" = None
    no: "Rule | None" = None

    def single_option(self) -> int | None:
        """The option, if every answer leads to the same one."""
        if self.yes is None or self.no is None:
            return self.option
        yes, no = self.yes.single_option(), self.no.single_option()
        return yes if yes == no else None

    def choose(self, values: dict[str, NDArray[np.int64]], count: int) -> NDArray[np.int8]:
        if self.yes is None or self.no is None:
            return np.full(count, self.option, np.int8)
        asked = values[self.feature] >= self.bound
        return np.where(asked, self.yes.choose(values, count), self.no.choose(values, count))


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


@dataclass
class Table:
    """The situations of one question, alike ones added up: features, and the price of each option."""

    features: list[Feature]
    values: NDArray[np.int64]
    price: NDArray[np.float64]


@dataclass
class Region:
    rule: Rule
    rows: NDArray[np.int64]


@dataclass(frozen=True)
class Split:
    feature: int
    bound: int
    saving: float


def find_strategy(game: Game, counted: Counted, solution: Solution, *, most_rules: int = 14) -> Strategy:
    """Rules for every question of the game, and their exact cost."""
    if not solution.decisions:
        raise InputError(f"{game.name} has no decision to put into words")
    grouped: dict[str, list[Decision]] = {}
    for node, _ in paths(counted):
        decision = next(d for d in solution.decisions if d.node is node)
        grouped.setdefault(node.question, []).append(decision)
    rules: dict[str, Rule] = {}
    words = []
    for question, decisions in grouped.items():
        table = make_table(counted, decisions)
        rules[question] = grow(table, most_rules)
        options = [option_words(option, counted) for option in decisions[0].node.options]
        words.append(Words(question, tuple(read_rules(rules[question], table, options))))

    def policy(node: Node, stage: Situations) -> NDArray[np.int8]:
        values = {f.name: f.values for f in node_features(counted, node, stage)}
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


def node_features(counted: Counted, node: Node, stage: Situations) -> list[Feature]:
    """The cards, and the money already bet at earlier decisions."""
    bet = int(sum(stakes_before(counted)[id(node)], Fraction(0)))
    bets = np.full(len(stage), bet, np.int64)
    money = Feature("bet", bets, lambda bound: f"{bound}x or more bet so far")
    return [*features_at(counted, stage), money]


def stakes_before(counted: Counted) -> dict[int, tuple[Fraction, ...]]:
    """The stakes of the options that lead to each decision."""
    found: dict[int, tuple[Fraction, ...]] = {}
    pending: list[tuple[Node | Leaf, tuple[Fraction, ...]]] = [(counted.tree.root, ())]
    while pending:
        item, stakes = pending.pop()
        if isinstance(item, Node):
            found[id(item)] = stakes
            pending += [(c, (*stakes, o.stake)) for o, c in zip(item.options, item.children, strict=True)]
    return found


def make_table(counted: Counted, decisions: list[Decision]) -> Table:
    """Every situation that best play can meet, priced by what each option gives away there."""
    blocks, prices, features = [], [], []
    for decision in decisions:
        stage = counted.stages[decision.node.stage]
        features = node_features(counted, decision.node, stage)
        met = np.ones(len(stage), np.bool_) if decision.reached is None else decision.reached
        if decision.reached is None and len(decisions) > 1:
            continue
        values = np.stack([feature.values[met] for feature in features], axis=1)
        options = decision.options[met]
        lost = (options.max(axis=1)[:, None] - options).astype(np.float64) / decision.denominator
        weight = stage.orbit[met] / stage.deals
        first, place = alike_rows(values)
        blocks.append(values[first])
        prices.append(np.stack([np.bincount(place, column * weight) for column in lost.T], axis=1))
    return Table(features, np.concatenate(blocks), np.concatenate(prices))


def alike_rows(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One row of each kind, and each row's kind, told apart by a 64-bit mix: it only guides the search."""
    with np.errstate(over="ignore"):
        mixed = np.zeros(len(values), np.uint64)
        for column in values.T:
            mixed = (mixed ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
    _, first, place = np.unique(mixed, return_index=True, return_inverse=True)
    return first, place


def grow(table: Table, most_rules: int) -> Rule:
    """Split the dearest region again and again, until the rules are enough or too many."""
    root = make_region(table, np.arange(len(table.values)))
    regions = [root]
    splits = {id(root): best_split(table, root)}
    while len(regions) < most_rules and total_cost(table, regions) > ENOUGH:
        region = max(regions, key=lambda one: splits[id(one)].saving)
        split = splits[id(region)]
        if split.saving < WORTH_A_RULE:
            break
        asked = table.values[region.rows, split.feature] >= split.bound
        yes, no = make_region(table, region.rows[asked]), make_region(table, region.rows[~asked])
        region.rule.feature, region.rule.bound = table.features[split.feature].name, split.bound
        region.rule.yes, region.rule.no = yes.rule, no.rule
        regions = [other for other in regions if other is not region] + [yes, no]
        splits |= {id(part): best_split(table, part) for part in (yes, no)}
    return root.rule


def make_region(table: Table, rows: NDArray[np.int64]) -> Region:
    return Region(Rule(int(table.price[rows].sum(axis=0).argmin())), rows)


def total_cost(table: Table, regions: list[Region]) -> float:
    return float(sum(table.price[region.rows].sum(axis=0).min() for region in regions))


def best_split(table: Table, region: Region) -> Split:
    """The bound on one feature that saves most; if no single one is worth it, the best first of two."""
    best = max(split_on_each(table, region), key=lambda split: split.saving, default=Split(0, 0, 0.0))
    cost = float(table.price[region.rows].sum(axis=0).min())
    if best.saving >= WORTH_A_RULE or cost < 3 * WORTH_A_RULE or len(region.rows) > MOST_LOOKED_AHEAD:
        return best
    for feature in range(len(table.features)):
        for bound in np.unique(table.values[region.rows, feature])[1:]:
            asked = table.values[region.rows, feature] >= bound
            parts = [make_region(table, region.rows[asked]), make_region(table, region.rows[~asked])]
            left = sum(
                float(table.price[part.rows].sum(axis=0).min())
                - max((split.saving for split in split_on_each(table, part)), default=0.0)
                for part in parts
            )
            if (cost - left) / 2 > best.saving:
                best = Split(feature, int(bound), (cost - left) / 2)
    return best


def split_on_each(table: Table, region: Region) -> Iterator[Split]:
    """The best bound on every feature that tells the region's situations apart."""
    price = table.price[region.rows]
    whole = float(price.sum(axis=0).min())
    for feature in range(len(table.features)):
        bounds, codes = np.unique(table.values[region.rows, feature], return_inverse=True)
        if len(bounds) > 1:
            sums = np.stack(
                [np.bincount(codes, price[:, option]) for option in range(price.shape[1])], axis=1
            )
            below = sums.cumsum(axis=0)[:-1]
            costs = below.min(axis=1) + (sums.sum(axis=0) - below).min(axis=1)
            place = int(costs.argmin())
            yield Split(feature, int(bounds[place + 1]), whole - float(costs[place]))


def read_rules(rule: Rule, table: Table, options: list[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    by_name = {feature.name: feature for feature in table.features}
    for bounds, option in order_rules(rule):
        yield tuple(by_name[name].at_least(bound) for name, bound in bounds.items()), options[option]


def order_rules(rule: Rule) -> list[tuple[dict[str, int], int]]:
    """The leaves of the tree as rules to be read from the top: bounds that must hold, and the option.

    What fits a condition is caught by the rules under it, so that nothing needs to be ruled out.
    """
    found: list[tuple[dict[str, int], int]] = []
    pending: list[tuple[Rule, dict[str, int]]] = [(rule, {})]
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

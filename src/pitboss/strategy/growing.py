"""Growing rules: a short tree over what a player can see, always split where that saves most.

The search weighs mistakes in floating point; it decides which rules are said, never what they cost.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.strategy.feature import Feature

ENOUGH = 1e-9
"""A question is settled when its rules cost less than this share of the base wager."""
WORTH_A_RULE = 0.0002
"""One rule more must save this share of the base wager."""
MOST_LOOKED_AHEAD = 50_000
"""Regions of more situations than this are not searched for two splits at once."""
BLOCK = 1_000_000
"""Sums that are held at a time while two splits are tried."""

Codes = NDArray[np.int32]
Prices = NDArray[np.float64]


@dataclass
class GrownRule:
    """An option, or a question about one feature with a rule for either answer."""

    option: int
    feature: str = ""
    bound: int = 0
    yes: "GrownRule | None" = None
    no: "GrownRule | None" = None

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


@dataclass
class SituationTable:
    """The situations of one question, alike ones added up: features, and the price of each option."""

    features: list[Feature]
    values: NDArray[np.int64]
    price: NDArray[np.float64]

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """[feature, row]: the place of a value among those of its feature, so that sums need no sorting."""
        found = [np.unique(column, return_inverse=True)[1] for column in self.values.T]
        return np.stack(found).astype(np.int32)

    @cached_property
    def bounds(self) -> list[NDArray[np.int64]]:
        """The values of each feature, by their codes."""
        return [np.unique(column) for column in self.values.T]


@dataclass
class Region:
    rule: GrownRule
    rows: NDArray[np.int64]


@dataclass(frozen=True)
class Split:
    feature: int
    bound: int
    saving: float


def grow(table: SituationTable, most_rules: int) -> GrownRule:
    """Split the dearest region again and again, until the rules are enough or too many."""
    root = make_region(table, np.arange(len(table.values)))
    regions = [root]
    splits = {id(root): best_split(table, root)}
    while len(regions) < most_rules and sum(cost_of(table, one) for one in regions) > ENOUGH:
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


def make_region(table: SituationTable, rows: NDArray[np.int64]) -> Region:
    return Region(GrownRule(int(table.price[rows].sum(axis=0).argmin())), rows)


def cost_of(table: SituationTable, region: Region) -> float:
    """What the best single option of a region loses."""
    return float(table.price[region.rows].sum(axis=0).min())


def best_split(table: SituationTable, region: Region) -> Split:
    """The bound on one feature that saves most; if no single one is worth it, the best first of two."""
    best = max(split_on_each(table, region), key=lambda split: split.saving, default=Split(0, 0, 0.0))
    cost = cost_of(table, region)
    if best.saving >= WORTH_A_RULE or cost < 3 * WORTH_A_RULE or len(region.rows) > MOST_LOOKED_AHEAD:
        return best
    return max((best, *two_splits(table, region, cost)), key=lambda split: split.saving)


def two_splits(table: SituationTable, region: Region, cost: float) -> Iterator[Split]:
    """On every feature the bound after which one split more of either part saves most, and half of that."""
    codes, price = table.codes[:, region.rows], table.price[region.rows]
    for feature, column in enumerate(codes):
        met, first = np.unique(column, return_inverse=True)
        if len(met) > 1:
            left = cost_after_two(first, codes, price)
            place = int(left.argmin())
            yield Split(feature, int(table.bounds[feature][met[place + 1]]), (cost - float(left[place])) / 2)


def cost_after_two(first: NDArray[np.int64], codes: Codes, price: Prices) -> Prices:
    """What is still lost after a split at each bound of `first` and the best split of both its parts."""
    sums = np.stack([np.bincount(first, option) for option in price.T], axis=1)
    below = sums.cumsum(axis=0)[:-1]
    low: Prices = below.min(axis=1)
    high: Prices = (sums.sum(axis=0) - below).min(axis=1)
    for column in codes:
        met, second = np.unique(column, return_inverse=True)
        if len(met) > 1:
            for start, parts in sums_below(first, second, price):
                here = slice(start, start + len(parts[0]))
                for best, part in zip((low, high), parts, strict=True):
                    np.minimum(best[here], cheapest_split(part), out=best[here])
    return low + high


def sums_below(
    first: NDArray[np.int64], second: NDArray[np.int64], price: Prices
) -> Iterator[tuple[int, tuple[Prices, Prices]]]:
    """For a block of bounds on `first`: [bound, option, second] summed below them, and from them on."""
    wide, order = int(second.max()) + 1, np.argsort(first, kind="stable")
    ends = np.searchsorted(first[order], np.arange(int(first.max()) + 2))
    whole = np.stack([np.bincount(second, option, wide) for option in price.T])
    carried = np.zeros_like(whole)
    step = max(BLOCK // whole.size, 1)
    for start in range(0, len(ends) - 2, step):
        stop = min(start + step, len(ends) - 2)
        rows = order[ends[start] : ends[stop]]
        place = (first[rows] - start) * wide + second[rows]
        size = (stop - start) * wide
        sums = np.stack([np.bincount(place, price[rows, n], size) for n in range(len(whole))], axis=1)
        below = carried + sums.reshape(stop - start, wide, -1).transpose(0, 2, 1).cumsum(axis=0)
        carried = below[-1]
        yield start, (below, whole - below)


def cheapest_split(sums: Prices) -> Prices:
    """[bound, option, second]: what the best split on the second feature leaves, for each bound."""
    below = sums.cumsum(axis=2)
    rest = below[:, :, -1:] - below[:, :, :-1]
    cheapest: Prices = (below[:, :, :-1].min(axis=1) + rest.min(axis=1)).min(axis=1)
    return cheapest


def split_on_each(table: SituationTable, region: Region) -> Iterator[Split]:
    """The best bound on every feature that tells the region's situations apart."""
    codes, price = table.codes[:, region.rows], table.price[region.rows]
    whole = float(price.sum(axis=0).min())
    for feature, column in enumerate(codes):
        met = np.flatnonzero(np.bincount(column))
        if len(met) > 1:
            sums = np.stack([np.bincount(column, option)[met] for option in price.T], axis=1)
            below = sums.cumsum(axis=0)[:-1]
            costs = below.min(axis=1) + (sums.sum(axis=0) - below).min(axis=1)
            place = int(costs.argmin())
            yield Split(feature, int(table.bounds[feature][met[place + 1]]), whole - float(costs[place]))

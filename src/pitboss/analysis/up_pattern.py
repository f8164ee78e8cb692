"""Own hands without their suits, for the up-card engine: what differs in class, or in the live suit."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import up_kernel as kernel
from pitboss.shape.tables import Sighted, rank_table

Values = NDArray[np.int64]


def make_subsets(cards: int, most: int) -> kernel.OwnSubsets:
    """The subsets of so many cards with up to `most` of them, by size."""
    found = [subset for size in range(min(cards, most) + 1) for subset in combinations(range(cards), size)]
    number = {subset: n for n, subset in enumerate(found)}
    columns = [
        [len(subset) for subset in found],
        [subset[-1] if subset else 0 for subset in found],
        [number[subset[:-1]] for subset in found],
        [-1 if len(subset) & 1 else 1 for subset in found],
    ]
    bits, top, rest, sign = (np.array(column, np.int8) for column in columns)
    return kernel.OwnSubsets(bits, top, rest, sign, int((bits < most).sum()))


@dataclass(frozen=True)
class Suitless:
    """Own hands by the ranks of their cards: those in the live suit, and those outside."""

    live: Values
    outside: Values
    """Ascending."""
    flush: Values
    """The cards outside that are a flush; none where they are not."""
    extra: Values
    """The card beside a flush, where there is one."""


@dataclass(frozen=True)
class PatternRoom:
    """What patterns are made of."""

    own: Sighted
    flush: int
    """How many cards make a flush."""
    ranks: tuple[int, ...]
    """Those in the deck."""
    suits: int
    """How many suits are not live."""
    has_live: bool

    def patterns(self) -> kernel.Patterns:
        """All patterns, in order of class."""
        columns = list(zip(*map(self.columns, self.hands()), strict=True))
        slots, flush, support, outside, extra, classes = (np.concatenate(column) for column in columns)
        order = np.argsort(classes, kind="stable")
        table = rank_table(self.own.cells.ranking, len(self.own.tokens))
        return kernel.Patterns(
            slots[order].astype(np.int8),
            flush[order].astype(np.int16),
            support[order].astype(np.int16),
            outside[order].astype(np.int8),
            extra[order].astype(np.int8),
            classes[order].astype(np.int32),
            table.cell_of_class(self.own.cells)[classes[order]],
        )

    def hands(self) -> list[Suitless]:
        """Hands with every number of cards in the live suit; those with a flush outside it by themselves."""
        found = []
        size = len(self.own.tokens)
        for held in range(size + 1 if self.has_live else 1):
            mine, rest = self.rank_sets(held), size - held
            others = rows_of(combinations_with_replacement(self.ranks, rest), rest)
            others = others[(copies(others) < self.suits).all(axis=1)]
            live, outside = pair_up(mine, others)
            none = np.zeros((len(live), 0), np.int64)
            found.append(Suitless(live, outside, none, none))
            for beside in range(rest - self.flush + 1):
                suited, more = pair_up(self.rank_sets(rest - beside), self.rank_sets(beside))
                live, both = pair_up(mine, np.concatenate([suited, more], axis=1))
                parts = both[:, : rest - beside], both[:, rest - beside :]
                found.append(Suitless(live, np.sort(both, axis=1), *parts))
        return found

    def rank_sets(self, size: int) -> Values:
        """All sets of so many ranks."""
        return rows_of(combinations(self.ranks, size), size)

    def columns(self, hands: Suitless) -> tuple[Values, ...]:
        """The columns of patterns, each with its class."""
        table = rank_table(self.own.cells.ranking, len(self.own.tokens))
        again = copies(hands.outside)
        mine, others = hands.live * kernel.SLOTS + kernel.LIVE, hands.outside * kernel.SLOTS + again
        states = np.zeros(len(hands.live), np.int64)
        for column in (*hands.live.T, *hands.outside.T):
            states = table.step[states, column].astype(np.int64)
        suited, support = mask_of(hands.flush), mask_of(hands.outside)
        flushes = np.maximum(table.flush[suited], table.flush[mask_of(hands.live)])
        distinct = np.bitwise_count(support).astype(np.int64)
        outside = np.where(distinct >= self.flush, hands.outside.shape[1], 0)
        doubled = (hands.outside * (again > 0)).max(axis=1, initial=0)
        beside = np.where((outside > 0) & (distinct < hands.outside.shape[1]), doubled, -1)
        if hands.flush.shape[1]:
            beside = hands.extra[:, 0] if hands.extra.shape[1] else np.full(len(suited), -1, np.int64)
        slots = np.sort(np.concatenate([mine, others], axis=1), axis=1)
        return slots, suited, support, outside, beside, np.maximum(table.plain[states], flushes)


def rows_of(ranks: Iterable[tuple[int, ...]], size: int) -> Values:
    """Ranks as rows of so many, also where that is none."""
    found = list(ranks)
    return np.array(found, np.int64).reshape(len(found), size)


def pair_up(one: Values, other: Values) -> tuple[Values, Values]:
    """Every row of one beside every row of the other."""
    return np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1))


def copies(ranks: Values) -> Values:
    """How many cards of its rank come before each card; ranks ascend."""
    found = np.zeros_like(ranks)
    for column in range(1, ranks.shape[1]):
        same = ranks[:, column] == ranks[:, column - 1]
        found[:, column] = np.where(same, found[:, column - 1] + 1, 0)
    return found


def mask_of(ranks: Values) -> Values:
    """The ranks of each row as bits."""
    found = np.zeros(len(ranks), np.int64)
    for column in ranks.T:
        found |= 1 << column
    return found

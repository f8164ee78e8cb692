"""Tables of ranks: what several pieces make together, found by adding piece to piece.

The ranks of a piece are the number of a multiset. A table `[number of one, number of the other]` gives the
number of both together, and for the last piece at once the class of the best hand that is no flush.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.tables import RANK_COUNT, multiset_number, rank_table
from pitboss.cards import Ranking
from pitboss.simulation.piece import Ints

Table = NDArray[np.integer]


def multiset_count(size: int) -> int:
    return comb(RANK_COUNT - 1 + size, size)


@lru_cache(maxsize=32)
def joined(one: int, other: int) -> Ints:
    """The number of two multisets of these sizes together, at `number * multiset_count(other) + number`."""
    first, second = all_multisets(one), all_multisets(other)
    both = np.concatenate([np.repeat(first, len(second), axis=0), np.tile(second, (len(first), 1))], axis=1)
    return multiset_number(np.sort(both, axis=1))


def all_multisets(size: int) -> Ints:
    """Every multiset of ranks, in the order of its number."""
    ranks = np.array(list(combinations_with_replacement(range(RANK_COUNT), size)), np.int64).reshape(-1, size)
    found = np.zeros_like(ranks)
    found[multiset_number(ranks)] = ranks
    return found


def classes_of(ranking: Ranking, one: int, other: int) -> Ints:
    """The class of the best hand, no flush, that two multisets of these sizes make together."""
    table = rank_table(ranking, one + other)
    return table.plain[table.first + joined(one, other)].astype(np.int64)


def packed(values: NDArray[np.int64] | NDArray[np.int32]) -> Table:
    """In as few bytes as the values need."""
    largest = int(values.max(initial=0))
    kind = np.uint8 if largest < 1 << 8 else np.uint16 if largest < 1 << 16 else np.int32
    return np.ascontiguousarray(values.astype(kind))

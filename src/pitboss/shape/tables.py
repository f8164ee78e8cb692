"""A poker ranking as arrays, for kernels: class of any rank multiset, class of any suit's ranks.

The best hand in some cards is either a flush in one suit, and then depends on that suit's ranks
alone, or not, and then depends on the multiset of ranks alone. Multisets are states of a little
automaton: `step[state, rank]` adds a card.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards import Ranking
from pitboss.cards.card import LOWEST, SUITS
from pitboss.cards.poker import PokerRanking
from pitboss.shape import kernels
from pitboss.shape.question import Cells
from pitboss.shape.situations import Situations

RANK_COUNT = 13
Int = NDArray[np.int64]


@dataclass(frozen=True)
class RankTable:
    """Tables of one ranking for hands of `cards` cards."""

    ranking: PokerRanking
    cards: int
    step: NDArray[np.int32]
    """Next state, by state and rank; states of all smaller multisets come first."""
    first: int
    """The first state of `cards` cards."""
    plain: NDArray[np.int32]
    """Class of the best hand that is no flush, by state."""
    flush: NDArray[np.int32]
    """Class of the best flush, by a suit's 13-bit mask of ranks; 0 where there is none."""
    counts: NDArray[np.int8]
    """How many of each rank, by state of `cards` cards."""

    atom_of_class: NDArray[np.int32]
    """Atom of each class for hands whose suit is not named."""
    flush_atom: NDArray[np.int32]
    """Atom of the best flush, by suit and mask."""

    def cell_of_class(self, cells: Cells) -> NDArray[np.int32]:
        return np.asarray(cells.of_atom, np.int32)[self.atom_of_class]

    def flush_cells(self, cells: Cells) -> NDArray[np.int32]:
        return np.asarray(cells.of_atom, np.int32)[self.flush_atom]


@lru_cache(maxsize=32)
def rank_table(ranking: Ranking, cards: int) -> RankTable:
    if not isinstance(ranking, PokerRanking):
        raise PlanError(f"the ranking {ranking.name!r} has no poker tables")
    step, first, multisets = multiset_automaton(cards)
    plain = np.zeros(first + len(multisets[cards]), np.int32)
    start = sum(multiset_count(size) for size in range(ranking.size))
    for offset, ranks in enumerate(multisets[ranking.size].tolist()):
        if max(map(ranks.count, ranks)) <= len(SUITS):
            score = ranking.score([rank + LOWEST for rank in ranks], suited=False)
            plain[start + offset] = ranking.classes[score]
    flush = np.zeros(1 << RANK_COUNT, np.int32)
    for ranks_kept in combinations(range(RANK_COUNT), ranking.size):
        score = ranking.score([rank + LOWEST for rank in ranks_kept], suited=True)
        if ranking.categories[score[0]] in ("flush", "straight_flush"):
            flush[sum(1 << rank for rank in ranks_kept)] = ranking.classes[score]
    for size in range(ranking.size, cards):
        states = np.arange(start, start + multiset_count(size))
        np.maximum.at(plain, step[states].ravel(), np.repeat(plain[states], RANK_COUNT))
        start += len(states)
    spread_flushes(flush, ranking.size, cards)
    counts = np.stack([(multisets[cards] == rank).sum(axis=1) for rank in range(RANK_COUNT)], axis=1)
    by_suit = np.array([atoms_of_classes(ranking, suit) for suit in (*range(len(SUITS)), None)], np.int32)
    return RankTable(
        ranking, cards, step, first, plain, flush, counts.astype(np.int8), by_suit[-1], by_suit[:-1, flush]
    )


@lru_cache(maxsize=32)
def atoms_of_classes(ranking: PokerRanking, suit: int | None) -> list[int]:
    """The atom of each class for hands of a suit; suits that no atom names share one list."""
    if suit is not None and suit not in {atom.suit for atom in ranking.atoms}:
        return atoms_of_classes(ranking, None)
    return [0, *(ranking.atom_of(score, suit) for score in ranking.classes)]


def multiset_automaton(cards: int) -> tuple[NDArray[np.int32], int, list[Int]]:
    """Transitions between multisets of up to `cards` ranks, numbered in combinatorial order by size."""
    multisets: list[Int] = [np.zeros((1, 0), np.int64)]
    steps = []
    first = 0
    for size in range(cards):
        following = first + multiset_count(size)
        parents = multisets[size]
        grown = np.concatenate(
            [
                np.repeat(parents, RANK_COUNT, axis=0),
                np.tile(np.arange(RANK_COUNT), len(parents))[:, None],
            ],
            axis=1,
        )
        grown.sort(axis=1)
        number = multiset_number(grown)
        steps.append((following + number).reshape(len(parents), RANK_COUNT))
        children = np.zeros((multiset_count(size + 1), size + 1), np.int64)
        children[number] = grown
        multisets.append(children)
        first = following
    step = np.concatenate(steps) if steps else np.zeros((0, RANK_COUNT), np.int64)
    return step.astype(np.int32), first, multisets


def multiset_count(size: int) -> int:
    """How many multisets of n ranks there are."""
    return comb(RANK_COUNT - 1 + size, size)


def multiset_number(ranks: Int) -> Int:
    """The place of sorted multisets among all of their size."""
    size = ranks.shape[1]
    choose = np.array([[comb(n, k) for k in range(size + 1)] for n in range(RANK_COUNT + size + 1)], np.int64)
    return sum((choose[ranks[:, i] + i, i + 1] for i in range(size)), np.zeros(len(ranks), np.int64))


def spread_flushes(flush: NDArray[np.int32], size: int, cards: int) -> None:
    """A longer suit holds the best flush of all its parts."""
    masks = np.arange(len(flush))
    for length in range(size + 1, cards + 1):
        longer = masks[np.bitwise_count(masks) == length]
        for rank in range(RANK_COUNT):
            having = longer[(longer >> rank) & 1 == 1]
            flush[having] = np.maximum(flush[having], flush[having ^ (1 << rank)])


# -- looks that are known ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sighted:
    """A look by its tokens, cut into cells."""

    name: str
    tokens: tuple[int, ...]
    cells: Cells


@dataclass(frozen=True)
class Judged:
    classes: NDArray[np.int32]
    cells: NDArray[np.int32]


def table_arrays(table: RankTable, cells: Cells) -> tuple[NDArray[np.int32], ...]:
    """What the kernels need. Of two best hands of one class they keep the one in the higher cell."""
    if cells.lowers_named_suit and table.cards >= 2 * table.ranking.size:
        raise PlanError("some cards hold the same hand in two suits, and the suit with a name counts less")
    return (table.step, table.plain, table.flush, table.cell_of_class(cells), table.flush_cells(cells))


def classify(look: Sighted, rows: Situations) -> Judged:
    """Class and cell of a known look at each row; once for all rows of a parent that knew it already."""
    table = rank_table(look.cells.ranking, len(look.tokens))
    chosen, times = rows.rows, None
    if rows.fresh and not set(look.tokens) & set(rows.tokens[-rows.fresh :]):
        starts = rows.starts
        chosen, times = rows.rows[starts[:-1]], np.diff(starts)
    judged = Judged(np.zeros(len(chosen), np.int32), np.zeros(len(chosen), np.int32))
    tables = table_arrays(table, look.cells)
    kernels.classify(chosen, rows.columns(look.tokens), tables, judged.classes, judged.cells)
    if times is None:
        return judged
    return Judged(np.repeat(judged.classes, times), np.repeat(judged.cells, times))

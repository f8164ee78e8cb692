"""A ranking as arrays, for kernels: class of any rank multiset, class of any suit's ranks.

The best hand in some cards is either told by one suit, and then depends on that suit's ranks (and on how many
cards are wild), or not, and then depends on the multiset of ranks alone. Multisets are states of a little
automaton: `step[state, rank]` adds a card; the joker is one rank more.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards import Ranking, Readings, TableRanking
from pitboss.cards.card import LOWEST, SUITS
from pitboss.shape import kernels
from pitboss.shape.question import Cells
from pitboss.shape.situations import Situations

RANK_COUNT = 13
MOST_WILDS = 5
Int = NDArray[np.int64]


@dataclass(frozen=True)
class RankTable:
    """Tables of one ranking for hands of `cards` cards."""

    ranking: TableRanking
    cards: int
    step: NDArray[np.int32]
    """Next state, by state and rank; states of all smaller multisets come first."""
    first: int
    """The first state of `cards` cards."""
    plain: NDArray[np.int32]
    """Class of the best hand that is no flush, by state."""
    flush: NDArray[np.int32]
    """Class of the best flush, by a suit's 13-bit mask of ranks, with the number of wild cards above it."""
    counts: NDArray[np.int8]
    """How many of each rank, by state of `cards` cards."""

    atom_of_class: NDArray[np.int32]
    """Atom of each class for hands whose suit is not named."""
    flush_atom: NDArray[np.int32]
    """Atom of the best flush, by suit and mask."""
    wild: int
    """Which bits of a suit's mask are wild cards; the joker's follows those of the ranks."""

    def cell_of_class(self, cells: Cells) -> NDArray[np.int32]:
        return np.asarray(cells.of_atom, np.int32)[self.atom_of_class]

    def flush_cells(self, cells: Cells) -> NDArray[np.int32]:
        return np.asarray(cells.of_atom, np.int32)[self.flush_atom]


@lru_cache(maxsize=32)
def rank_table(ranking: Ranking, cards: int) -> RankTable:
    if not isinstance(ranking, TableRanking):
        raise PlanError(f"the ranking {ranking.name!r} has no tables")
    step, first, multisets = multiset_automaton(cards, RANK_COUNT + ranking.judges_joker)
    plain = plain_classes(ranking, step, multisets)
    flush = flush_classes(ranking, cards)
    ranks = range(RANK_COUNT + ranking.judges_joker)
    counts = np.stack([(multisets[cards] == rank).sum(axis=1) for rank in ranks], axis=1)
    by_suit = np.array([atoms_of_classes(ranking, suit) for suit in (*range(len(SUITS)), None)], np.int32)
    return RankTable(
        ranking,
        cards,
        step,
        first,
        plain,
        flush,
        counts.astype(np.int8),
        by_suit[-1],
        by_suit[:-1, flush],
        sum(1 << (rank - LOWEST) for rank in ranking.wild),
    )


def plain_classes(ranking: TableRanking, step: NDArray[np.int32], multisets: list[Int]) -> NDArray[np.int32]:
    """Class of every multiset of ranks, by state."""
    cards = len(multisets) - 1
    size = cards if ranking.of_all else ranking.size
    starts = np.cumsum([0, *map(len, multisets)])
    plain = np.zeros(starts[-1], np.int32)
    for offset, ranks in enumerate(multisets[size].tolist()):
        plain[starts[size] + offset] = ranking.rank_class(tuple(rank + LOWEST for rank in ranks))
    for fewer in range(size, cards):
        states = np.arange(starts[fewer], starts[fewer + 1])
        np.maximum.at(plain, step[states].ravel(), np.repeat(plain[states], step.shape[1]))
    return plain


def flush_classes(ranking: TableRanking, cards: int) -> NDArray[np.int32]:
    """Class of the best flush, by wild cards and mask."""
    wilds = min(cards, MOST_WILDS) if ranking.wild else 0
    flush = np.zeros(
        (1 << MOST_WILDS.bit_length() if wilds else 1 + ranking.judges_joker, 1 << RANK_COUNT), np.int32
    )
    free = [rank for rank in range(RANK_COUNT) if rank + LOWEST not in ranking.wild]
    for length in range(1, cards + 1) if ranking.of_all else (ranking.size,):
        for wild in range(min(wilds, length) + 1):
            for kept in combinations(free, length - wild):
                ranks = tuple(rank + LOWEST for rank in kept)
                flush[wild, sum(1 << rank for rank in kept)] = ranking.suit_class(ranks, wild)
    if not ranking.of_all:
        spread_flushes(flush, ranking.size, cards)
    return flush.ravel()


@lru_cache(maxsize=32)
def atoms_of_classes(ranking: TableRanking, suit: int | None) -> list[int]:
    """The atom of each class for hands of a suit, 0 for no class."""
    return [0, *ranking.class_atoms(suit)]


def multiset_automaton(cards: int, symbols: int) -> tuple[NDArray[np.int32], int, list[Int]]:
    """Transitions between multisets of up to `cards` ranks, numbered in combinatorial order by size."""
    multisets: list[Int] = [np.zeros((1, 0), np.int64)]
    steps = []
    first = 0
    for size in range(cards):
        following = first + multiset_count(size, symbols)
        parents = multisets[size]
        grown = np.concatenate(
            [
                np.repeat(parents, symbols, axis=0),
                np.tile(np.arange(symbols), len(parents))[:, None],
            ],
            axis=1,
        )
        grown.sort(axis=1)
        number = multiset_number(grown)
        steps.append((following + number).reshape(len(parents), symbols))
        children = np.zeros((multiset_count(size + 1, symbols), size + 1), np.int64)
        children[number] = grown
        multisets.append(children)
        first = following
    step = np.concatenate(steps) if steps else np.zeros((0, symbols), np.int64)
    return step.astype(np.int32), first, multisets


def multiset_count(size: int, symbols: int = RANK_COUNT) -> int:
    """How many multisets of n ranks there are."""
    return comb(symbols - 1 + size, size)


def multiset_number(ranks: Int) -> Int:
    """The place of sorted multisets among all of their size."""
    size = ranks.shape[1]
    choose = np.array([[comb(n, k) for k in range(size + 1)] for n in range(RANK_COUNT + size + 2)], np.int64)
    return sum((choose[ranks[:, i] + i, i + 1] for i in range(size)), np.zeros(len(ranks), np.int64))


def spread_flushes(flush: NDArray[np.int32], size: int, cards: int) -> None:
    """More cards of a suit, or more wild ones, hold the best flush of all their parts."""
    masks = np.arange(flush.shape[1])
    for length in range(size + 1, cards + 1):
        for wild in range(min(length, len(flush) - 1) + 1):
            longer = masks[np.bitwise_count(masks) == length - wild]
            if wild:
                flush[wild, longer] = np.maximum(flush[wild, longer], flush[wild - 1, longer])
            for rank in range(RANK_COUNT):
                having = longer[(longer >> rank) & 1 == 1]
                flush[wild, having] = np.maximum(flush[wild, having], flush[wild, having ^ (1 << rank)])


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


JudgeTables = tuple[
    NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], int
]


def table_arrays(table: RankTable, cells: Cells) -> JudgeTables:
    """What `kernels.judge` needs. Of two best hands of one class they keep the one in the higher cell."""
    if cells.lowers_named_suit and table.cards >= 2 * table.ranking.size:
        raise PlanError("some cards hold the same hand in two suits, and the suit with a name counts less")
    return (
        table.step,
        table.plain,
        table.flush,
        table.cell_of_class(cells),
        table.flush_cells(cells),
        table.wild,
    )


def classify(look: Sighted, rows: Situations) -> Judged:
    """Class and cell of a known look at each row; once for all rows of a parent that knew it already."""
    if isinstance(look.cells.ranking, Readings):
        return classify_ways(look, look.cells.ranking, rows)
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


def classify_ways(look: Sighted, readings: Readings, rows: Situations) -> Judged:
    """A hand that is read in several ways: each by itself, then all together."""
    atoms = np.zeros(len(rows), np.int32)
    for way in readings.ways.values():
        finest = Cells(way, tuple(range(len(way.atom_names))), tuple(range(len(way.atom_names))))
        judged = classify(Sighted(look.name, look.tokens, finest), rows)
        atoms = atoms * np.int32(len(way.atom_names)) + judged.cells
    return Judged(atoms + np.int32(1), np.asarray(look.cells.of_atom, np.int32)[atoms])

"""Who sweeps the other side's hands for a set of questions: hand by hand, fanned out, or suit by suit."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import card_set, showdown
from pitboss.analysis.card_set import AlikeSets
from pitboss.analysis.showdown import AlikeHands, Hands, Masks
from pitboss.cards import Ranking, SuitRanking
from pitboss.cards.card import SUITS
from pitboss.shape import kernels
from pitboss.shape.question import Cells, partition
from pitboss.shape.situations import Situations, first_group
from pitboss.shape.tables import RankTable, Sighted, rank_table, table_arrays

MOST_FANNED = 3_000_000
"""Hands of five cards fan out; of six, the columns would be too many for the processor's caches."""
MOST_DEAD = 12
CORES = min(os.cpu_count() or 1, 4)
WORTH_A_THREAD = 100_000
"""With fewer rows than this, adding all hands a second time costs more than a second core saves."""


def is_told_by_suit(last: Sighted, rows: Situations) -> bool:
    """Whether the best suit tells the hand, and none of its cards is seen."""
    return isinstance(last.cells.ranking, SuitRanking) and not set(rows.tokens) & set(last.tokens)


def count_below(last: Sighted, rows: Situations, bounds: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    """At each row, how many of the other side's hands that avoid its cards lie below each of its bounds."""
    swept = np.zeros((len(rows), len(bounds)), np.int32)
    fans = can_fan(last, rows, bounds)
    asked = np.concatenate([bound[rows.starts[:-1]] for bound in bounds] if fans else bounds)
    prepare = fan_sweeper if fans else suit_sweeper if is_told_by_suit(last, rows) else hand_sweeper
    sweep_part = prepare(last, rows, asked, swept)
    order = sort_by(asked)
    parts = CORES if len(rows) >= WORTH_A_THREAD else 1
    with ThreadPoolExecutor(parts) as threads:
        list(threads.map(sweep_part, [order[n::parts] for n in range(parts)]))
    return swept


Sweeper = Callable[[NDArray[np.int32]], None]


def can_fan(last: Sighted, rows: Situations, bounds: list[NDArray[np.int32]]) -> bool:
    """Whether rows differ in nothing but the one open card, the last one seen, and its columns are few."""
    up = [token for token in rows.tokens if token in last.tokens]
    is_small = comb(len(rows.room.deck), len(last.tokens)) <= MOST_FANNED
    is_alone = rows.fresh == 1 and up == [rows.tokens[-1]]
    return is_small and is_alone and all(is_same_for_siblings(one, rows) for one in bounds)


def is_same_for_siblings(values: NDArray[np.int32], rows: Situations) -> bool:
    same_parent = rows.parent[1:] == rows.parent[:-1]
    return bool((values[1:] == values[:-1])[same_parent].all())


def deck_index(deck: NDArray[np.int8]) -> NDArray[np.int8]:
    """The place of each card in the deck."""
    index = np.zeros(1 << 7, np.int8)
    index[deck] = np.arange(len(deck))
    return index


def make_masks(deck: int, size: int, width: int) -> Masks:
    bits = np.bitwise_count(np.arange(1 << max(width, size))).astype(np.int64)
    highest = np.array([max(mask.bit_length() - 1, 0) for mask in range(len(bits))], np.int64)
    offset = np.array([sum(comb(deck, k) for k in range(n)) for n in range(size + 1)], np.int64)
    return Masks(bits, highest, offset)


def hand_sweeper(
    last: Sighted, rows: Situations, asked: NDArray[np.int32], swept: NDArray[np.int32]
) -> Sweeper:
    """Sweeps hands, for a part of the questions."""
    room, size, width = rows.room, len(last.tokens), len(rows.tokens)
    cards, is_open = np.zeros((len(rows), width), np.int8), np.zeros(len(rows), np.int32)
    opened = rows.columns(tuple(token for token in rows.tokens if token in last.tokens))
    showdown.sort_rows(rows.rows, opened, deck_index(room.deck), cards, is_open)
    key = room.deck.tobytes(), room.alike.tobytes()
    pool, sets = alike_hands(*key, last.cells.ranking, size), alike_sets(*key, size)
    masks = make_masks(len(room.deck), size, width)

    def sweep_part(part: NDArray[np.int32]) -> None:
        counters = np.zeros(len(sets.weight), np.int64)
        showdown.sweep(cards, is_open, part, asked, pool, sets, masks, counters, swept)

    return sweep_part


def fan_sweeper(
    last: Sighted, rows: Situations, asked: NDArray[np.int32], swept: NDArray[np.int32]
) -> Sweeper:
    """Sweeps hands that fan out, for a part of the questions, which are put once for all open cards."""
    deck, size, width = rows.room.deck, len(last.tokens), len(rows.tokens)
    first, index = rows.starts, deck_index(deck)
    fan_card = index[rows.rows[:, -1]]
    dead, none = np.zeros((len(first) - 1, width - 1), np.int8), np.zeros(len(first) - 1, np.int32)
    showdown.sort_rows(rows.rows[first[:-1], :-1].copy(), np.zeros(0, np.int64), index, dead, none)
    pool, masks = other_hands(deck.tobytes(), last.cells.ranking, size), make_masks(len(deck), size, width)

    def sweep_part(part: NDArray[np.int32]) -> None:
        counters = np.zeros((int(masks.offset[size - 1]), len(deck)), np.int32)
        showdown.sweep_fan(dead, part, asked, first, fan_card, pool, masks, counters, swept)

    return sweep_part


def suit_sweeper(
    last: Sighted, rows: Situations, asked: NDArray[np.int32], swept: NDArray[np.int32]
) -> Sweeper:
    """Sweeps the ranks of one suit, for a part of the questions."""
    size = len(last.tokens)
    suit_class = rank_table(last.cells.ranking, size).flush
    by_class = sort_by(suit_class)
    left = np.zeros((len(rows), len(SUITS)), np.int16)
    showdown.ranks_left(rows.rows, rows.room.deck, left)

    def sweep_part(part: NDArray[np.int32]) -> None:
        showdown.sweep_suits(left, size, part, asked, suit_class, by_class, swept)

    return sweep_part


@lru_cache(maxsize=1)
def alike_hands(deck_bytes: bytes, alike_bytes: bytes, ranking: Ranking, size: int) -> AlikeHands:
    """All hands of a size in order of class, one of those that a renaming of suits makes equal."""
    deck = np.frombuffer(deck_bytes, np.int8)
    rows, orbit = first_group(deck_bytes, alike_bytes, size)
    tables = table_arrays(rank_table(ranking, size), partition(ranking, ()))
    classes, cells = np.zeros(len(rows), np.int32), np.zeros(len(rows), np.int32)
    kernels.classify(rows, np.arange(size), tables, classes, cells)
    cards = deck_index(deck)[rows]
    return AlikeHands(cards, orbit, classes, sort_by(classes), choices(len(deck), size), deck, tables)


@lru_cache(maxsize=2)
def alike_sets(deck_bytes: bytes, alike_bytes: bytes, size: int) -> AlikeSets:
    """All sets of fewer cards than a hand of this size has."""
    deck, alike = np.frombuffer(deck_bytes, np.int8), np.frombuffer(alike_bytes, np.int64)
    offset = make_masks(len(deck), size, size).offset
    like, weight = np.zeros(offset[size], np.int32), np.zeros(offset[size], np.int8)
    choose = choices(len(deck), size)
    count = card_set.name_sets(deck, deck_index(deck), alike, size - 1, choose, offset, like, weight)
    return AlikeSets(like, weight[:count].copy(), card_set.count_renamings(alike))


def choices(deck: int, size: int) -> NDArray[np.int64]:
    """Of n cards k, for all that a subset of a row or of a hand can ask."""
    return np.array([[comb(n, k) for k in range(size + MOST_DEAD)] for n in range(deck)], np.int64)


@lru_cache(maxsize=1)
def other_hands(deck_bytes: bytes, ranking: Ranking, size: int) -> Hands:
    deck = np.frombuffer(deck_bytes, np.int8)
    table = rank_table(ranking, size)
    choose = choices(len(deck), size)
    cards = np.zeros((comb(len(deck), size), size), np.int8)
    classes = np.zeros(len(cards), np.int32)
    showdown.all_hands(deck, size, choose, table_arrays(table, partition(ranking, ())), cards, classes)
    return Hands(cards, classes, sort_by(classes), choose)


def sort_by(keys: NDArray[np.int32]) -> NDArray[np.int32]:
    order = np.zeros(len(keys), np.int32)
    showdown.counting_sort(keys, int(keys.max(initial=0)), order)
    return order


def class_cuts(table: RankTable, cells: Cells) -> NDArray[np.int32]:
    """The first class of every cell but the lowest."""
    cell = table.cell_of_class(cells)[1:]
    return np.array([int(np.argmax(cell >= number)) + 1 for number in range(1, len(cells.atoms))], np.int32)

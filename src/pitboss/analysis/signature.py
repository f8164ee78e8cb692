"""Counting one way a round can end: from what is seen, over all that is not.

The looks that the bets read are sorted into those already known and those with hidden cards. One
look may stay open to the end and is counted by a kernel (dealt out, or swept in order of class); the
hidden cards of all others are seen, as it were, by adding rows, and folded up again.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import showdown
from pitboss.analysis.showdown import Hands, Masks
from pitboss.base.error import PlanError
from pitboss.cards import Ranking, SuitRanking
from pitboss.cards.card import SUITS
from pitboss.shape import kernels
from pitboss.shape.question import CellJudge, Cells, OrderQuestion, partition
from pitboss.shape.situations import Situations, extend
from pitboss.shape.tables import Judged, RankTable, Sighted, classify, rank_table, table_arrays

MOST_HANDS = 21_000_000
"""All hands of six cards, in order of class: 20 million of them take 290 megabytes, their subsets 12."""
MOST_FANNED = 3_000_000
"""Hands of five cards fan out; of six, the columns would be too many for the processor's caches."""
MOST_DEALS = 500_000_000_000
MOST_DEAD = 12
CORES = min(os.cpu_count() or 1, 4)
WORTH_A_THREAD = 100_000
"""With fewer rows than this, adding all hands a second time costs more than a second core saves."""
LIMIT = 1 << 62
Whole = NDArray[np.int64] | NDArray[np.int32]


@dataclass(frozen=True)
class Signature:
    """The looks that bets read at some leaves, and the orders that they ask for."""

    looks: tuple[Sighted, ...]
    orders: tuple[OrderQuestion, ...]


@dataclass(frozen=True)
class SignatureCounts:
    """For each row: `counts[row, v]` ways of open cell v, at fixed cell `fixed[row]`; `total` ways in all."""

    fixed: NDArray[np.int32]
    counts: Whole
    total: int
    judges: tuple[CellJudge, ...]
    """One for each (fixed, open) cell, in order."""


def count_signature(signature: Signature, at: Situations) -> SignatureCounts:
    known = set(at.tokens)
    hidden = {look.name: frozenset(look.tokens) - known for look in signature.looks}
    last = pick_last(signature, hidden)
    rows, ratio_chain = at, []
    for block in blocks(signature, hidden, last):
        rows = extend(rows, block)
        ratio_chain.append(rows)
    seen = tuple(look for look in signature.looks if look.name != (last.name if last else None))
    fixed_orders = tuple(pair for pair in signature.orders if not last or last.name not in pair)
    classes = {look.name: classify(look, rows) for look in seen}
    fixed = fixed_cells(seen, fixed_orders, classes, len(rows))
    if last is None:
        counts: Whole = np.ones((len(rows), 1), np.int64)
        total, open_order = 1, None
    else:
        open_order = next((pair for pair in signature.orders if last.name in pair), None)
        counts, total = count_last(last, open_order, rows, classes, hidden[last.name])
    judges = cell_judges(seen, fixed_orders, last, open_order)
    for level in reversed(range(len(ratio_chain))):
        child = ratio_chain[level]
        before = ratio_chain[level - 1] if level else at
        folded = np.zeros((len(before), len(judges)), np.int64)
        kernels.fold_up(child.parent, child.ratio, fixed, counts, folded)
        counts, fixed = folded, np.zeros(len(before), np.int32)
        total *= child.branching
    assert bool((counts.sum(axis=1) == total).all()), "every continuation is counted"
    return SignatureCounts(fixed, counts, total, judges)


def pick_last(signature: Signature, hidden: dict[str, frozenset[int]]) -> Sighted | None:
    """The look to leave open: the one with most hidden cards that shares none of them with another."""
    candidates = []
    for look in signature.looks:
        others = [hidden[other.name] for other in signature.looks if other.name != look.name]
        asked = sum(look.name in pair for pair in signature.orders)
        if hidden[look.name] and not any(hidden[look.name] & other for other in others) and asked <= 1:
            candidates.append(look)
    last = max(candidates, key=lambda look: len(hidden[look.name]), default=None)
    if last and not last.cells.names_suits:  # to be swept, also where the top line is paid as the lowest is
        return replace(last, cells=last.cells.in_runs)
    return last


def blocks(
    signature: Signature, hidden: dict[str, frozenset[int]], last: Sighted | None
) -> list[tuple[int, ...]]:
    """The other hidden cards, those in the same looks together."""
    of_token: dict[int, list[str]] = {}
    for look in signature.looks:
        if not last or look.name != last.name:
            for token in hidden[look.name]:
                of_token.setdefault(token, []).append(look.name)
    groups: dict[tuple[str, ...], list[int]] = {}
    for token, names in sorted(of_token.items()):
        groups.setdefault(tuple(names), []).append(token)
    return [tuple(group) for group in groups.values()]


def fixed_cells(
    seen: tuple[Sighted, ...], orders: tuple[OrderQuestion, ...], classes: dict[str, Judged], count: int
) -> NDArray[np.int32]:
    """One number for the cells of all known looks and the orders between them."""
    fixed = np.zeros(count, np.int32)
    for look in seen:
        fixed = fixed * np.int32(len(look.cells.atoms)) + classes[look.name].cells
    for one, other in orders:
        sign = np.sign(classes[one].classes - classes[other].classes)
        fixed = fixed * np.int32(3) + (sign + 1).astype(np.int32)
    return fixed


def cell_judges(
    seen: tuple[Sighted, ...],
    orders: tuple[OrderQuestion, ...],
    last: Sighted | None,
    open_order: OrderQuestion | None,
) -> tuple[CellJudge, ...]:
    """A judge for every combination, in the order in which the kernels number them."""
    axes: list[list[tuple[str | OrderQuestion, int]]] = [
        [(look.name, atom) for atom in look.cells.atoms] for look in seen
    ]
    axes += [[(pair, order) for order in (-1, 0, 1)] for pair in orders]
    looks = {look.name: look for look in seen}
    if last:
        looks[last.name] = last
        axes.append([(last.name, atom) for atom in last.cells.atoms])
    if last and open_order:
        # The kernels say where the open hand stands; the question may be put the other way round.
        turn = 1 if open_order[0] == last.name else -1
        axes.append([(open_order, turn * order) for order in (-1, 0, 1)])
    judges = []
    for combination in product(*axes):
        atoms = {key: (looks[key].cells.ranking, value) for key, value in combination if isinstance(key, str)}
        asked = {key: value for key, value in combination if not isinstance(key, str)}
        judges.append(CellJudge(atoms, asked))
    return tuple(judges)


def count_last(
    last: Sighted,
    order: OrderQuestion | None,
    rows: Situations,
    classes: dict[str, Judged],
    hidden: frozenset[int],
) -> tuple[NDArray[np.int32], int]:
    """Count the open look's hands by cell and, if asked, by order against a known look."""
    against: Against
    if order:
        other = order[1] if order[0] == last.name else order[0]
        against = classes[other].classes
    else:
        against = None
    left = len(rows.room.deck) - len(rows.tokens)
    total = comb(left, len(hidden))
    if total >= 1 << 31:
        raise PlanError(f"{total:,} ways to deal the hidden cards are too many to count")
    kernel = pick_kernel(last, rows, len(hidden))
    return kernel(last, rows, against, len(hidden)), total


def by_cell(counts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Without the order against another hand."""
    found: NDArray[np.int32] = counts.reshape(len(counts), -1, 3).sum(axis=2, dtype=np.int32)
    return found


Against = NDArray[np.int32] | None
"""The class of the hand at each row that the open one is compared with, if it is."""
Kernel = Callable[[Sighted, Situations, Against, int], NDArray[np.int32]]


def pick_kernel(last: Sighted, rows: Situations, hidden: int) -> Kernel:
    """The cheapest of dealing the hidden cards out, sweeping hands in order of class, and sweeping suits."""
    size, deck = len(last.tokens), len(rows.room.deck)
    if is_told_by_suit(last, rows) and is_ascending(last.cells.of_atom):
        return sweep
    deal = len(rows) * comb(deck - len(rows.tokens), hidden) * (size + 4)
    sweep_cost = comb(deck, size) * (1 << size) * 2 + len(rows) * (1 << len(rows.tokens)) * 3
    if can_sweep(last, rows) and sweep_cost < deal:
        return sweep
    if deal > MOST_DEALS:
        raise PlanError(f"dealing out {deal:,} cards would take too long")
    return deal_out


def is_told_by_suit(last: Sighted, rows: Situations) -> bool:
    """Whether the best suit tells the hand, and none of its cards is seen."""
    return isinstance(last.cells.ranking, SuitRanking) and not set(rows.tokens) & set(last.tokens)


def can_sweep(last: Sighted, rows: Situations) -> bool:
    """Few enough hands to be held in order, and cells that are runs of classes."""
    return (
        comb(len(rows.room.deck), len(last.tokens)) <= MOST_HANDS
        and len(rows.tokens) <= MOST_DEAD
        and not last.cells.names_suits
        and is_ascending(last.cells.of_atom)
    )


def is_ascending(cells: tuple[int, ...]) -> bool:
    """Whether the cells are runs in the order of classes."""
    return all(b in (a, a + 1) for a, b in pairwise(cells))


def deal_out(last: Sighted, rows: Situations, against: Against, hidden: int) -> NDArray[np.int32]:
    """Deal the hidden cards in every way. Rows that hold the same set of cards need that only once."""
    table = rank_table(last.cells.ranking, len(last.tokens))
    known = tuple(token for token in rows.tokens if token in last.tokens)
    keys = np.arange(len(rows))
    if len(known) == len(rows.tokens) and against is None:
        kernels.set_keys(rows.rows, rows.room.alike, keys)
    _, chosen, copies = np.unique(keys, return_index=True, return_inverse=True)
    counts = np.zeros((len(chosen), len(last.cells.atoms) * 3), np.int32)
    tables = table_arrays(table, last.cells)
    compared = np.zeros(len(chosen), np.int32) if against is None else against[chosen]
    kernels.tail(rows.rows[chosen], rows.columns(known), rows.room.deck, hidden, tables, compared, counts)
    return (by_cell(counts) if against is None else counts)[copies]


def sweep(last: Sighted, rows: Situations, against: Against, hidden: int) -> NDArray[np.int32]:
    """Add the other side's hands by class and count, at each row's class, those that avoid its cards."""
    cuts = class_cuts(rank_table(last.cells.ranking, len(last.tokens)), last.cells)
    compared = np.zeros(len(rows), np.int32) if against is None else against
    bounds = [compared, compared + np.int32(1), *(np.full(len(rows), cut) for cut in cuts)]
    swept = count_below(last, rows, bounds)
    counts = np.zeros((len(rows), len(last.cells.atoms) * 3), np.int32)
    total = comb(len(rows.room.deck) - len(rows.tokens), hidden)
    showdown.showdown_cells(swept, compared, cuts, total, counts)
    return by_cell(counts) if against is None else counts


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
    deck, size, width = rows.room.deck, len(last.tokens), len(rows.tokens)
    cards, is_open = np.zeros((len(rows), width), np.int8), np.zeros(len(rows), np.int32)
    opened = rows.columns(tuple(token for token in rows.tokens if token in last.tokens))
    showdown.sort_rows(rows.rows, opened, deck_index(deck), cards, is_open)
    pool, masks = other_hands(deck.tobytes(), last.cells.ranking, size), make_masks(len(deck), size, width)

    def sweep_part(part: NDArray[np.int32]) -> None:
        counters = np.zeros(int(masks.offset[size]), np.int32)
        showdown.sweep(cards, is_open, part, asked, pool, masks, counters, swept)

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
def other_hands(deck_bytes: bytes, ranking: Ranking, size: int) -> Hands:
    deck = np.frombuffer(deck_bytes, np.int8)
    table = rank_table(ranking, size)
    columns = size + MOST_DEAD
    choose = np.array([[comb(n, k) for k in range(columns)] for n in range(len(deck))], np.int64)
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

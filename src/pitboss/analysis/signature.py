"""Counting one way a round can end: from what is seen, over all that is not.

The looks that the bets read are sorted into those already known and those with hidden cards. One
look may stay open to the end and is counted by a kernel (dealt out, or swept in order of class); the
hidden cards of all others are seen, as it were, by adding rows, and folded up again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import showdown
from pitboss.analysis.sweeper import MOST_DEAD, class_cuts, count_below, is_told_by_suit
from pitboss.base.error import PlanError
from pitboss.shape import kernels
from pitboss.shape.question import CellJudge, OrderQuestion
from pitboss.shape.situations import Situations, extend
from pitboss.shape.tables import Judged, Sighted, classify, rank_table, table_arrays

MOST_HANDS = 21_000_000
"""Hands held in order of class, up to a renaming of suits: of seven cards there are 7 million."""
MOST_SETS = 30_000_000
"""Smaller sets of cards, each with the number of its counter: 26 million of them take 105 megabytes."""
MOST_DEALS = 500_000_000_000
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
    sweep_cost = (
        comb(deck, size) // rows.room.renamings * (1 << size) * 2 + len(rows) * (1 << len(rows.tokens)) * 3
    )
    if can_sweep(last, rows) and sweep_cost < deal:
        return sweep
    if deal > MOST_DEALS:
        raise PlanError(f"dealing out {deal:,} cards would take too long")
    return deal_out


def can_sweep(last: Sighted, rows: Situations) -> bool:
    """Few enough hands to be held in order, and cells that are runs of classes."""
    deck, size = len(rows.room.deck), len(last.tokens)
    return (
        comb(deck, size) // rows.room.renamings <= MOST_HANDS
        and sum(comb(deck, fewer) for fewer in range(size)) <= MOST_SETS
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

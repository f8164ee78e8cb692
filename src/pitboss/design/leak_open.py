"""A showdown in which the player knows every card: what is best follows from how the hands compare.

For each hand of the player's the hands of the other side are counted between the classes at which
something changes: those of the hands that the player can have, and those where the other side's cell changes.
"""

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.signature import LIMIT, class_cuts, count_below, is_ascending
from pitboss.base.error import PlanError
from pitboss.design.leak_showdown import Showdown
from pitboss.shape import kernels
from pitboss.shape.situations import Situations, extend, nothing_seen
from pitboss.shape.tables import Sighted, rank_table, table_arrays

Seen = tuple[tuple[Fraction, Fraction], ...]
"""By game: what best play wins, and the money that it wagers."""
Whole = NDArray[np.int64]


def solve_open(showdown: Showdown) -> Seen:
    cards, paying = showdown.cards, showdown.paying
    rows = nothing_seen(showdown.room)
    for group in (cards.hand, () if cards.spare is None else (cards.spare,), cards.dead):
        rows = extend(rows, group) if group else rows
    other = Sighted("other", cards.known, showdown.other)
    table = rank_table(showdown.other.ranking, len(cards.known))
    total = comb(len(showdown.room.deck) - len(rows.tokens), len(cards.known))
    if not is_ascending(showdown.other.of_atom) or paying.highest * rows.deals * total >= LIMIT:
        raise PlanError("the other side's hands are not counted in order of class")
    ours = own_classes(showdown, rows)
    cuts = class_cuts(table, showdown.other)
    bounds = [*ours, *(klass + np.int32(1) for klass in ours), *(np.full(len(rows), cut) for cut in cuts)]
    below = np.sort(count_below(other, rows, bounds), axis=1).astype(np.int64)
    starts = np.sort(np.stack(bounds, axis=1), axis=1)
    cell_of_class = table.cell_of_class(showdown.other)
    totals = np.zeros((paying.games, 2), np.int64)
    own_cell = rank_table(showdown.own.ranking, len(cards.hand)).cell_of_class(showdown.own)
    orbit = rows.orbit.astype(np.int64)
    for part in range(len(bounds) + 1):
        upper = below[:, part] if part < len(bounds) else total
        lower = below[:, part - 1] if part else 0
        theirs = starts[:, part - 1] if part else np.ones(len(rows), np.int32)
        cells = cell_of_class[np.minimum(theirs, len(cell_of_class) - 1)]
        values = path_values(showdown, ours, own_cell, theirs, cells)
        add_best(showdown, values, orbit * (upper - lower), totals)
    deals = rows.deals * total
    return tuple(
        (Fraction(won, deals * paying.unit), Fraction(staked, deals * paying.stake_unit))
        for won, staked in totals.tolist()
    )


def own_classes(showdown: Showdown, rows: Situations) -> list[NDArray[np.int32]]:
    """Of the hand as dealt, and with the spare card in place of each of its cards."""
    hand, spare = showdown.cards.hand, showdown.cards.spare
    hands = [hand]
    if spare is not None:
        hands += [(*hand[:place], *hand[place + 1 :], spare) for place in range(len(hand))]
    arrays = table_arrays(rank_table(showdown.own.ranking, len(hand)), showdown.own)
    found = []
    for tokens in hands:
        classes, cells = np.zeros(len(rows), np.int32), np.zeros(len(rows), np.int32)
        kernels.classify(rows.rows, rows.columns(tokens), *arrays, classes, cells)
        found.append(classes)
    return found


def path_values(
    showdown: Showdown,
    ours: list[NDArray[np.int32]],
    own_cell: NDArray[np.int32],
    theirs: NDArray[np.int32],
    cells: NDArray[np.int32],
) -> Whole:
    """`[path, game, row]` against a hand of the other side's of a class in a cell."""
    paying = showdown.paying
    sides = [np.sign(theirs - klass) + 1 for klass in ours]
    values = np.zeros((*paying.paths.function.shape, len(theirs)), np.int64)
    for path, game in np.ndindex(paying.paths.function.shape):
        values[path, game] = paying.paths.add[path, game, own_cell[ours[0]]]
        if paying.paths.function[path, game] < 0:
            continue
        pays = paying.paths.pays[paying.paths.function[path, game]] * paying.paths.scale[path, game]
        hands = range(1, len(ours)) if paying.paths.is_exchanged[path] else range(1)
        values[path, game] += np.max([pays[own_cell[ours[n]], cells, sides[n]] for n in hands], axis=0)
    return values


def add_best(showdown: Showdown, values: Whole, ways: Whole, totals: Whole) -> None:
    turned = values[::-1] if showdown.takes_last else values
    stakes = showdown.paying.paths.stake[::-1] if showdown.takes_last else showdown.paying.paths.stake
    best = turned.argmax(axis=0)
    for game in range(showdown.paying.games):
        won = np.take_along_axis(turned[:, game], best[game][None], axis=0)[0]
        totals[game] += [int(np.dot(won, ways)), int(np.dot(stakes[best[game]], ways))]

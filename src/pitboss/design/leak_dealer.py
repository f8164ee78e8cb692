"""What best play wins at a showdown, with some of the other side's cards known.

What is known is put first: every essentially different set of known cards is taken by itself, and all the
player's hands are swept against it at once. Nothing is held for every situation, so their number does not
matter. Where every card is known there is nothing to weigh, and what is best follows from how the hands
compare: for each hand of the player's the hands of the other side are counted between the classes at which
something changes, those of the hands that the player can have, and those where the other side's cell changes.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.signature import LIMIT, is_ascending
from pitboss.analysis.sweeper import CORES, class_cuts, count_below
from pitboss.base.error import PlanError
from pitboss.base.progress import Say
from pitboss.cards.card import SUITS
from pitboss.design.leak_kind import (
    Completions,
    Kinds,
    OwnHands,
    make_completions,
    make_kinds,
    make_own_hands,
)
from pitboss.design.leak_showdown import Showdown
from pitboss.design.leak_sweep import SweepWork, sweep
from pitboss.shape.situations import Situations, extend, nothing_seen
from pitboss.shape.tables import Sighted, classify, rank_table, table_arrays

Seen = tuple[tuple[Fraction, Fraction], ...]
"""By game: what best play wins, and the money that it wagers."""
Whole = NDArray[np.int64]
PARTS = 50
"""Known sets are swept in this many parts, to say how far the count is."""


def solve_showdown(showdown: Showdown, most_steps: int, say: Say) -> Seen:
    """Best play over every set of known cards; refused if that takes more steps of the compiled loops."""
    if showdown.is_open:
        return solve_open(showdown)
    known = nothing_seen(showdown.room)
    for group in showdown.cards.known_groups:
        known = extend(known, group) if group else known
    paying = showdown.paying
    if paying.highest * showdown.ways * showdown.hands >= LIMIT:
        raise PlanError("these pays are too large to be weighed in whole numbers of 63 bits")
    totals = [[0, 0] for _ in range(paying.games)]
    for rows, found in sweep_all(showdown, known.rows, most_steps, say):
        orbits = known.orbit[rows].tolist()
        for total, of_game in zip(totals, found.swapaxes(0, 1).tolist(), strict=True):
            for column in (0, 1):
                total[column] += sum(o * pair[column] for o, pair in zip(orbits, of_game, strict=True))
    deals = known.deals * showdown.hands
    return tuple(
        (Fraction(won, deals * showdown.ways * paying.unit), Fraction(staked, deals * paying.stake_unit))
        for won, staked in totals
    )


Part = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Some rows, and what each game wins and stakes on them."""


def sweep_all(showdown: Showdown, rows: NDArray[np.int8], most_steps: int, say: Say) -> Iterator[Part]:
    """Rows in which the same suits are live together; several threads side by side."""
    live = live_suits(showdown, rows)
    parts = []
    steps = 0
    for suits in np.unique(live).tolist():
        sweep = make_sweep(showdown, frozenset(suit for suit in range(len(SUITS)) if suits >> suit & 1))
        chosen = np.flatnonzero(live == suits)
        steps += len(chosen) * sweep.steps
        parts += [(sweep, part) for part in np.array_split(chosen, min(PARTS, len(chosen)))]
    if steps > most_steps:
        raise PlanError(f"{steps:,} steps for {len(rows):,} sets of known cards, more than {most_steps:,}")
    with ThreadPoolExecutor(CORES) as threads:
        jobs = [(part, threads.submit(sweep.run, rows[part])) for sweep, part in parts]
        done = 0
        for part, job in jobs:
            yield part, job.result()
            done += len(part)
            say(f"{done:,} of {len(rows):,} sets of known cards", done, len(rows))


def live_suits(showdown: Showdown, rows: NDArray[np.int8]) -> NDArray[np.int64]:
    """The suits, as bits, that matter: where the other side may get a flush, or we with the spare card."""
    cards = showdown.cards
    if showdown.is_spare_hidden:
        return np.full(len(rows), (1 << len(SUITS)) - 1, np.int64)
    found = np.zeros(len(rows), np.int64)
    known = rows[:, : len(cards.known)] & 3
    for suit in range(len(SUITS)):
        may_flush = (known == suit).sum(axis=1) + cards.hidden >= showdown.other.ranking.size
        found |= may_flush.astype(np.int64) << suit
    return found if cards.spare is None else found | 1 << (rows[:, len(cards.known)] & 3).astype(np.int64)


class DealerLying(NamedTuple):
    """How the cards lie that stay hidden, and what is known of them."""

    ways: int
    keep_ways: int
    takes_last: bool
    is_spare_known: bool


@dataclass(frozen=True)
class Sweep:
    """The compiled loop for known cards that leave the same suits live."""

    showdown: Showdown
    kinds: Kinds
    filled: Completions
    ours: OwnHands

    @property
    def steps(self) -> int:
        """For one set of known cards, about: sums that are looked up, for each hand or card thrown away."""
        thrown = len(self.kinds.rank) if self.showdown.is_spare_hidden and self.showdown.cards.hidden else 1
        return int(self.ours.subsets.size) * thrown

    def run(self, rows: NDArray[np.int8]) -> NDArray[np.int64]:
        """By row and game: what is won and staked over all hands of the player."""
        showdown, cards, paying = self.showdown, self.showdown.cards, self.showdown.paying
        other = rank_table(showdown.other.ranking, len(cards.known) + cards.hidden)
        lying = DealerLying(showdown.ways, showdown.keep_ways, showdown.takes_last, cards.is_spare_known)
        out = np.zeros((len(rows), paying.games, 2), np.int64)
        sweep(
            np.ascontiguousarray(rows), len(cards.known), self.kinds, self.filled, self.ours,
            table_arrays(other, showdown.other), paying.paths, lying, self.work(), out,
        )  # fmt: skip
        return out

    def work(self) -> SweepWork:
        """Room for one set of known cards."""
        paths, kinds = self.showdown.paying.paths, len(self.kinds.rank)
        functions, size, sets = len(paths.pays), self.ours.sets.shape[1], len(self.filled.sets)
        rests = comb(kinds + size - 2, size - 1) if paths.is_exchanged.any() else 0
        return SweepWork(
            copies=np.zeros(kinds, np.int64),
            suits=np.zeros(kinds, np.int64),
            classes=np.zeros(sets, np.int32),
            cells=np.zeros(sets, np.int32),
            order=np.zeros(sets, np.int32),
            weight=np.zeros(self.filled.subsets.shape, np.int64),
            paid=np.zeros((sets, functions), np.int64),
            sums=np.zeros((int(self.ours.offset[-1]), functions), np.int64),
            kept=np.zeros((len(self.ours.sets), functions), np.int64),
            drawn=np.zeros((rests, functions), np.int64),
            lost=np.zeros((rests, kinds if self.filled.sets.shape[1] else 0, functions), np.int64),
            numbers=np.zeros(size, np.int64),
            values=np.zeros(paths.function.shape, np.int64),
        )


def make_sweep(showdown: Showdown, live: frozenset[int]) -> Sweep:
    size, hidden = len(showdown.cards.hand), showdown.cards.hidden
    kinds = make_kinds(showdown.room.deck, live)
    ours = make_own_hands(kinds, size, showdown.own, hidden)
    return Sweep(showdown, kinds, make_completions(kinds, hidden), ours)


# -- every card known --------------------------------------------------------------------------------


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
    return [classify(Sighted("own", tokens, showdown.own), rows).classes for tokens in hands]


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

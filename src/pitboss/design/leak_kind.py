"""The cards of a deck by kind: which of them are alike for a hand that is filled up with hidden cards.

Suits matter to the other side's hand only where it can still become a flush. In such a suit every card is
a kind of its own; of all other suits, cards of one rank are one kind. So hands of ours that hold the same
kinds meet the same hands of the other side, and need to be looked at once.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards.card import SUITS
from pitboss.shape.question import Cells
from pitboss.shape.tables import rank_table

MOST_SETS = 3_000_000
Whole = NDArray[np.int64]


class Kinds(NamedTuple):
    of_card: Whole
    """The kind of each card by its number, -1 where the deck has no such card."""
    rank: Whole
    suit: Whole
    """-1 where suits do not matter."""
    copies: Whole
    suits: Whole
    """A bit for each suit that a kind lies in."""


def make_kinds(deck: NDArray[np.int8], live: frozenset[int]) -> Kinds:
    """Ranks ascending, and within a rank the live suits before all others together."""
    names = sorted({kind_name(int(card), live) for card in deck})
    of_card = np.full(64, -1, np.int64)
    copies, suits = np.zeros(len(names), np.int64), np.zeros(len(names), np.int64)
    for card in deck.tolist():
        kind = names.index(kind_name(card, live))
        of_card[card] = kind
        copies[kind] += 1
        suits[kind] |= 1 << (card & 3)
    rank, suit = np.array(names, np.int64).reshape(-1, 2).T
    return Kinds(of_card, rank, np.where(suit < len(SUITS), suit, -1), copies, suits)


def kind_name(card: int, live: frozenset[int]) -> tuple[int, int]:
    return card >> 2, card & 3 if card & 3 in live else len(SUITS)


@lru_cache(maxsize=8)
def choose_table(kinds: int, size: int) -> Whole:
    return np.array([[comb(n, k) for k in range(size + 2)] for n in range(kinds + size + 1)], np.int64)


def set_offsets(kinds: int, size: int) -> Whole:
    """Where the sets of each size begin when all smaller ones are numbered before them."""
    return np.cumsum([0, *(comb(kinds + n - 1, n) for n in range(size + 1))]).astype(np.int64)


def sets_of_kinds(kinds: Kinds, size: int) -> Whole:
    """Every set of n cards by kinds, ascending."""
    about = comb(len(kinds.rank) + size - 1, size)
    if about > MOST_SETS:
        raise PlanError(f"about {about:,} hands of one side are more than the {MOST_SETS:,} that are swept")
    found = np.array([*combinations_with_replacement(range(len(kinds.rank)), size)], np.int64)
    found = found.reshape(about, size)
    possible = np.ones(len(found), np.bool_)
    for times in range(1, size):
        repeated = found[:, times:] == found[:, : size - times]
        possible &= ~(repeated & (kinds.copies[found[:, times:]] <= times)).any(axis=1)
    return found[possible]


def number_subsets(sets: Whole, masks: list[int], kinds: int, most: int) -> Whole:
    """The number of each set's subset at the places of each mask, among all sets of up to `most` kinds."""
    choose, offset = choose_table(kinds, max(most, 1)), set_offsets(kinds, most)
    numbers = np.zeros((len(sets), len(masks)), np.int64)
    for column, mask in enumerate(masks):
        places = [place for place in range(sets.shape[1]) if mask >> place & 1]
        numbers[:, column] = offset[len(places)]
        for number, place in enumerate(places):
            numbers[:, column] += choose[sets[:, place] + number, number + 1]
    return numbers


class Completions(NamedTuple):
    """The sets of hidden cards, and the number of each of their subsets; -1 for one that was named before."""

    sets: Whole
    subsets: Whole


def make_completions(kinds: Kinds, hidden: int) -> Completions:
    sets = sets_of_kinds(kinds, hidden)
    masks = list(range(1 << hidden))
    index = number_subsets(sets, masks, len(kinds.rank), hidden)
    for mask in masks:
        for place in range(1, hidden):
            if mask >> place & 1 and not mask >> (place - 1) & 1:
                index[sets[:, place] == sets[:, place - 1], mask] = -1
    return Completions(sets, index)


class OwnHands(NamedTuple):
    """Our hands by kinds in the order of class, those of one suit apart; and their subsets' numbers."""

    sets: Whole
    classes: NDArray[np.int32]
    cells: NDArray[np.int32]
    is_flush: NDArray[np.bool_]
    subsets: Whole
    """[hand, mask]: the number of the subset at the places of a mask, among all small enough sets."""
    masks: Whole
    bits: Whole
    sign: Whole
    choose: Whole
    offset: Whole
    """Where the sets of each size begin among all."""


def make_own_hands(kinds: Kinds, size: int, cells: Cells, hidden: int) -> OwnHands:
    table = rank_table(cells.ranking, size)
    sets = sets_of_kinds(kinds, size)
    state = np.zeros(len(sets), np.int32)
    ranks = np.zeros(len(sets), np.int64)
    suited = np.full(len(sets), (1 << len(SUITS)) - 1, np.int64)
    for place in range(size):
        state = table.step[state, kinds.rank[sets[:, place]]]
        ranks |= 1 << kinds.rank[sets[:, place]]
        suited &= kinds.suits[sets[:, place]]
    flushes = np.where(np.bitwise_count(ranks) == size, np.bitwise_count(suited), 0)
    plain = np.flatnonzero(np.prod(kinds.copies[sets], axis=1) > flushes)
    flush = np.flatnonzero(flushes)
    classes = np.concatenate([table.plain[state[plain]], table.flush[ranks[flush]]])
    order = np.argsort(classes, kind="stable")
    sets = np.concatenate([sets[plain], sets[flush]])[order]
    masks = np.array([mask for mask in range(1 << size) if mask.bit_count() <= hidden], np.int64)
    bits = np.bitwise_count(masks).astype(np.int64)
    return OwnHands(
        sets=sets,
        classes=classes[order].astype(np.int32),
        cells=table.cell_of_class(cells)[classes[order]],
        is_flush=order >= len(plain),
        subsets=number_subsets(sets, masks.tolist(), len(kinds.rank), hidden),
        masks=masks,
        bits=bits,
        sign=np.where(bits & 1, -1, 1),
        choose=choose_table(len(kinds.rank), max(size, hidden)),
        offset=set_offsets(len(kinds.rank), hidden),
    )

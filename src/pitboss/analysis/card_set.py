"""Compiled: sets of cards, numbered so that a renaming of suits changes nothing."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.shape.kernels import JOKER, SUIT_COUNT, jit, next_combination, orbit_size


class AlikeSets(NamedTuple):
    """Sets of cards smaller than a hand, up to a renaming of suits."""

    like: NDArray[np.int32]
    """The counter of each set, by where those of its size begin and its combinatorial number."""
    weight: NDArray[np.int8]
    """Of each counter: how many renamings leave the set as it is."""
    renamings: int


@jit
def in_order(ranks, alike):
    """Whether of suits that are alike the first ones hold most."""
    found = True
    for suit in range(SUIT_COUNT):
        found = found and (alike[suit] < 0 or ranks[suit] >= ranks[alike[suit]])
    return found


@jit
def name_suits(ranks, alike, name):
    """New names that put the suits in order."""
    for suit in range(SUIT_COUNT):
        name[suit] = suit
    for _ in range(SUIT_COUNT):
        for suit in range(SUIT_COUNT):
            if alike[suit] < 0:
                continue
            one, two = 0, 0
            for old in range(SUIT_COUNT):
                one = old if name[old] == suit else one
                two = old if name[old] == alike[suit] else two
            if ranks[one] < ranks[two]:
                name[one], name[two] = name[two], name[one]


@jit
def count_renamings(alike):
    """In how many ways suits that are alike can be renamed."""
    return orbit_size(alike < -1, np.zeros(SUIT_COUNT, np.int64), alike)


@jit
def renamed_number(places, size, deck, index, name, choose, held):
    """The combinatorial number of a set of cards after its suits were renamed."""
    for i in range(size):
        card = deck[places[i]]
        place = index[card] if card == JOKER else index[(card & ~3) | name[card & 3]]
        j = i
        while j > 0 and held[j - 1] > place:
            held[j] = held[j - 1]
            j -= 1
        held[j] = place
    number = 0
    for i in range(size):
        number += choose[held[i], i + 1]
    return number


@jit
def name_sets(deck, index, alike, most, choose, offset, like, weight):
    """Number all sets of up to `most` cards so that a renaming of suits changes nothing; returns how many
    numbers there are. First those whose suits are in order, then the others by what they are renamed to."""
    found = 0
    ranks, name = np.zeros(SUIT_COUNT, np.int64), np.zeros(SUIT_COUNT, np.int64)
    tied = alike >= 0
    renamings = count_renamings(alike)
    places, held = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64)
    for size in range(most + 1):
        for first in (True, False):
            for i in range(size):
                places[i] = i
            going = True
            while going:
                number = 0
                for suit in range(SUIT_COUNT):
                    ranks[suit] = 0
                for i in range(size):
                    card = deck[places[i]]
                    number += choose[places[i], i + 1]
                    if card != JOKER:
                        ranks[card & 3] |= 1 << (card >> 2)
                if in_order(ranks, alike):
                    if first:
                        like[offset[size] + number] = found
                        weight[found] = renamings // orbit_size(tied, ranks, alike)
                        found += 1
                elif not first:
                    name_suits(ranks, alike, name)
                    other = renamed_number(places, size, deck, index, name, choose, held)
                    like[offset[size] + number] = like[offset[size] + other]
                going = size > 0 and next_combination(places, size, deck.shape[0])
    return found

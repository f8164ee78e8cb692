"""Compiled: the ranks of a block of sorted hands as the number of a multiset, their cards as that of a set.

Both are sums of binomials: for what stands at each place, how many multisets or sets of as many as stand up
to that place lie below it. Sixteen bits are enough for up to five ranks, so that many hands go at once.
"""

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.column_dealing import BLOCK
from pitboss.simulation.lanes import look, put

THIRD, FIFTH = np.uint16(0xAAAB), np.uint16(0xCCCD)
"""One over 3 and 5 modulo 2**16: what they divide without rest is divided by a product."""
LONG_THIRD, LONG_SEVENTH = np.uint32(0xAAAAAAAB), np.uint32(0xB6DB6DB7)
ONE, TWO, THREE, FOUR = (np.uint16(n) for n in range(1, 5))
LONG_ONE, LONG_FIVE, LONG_SIX = np.uint32(1), np.uint32(5), np.uint32(6)


@fresh_jit
def number_ranks(hand, places, size, numbers):
    """The number of the multiset of ranks at these places of sorted hands: for the rank at each place, how
    many multisets of as many ranks as there are up to that place lie below it."""
    first, second, third = places[0] * BLOCK, places[1] * BLOCK, places[2] * BLOCK
    if size == 1:
        number_one(hand, first, numbers)
    elif size == 2:
        number_two(hand, first, second, numbers)
    elif size == 3:
        number_three(hand, first, second, third, numbers)
    elif size == 4:
        number_four(hand, first, second, third, places[3] * BLOCK, numbers)
    else:
        number_five(hand, first, second, third, places[3] * BLOCK, places[4] * BLOCK, numbers)
    if size > 5:
        add_sixth(hand, places[5] * BLOCK, numbers)
    if size > 6:
        add_seventh(hand, places[6] * BLOCK, numbers)


@fresh_jit
def number_one(hand, first, numbers):
    for row in range(BLOCK):
        put(numbers, row, rank_at(hand, first + row))


@fresh_jit
def number_two(hand, first, second, numbers):
    for row in range(BLOCK):
        put(numbers, row, rank_at(hand, first + row) + pairs(rank_at(hand, second + row)))


@fresh_jit
def number_three(hand, first, second, third, numbers):
    for row in range(BLOCK):
        two = rank_at(hand, first + row) + pairs(rank_at(hand, second + row))
        put(numbers, row, np.uint16(two) + triples(rank_at(hand, third + row)))


@fresh_jit
def number_four(hand, first, second, third, fourth, numbers):
    for row in range(BLOCK):
        two = rank_at(hand, first + row) + pairs(rank_at(hand, second + row))
        three = np.uint16(two) + triples(rank_at(hand, third + row))
        put(numbers, row, np.uint16(three) + fours(rank_at(hand, fourth + row)))


@fresh_jit
def number_five(hand, first, second, third, fourth, fifth, numbers):
    for row in range(BLOCK):
        two = rank_at(hand, first + row) + pairs(rank_at(hand, second + row))
        three = np.uint16(two) + triples(rank_at(hand, third + row))
        four = np.uint16(three) + fours(rank_at(hand, fourth + row))
        put(numbers, row, np.uint16(four) + fives(rank_at(hand, fifth + row)))


@fresh_jit
def add_sixth(hand, sixth, numbers):
    for row in range(BLOCK):
        put(numbers, row, look(numbers, row) + np.uint16(sixes(rank_at(hand, sixth + row))))


@fresh_jit
def add_seventh(hand, seventh, numbers):
    for row in range(BLOCK):
        put(numbers, row, look(numbers, row) + np.uint16(sevens(rank_at(hand, seventh + row))))


@fresh_jit
def rank_at(hand, place):
    return np.uint16(look(hand, place) >> np.uint8(2))


@fresh_jit
def pairs(below):
    return np.uint16(np.uint16(below * np.uint16(below + ONE)) >> ONE)


@fresh_jit
def triples(below):
    return np.uint16(np.uint16(pairs(below) * np.uint16(below + TWO)) * THIRD)


@fresh_jit
def fours(below):
    return np.uint16(np.uint16(triples(below) * np.uint16(below + THREE)) >> TWO)


@fresh_jit
def fives(below):
    return np.uint16(np.uint16(fours(below) * np.uint16(below + FOUR)) * FIFTH)


@fresh_jit
def sixes(below):
    product = np.uint32(np.uint32(fives(below)) * np.uint32(below + LONG_FIVE))
    return np.uint32(np.uint32(product >> LONG_ONE) * LONG_THIRD)


@fresh_jit
def sevens(below):
    return np.uint32(np.uint32(sixes(below) * np.uint32(below + LONG_SIX)) * LONG_SEVENTH)


@fresh_jit
def number_cards(hand, first, size, numbers):
    """The number of a set of one to three cards, sorted, among all such sets."""
    start = first * BLOCK
    number_lowest(hand, start, numbers)
    if size > 1:
        add_second(hand, start + BLOCK, numbers)
    if size > 2:
        add_third(hand, start + 2 * BLOCK, numbers)


@fresh_jit
def number_lowest(hand, first, numbers):
    for row in range(BLOCK):
        put(numbers, row, np.uint16(look(hand, first + row)))


@fresh_jit
def add_second(hand, second, numbers):
    for row in range(BLOCK):
        below = np.uint16(np.uint16(look(hand, second + row)) - ONE)
        put(numbers, row, look(numbers, row) + pairs(below))


@fresh_jit
def add_third(hand, third, numbers):
    for row in range(BLOCK):
        below = np.uint16(np.uint16(look(hand, third + row)) - TWO)
        put(numbers, row, look(numbers, row) + triples(below))

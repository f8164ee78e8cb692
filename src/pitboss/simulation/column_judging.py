"""Compiled: judge the hands of a block of rounds at once, column by column.

The cards of a hand are sorted by a network of exchanges, their ranks are numbered among all multisets of so
many ranks, and a table has what is to be known of a hand by that number. A hand of one suit has a number of
its own for each suit. Of more cards than count, the few that hold a flush are judged once more, one by one.
"""

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.column_dealing import BLOCK
from pitboss.simulation.column_numbering import number_ranks
from pitboss.simulation.lanes import look, look_up, put

SUITS = 4
SUIT_BITS = np.uint8(3)
RANKS = np.uint64(13)
SUIT_MASKS = 1 << 13
TRIPLES = 455
"""Multisets of three ranks."""


@fresh_jit
def find_suits(hand, places, size, suits):
    """One more than the suit where all these cards are of one, else 0."""
    first, second, third = places[0] * BLOCK, places[1] * BLOCK, places[2] * BLOCK
    if size == 3:
        suits_of_three(hand, first, second, third, suits)
    elif size == 5:
        suits_of_five(hand, first, second, third, places[3] * BLOCK, places[4] * BLOCK, suits)
    else:
        clear(suits)
        for place in range(1, size):
            compare_suits(hand, first, places[place] * BLOCK, suits)
        name_suits(hand, first, suits)


@fresh_jit
def suits_of_three(hand, first, second, third, suits):
    for row in range(BLOCK):
        a = look(hand, first + row)
        differences = (a ^ look(hand, second + row)) | (a ^ look(hand, third + row))
        put(suits, row, suit_unless(a, differences))


@fresh_jit
def suits_of_five(hand, first, second, third, fourth, fifth, suits):
    for row in range(BLOCK):
        a = look(hand, first + row)
        differences = (a ^ look(hand, second + row)) | (a ^ look(hand, third + row))
        others = (a ^ look(hand, fourth + row)) | (a ^ look(hand, fifth + row))
        put(suits, row, suit_unless(a, differences | others))


@fresh_jit
def suit_unless(card, differences):
    suit = np.uint8(np.uint8(card & SUIT_BITS) + np.uint8(1))
    return suit if differences & SUIT_BITS == 0 else np.uint8(0)


@fresh_jit
def clear(column):
    for row in range(BLOCK):
        put(column, row, np.uint8(0))


@fresh_jit
def compare_suits(hand, first, other, differences):
    for row in range(BLOCK):
        difference = look(hand, first + row) ^ look(hand, other + row)
        put(differences, row, look(differences, row) | difference)


@fresh_jit
def name_suits(hand, first, suits):
    """Where no suit differs from the first, that one; `suits` has the differences."""
    for row in range(BLOCK):
        put(suits, row, suit_unless(look(hand, first + row), look(suits, row)))


@fresh_jit
def find_words(lookups, table, numbers, count, suits, found, start):
    """What the table has for each number, and each suit that a whole hand is of."""
    first, width = np.int32(table), np.int32(count)
    for row in range(BLOCK):
        place = np.int32(look(numbers, row)) + np.int32(np.int32(look(suits, row)) * width)
        put(found, start + row, look_up(lookups, np.int32(np.int32(place) + first)))


@fresh_jit
def take_higher(ones, one, other, values, into):
    """The higher of two columns of an array."""
    for row in range(BLOCK):
        mine, theirs = look(ones, one + row), look(ones, other + row)
        put(values, into + row, mine if mine > theirs else theirs)


@fresh_jit
def judge(lookups, table, multisets, size, hand, at, numbers, suits, values, into):
    """Hands of as many cards as count: a table for any suits, then one for each suit."""
    number_ranks(hand, at, size, numbers)
    find_suits(hand, at, size, suits)
    find_words(lookups, table, numbers, multisets, suits, values, into)


@fresh_jit
def judge_by_ranks(lookups, table, size, hand, at, numbers, suits, values, into):
    number_ranks(hand, at, size, numbers)
    clear(suits)
    find_words(lookups, table, numbers, 0, suits, values, into)


@fresh_jit
def judge_long(lookups, table, multisets, size, enough, hand, at, numbers, suits, flags, values, into):
    """Hands of more cards than count: a table for the ranks, then one for the ranks of a suit."""
    judge_by_ranks(lookups, table, size, hand, at, numbers, suits, values, into)
    count_suits(hand, size, enough, numbers, flags)
    mend_flushes(lookups, table + multisets, size, hand, flags, values, into)


@fresh_jit
def judge_three_of_four(lookups, table, multisets, hand, at, numbers, suits, flags, spare, values, into):
    """Four cards of which the best three count: so many hold three of a suit that they are picked. Behind
    the table for the ranks stand those for three cards, of no suit and of each, then one for the ranks of a
    suit."""
    judge_by_ranks(lookups, table, 4, hand, at, numbers, suits, spare, 0)
    pick_suited(hand)
    name_picked(hand, suits)
    flag_four(hand, flags)
    for place in range(3):
        at[place] = 4 + place
    number_ranks(hand, at, 3, numbers)
    find_words(lookups, table + multisets, numbers, TRIPLES, suits, spare, BLOCK)
    take_higher(spare, 0, BLOCK, values, into)
    mend_flushes(lookups, table + multisets + (1 + SUITS) * TRIPLES, 4, hand, flags, values, into)


@fresh_jit
def pick_suited(hand):
    """Behind four sorted cards three of them that are of one suit, if there are."""
    for row in range(BLOCK):
        a, b, c, d = four_cards(hand, row)
        second = c if suits_differ(a, c, d) == 0 else b
        put(hand, 4 * BLOCK + row, b if suits_differ(b, c, d) == 0 else a)
        put(hand, 5 * BLOCK + row, c if suits_differ(b, c, d) == 0 else second)
        put(hand, 6 * BLOCK + row, c if suits_differ(a, b, c) == 0 else d)


@fresh_jit
def name_picked(hand, suits):
    """One more than the suit of the picked cards, or 0."""
    none, one = np.uint8(0), np.uint8(1)
    for row in range(BLOCK):
        a, b, c, d = four_cards(hand, row)
        with_two_lowest = smaller(suits_differ(a, b, c), suits_differ(a, b, d))
        least = smaller(with_two_lowest, smaller(suits_differ(a, c, d), suits_differ(b, c, d)))
        suit = np.uint8(np.uint8(look(hand, 6 * BLOCK + row) & SUIT_BITS) + one)
        put(suits, row, suit if least == none else none)


@fresh_jit
def flag_four(hand, flags):
    """Where all four are of one suit, and another three of them may be better."""
    none, one = np.uint8(0), np.uint8(1)
    for row in range(BLOCK):
        a, b, c, d = four_cards(hand, row)
        put(flags, row, one if np.uint8(suits_differ(a, b, c) | suits_differ(b, c, d)) == none else none)


@fresh_jit
def four_cards(hand, row):
    return (
        look(hand, row),
        look(hand, BLOCK + row),
        look(hand, 2 * BLOCK + row),
        look(hand, 3 * BLOCK + row),
    )


@fresh_jit
def suits_differ(one, other, third):
    """0 where three cards are of one suit."""
    return np.uint8(np.uint8((one ^ other) | (other ^ third)) & SUIT_BITS)


@fresh_jit
def smaller(one, other):
    return one if one < other else other


@fresh_jit
def count_suits(hand, size, enough, counts, flags):
    """Flags where some suit comes often enough for a flush. Four bits for each suit; the upper one is set by
    the card that makes it enough."""
    start, full = np.uint16(0), np.uint16(0)
    for suit in range(SUITS):
        start |= np.uint16((8 - enough) << 4 * suit)
        full |= np.uint16(8 << 4 * suit)
    start_counts(counts, start)
    for place in range(size):
        add_suits(hand, place * BLOCK, counts)
    flag_counts(counts, full, flags)


@fresh_jit
def start_counts(counts, start):
    for row in range(BLOCK):
        put(counts, row, start)


@fresh_jit
def add_suits(hand, start, counts):
    for row in range(BLOCK):
        shift = np.uint16((look(hand, start + row) & SUIT_BITS) << np.uint8(2))
        put(counts, row, look(counts, row) + np.uint16(np.uint16(1) << shift))


@fresh_jit
def flag_counts(counts, full, flags):
    for row in range(BLOCK):
        put(flags, row, np.uint8(1) if look(counts, row) & full else np.uint8(0))


@fresh_jit
def mend_flushes(lookups, flushes, size, hand, flags, values, into):
    """The few hands with a flush once more, one by one."""
    eights = flags.view(np.uint64)
    for eight in range(BLOCK // 8):
        if eights[eight]:
            for row in range(eight * 8, eight * 8 + 8):
                if flags[row]:
                    found = best_flush(hand, size, row, lookups, flushes)
                    values[into + row] = max(values[into + row], found)


@fresh_jit
def best_flush(hand, size, row, lookups, flushes):
    """What the table has for the suits' ranks, the highest of them; no two cards are a flush."""
    cards = np.uint64(0)
    for place in range(size):
        card = np.uint64(hand[place * BLOCK + row])
        cards |= np.uint64(1) << (card & np.uint64(3)) * RANKS + (card >> np.uint64(2))
    found = np.int32(0)
    for suit in range(SUITS):
        ranks = np.int64(cards >> np.uint64(suit) * RANKS) & (SUIT_MASKS - 1)
        without_lowest = ranks & (ranks - 1)
        if without_lowest & (without_lowest - 1):
            found = max(found, lookups[flushes + suit * SUIT_MASKS + ranks])
    return found

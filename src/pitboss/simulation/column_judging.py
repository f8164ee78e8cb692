"""Compiled: judge the hands of a block of rounds at once, column by column.

The cards of a hand are sorted by a network of exchanges, their ranks are numbered among all multisets of so
many ranks, and a table has what is to be known of a hand by that number. A hand of one suit has a number of
its own for each suit. Of more cards than count, the few that hold a flush are judged once more, one by one.
"""

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.column_dealing import BLOCK
from pitboss.simulation.lanes import look, look_up, put

SUITS = 4
SUIT_BITS = np.uint8(3)
RANKS = np.uint64(13)
SUIT_MASKS = 1 << 13
TRIPLES = 455
"""Multisets of three ranks."""
THIRD, FIFTH = np.uint16(0xAAAB), np.uint16(0xCCCD)
"""One over 3 and 5 modulo 2**16: what they divide without rest is divided by a product."""
LONG_THIRD, LONG_SEVENTH = np.uint32(0xAAAAAAAB), np.uint32(0xB6DB6DB7)
ONE, TWO, THREE, FOUR = (np.uint16(n) for n in range(1, 5))
LONG_ONE, LONG_FIVE, LONG_SIX = np.uint32(1), np.uint32(5), np.uint32(6)


@fresh_jit
def copy_cards(cards, start, hand, into):
    for row in range(BLOCK):
        put(hand, into + row, look(cards, start + row))


@fresh_jit
def sort_cards(cards, columns, size, hand, first):
    """The cards of these columns in ascending order, in as many columns of the hands from the first on."""
    into = first * BLOCK
    if size == 1:
        copy_cards(cards, columns[0] * BLOCK, hand, into)
    elif size == 2:
        sort_two(cards, columns[0] * BLOCK, columns[1] * BLOCK, hand, into)
    elif size == 3:
        sort_three(cards, columns[0] * BLOCK, columns[1] * BLOCK, columns[2] * BLOCK, hand, into)
    elif size == 4:
        sort_four(cards, columns, hand, into)
    else:
        sort_five(cards, columns, hand, into)
    for place in range(5, size):
        copy_cards(cards, columns[place] * BLOCK, hand, into + place * BLOCK)
        for lower in range(place - 1, -1, -1):
            exchange(hand, into + lower * BLOCK)


@fresh_jit
def in_order(one, other):
    return one if one < other else other, other if one < other else one


@fresh_jit
def sort_two(cards, first, second, hand, into):
    for row in range(BLOCK):
        a, b = in_order(look(cards, first + row), look(cards, second + row))
        put(hand, into + row, a)
        put(hand, into + BLOCK + row, b)


@fresh_jit
def exchange(hand, first):
    """Two columns side by side, in place."""
    for row in range(BLOCK):
        a, b = in_order(look(hand, first + row), look(hand, first + BLOCK + row))
        put(hand, first + row, a)
        put(hand, first + BLOCK + row, b)


@fresh_jit
def sort_three(cards, first, second, third, hand, into):
    for row in range(BLOCK):
        a, b = in_order(look(cards, first + row), look(cards, second + row))
        b, c = in_order(b, look(cards, third + row))
        a, b = in_order(a, b)
        put(hand, into + row, a)
        put(hand, into + BLOCK + row, b)
        put(hand, into + 2 * BLOCK + row, c)


@fresh_jit
def sort_four(cards, columns, hand, into):
    first, second, third, fourth = four_columns(columns)
    for row in range(BLOCK):
        a, b = in_order(look(cards, first + row), look(cards, second + row))
        c, d = in_order(look(cards, third + row), look(cards, fourth + row))
        a, c = in_order(a, c)
        b, d = in_order(b, d)
        b, c = in_order(b, c)
        put(hand, into + row, a)
        put(hand, into + BLOCK + row, b)
        put(hand, into + 2 * BLOCK + row, c)
        put(hand, into + 3 * BLOCK + row, d)


@fresh_jit
def sort_five(cards, columns, hand, into):
    first, second, third, fourth = four_columns(columns)
    fifth = columns[4] * BLOCK
    for row in range(BLOCK):
        a, d = in_order(look(cards, first + row), look(cards, fourth + row))
        b, e = in_order(look(cards, second + row), look(cards, fifth + row))
        a, c = in_order(a, look(cards, third + row))
        b, d = in_order(b, d)
        a, b = in_order(a, b)
        c, e = in_order(c, e)
        b, c = in_order(b, c)
        d, e = in_order(d, e)
        c, d = in_order(c, d)
        put(hand, into + row, a)
        put(hand, into + BLOCK + row, b)
        put(hand, into + 2 * BLOCK + row, c)
        put(hand, into + 3 * BLOCK + row, d)
        put(hand, into + 4 * BLOCK + row, e)


@fresh_jit
def four_columns(columns):
    return columns[0] * BLOCK, columns[1] * BLOCK, columns[2] * BLOCK, columns[3] * BLOCK


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

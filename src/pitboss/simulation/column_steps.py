"""Compiled: the steps of a round, each taken for a whole block before the next.

A game is data here: rows of numbers that say what to sort, judge, look up and put together, and one array of
tables. No code is written for a game, and the few loops below are compiled once for all of them.
"""

from enum import IntEnum

import numpy as np

from pitboss.simulation.canonical import find_hash, fresh_jit, situation_key
from pitboss.simulation.column_dealing import BLOCK, DRAWS_A_WORD, deal_block
from pitboss.simulation.column_judging import SUITS, judge, judge_long, judge_three_of_four, take_higher
from pitboss.simulation.column_numbering import number_cards, number_ranks
from pitboss.simulation.column_sorting import copy_cards, sort_cards
from pitboss.simulation.lanes import look, look_up, put

MOST_HAND = 7
WIDTH = 24
NUMBERS_FROM = 2
CARDS_FROM = 6
"""Where the columns of a hand begin among the numbers of a step."""
UNDECIDED = 255
EIGHT = 8
COLUMNS = 3
"""Numbers about columns: the cards dealt, all cards, and values."""


class Step(IntEnum):
    """What is done. A step's second number is the column or value that it writes; those after it are said
    here."""

    SORT = 0
    """How many cards, from that column on."""
    JUDGE = 1
    """Table, its multisets, how many cards, how many of a suit make a flush; then the cards' columns."""
    JUDGE_SORTED = 2
    """The same for cards that ascend from column to column."""
    JUDGE_THREE_OF_FOUR = 3
    """The same where the best three of four cards count."""
    JUDGE_LONG = 4
    """The same for any more cards than count."""
    DIGIT = 5
    """A digit to append to a number: the value that has it, shift, mask and radix."""
    CARD = 6
    """A card to append as a digit: its column, shift and radix."""
    ORDER = 7
    """Two values whose order is to append, and the shift of their classes."""
    HIGHER = 8
    """Two values of which the higher is taken."""
    LOOK = 9
    """The value that says where to look, and the table."""
    NUMBER_CARDS = 10
    """The first of the cards to number, and how many they are."""
    NUMBER_RANKS = 11
    """How many cards; then as for a hand."""
    LEAVES = 12
    """The value that becomes a column of cards."""
    COPY = 13
    """A card."""
    CHOOSE = 14
    """The card that is taken where the leaf, in that column, is this one."""
    FIND = 15
    """How many groups are seen, and for each how many cards, and their columns."""
    WRITE = 16
    """The value that is the cell; the second number is the seat, from 0."""


SORT, JUDGE, JUDGE_SORTED, JUDGE_THREE_OF_FOUR, JUDGE_LONG, DIGIT, CARD, ORDER = map(int, list(Step)[:8])
HIGHER, LOOK, NUMBER_CARDS, NUMBER_RANKS, LEAVES, COPY, CHOOSE, FIND = map(int, list(Step)[8:16])


@fresh_jit
def fill_rounds(state, out, dealt, alike, columns, deck, hashed, keys, lookups, steps):
    """The joint cells of rounds, `out[round, seat]`, and their cards where there is room for them.

    A fourth number among the columns says that the cards are given and nothing is dealt.
    """
    key, counter = state[0], state[1]
    drawn, all_cards, registers = columns[0], columns[1], columns[2]
    is_given = columns.shape[0] > COLUMNS
    words = np.empty(drawn * BLOCK // DRAWS_A_WORD, np.uint64)
    places, uneven = np.empty(drawn * BLOCK, np.uint8), np.empty(BLOCK, np.uint16)
    cards, hand = np.empty(all_cards * BLOCK, np.uint8), np.empty(MOST_HAND * BLOCK, np.uint8)
    values, cells = np.zeros(registers * BLOCK, np.int32), out.reshape(-1)
    numbers, suits, flags = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
    spare = np.empty(2 * BLOCK, np.int32)
    at, seen = np.empty(MOST_HAND, np.int64), np.zeros(MOST_HAND, np.int64)
    suit_masks = np.zeros((SUITS, MOST_HAND), np.int64)
    for first in range(0, out.shape[0], BLOCK):
        if is_given:
            take_given(dealt, first, cards)
        else:
            counter = deal_block(key, counter, words, places, uneven, cards, drawn, deck)
        for number in range(steps.shape[0]):
            kind, column = steps[number, 0], steps[number, 1]
            one, two, three, four = steps[number, 2], steps[number, 3], steps[number, 4], steps[number, 5]
            into = column * BLOCK
            if kind == SORT:
                for place in range(one):
                    at[place] = column + place
                sort_cards(cards, at, one, hand, 0)
                for place in range(one):
                    copy_cards(hand, place * BLOCK, cards, into + place * BLOCK)
            elif kind == JUDGE:
                take_hand(cards, steps, number, three, hand, at)
                judge(lookups, one, two, three, hand, at, numbers, suits, values, into)
            elif kind == JUDGE_SORTED:
                for place in range(three):
                    at[place] = steps[number, CARDS_FROM + place]
                judge(lookups, one, two, three, cards, at, numbers, suits, values, into)
            elif kind == JUDGE_THREE_OF_FOUR:
                take_hand(cards, steps, number, three, hand, at)
                judge_three_of_four(lookups, one, two, hand, at, numbers, suits, flags, spare, values, into)
            elif kind == JUDGE_LONG:
                take_hand(cards, steps, number, three, hand, at)
                judge_long(lookups, one, two, three, four, hand, at, numbers, suits, flags, values, into)
            elif kind == DIGIT:
                append_digit(values, into, one * BLOCK, two, three, four)
            elif kind == CARD:
                append_card(values, into, cards, one * BLOCK, two, three)
            elif kind == ORDER:
                append_order(values, into, one * BLOCK, two * BLOCK, three)
            elif kind == HIGHER:
                take_higher(values, one * BLOCK, two * BLOCK, values, into)
            elif kind == LOOK:
                look_at(values, into, one * BLOCK, lookups, two)
            elif kind == NUMBER_CARDS:
                number_cards(cards, one, two, numbers)
                take_numbers(values, into, numbers)
            elif kind == NUMBER_RANKS:
                take_hand(cards, steps, number, one, hand, at)
                number_ranks(hand, at, one, numbers)
                take_numbers(values, into, numbers)
            elif kind == LEAVES:
                take_leaves(cards, into, values, one * BLOCK)
            elif kind == COPY:
                copy_cards(cards, one * BLOCK, cards, into)
            elif kind == CHOOSE:
                choose_card(cards, into, one * BLOCK, two * BLOCK, three)
            elif kind == FIND:
                find_undecided(
                    values, into, flags, cards, steps, number, seen, suit_masks, alike, keys, hashed
                )
            else:
                write_cells(values, one * BLOCK, cells, first, out.shape[0], out.shape[1], column)
        for row in range(first, 0 if is_given else min(first + BLOCK, dealt.shape[0])):
            for card in range(dealt.shape[1]):
                dealt[row, card] = cards[card * BLOCK + row - first]
    state[1] = counter


@fresh_jit
def take_given(dealt, first, cards):
    """The cards of a block; a block that is not full ends with the last round again."""
    for row in range(BLOCK):
        given = min(first + row, dealt.shape[0] - 1)
        for card in range(dealt.shape[1]):
            cards[card * BLOCK + row] = dealt[given, card]


@fresh_jit
def take_hand(cards, steps, number, size, hand, at):
    """The cards that a step names, sorted."""
    for place in range(size):
        at[place] = steps[number, CARDS_FROM + place]
    sort_cards(cards, at, size, hand, 0)
    for place in range(size):
        at[place] = place


@fresh_jit
def append_digit(values, into, start, shift, mask, radix):
    by, kept, times = np.int32(shift), np.int32(mask), np.int32(radix)
    for row in range(BLOCK):
        digit = np.int32(look(values, start + row) >> by) & kept
        put(values, into + row, np.int32(look(values, into + row) * times) + np.int32(digit))


@fresh_jit
def append_card(values, into, cards, start, shift, radix):
    by, times = np.uint8(shift), np.int32(radix)
    for row in range(BLOCK):
        rank = np.int32(look(cards, start + row) >> by)
        put(values, into + row, np.int32(look(values, into + row) * times) + rank)


@fresh_jit
def append_order(values, into, one, other, shift):
    """0, 1 or 2 as one is below, equal to or above the other."""
    by = np.int32(shift)
    for row in range(BLOCK):
        first, second = np.int32(look(values, one + row) >> by), np.int32(look(values, other + row) >> by)
        order = np.int32(2) if first > second else (np.int32(0) if first < second else np.int32(1))
        put(values, into + row, np.int32(look(values, into + row) * np.int32(3)) + order)


@fresh_jit
def look_at(values, into, start, lookups, table):
    first = np.int32(table)
    for row in range(BLOCK):
        put(values, into + row, look_up(lookups, np.int32(look(values, start + row) + first)))


@fresh_jit
def take_numbers(values, into, numbers):
    for row in range(BLOCK):
        put(values, into + row, np.int32(look(numbers, row)))


@fresh_jit
def take_leaves(cards, into, values, start):
    for row in range(BLOCK):
        put(cards, into + row, np.uint8(look(values, start + row)))


@fresh_jit
def choose_card(cards, into, start, leaves, leaf):
    """Another card where this leaf was reached."""
    meant = np.uint8(leaf)
    for row in range(BLOCK):
        own, other = look(cards, into + row), look(cards, start + row)
        put(cards, into + row, other if look(cards, leaves + row) == meant else own)


@fresh_jit
def find_undecided(values, leaf, flags, cards, steps, number, seen, suit_masks, alike, keys, hashed):
    """Where ranks do not tell, by all cards that are seen."""
    for row in range(BLOCK):
        is_open = look(values, leaf + row) == UNDECIDED
        put(flags, row, np.uint8(1) if is_open else np.uint8(0))
    eights = flags.view(np.uint64)
    for eight in range(BLOCK // EIGHT):
        if eights[eight]:
            for row in range(eight * EIGHT, eight * EIGHT + EIGHT):
                if flags[row]:
                    see(cards, steps, number, row, seen)
                    key = situation_key(seen, steps[number, NUMBERS_FROM], alike, suit_masks)
                    values[leaf + row] = find_hash(key, keys, hashed)


@fresh_jit
def see(cards, steps, number, row, seen):
    """The groups of a round, each as a mask."""
    at = NUMBERS_FROM + 1
    for group in range(steps[number, NUMBERS_FROM]):
        seen[group] = 0
        size = steps[number, at]
        for place in range(at + 1, at + 1 + size):
            card = np.int64(cards[steps[number, place] * BLOCK + row])
            seen[group] |= np.int64(1) << (card & 3) * 13 + (card >> 2)
        at += 1 + size


@fresh_jit
def write_cells(values, start, cells, first, rounds, seats, seat):
    """`cells` has the seats of a round side by side."""
    count = min(BLOCK, rounds - first)
    if seats == 1:
        for row in range(count):
            put(cells, first + row, look(values, start + row))
    else:
        for row in range(count):
            cells[(first + row) * seats + seat] = values[start + row]

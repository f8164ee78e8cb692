"""Compiled: the steps of a round, each taken for a whole block before the next.

A game is data here: rows of numbers that say what to sort, judge, look up and put together, and one array of
tables. No code is written for a game, and the few loops below are compiled once for all of them.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from pitboss.simulation.column_deal import BLOCK, DRAWS_A_WORD, deal_block
from pitboss.simulation.column_hand import (
    MOST_HAND,
    SUITS,
    copy_cards,
    judge,
    judge_long,
    judge_three_of_four,
    number_cards,
    number_ranks,
    sort_cards,
    take_higher,
)
from pitboss.simulation.lane import look, look_up, put
from pitboss.simulation.runtime import find_hash, fresh_jit, situation_key

WIDTH = 24
NUMBERS_FROM = 2
UNDECIDED = 255
EIGHT = 8


class Step(IntEnum):
    """What is done. A step's second number is the column or value that it writes; those after it are said
    here."""

    SORT = 0
    """How many cards, and their columns."""
    JUDGE = 1
    """Table, its multisets, the first column of sorted cards, how many they are, and how many of a suit
    make a flush."""
    JUDGE_THREE_OF_FOUR = 2
    """The same where the best three of four cards count: three columns behind them are overwritten."""
    JUDGE_LONG = 3
    """The same for any more cards than count."""
    DIGIT = 4
    """A digit to append to a number: the value that has it, shift, mask and radix."""
    CARD = 5
    """A card to append as a digit: its column, shift and radix."""
    ORDER = 6
    """Two values whose order is to append, and the shift of their classes."""
    HIGHER = 7
    """Two values of which the higher is taken."""
    LOOK = 8
    """The value that says where to look, and the table."""
    NUMBER_CARDS = 9
    """The first column of the sorted cards to number, and how many they are."""
    NUMBER_RANKS = 10
    """The same."""
    LEAVES = 11
    """The value that becomes a column of cards."""
    COPY = 12
    """A card."""
    CHOOSE = 13
    """The card that is taken where the leaf, in that column, is this one."""
    FIND = 14
    """How many groups are seen, and for each how many cards, and their columns."""
    WRITE = 15
    """The value that is the cell; the second number is the seat, from 0."""


class ColumnTables(NamedTuple):
    """All that the steps read."""

    alike: np.ndarray
    """Suits that are alike, see `runtime.situation_key`."""
    columns: np.ndarray
    """How many: the cards dealt, all cards, and values."""
    deck: np.ndarray
    keys: np.ndarray
    leaves: np.ndarray
    """Of situations by their keys, where ranks do not tell."""
    lookups: np.ndarray
    """All other tables, one after another."""
    steps: np.ndarray


class Block(NamedTuple):
    """Rounds under way: columns of cards and of values, and room for what is found on the way."""

    cards: np.ndarray
    values: np.ndarray
    numbers: np.ndarray
    suits: np.ndarray
    flags: np.ndarray
    spare: np.ndarray


@fresh_jit
def fill_rounds(state, out, dealt, tables):
    """The joint cells of rounds, `out[round, seat]`, and their cards where there is room for them.

    Without a stream nothing is dealt: the cards are given.
    """
    drawn, all_cards, registers = tables.columns[0], tables.columns[1], tables.columns[2]
    is_given, cells = state.shape[0] == 0, out.reshape(-1)
    words = np.empty(drawn * BLOCK // DRAWS_A_WORD, np.uint64)
    places, uneven = np.empty(drawn * BLOCK, np.uint8), np.empty(BLOCK, np.uint16)
    block = Block(
        np.empty(all_cards * BLOCK, np.uint8),
        np.zeros(registers * BLOCK, np.int32),
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.uint8),
        np.empty(BLOCK, np.uint8),
        np.empty(2 * BLOCK, np.int32),
    )
    for first in range(0, out.shape[0], BLOCK):
        if is_given:
            take_given(dealt, first, block.cards)
        else:
            state[1] = deal_block(state[0], state[1], words, places, uneven, block.cards, drawn, tables.deck)
        take_steps(block, tables, cells, first, min(BLOCK, out.shape[0] - first), out.shape[1])
        for row in range(first, 0 if is_given else min(first + BLOCK, dealt.shape[0])):
            for card in range(dealt.shape[1]):
                dealt[row, card] = block.cards[card * BLOCK + row - first]


@fresh_jit
def take_given(dealt, first, cards):
    """The cards of a block; a block that is not full ends with the last round again."""
    for row in range(BLOCK):
        given = min(first + row, dealt.shape[0] - 1)
        for card in range(dealt.shape[1]):
            cards[card * BLOCK + row] = dealt[given, card]


@fresh_jit
def take_steps(block, tables, cells, first, count, seats):
    """All steps for a block of n rounds; the cells are written from its first round on."""
    cards, values, numbers, suits, flags, spare = block
    steps, lookups = tables.steps, tables.lookups
    for number in range(steps.shape[0]):
        kind, column, one, two = steps[number, 0], steps[number, 1], steps[number, 2], steps[number, 3]
        three, four, five = steps[number, 4], steps[number, 5], steps[number, 6]
        into = column * BLOCK
        if kind == Step.SORT:
            sort_cards(cards, steps[number, NUMBERS_FROM + 1 :], one, into)
        elif kind == Step.JUDGE:
            judge(lookups, one, two, cards, three, four, numbers, suits, values, into)
        elif kind == Step.JUDGE_THREE_OF_FOUR:
            judge_three_of_four(lookups, one, two, cards, three, numbers, suits, flags, spare, values, into)
        elif kind == Step.JUDGE_LONG:
            judge_long(lookups, one, two, cards, three, four, five, numbers, suits, flags, values, into)
        elif kind == Step.DIGIT:
            append_digit(values, into, one * BLOCK, two, three, four)
        elif kind == Step.CARD:
            append_card(values, into, cards, one * BLOCK, two, three)
        elif kind == Step.ORDER:
            append_order(values, into, one * BLOCK, two * BLOCK, three)
        elif kind == Step.HIGHER:
            take_higher(values, one * BLOCK, two * BLOCK, values, into)
        elif kind == Step.LOOK:
            look_at(values, into, one * BLOCK, lookups, two)
        elif kind == Step.NUMBER_CARDS:
            number_cards(cards, one, two, numbers)
            take_numbers(values, into, numbers)
        elif kind == Step.NUMBER_RANKS:
            number_ranks(cards, one, two, numbers)
            take_numbers(values, into, numbers)
        elif kind == Step.LEAVES:
            take_leaves(cards, into, values, one * BLOCK)
        elif kind == Step.COPY:
            copy_cards(cards, one * BLOCK, into)
        elif kind == Step.CHOOSE:
            choose_card(cards, into, one * BLOCK, two * BLOCK, three)
        elif kind == Step.FIND:
            find_undecided(values, into, flags, cards, steps[number, NUMBERS_FROM:], tables)
        else:
            write_cells(values, one * BLOCK, cells, first, count, seats, column)


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
def find_undecided(values, leaf, flags, cards, groups, tables):
    """Where ranks do not tell, by all cards that are seen."""
    seen, suit_masks = np.zeros(MOST_HAND, np.int64), np.zeros((SUITS, MOST_HAND), np.int64)
    for row in range(BLOCK):
        is_open = look(values, leaf + row) == UNDECIDED
        put(flags, row, np.uint8(1) if is_open else np.uint8(0))
    eights = flags.view(np.uint64)
    for eight in range(BLOCK // EIGHT):
        if eights[eight]:
            for row in range(eight * EIGHT, eight * EIGHT + EIGHT):
                if flags[row]:
                    see(cards, groups, row, seen)
                    key = situation_key(seen, groups[0], tables.alike, suit_masks)
                    values[leaf + row] = find_hash(key, tables.keys, tables.leaves)


@fresh_jit
def see(cards, groups, row, seen):
    """The groups of a round, each as a mask."""
    at = 1
    for group in range(groups[0]):
        seen[group] = 0
        size = groups[at]
        for place in range(at + 1, at + 1 + size):
            card = np.int64(cards[groups[place] * BLOCK + row])
            seen[group] |= np.int64(1) << (card & 3) * 13 + (card >> 2)
        at += 1 + size


@fresh_jit
def write_cells(values, start, cells, first, count, seats, seat):
    """`cells` has the seats of a round side by side."""
    if seats == 1:
        for row in range(count):
            put(cells, first + row, look(values, start + row))
    else:
        for row in range(count):
            cells[(first + row) * seats + seat] = values[start + row]

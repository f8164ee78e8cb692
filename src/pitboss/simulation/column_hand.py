"""Compiled: sort and judge the hands of a block of rounds at once, column by column.

The cards of a hand are sorted by a network of exchanges, their ranks are numbered among all multisets of so
many ranks, and a table has what is to be known of a hand by that number. A hand of one suit has a number of
its own for each suit. Of more cards than count, the few that hold a flush are judged once more, one by one.

The number of a multiset is a sum of binomials: for the rank at each place, how many multisets of as many
ranks as stand up to that place lie below it. A set of cards is numbered alike: the n-th card, less n, stands
for a rank. Sixteen bits are enough for up to five, so that many hands go at once.

A loop is compiled to such instructions only where it has no loop inside. So `by_size` writes one out for each
number of cards.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pitboss.simulation.column_deal import BLOCK
from pitboss.simulation.lane import look, look_up, put
from pitboss.simulation.runtime import fresh_jit, inline_jit

MOST_HAND = 7
SUITS = 4
SUIT_BITS = np.uint8(3)
RANKS = np.uint64(13)
SUIT_MASKS = 1 << 13
TRIPLES = 455
"""Multisets of three ranks."""
NO_SUITS, ONE_SUIT = np.uint8(0), np.uint8(1)
NETWORKS = (
    "",
    "ab",
    "ab bc ab",
    "ab cd ac bd bc",
    "ad be ac bd ab ce bc de cd",
    "af bd ce bc de ad cf ab cd ef bc de",
    "ag cd ef ac be dg ab cf de bc eg cd ef bc de fg",
)
"""Which cards are exchanged, if the first is higher, to sort hands of one to seven."""
FEW = 5
COUNTED = ("np.uint16", "pairs", "triples", "fours", "fives")
"""How many multisets of one rank, of two and so on lie below a rank."""
ONE, TWO, THREE, FOUR = (np.uint16(n) for n in range(1, 5))
THIRD, FIFTH = np.uint16(0xAAAB), np.uint16(0xCCCD)
LONG_THIRD, LONG_SEVENTH = np.uint32(0xAAAAAAAB), np.uint32(0xB6DB6DB7)
"""One over 3, 5 and 7 modulo 2**16 or 2**32: what they divide without rest is divided by a product."""


def by_size(head: str, columns: str, most: int, write: Callable[[str], Iterator[str]]) -> Any:
    """A compiled function with one loop over the rounds for each size of hands: `columns` says in which
    column the n-th card lies, and the cards of a round are called a, b, c and so on."""
    lines = [f"def {head}:"]
    for size in range(1, most + 1):
        names = "abcdefg"[:size]
        lines.append(f"    if size == {size}:")
        lines += [f"        start_{name} = ({columns.format(n)}) * BLOCK" for n, name in enumerate(names)]
        lines.append("        for row in range(BLOCK):")
        lines += [f"            {name} = look(cards, start_{name} + row)" for name in names]
        lines += [f"            {line}" for line in write(names)]
    code: dict[str, Any] = {}
    exec("\n".join(lines), globals(), code)
    return fresh_jit(*code.values())


# -- sorting -----------------------------------------------------------------------------------------


@inline_jit
def in_order(one, other):
    return one if one < other else other, other if one < other else one


def write_sort(names: str) -> Iterator[str]:
    for pair in NETWORKS[len(names) - 1].split():
        one, other = tuple(pair)
        yield f"{one}, {other} = in_order({one}, {other})"
    for place, name in enumerate(names):
        yield f"put(cards, into + {place * BLOCK} + row, {name})"


sort_cards = by_size("sort_cards(cards, at, size, into)", "at[{}]", MOST_HAND, write_sort)
"""The cards of some columns in ascending order, in as many columns from a place on that is none of theirs."""


@fresh_jit
def copy_cards(cards, start, into):
    for row in range(BLOCK):
        put(cards, into + row, look(cards, start + row))


# -- numbering ---------------------------------------------------------------------------------------


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
    product = np.uint32(np.uint32(fives(below)) * np.uint32(below + np.uint32(5)))
    return np.uint32(np.uint32(product >> np.uint32(1)) * LONG_THIRD)


@fresh_jit
def sevens(below):
    return np.uint32(np.uint32(sixes(below) * np.uint32(below + np.uint32(6))) * LONG_SEVENTH)


def write_number(names: str, below: str) -> Iterator[str]:
    """`below` is what stands for the rank of a card, by its name and place."""
    yield "number = np.uint16(0)"
    for place, name in enumerate(names):
        yield f"number = np.uint16(number + {COUNTED[place]}(np.uint16({below.format(name, place)})))"
    yield "put(numbers, row, number)"


number_few = by_size(
    "number_few(cards, first, size, numbers)",
    "first + {}",
    FEW,
    lambda names: write_number(names, "{0} >> np.uint8(2)"),
)
number_cards = by_size(
    "number_cards(cards, first, size, numbers)",
    "first + {}",
    3,
    lambda names: write_number(names, "np.uint16({0}) - np.uint16({1})"),
)
"""The number of a set of up to three sorted cards among all such sets."""


@fresh_jit
def number_ranks(cards, first, size, numbers):
    """The number of the multiset of ranks of sorted cards, from a column on."""
    number_few(cards, first, min(size, FEW), numbers)
    for row in range(BLOCK if size > 5 else 0):
        sixth = np.uint16(look(cards, (first + 5) * BLOCK + row) >> np.uint8(2))
        put(numbers, row, look(numbers, row) + np.uint16(sixes(sixth)))
    for row in range(BLOCK if size > 6 else 0):
        seventh = np.uint16(look(cards, (first + 6) * BLOCK + row) >> np.uint8(2))
        put(numbers, row, look(numbers, row) + np.uint16(sevens(seventh)))


# -- suits -------------------------------------------------------------------------------------------


@inline_jit
def suit_unless(card, differences):
    suit = np.uint8(np.uint8(card & SUIT_BITS) + ONE_SUIT)
    return suit if differences & SUIT_BITS == 0 else NO_SUITS


def write_suits(names: str) -> Iterator[str]:
    yield f"differences = {' | '.join(f'(a ^ {name})' for name in names)}"
    yield "put(suits, row, suit_unless(a, differences))"


find_suits = by_size("find_suits(cards, first, size, suits)", "first + {}", MOST_HAND, write_suits)
"""One more than the suit where all these cards are of one, else 0."""


@fresh_jit
def flag_flushes(cards, first, size, enough, counts, flags):
    """Flags where some suit comes often enough for a flush. Four bits for each suit; the upper one is set by
    the card that makes it enough."""
    start, full = np.uint16(0), np.uint16(0)
    for suit in range(SUITS):
        start |= np.uint16((8 - enough) << 4 * suit)
        full |= np.uint16(8 << 4 * suit)
    for row in range(BLOCK):
        put(counts, row, start)
    for place in range(first * BLOCK, (first + size) * BLOCK, BLOCK):
        for row in range(BLOCK):
            shift = np.uint16((look(cards, place + row) & SUIT_BITS) << np.uint8(2))
            put(counts, row, look(counts, row) + np.uint16(np.uint16(1) << shift))
    for row in range(BLOCK):
        put(flags, row, ONE_SUIT if look(counts, row) & full else NO_SUITS)


@inline_jit
def suits_differ(one, other, third):
    """0 where three cards are of one suit."""
    return np.uint8(np.uint8((one ^ other) | (other ^ third)) & SUIT_BITS)


@fresh_jit
def pick_suited(cards, first, suits, flags):
    """Behind four sorted cards three of them that are of one suit, if there are; one more than that suit, or
    0; and a flag where all four are of one suit, and another three of them may be better."""
    start = first * BLOCK
    for row in range(start, start + BLOCK):
        a, b = look(cards, row), look(cards, row + BLOCK)
        c, d = look(cards, row + 2 * BLOCK), look(cards, row + 3 * BLOCK)
        abc, abd, acd, bcd = (
            suits_differ(a, b, c),
            suits_differ(a, b, d),
            suits_differ(a, c, d),
            suits_differ(b, c, d),
        )
        second = c if acd == 0 else b
        last = c if abc == 0 else d
        put(cards, row + 4 * BLOCK, b if bcd == 0 else a)
        put(cards, row + 5 * BLOCK, c if bcd == 0 else second)
        put(cards, row + 6 * BLOCK, last)
        least = min(min(abc, abd), min(acd, bcd))
        put(suits, row - start, suit_unless(last, least))
        put(flags, row - start, ONE_SUIT if np.uint8(abc | bcd) == 0 else NO_SUITS)


# -- judging -----------------------------------------------------------------------------------------


@fresh_jit
def find_words(lookups, table, numbers, width, suits, found, start):
    """What the table has for each number, and so much further on for each suit that a whole hand is of."""
    first, by = np.int32(table), np.int32(width)
    for row in range(BLOCK):
        place = np.int32(look(numbers, row)) + np.int32(np.int32(look(suits, row)) * by)
        put(found, start + row, look_up(lookups, np.int32(np.int32(place) + first)))


@fresh_jit
def take_higher(ones, one, other, values, into):
    """The higher of two columns of an array."""
    for row in range(BLOCK):
        mine, theirs = look(ones, one + row), look(ones, other + row)
        put(values, into + row, mine if mine > theirs else theirs)


@fresh_jit
def mend_flushes(lookups, flushes, cards, first, size, flags, values, into):
    """The few hands with a flush once more, one by one."""
    eights = flags.view(np.uint64)
    for eight in range(BLOCK // 8):
        if eights[eight]:
            for row in range(eight * 8, eight * 8 + 8):
                if flags[row]:
                    found = best_flush(cards, first * BLOCK + row, size, lookups, flushes)
                    values[into + row] = max(values[into + row], found)


@fresh_jit
def best_flush(cards, start, size, lookups, flushes):
    """What the table has for the suits' ranks, the highest of them; no two cards are a flush."""
    held = np.uint64(0)
    for place in range(size):
        card = np.uint64(cards[start + place * BLOCK])
        held |= np.uint64(1) << (card & np.uint64(3)) * RANKS + (card >> np.uint64(2))
    found = np.int32(0)
    for suit in range(SUITS):
        ranks = np.int64(held >> np.uint64(suit) * RANKS) & (SUIT_MASKS - 1)
        without_lowest = ranks & (ranks - 1)
        if without_lowest & (without_lowest - 1):
            found = max(found, lookups[flushes + suit * SUIT_MASKS + ranks])
    return found


@fresh_jit
def judge(lookups, table, multisets, cards, first, size, numbers, suits, values, into):
    """Sorted hands of as many cards as count, from a column on: a table for any suits, then one for each
    suit."""
    number_ranks(cards, first, size, numbers)
    find_suits(cards, first, size, suits)
    find_words(lookups, table, numbers, multisets, suits, values, into)


@fresh_jit
def judge_long(lookups, table, multisets, cards, first, size, enough, numbers, suits, flags, values, into):
    """Hands of more cards than count: a table for the ranks, then one for the ranks of a suit."""
    number_ranks(cards, first, size, numbers)
    find_words(lookups, table, numbers, 0, suits, values, into)
    flag_flushes(cards, first, size, enough, numbers, flags)
    mend_flushes(lookups, table + multisets, cards, first, size, flags, values, into)


@fresh_jit
def judge_three_of_four(lookups, table, multisets, cards, first, numbers, suits, flags, spare, values, into):
    """Four cards of which the best three count: so many hold three of a suit that they are picked. Behind
    the table for the ranks stand those for three cards, of no suit and of each, then one for the ranks of a
    suit."""
    number_ranks(cards, first, 4, numbers)
    find_words(lookups, table, numbers, 0, suits, spare, 0)
    pick_suited(cards, first, suits, flags)
    number_ranks(cards, first + 4, 3, numbers)
    find_words(lookups, table + multisets, numbers, TRIPLES, suits, spare, BLOCK)
    take_higher(spare, 0, BLOCK, values, into)
    mend_flushes(lookups, table + multisets + (1 + SUITS) * TRIPLES, cards, first, 4, flags, values, into)

"""Compiled: the cards of a block of hands in ascending order, by networks of exchanges."""

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.column_dealing import BLOCK
from pitboss.simulation.lanes import look, put


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

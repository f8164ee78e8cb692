"""Compiled: one seat's rounds drawn to a total, a thousand side by side, each step for all that take it.

A processor that cannot guess whether the next hand hits loses more time than it takes to draw. So no loop
here asks: rounds that draw are a list, each draws one card, and those that go on make the next list. A card
is drawn as a place in the shoe sorted by value. It counts unless so many of its value are out already that
its place is taken; then the round stays in the list and draws again.
"""

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.drawn_block import (
    BLOCK,
    DOUBLED,
    DRAWS,
    END,
    END_MASK,
    FIRST_CARDS,
    HAND_MASK,
    INSURED,
    OFFSET,
    OFFSET_MASK,
    SPLITS,
    UNIT_MASK,
    VALUE,
    Shoe,
    draw_one,
    draw_word,
    make_block,
    write_card,
)
from pitboss.simulation.drawn_runtime import MATCHES, SINGLE, fill_table, match_of
from pitboss.simulation.drawn_splits import make_splits, open_splits, play_splits, settle_splits
from pitboss.simulation.runtime import bits


@fresh_jit
def pack_first(word, size, uneven):
    """Four places of the shoe in one number, or -1 if two are the same or a draw would be uneven."""
    low = np.uint64(0xFFFF)
    a = np.int64(word & low) * size
    b = np.int64(word >> np.uint64(16) & low) * size
    c = np.int64(word >> np.uint64(32) & low) * size
    d = np.int64(word >> np.uint64(48)) * size
    is_uneven = (
        np.int64(a & 0xFFFF < uneven)
        | np.int64(b & 0xFFFF < uneven)
        | np.int64(c & 0xFFFF < uneven)
        | np.int64(d & 0xFFFF < uneven)
    )
    a, b, c, d = a >> 16, b >> 16, c >> 16, d >> 16
    is_twice = (
        np.int64(a == b)
        | np.int64(a == c)
        | np.int64(a == d)
        | np.int64(b == c)
        | np.int64(b == d)
        | np.int64(c == d)
    )
    return (a | b << 16 | c << 32 | d << 48) | -(is_uneven | is_twice)


@fresh_jit
def deal_first(block, size, tried, key, counter):
    """Four cards for so many rounds, less those that must be dealt again. How many are left, the counter."""
    uneven = (1 << 16) % size
    for row in range(tried):
        block.firsts[row] = pack_first(bits(key, counter + np.uint64(row)), size, uneven)
    counter += np.uint64(tried)
    rows = np.int64(0)
    for row in range(tried):
        four = block.firsts[row]
        block.firsts[rows] = four
        rows += np.int64(four >= 0)
    for row in range(rows):
        block.words[row] = draw_word(key, counter + np.uint64(row))
    return rows, counter + np.uint64(rows)


@fresh_jit
def open_hands(block, shoe, rows, starts, dealer_starts, drawing, pairing, splitting):
    """What the first four cards lead to. Returns how many rounds draw, have two cards of one value, split."""
    draws, pairs, splits = np.int64(0), np.int64(0), np.int64(0)
    for row in range(rows):
        four = block.firsts[row]
        a, b = shoe.units[four & 0xFFFF], shoe.units[four >> 16 & 0xFFFF]
        c, d = shoe.units[four >> 32 & 0xFFFF], shoe.units[four >> 48]
        block.seen[row] = np.int64(a + b + c + d & np.uint64(UNIT_MASK))
        own, above = np.int64(a >> np.uint64(VALUE)), np.int64(b >> np.uint64(VALUE))
        other, under = np.int64(c >> np.uint64(VALUE)), np.int64(d >> np.uint64(VALUE))
        dealer = np.int64(dealer_starts[above * 10 + under])
        start = starts[((dealer >> 8) * 100 + own * 10 + other) * 10 + above]
        block.starts[row] = start
        block.states[row] = start & HAND_MASK
        block.dealers[row] = dealer & 0xFF
        block.matches[row] = 0
        drawing[draws] = row
        draws += start >> DRAWS & 1
        pairing[pairs] = row
        pairs += np.int64(own == other)
        splitting[splits] = row
        splits += start >> SPLITS & 1
    return draws, pairs, splits


@fresh_jit
def match_pairs(block, shoe, rows, count):
    """The match of the first four cards, where the player's two may be alike."""
    for number in range(count):
        row = np.int64(rows[number])
        four = block.firsts[row]
        one, up = np.int64(shoe.order[four & 0xFFFF]), np.int64(shoe.order[four >> 16 & 0xFFFF])
        two, hole = np.int64(shoe.order[four >> 32 & 0xFFFF]), np.int64(shoe.order[four >> 48])
        block.matches[row] = match_of(one, two, up, hole)


@fresh_jit
def draw_until_done(rows, count, block, states, offset_mask, following, goes_on, shoe, key, counter, dealt):
    """Every round of the list draws, and draws again while its state goes on. Returns the counter."""
    while count:
        left = np.int64(0)
        for number in range(count):
            row = np.int64(rows[number])
            value, place, is_drawn, counter = draw_one(block, row, shoe, key, counter)
            state = np.int64(states[row])
            after = np.int64(following[state * 10 + value])
            state = after if is_drawn else state
            states[row] = state
            if dealt.shape[0] and is_drawn:
                write_card(block, row, shoe.order[place], dealt)
            rows[left] = row
            offset = block.starts[row] >> OFFSET & offset_mask
            left += np.int64(goes_on[offset + state]) | (1 - is_drawn)
        count = left
    return counter


@fresh_jit
def list_waiting(block, rows, bust, dealer_draws, waiting):
    """The rounds in which the dealer draws; how many."""
    count = np.int64(0)
    for row in range(rows):
        waiting[count] = row
        is_open = np.int64(block.starts[row] >> END & END_MASK == 0) & np.int64(block.states[row] != bust)
        count += is_open & np.int64(dealer_draws[block.dealers[row]])
    return count


@fresh_jit
def settle(block, rows, ranks, dealer_ranks, out):
    """The cell of every round, when all hands are played. A hand that is bust ranks -1."""
    for row in range(rows):
        start = block.starts[row]
        own, reached = np.int64(ranks[block.states[row]]), np.int64(dealer_ranks[block.dealers[row]])
        level = (1 + 2 * np.int64(own > reached) + np.int64(own == reached)) * np.int64(own >= 0)
        end = SINGLE + 4 * (start >> DOUBLED & 1) + level
        over = start >> END & END_MASK
        end = over - 1 if over else end
        out[row, 0] = (end * 3 + (start >> INSURED & 3)) * MATCHES + block.matches[row]


@fresh_jit
def fill_rounds(
    state, out, dealt, dealer_draws, dealer_ranks, dealer_starts, dealer_steps, first, following, goals,
    goes_on, house, is_soft, order, places, ranks, split, split_actions, starts, steps, totals, units, values,
):  # fmt: skip
    """Deal a round for each row of `out`; where `dealt` has rows, write the cards down as they came, after
    the first four any of their value."""
    if out.shape[1] > 1 or not house[3]:
        fill_table(
            state, out, dealt, first, following, goals, house, is_soft, order, places, split, totals, values
        )
        return
    key, counter = state[0], state[1]
    bust = totals.shape[0]
    shoe, block, splits = Shoe(order, places, units), make_block(), make_splits()
    drawing, pairing = np.empty(BLOCK, np.int16), np.empty(BLOCK, np.int16)
    done = np.int64(0)
    while done < out.shape[0]:
        rows, counter = deal_first(block, order.shape[0], min(BLOCK, out.shape[0] - done), key, counter)
        here = dealt[done : done + rows]
        for row in range(here.shape[0]):
            block.taken[row] = 0
            for card in range(FIRST_CARDS):
                write_card(block, row, order[block.firsts[row] >> 16 * card & 0xFFFF], here)
        count, twins, pairs = open_hands(
            block, shoe, rows, starts, dealer_starts, drawing, pairing, splits.rows
        )
        match_pairs(block, shoe, pairing, twins)
        counter = draw_until_done(
            drawing, count, block, block.states, OFFSET_MASK, steps, goes_on, shoe, key, counter, here
        )
        open_splits(splits, pairs, block, shoe, goals, bust + 1)
        counter = play_splits(splits, drawing, pairs, block, steps, split_actions, shoe, key, counter, here)
        count = list_waiting(block, rows, bust, dealer_draws, drawing)
        counter = draw_until_done(
            drawing, count, block, block.dealers, 0, dealer_steps, dealer_draws, shoe, key, counter, here
        )
        settle_splits(splits, pairs, block, ranks, dealer_ranks)
        settle(block, rows, ranks, dealer_ranks, out[done : done + rows])
        for row in range(here.shape[0]):
            here[row, 0] = block.taken[row]
        done += rows
    state[1] = counter

"""Compiled: one seat's rounds drawn to a total, a thousand side by side, each step for all.

A processor that cannot guess whether the next hand hits loses more time than it takes to draw. So no loop
here asks: every round is dealt eight cards and takes four steps of its machine, see `drawn_machine`; one that
has ended stays where it is, and cards that it did not need were never seen. What is not over then, and pairs
that are split, are few: they are listed, each of the list draws one card, and those that go on make the next
list. They draw a place in the shoe, which counts unless so many of its value are out already that the place
is taken.
"""

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.drawn_block import (
    BLOCK,
    DEALT_CARDS,
    FIRST_CARDS,
    NO_CARD,
    OPEN,
    PASSED_OVER,
    SEEN_BITS,
    SPLITTING,
    STRIDE,
    VALUE_BITS,
    Shoe,
    deal_cards,
    draw_one,
    look_at_draws,
    look_at_first,
    make_block,
    make_longer,
    value_of,
    write_card,
)
from pitboss.simulation.drawn_runtime import MATCHES, fill_table
from pitboss.simulation.drawn_splits import (
    list_dealers,
    make_splits,
    open_splits,
    play_splits,
    settle_splits,
)
from pitboss.simulation.runtime import bits


@fresh_jit
def play_rounds(block, rows, starts, steps, out, longer):
    """The cell of every round that is not passed over, by the eight cards. Returns how many there are, and
    how many of them are longer: in place of the outcome they have their state."""
    stride, value_bits, mask = np.uint64(STRIDE), np.uint64(VALUE_BITS), np.uint64(NO_CARD)
    count, late = np.int64(0), np.int64(0)
    for row in range(rows):
        first, draws = block.firsts[row], np.uint64(block.draws[row])
        state = np.uint64(starts[np.uint64(first)])
        for _ in range(DEALT_CARDS - FIRST_CARDS):
            state = np.uint64(steps[state * stride + (draws & mask)])
            draws >>= value_bits
        out[np.uint64(count), 0] = state * np.uint64(MATCHES) + np.uint64(block.matches[row])
        longer.rows[np.uint64(late)] = row
        longer.spots[np.uint64(late)] = count
        late += np.int64(state >= np.uint64(SPLITTING))
        count += np.int64(first != PASSED_OVER)
    return count, late


@fresh_jit
def write_cards(block, rows, starts, steps, order, dealt):
    """Write down the cards of every round that is not passed over, as far as it takes them."""
    spot = 0
    for row in range(rows):
        if block.firsts[row] == PASSED_OVER:
            continue
        dealt[spot, 0] = 0
        state = np.int64(starts[block.firsts[row]])
        for card in range(DEALT_CARDS):
            value = np.int64(NO_CARD)
            if card >= FIRST_CARDS:
                value = np.int64(block.draws[row]) >> VALUE_BITS * (card - FIRST_CARDS) & NO_CARD
            if card < FIRST_CARDS or (state >= OPEN and value != NO_CARD):
                write_card(dealt, spot, order[block.places[card, row]])
            state = np.int64(steps[state * STRIDE + value])
        spot += 1


@fresh_jit
def list_longer(block, longer, count, out, drawing, splitting):
    """Which of the longer rounds draw, and which are pairs to be split; how many of each."""
    draws, pairs = np.int64(0), np.int64(0)
    for number in range(count):
        row, state = np.int64(longer.rows[number]), np.int64(out[longer.spots[number], 0] // MATCHES)
        seen = np.int64(0)
        for card in range(FIRST_CARDS):
            seen += 1 << np.int64(value_of(block.cards[card, row])) * SEEN_BITS
        longer.states[number] = state
        if state < OPEN:
            splitting[pairs] = number
            pairs += 1
        else:
            drawing[draws] = number
            draws += 1
            for place in range(DEALT_CARDS - FIRST_CARDS):
                value = np.int64(block.draws[row]) >> place * VALUE_BITS & NO_CARD
                if value != NO_CARD:
                    seen += 1 << value * SEEN_BITS
        longer.seen[number] = seen
    return draws, pairs


@fresh_jit
def draw_until_over(drawing, count, longer, steps, shoe, key, counter, dealt):
    """Every round of the list draws, and draws again while it is open. Returns the counter."""
    while count:
        left = np.int64(0)
        for place in range(count):
            number = np.int64(drawing[place])
            word = bits(key, counter + np.uint64(place))
            value, card, is_drawn, longer.seen[number] = draw_one(longer.seen[number], shoe, word)
            if dealt.shape[0] and is_drawn:
                write_card(dealt, longer.spots[number], shoe.order[card])
            before = np.int64(longer.states[number])
            state = np.int64(steps[before * STRIDE + (value if is_drawn else NO_CARD)])
            longer.states[number] = state
            drawing[left] = number
            left += np.int64(state >= OPEN)
        counter += np.uint64(count)
        count = left
    return counter


@fresh_jit
def settle_longer(longer, count, out):
    """The cells of rounds that were still open after eight cards."""
    for number in range(count):
        spot = longer.spots[number]
        if out[spot, 0] >= OPEN * MATCHES:
            out[spot, 0] = longer.states[number] * MATCHES + out[spot, 0] % MATCHES


@fresh_jit
def fill_rounds(
    state, out, dealt, dealers, first, following, goals, hand_steps, house, is_soft, order, places, ranks,
    split, split_actions, starts, steps, totals, values,
):  # fmt: skip
    """Deal a round for each row of `out`; where `dealt` has rows, write the cards down as they came, after
    the first four any of their value."""
    if out.shape[1] > 1 or not house[3]:
        fill_table(
            state, out, dealt, first, following, goals, house, is_soft, order, places, split, totals, values
        )
        return
    key, counter = state[0], state[1]
    shoe = Shoe(order, places, (1 << 16) % order.shape[0])
    block, longer, splits = make_block(), make_longer(), make_splits()
    drawing, waiting = np.empty(BLOCK, np.int16), np.empty(BLOCK, np.int16)
    done = np.int64(0)
    while done < out.shape[0]:
        rows = min(BLOCK, out.shape[0] - done)
        counter = deal_cards(block, rows, shoe, key, counter)
        look_at_first(block, rows)
        look_at_draws(block, rows)
        here, written = out[done : done + rows], dealt[done : done + rows]
        count, late = play_rounds(block, rows, starts, steps, here, longer)
        if dealt.shape[0]:
            write_cards(block, rows, starts, steps, order, written)
        draws, pairs = list_longer(block, longer, late, here, drawing, splits.numbers)
        open_splits(splits, pairs, block, longer, goals, ranks.shape[0])
        counter = play_splits(
            splits, pairs, waiting, longer, hand_steps, split_actions, shoe, key, counter, written
        )
        draws = list_dealers(splits, pairs, block, longer, dealers, drawing, draws)
        counter = draw_until_over(drawing, draws, longer, steps, shoe, key, counter, written)
        settle_longer(longer, late, here)
        settle_splits(splits, pairs, longer, ranks, here)
        done += count
    state[1] = counter

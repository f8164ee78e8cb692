"""Compiled: one seat's rounds drawn to a total, a thousand side by side, each step for all that take it.

A processor that cannot guess whether the next hand hits loses more time than it takes to draw. So no loop
here asks: rounds that draw are a list, each draws one card, and those that go on make the next list. A card
is drawn as a place in the shoe sorted by value. It counts unless so many of its value are out already that
its place is taken; then the round stays in the list and draws again.
"""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.canonical import jit
from pitboss.simulation.drawn_runtime import MATCHES, NETS, SEVERAL, SINGLE, fill_table, match_of
from pitboss.simulation.runtime import bits

BLOCK = 1024
FIRST_CARDS = 4
SEEN_BITS = 6
"""For each value, how many of its cards are out: never as many as 64."""
VALUE = 60
UNIT_MASK = (1 << VALUE) - 1
DRAW_BITS, DRAWS_IN_WORD = 15, 4
OFFSET, END, INSURED, DRAWS, DOUBLED, SPLITS = 18, 34, 42, 44, 45, 46
HAND_MASK, OFFSET_MASK, END_MASK = 0xFFF, 0xFFFF, 0xFF
"""Where in the number of a start stands what, above the player's hand: where the actions against the up card
begin, the outcome plus one of a round that is over, insurance, and whether the player draws, has doubled or
splits."""


class Block(NamedTuple):
    """Rounds side by side."""

    firsts: np.ndarray
    """Where in the shoe the first four cards lie, 16 bits each."""
    words: np.ndarray
    """Random bits for the next draws, and one bit above them: what is left when they are used up."""
    seen: np.ndarray
    """How many cards of each value are out."""
    starts: np.ndarray
    """What the first four cards have led to."""
    states: np.ndarray
    """The player's hand."""
    dealers: np.ndarray
    matches: np.ndarray
    taken: np.ndarray


class Splits(NamedTuple):
    """Rounds in which a pair is split, side by side."""

    rows: np.ndarray
    pairs: np.ndarray
    """The value of the pair."""
    goals: np.ndarray
    """Up to how many hands it is split again."""
    offsets: np.ndarray
    """Where the actions of this pair against the up card begin."""
    states: np.ndarray
    """The hand that is played."""
    is_doubled: np.ndarray
    counts: np.ndarray
    """How many hands there are, and how many of them are played."""
    played: np.ndarray
    ended: np.ndarray
    """The state of each hand that is played, 13 bits, with its double above twelve."""


class Shoe(NamedTuple):
    """Cards in order of value, and for each its value and how many of that value lie before it."""

    order: np.ndarray
    places: np.ndarray
    units: np.ndarray
    """One of its value among the cards that are out, and the value above."""


@jit
def make_block():
    return Block(
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int16),
    )


@jit
def make_splits():
    return Splits(
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int32),
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int64),
    )


@jit
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


@jit
def draw_word(key, counter):
    """Bits for four draws, and one above them."""
    return bits(key, counter) >> np.uint64(4) | np.uint64(1 << DRAW_BITS * DRAWS_IN_WORD)


@jit
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


@jit
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


@jit
def match_pairs(block, shoe, rows, count):
    """The match of the first four cards, where the player's two may be alike."""
    for number in range(count):
        row = np.int64(rows[number])
        four = block.firsts[row]
        one, up = np.int64(shoe.order[four & 0xFFFF]), np.int64(shoe.order[four >> 16 & 0xFFFF])
        two, hole = np.int64(shoe.order[four >> 32 & 0xFFFF]), np.int64(shoe.order[four >> 48])
        block.matches[row] = match_of(one, two, up, hole)


@jit
def draw_one(block, row, shoe, key, counter):
    """The value of a card and its place in the shoe, whether it could be drawn, and the counter."""
    size = shoe.order.shape[0]
    draw_mask = (1 << DRAW_BITS) - 1
    word = block.words[row]
    if word == 1:
        word = draw_word(key, counter)
        counter += np.uint64(1)
    scaled = np.int64(word & np.uint64(draw_mask)) * size
    block.words[row] = word >> np.uint64(DRAW_BITS)
    number = scaled >> DRAW_BITS
    place = np.int64(shoe.places[number])
    value = place & 15
    shift = value * SEEN_BITS
    seen = block.seen[row]
    is_left = np.int64(place >> 4 >= (seen >> shift & 63))
    is_drawn = is_left & np.int64(scaled & draw_mask >= (1 << DRAW_BITS) % size)
    block.seen[row] = seen + (is_drawn << shift)
    return value, number, is_drawn, counter


@jit
def write_card(block, row, card, dealt):
    block.taken[row] += 1
    dealt[row, block.taken[row]] = card


@jit
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


@jit
def open_splits(splits, count, block, shoe, goals, stride):
    """Every pair is two hands; the first is played. None is alive yet."""
    for number in range(count):
        row = np.int64(splits.rows[number])
        block.states[row] = stride - 1
        four = block.firsts[row]
        own, above = (
            np.int64(shoe.places[four & 0xFFFF]) & 15,
            np.int64(shoe.places[four >> 16 & 0xFFFF]) & 15,
        )
        splits.pairs[number] = own
        splits.goals[number] = goals[own, above]
        splits.offsets[number] = (own * 10 + above) * stride
        splits.states[number] = own + 1
        splits.is_doubled[number] = 0
        splits.counts[number] = 2
        splits.played[number] = 0
        splits.ended[number] = 0


@jit
def play_splits(splits, waiting, count, block, steps, split_actions, shoe, key, counter, dealt):
    """The hands of each pair in turn, a card at a time for all. Returns the counter.

    A second card like the first makes one hand more, as long as that may be; any other is played on until
    the hand stands, is bust, or has its one card after a double.
    """
    bust = steps.shape[0] // 10
    for place in range(count):
        waiting[place] = place
    while count:
        left = np.int64(0)
        for place_in_list in range(count):
            number = np.int64(waiting[place_in_list])
            row = np.int64(splits.rows[number])
            value, place, is_drawn, counter = draw_one(block, row, shoe, key, counter)
            if dealt.shape[0] and is_drawn:
                write_card(block, row, shoe.order[place], dealt)
            own, state = np.int64(splits.pairs[number]), np.int64(splits.states[number])
            hands, played = np.int64(splits.counts[number]), np.int64(splits.played[number])
            was_doubled = np.int64(splits.is_doubled[number])
            is_first = np.int64(state == own + 1)
            splits_again = (
                is_drawn & is_first & np.int64(value == own) & np.int64(hands < splits.goals[number])
            )
            is_played = is_drawn & (1 - splits_again)
            after = np.int64(steps[state * 10 + value])
            action = np.int64(split_actions[splits.offsets[number] + after])
            is_over = is_played & (was_doubled | np.int64(action == 0))
            splits.is_doubled[number] = was_doubled & (1 - is_drawn) | is_played & (1 - is_over) & action >> 1
            state = after if is_played else state
            splits.ended[number] |= (state | was_doubled << 12) * is_over << 13 * played
            is_alive = is_over & np.int64(after != bust)
            block.states[row] = after if is_alive else block.states[row]
            splits.states[number] = own + 1 if is_over else state
            hands, played = hands + splits_again, played + is_over
            splits.counts[number], splits.played[number] = hands, played
            waiting[left] = number
            left += np.int64(played < hands)
        count = left
    return counter


@jit
def settle_splits(splits, count, block, ranks, dealer_ranks):
    """What all hands of a pair come to together, when the dealer has drawn."""
    for number in range(count):
        row = np.int64(splits.rows[number])
        reached = np.int64(dealer_ranks[block.dealers[row]])
        net, stake = np.int64(0), np.int64(0)
        for hand in range(splits.counts[number]):
            ended = splits.ended[number] >> 13 * hand & 0x1FFF
            own, money = np.int64(ranks[ended & HAND_MASK]), 1 + (ended >> 12)
            stake += money
            net += money * (np.int64(own > reached) - np.int64(own < reached or own < 0))
        block.starts[row] |= (SEVERAL + (stake - 2) * NETS + net + NETS // 2 + 1) << END


@jit
def list_waiting(block, rows, bust, dealer_draws, waiting):
    """The rounds in which the dealer draws; how many."""
    count = np.int64(0)
    for row in range(rows):
        waiting[count] = row
        is_open = np.int64(block.starts[row] >> END & END_MASK == 0) & np.int64(block.states[row] != bust)
        count += is_open & np.int64(dealer_draws[block.dealers[row]])
    return count


@jit
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


@jit
def fill(
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

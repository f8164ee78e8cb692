"""Compiled: one seat's rounds of blackjack, a thousand side by side, each step for all.

A processor that cannot guess whether the next hand hits loses more time than it takes to draw. So no loop
here asks: every round is dealt eight cards and takes four steps of its machine, see `blackjack_machine`; one
that has ended stays where it is, and cards that it did not need were never seen. What is not over then, and
pairs that are split, are few: they are listed, each of the list draws one card, and those that go on make the
next list. They draw a place in the shoe, which counts unless so many of its value are out already that the
place is taken. The hands of a split pair are played in turn; then the dealer draws.
"""

import numpy as np

from pitboss.simulation.blackjack_block import (
    BLOCK,
    DEALT_CARDS,
    FIRST_CARDS,
    MATCHES,
    NO_PLACE,
    BlockShoe,
    deal_block,
    make_block,
    place_of,
    play_block,
    value_of,
    write_card,
    write_cards,
)
from pitboss.simulation.blackjack_hand import DOUBLE
from pitboss.simulation.blackjack_machine import (
    INSURANCES,
    NO_CARD,
    OPEN,
    REACHED,
    SPLITTING,
    STRIDE,
    VALUE_BITS,
)
from pitboss.simulation.blackjack_table import HAND_BITS, fill_table, outcome_of
from pitboss.simulation.runtime import bits, fresh_jit, inline_jit

SEEN_BITS = 6
"""For each value, how many of its cards are out: never as many as 64."""
LONGER = np.dtype(
    [
        ("row", np.int16),  # where it is in the block
        ("spot", np.int16),  # where its cell is written
        ("seen", np.int64),  # how many cards of each value are out
        ("state", np.int32),  # of the round, or of the dealer alone where the player has split
        ("own", np.int8),  # of a pair that is split: its value
        ("goal", np.int8),  # up to how many hands it is split again
        ("offset", np.int32),  # where the actions of this pair against the up card begin
        ("hand", np.int16),  # the state of the hand that is played
        ("is_doubled", np.int8),
        ("hands", np.int8),  # how many hands there are
        ("played", np.int8),  # and how many of them are played
        ("is_alive", np.int8),  # whether a hand stands that is not bust
        ("ended", np.int64),  # the hands that are played, see `blackjack_table.outcome_of`
    ]
)
"""A round that goes on."""


@fresh_jit
def list_longer(block, longer, count, out, tables, drawing, splitting):
    """Which of the longer rounds draw, and which are pairs to be split; how many of each."""
    draws, pairs = np.int64(0), np.int64(0)
    for number in range(count):
        one = longer[number]
        row = np.int64(one.row)
        one.state = out[one.spot, 0] // MATCHES
        one.seen = 0
        for card in range(FIRST_CARDS):
            one.seen += 1 << np.int64(value_of(block.cards[card, row])) * SEEN_BITS
        if one.state < OPEN:
            splitting[pairs] = number
            pairs += 1
            open_split(one, block, tables)
        else:
            drawing[draws] = number
            draws += 1
            for place in range(DEALT_CARDS - FIRST_CARDS):
                value = np.int64(block.draws[row]) >> place * VALUE_BITS & NO_CARD
                if value != NO_CARD:
                    one.seen += 1 << value * SEEN_BITS
    return draws, pairs


@inline_jit
def open_split(one, block, tables):
    """A pair is two hands; the first is played. None is alive yet."""
    own, above = np.int64(value_of(block.cards[0, one.row])), np.int64(value_of(block.cards[1, one.row]))
    under = np.int64(value_of(block.cards[3, one.row]))
    one.state = tables.dealers[above * 10 + under]
    one.own, one.goal = own, tables.goals[own, above]
    one.offset = (own * 10 + above) * tables.ranks.shape[0]
    one.hand, one.is_doubled = own + 1, 0
    one.hands, one.played, one.is_alive, one.ended = 2, 0, 0, 0


@inline_jit
def draw_one(one, shoe, word, dealt):
    """The value of the next card of a round, written down where that is wanted; or of none."""
    place = place_of(np.uint16(word), shoe.order.shape[0], shoe.uneven)
    if place == NO_PLACE:
        return np.int64(NO_CARD)
    value, before = np.int64(shoe.places[place]) & 15, np.int64(shoe.places[place]) >> 4
    shift = value * SEEN_BITS
    is_drawn = before >= (one.seen >> shift & (1 << SEEN_BITS) - 1)
    one.seen += np.int64(is_drawn) << shift
    if dealt.shape[0] and is_drawn:
        write_card(dealt, one.spot, shoe.order[place])
    return value if is_drawn else np.int64(NO_CARD)


@fresh_jit
def draw_until_over(drawing, count, longer, tables, shoe, key, counter, dealt):
    """Every round of the list draws, and draws again while it is open. Returns the counter."""
    while count:
        left = np.int64(0)
        for place in range(count):
            number = np.int64(drawing[place])
            one = longer[number]
            value = draw_one(one, shoe, bits(key, counter + np.uint64(place)), dealt)
            state = np.int64(tables.steps[np.int64(one.state) * STRIDE + value])
            one.state = state
            drawing[left] = number
            left += np.int64(state >= OPEN)
        counter += np.uint64(count)
        count = left
    return counter


@fresh_jit
def play_splits(waiting, count, longer, tables, shoe, key, counter, dealt):
    """The hands of each pair in turn, a card at a time for all. Returns the counter.

    A second card like the first makes one hand more, as long as that may be; any other is played on until
    the hand stands, is bust, or has its one card after a double.
    """
    bust = tables.ranks.shape[0] - 1
    while count:
        left = np.int64(0)
        for place in range(count):
            number = np.int64(waiting[place])
            one = longer[number]
            value = draw_one(one, shoe, bits(key, counter + np.uint64(place)), dealt)
            hand, hands, played = np.int64(one.hand), np.int64(one.hands), np.int64(one.played)
            was_doubled, is_drawn = np.int64(one.is_doubled), np.int64(value != NO_CARD)
            is_like_first = np.int64(hand == one.own + 1) & np.int64(value == one.own)
            splits_again = is_drawn & is_like_first & np.int64(hands < one.goal)
            is_played = is_drawn & (1 - splits_again)
            after = np.int64(tables.hand_steps[hand * STRIDE + value])
            action = np.int64(tables.actions[one.offset + after])
            is_over = is_played & (was_doubled | np.int64(action == 0))
            is_double = np.int64(action == DOUBLE)
            one.is_doubled = was_doubled & (1 - is_drawn) | is_played & (1 - is_over) & is_double
            hand = after if is_played else hand
            one.ended |= (hand | was_doubled << HAND_BITS) * is_over << (HAND_BITS + 1) * played
            one.is_alive |= is_over & np.int64(after != bust)
            one.hand = one.own + 1 if is_over else hand
            one.hands, one.played = hands + splits_again, played + is_over
            waiting[left] = number
            left += np.int64(played + is_over < hands + splits_again)
        counter += np.uint64(count)
        count = left
    return counter


@fresh_jit
def settle_longer(longer, count, tables, out):
    """The cells of rounds that were not over after eight cards."""
    for number in range(count):
        one = longer[number]
        state, match = out[one.spot, 0] // MATCHES, out[one.spot, 0] % MATCHES
        if state >= OPEN:
            out[one.spot, 0] = one.state * MATCHES + match
        else:
            outcome = outcome_of(one.ended, np.int64(one.hands), np.int64(one.state) - REACHED, tables)
            out[one.spot, 0] = (outcome * INSURANCES + state - SPLITTING) * MATCHES + match


@fresh_jit
def fill_rounds(state, out, dealt, tables):
    """Deal a round for each row of `out`; where `dealt` has rows, write the cards down as they came, after
    the first four any of their value."""
    if out.shape[1] > 1 or not tables.is_side_by_side[0]:
        fill_table(state, out, dealt, tables)
        return
    key, counter = state[0], state[1]
    shoe = BlockShoe(tables.order, tables.places, (1 << 16) % tables.order.shape[0])
    block, longer = make_block(), np.empty(BLOCK, LONGER)
    drawing, splitting, waiting = np.empty((3, BLOCK), np.int16)
    done = np.int64(0)
    while done < out.shape[0]:
        rows = min(BLOCK, out.shape[0] - done)
        counter = deal_block(block, rows, shoe, key, counter)
        here, written = out[done : done + rows], dealt[done : done + rows]
        count, late = play_block(block, rows, tables, here, longer)
        if dealt.shape[0]:
            write_cards(block, rows, tables, written)
        draws, pairs = list_longer(block, longer, late, here, tables, drawing, splitting)
        waiting[:pairs] = splitting[:pairs]
        counter = play_splits(waiting, pairs, longer, tables, shoe, key, counter, written)
        for number in splitting[:pairs]:
            drawing[draws] = number
            draws += np.int64(longer[number].state >= OPEN) & np.int64(longer[number].is_alive)
        counter = draw_until_over(drawing, draws, longer, tables, shoe, key, counter, written)
        settle_longer(longer, late, tables, here)
        done += count
    state[1] = counter

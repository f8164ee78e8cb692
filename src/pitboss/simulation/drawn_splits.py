"""Compiled: rounds in which a pair is split, side by side; the hands of each are played in turn."""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.drawn_block import BLOCK, END, HAND_MASK, draw_one, write_card
from pitboss.simulation.drawn_runtime import NETS, SEVERAL


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


@fresh_jit
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


@fresh_jit
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


@fresh_jit
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


@fresh_jit
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

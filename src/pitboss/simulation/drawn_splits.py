"""Compiled: rounds in which a pair is split, side by side; the hands of each are played in turn."""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.drawn_block import BLOCK, OPEN, REACHED, SPLITTING, draw_one, value_of, write_card
from pitboss.simulation.drawn_runtime import INSURANCES, MATCHES, NETS, SEVERAL
from pitboss.simulation.runtime import bits

HAND_BITS = 12


class Splits(NamedTuple):
    """Rounds in which a pair is split, side by side."""

    numbers: np.ndarray
    """Which of the longer rounds they are."""
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
    is_alive: np.ndarray
    """Whether a hand stands that is not bust."""
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
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int64),
    )


@fresh_jit
def open_splits(splits, count, block, longer, goals, stride):
    """Every pair is two hands; the first is played. None is alive yet."""
    for pair in range(count):
        row = np.int64(longer.rows[splits.numbers[pair]])
        own, above = np.int64(value_of(block.cards[0, row])), np.int64(value_of(block.cards[1, row]))
        splits.pairs[pair] = own
        splits.goals[pair] = goals[own, above]
        splits.offsets[pair] = (own * 10 + above) * stride
        splits.states[pair] = own + 1
        splits.is_doubled[pair] = 0
        splits.counts[pair] = 2
        splits.played[pair] = 0
        splits.is_alive[pair] = 0
        splits.ended[pair] = 0


@fresh_jit
def play_splits(splits, count, waiting, longer, hand_steps, split_actions, shoe, key, counter, dealt):
    """The hands of each pair in turn, a card at a time for all. Returns the counter.

    A second card like the first makes one hand more, as long as that may be; any other is played on until
    the hand stands, is bust, or has its one card after a double.
    """
    bust = hand_steps.shape[0] // 10
    for place in range(count):
        waiting[place] = place
    while count:
        left = np.int64(0)
        for place in range(count):
            pair = np.int64(waiting[place])
            number = np.int64(splits.numbers[pair])
            word = bits(key, counter + np.uint64(place))
            value, card, can_draw, longer.seen[number] = draw_one(longer.seen[number], shoe, word)
            if dealt.shape[0] and can_draw:
                write_card(dealt, longer.spots[number], shoe.order[card])
            is_drawn = np.int64(can_draw)
            own, state = np.int64(splits.pairs[pair]), np.int64(splits.states[pair])
            hands, played = np.int64(splits.counts[pair]), np.int64(splits.played[pair])
            was_doubled = np.int64(splits.is_doubled[pair])
            is_first = np.int64(state == own + 1)
            splits_again = is_drawn & is_first & np.int64(value == own) & np.int64(hands < splits.goals[pair])
            is_played = is_drawn & (1 - splits_again)
            after = np.int64(hand_steps[state * 10 + value])
            action = np.int64(split_actions[splits.offsets[pair] + after])
            is_over = is_played & (was_doubled | np.int64(action == 0))
            splits.is_doubled[pair] = was_doubled & (1 - is_drawn) | is_played & (1 - is_over) & action >> 1
            state = after if is_played else state
            splits.ended[pair] |= (state | was_doubled << HAND_BITS) * is_over << (HAND_BITS + 1) * played
            splits.is_alive[pair] |= is_over & np.int64(after != bust)
            splits.states[pair] = own + 1 if is_over else state
            hands, played = hands + splits_again, played + is_over
            splits.counts[pair], splits.played[pair] = hands, played
            waiting[left] = pair
            left += np.int64(played < hands)
        counter += np.uint64(count)
        count = left
    return counter


@fresh_jit
def list_dealers(splits, count, block, longer, dealers, drawing, draws):
    """Add to the list the rounds of split pairs in which the dealer draws. Returns how many it has then."""
    for pair in range(count):
        number = np.int64(splits.numbers[pair])
        row = np.int64(longer.rows[number])
        above, under = np.int64(value_of(block.cards[1, row])), np.int64(value_of(block.cards[3, row]))
        state = np.int64(dealers[above * 10 + under])
        longer.states[number] = state
        drawing[draws] = number
        draws += np.int64(state >= OPEN) & np.int64(splits.is_alive[pair])
    return draws


@fresh_jit
def settle_splits(splits, count, longer, ranks, out):
    """What all hands of a pair come to together, when the dealer has drawn."""
    for pair in range(count):
        number = np.int64(splits.numbers[pair])
        reached = np.int64(longer.states[number]) - REACHED
        net, stake = np.int64(0), np.int64(0)
        for hand in range(splits.counts[pair]):
            ended = splits.ended[pair] >> (HAND_BITS + 1) * hand
            own = np.int64(ranks[ended & (1 << HAND_BITS) - 1])
            money = 1 + (ended >> HAND_BITS & 1)
            stake += money
            net += money * (np.int64(own > reached) - np.int64(own < reached))
        spot = longer.spots[number]
        state, match = out[spot, 0] // MATCHES, out[spot, 0] % MATCHES
        outcome = SEVERAL + (stake - 2) * NETS + net + NETS // 2
        out[spot, 0] = (outcome * INSURANCES + state - SPLITTING) * MATCHES + match

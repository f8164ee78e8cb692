"""Compiled: a showdown as in `seen_sweep`, where one card of our hand may be exchanged for a spare one."""

import numpy as np

from pitboss.design.seen_sweep import (
    advance,
    begin,
    count_copies,
    flushes_among,
    judge_completions,
    sum_beside,
    take_best,
    ways_to_take,
)
from pitboss.shape.kernels import jit


@jit
def beside(hand, mask, kind, choose):
    """The number of the set of a hand's cards in the mask and one card more."""
    number = 0
    place = 0
    is_in = False
    for i in range(hand.shape[0]):
        if mask >> i & 1:
            if not is_in and kind < hand[i]:
                number += choose[kind + place, place + 1]
                place += 1
                is_in = True
            number += choose[hand[i] + place, place + 1]
            place += 1
    return number if is_in else number + choose[kind + place, place + 1]


@jit
def copies_held(hand, kind):
    held = 0
    for i in range(hand.shape[0]):
        held += hand[i] == kind
    return held


@jit
def number_rests(hand, choose, numbers):
    """The number of a hand without the card at each place, among all sets of that size."""
    for left_out in range(hand.shape[0]):
        numbers[left_out] = 0
        for i in range(hand.shape[0]):
            if i != left_out:
                place = i if i < left_out else i - 1
                numbers[left_out] += choose[hand[i] + place, place + 1]


@jit
def sweep_exchange(
    known, dead, spare, kind_of_card, kind_rank, kind_suit, completions, index, sum_count,
    hands, hand_class, is_flush, hand_index, sign, own_cell, masks, bits, offset, choose,
    step, plain, flush, cell_of_class, flush_cells,
    pays, function, scale, add, stake, is_exchanged, ways, keep_ways, last, out,
):  # fmt: skip
    """Our hand against each set of known cards, with a spare card `spare[set]`, or -1 while it is hidden.

    `kept[hand]` is what a hand wins as it is, `drawn[rest]` what a rest wins with the spare card, whatever
    was thrown away for it; `lost[rest, kind]` is what of that is gone, as the card thrown away is in no
    completion. A spare card that is known is a kind of its own; where it is hidden every card is.
    """
    size, hidden, kind_count = hands.shape[1], completions.shape[1], kind_rank.shape[0]
    rests = choose[kind_count + size - 2, size - 1]
    copies = np.zeros(kind_count, np.int64)
    suits = np.zeros(kind_count, np.int64)
    classes = np.zeros(completions.shape[0], np.int32)
    cells = np.zeros(completions.shape[0], np.int32)
    order = np.zeros(completions.shape[0], np.int32)
    weight = np.zeros(index.shape, np.int64)
    paid = np.zeros((completions.shape[0], pays.shape[0]), np.int64)
    sums = np.zeros((sum_count, pays.shape[0]), np.int64)
    kept = np.zeros((hands.shape[0], pays.shape[0]), np.int64)
    drawn = np.zeros((rests, pays.shape[0]), np.int64)
    lost = np.zeros((rests, kind_count, pays.shape[0]), np.int64)
    numbers = np.zeros(size, np.int64)
    values = np.zeros(function.shape, np.int64)
    for row in range(known.shape[0]):
        count_copies(known[row], dead[row], kind_of_card, copies, suits)
        own = -1 if spare[row] < 0 else kind_of_card[spare[row]]
        if own >= 0:
            copies[own] = 0
            suits[own] = 0
        judge_completions(
            known[row], completions, copies, kind_rank, kind_suit,
            step, plain, flush, cell_of_class, flush_cells, classes, cells, weight,
        )  # fmt: skip
        first = begin(classes, cell_of_class.shape[0], order, paid, sums)
        for rest in range(rests):
            for f in range(pays.shape[0]):
                drawn[rest, f] = 0
                if hidden:
                    for kind in range(kind_count):
                        lost[rest, kind, f] = 0
        below, bound, cell = first, -1, -1
        for hand in range(hands.shape[0]):
            if own >= 0:
                copies[own] = 1
            possible = ways_to_take(copies, hands[hand]) > 0
            if own >= 0:
                copies[own] = 0
            if not possible:
                continue
            if hand_class[hand] != bound:
                bound = hand_class[hand]
                last_cell, cell = cell, own_cell[bound]
                below = advance(
                    first, below, bound, cell, last_cell,
                    order, classes, cells, weight, index, pays, paid, sums,
                )  # fmt: skip
            sum_beside(sign, hand_index[hand], sums, kept[hand])
            number_rests(hands[hand], choose, numbers)
            for i in range(size):
                if own >= 0 and hands[hand, i] != own:
                    numbers[i] = -1
                else:
                    for f in range(pays.shape[0]):
                        drawn[numbers[i], f] += kept[hand, f]
            if own >= 0 and numbers.max() < 0:
                continue
            for kind in range(kind_count if hidden else 0):
                if copies[kind] <= copies_held(hands[hand], kind):
                    continue
                for f in range(pays.shape[0]):
                    less = 0
                    for mask in range(sign.shape[0]):
                        if bits[mask] < hidden:
                            less += (
                                sign[mask]
                                * sums[
                                    offset[bits[mask] + 1] + beside(hands[hand], masks[mask], kind, choose), f
                                ]
                            )
                    for i in range(size):
                        if numbers[i] >= 0:
                            lost[numbers[i], kind, f] += less
        for hand in range(hands.shape[0]):
            times = ways_to_take(copies, hands[hand])
            if times <= 0:
                continue
            flushes = flushes_among(suits, hands[hand])
            times = flushes if is_flush[hand] else times - flushes
            if not times:
                continue
            cell = own_cell[hand_class[hand]]
            number_rests(hands[hand], choose, numbers)
            for path in range(function.shape[0]):
                for game in range(function.shape[1]):
                    values[path, game] = add[path, game, cell] * ways
                    f = function[path, game]
                    if f < 0:
                        continue
                    if not is_exchanged[path]:
                        values[path, game] += scale[path, game] * kept[hand, f] * keep_ways
                        continue
                    best = 0
                    for i in range(size):
                        won = drawn[numbers[i], f]
                        if own < 0:
                            won -= kept[hand, f]
                        if hidden:
                            won -= lost[numbers[i], hands[hand, i], f]
                        won *= scale[path, game]
                        if not i or won > best:
                            best = won
                    values[path, game] += best
            take_best(values, times, stake, last, out[row])

"""Compiled: our hands against the other side's at a showdown, for each set of cards that is known.

`sums` are what the completions of the other side's hand pay (`leak_completion`). Over those that share no
card with a hand h of ours that is

    kept(h) = sum over the subsets s of h, of (-1)^|s| sums[s]

and best play takes the path of decisions that wins most with it.

Where a card may be exchanged for a spare one, a rest r of our hand wins with the spare card c what the hand
r + c wins, so `drawn[r]` is the sum of kept(r + c) over the cards c. The card t that was thrown away for it
is in no completion either: `lost[r, t]` is what the completions with t in them pay, one more inclusion and
exclusion with t added to every subset. Nor is t the spare card: kept(r + t) itself is taken off. A spare card
that is known is a kind of its own, one card, and only hands with it count as drawn.
"""

import numpy as np

from pitboss.design.leak_completion import (
    advance,
    begin,
    count_copies,
    flushes_among,
    judge_completions,
    ways_to_take,
)
from pitboss.shape.kernels import jit


@jit
def sum_beside(sign, index, sums, out):
    """What is paid over the completions that share no card with a hand: inclusion and exclusion."""
    for f in range(out.shape[0]):
        out[f] = 0
        for mask in range(sign.shape[0]):
            out[f] += sign[mask] * sums[index[mask], f]


@jit
def count_hands(copies, suits, hand, is_flush):
    """How often a hand of these kinds comes that is of one suit, or that is not."""
    flushes = flushes_among(suits, hand)
    return flushes if is_flush else ways_to_take(copies, hand) - flushes


@jit
def take_best(values, times, stake, last, out):
    """Add the best path's value, and its stake, so many times. `values[path, game]`, `out[game]`."""
    for game in range(values.shape[1]):
        best = 0
        for path in range(1, values.shape[0]):
            if values[path, game] > values[best, game] or (last and values[path, game] == values[best, game]):
                best = path
        out[game, 0] += times * values[best, game]
        out[game, 1] += times * stake[best]


# -- a card that is exchanged ----------------------------------------------------------------------


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
def note_drawn(
    hand, own, hidden, copies, numbers, kept, sums, sign, masks, bits, offset, choose, drawn, lost
):  # fmt: skip
    """Add what a hand wins to each rest that it is drawn to, and what of that is lost with each card thrown
    away. `numbers` are left at -1 for rests that still hold the spare card."""
    number_rests(hand, choose, numbers)
    for i in range(hand.shape[0]):
        if own >= 0 and hand[i] != own:
            numbers[i] = -1
        else:
            for f in range(kept.shape[0]):
                drawn[numbers[i], f] += kept[f]
    if own >= 0 and numbers.max() < 0:
        return
    for kind in range(copies.shape[0] if hidden else 0):
        if copies[kind] <= copies_held(hand, kind):
            continue
        for f in range(kept.shape[0]):
            less = 0
            for mask in range(sign.shape[0]):
                if bits[mask] < hidden:
                    place = offset[bits[mask] + 1] + beside(hand, masks[mask], kind, choose)
                    less += sign[mask] * sums[place, f]
            for i in range(hand.shape[0]):
                if numbers[i] >= 0:
                    lost[numbers[i], kind, f] += less


@jit
def best_exchange(hand, own, hidden, numbers, f, times, kept, drawn, lost):
    """What the best card to throw away wins."""
    best = 0
    for i in range(hand.shape[0]):
        won = drawn[numbers[i], f]
        if own < 0:
            won -= kept[f]
        if hidden:
            won -= lost[numbers[i], hand[i], f]
        won *= times
        if not i or won > best:
            best = won
    return best


# -- all hands -------------------------------------------------------------------------------------


@jit
def sweep(
    known, dead, spare, kind_of_card, kind_rank, kind_suit, completions, index, sum_count,
    hands, hand_class, is_flush, hand_index, sign, own_cell, masks, bits, offset, choose,
    step, plain, flush, cell_of_class, flush_cells,
    pays, function, scale, add, stake, is_exchanged, ways, keep_ways, last, out,
):  # fmt: skip
    """Our hands against each set of known cards: `out[set, game]` is won and staked over all of them.

    `hands` are ours by kinds, in the order of class; a flush and no flush of the same kinds are two. The
    spare card is `spare[set]`, or -1 while it is hidden or where there is none. Where no path exchanges a
    card, a hand is weighed as it is met; otherwise all are met first, as each may be drawn to.
    """
    hidden, exchanges = completions.shape[1], is_exchanged.any()
    rests = choose[kind_rank.shape[0] + hands.shape[1] - 2, hands.shape[1] - 1] if exchanges else 0
    copies = np.zeros(kind_rank.shape[0], np.int64)
    suits = np.zeros(kind_rank.shape[0], np.int64)
    classes = np.zeros(completions.shape[0], np.int32)
    cells = np.zeros(completions.shape[0], np.int32)
    order = np.zeros(completions.shape[0], np.int32)
    weight = np.zeros(index.shape, np.int64)
    paid = np.zeros((completions.shape[0], pays.shape[0]), np.int64)
    sums = np.zeros((sum_count, pays.shape[0]), np.int64)
    kept = np.zeros((hands.shape[0] if exchanges else 1, pays.shape[0]), np.int64)
    drawn = np.zeros((rests, pays.shape[0]), np.int64)
    lost = np.zeros((rests, kind_rank.shape[0] if hidden else 0, pays.shape[0]), np.int64)
    numbers = np.zeros(hands.shape[1], np.int64)
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
        drawn[:] = 0
        lost[:] = 0
        below, bound, cell = first, -1, -1
        for hand in range(hands.shape[0]):
            if own >= 0:
                copies[own] = 1
            times = ways_to_take(copies, hands[hand])
            if own >= 0:
                copies[own] = 0
            if times > 0 and not exchanges:
                times = count_hands(copies, suits, hands[hand], is_flush[hand])
            if times <= 0:
                continue
            if hand_class[hand] != bound:
                bound = hand_class[hand]
                last_cell, cell = cell, own_cell[bound]
                below = advance(
                    first, below, bound, cell, last_cell,
                    order, classes, cells, weight, index, pays, paid, sums,
                )  # fmt: skip
            met = kept[hand if exchanges else 0]
            sum_beside(sign, hand_index[hand], sums, met)
            if exchanges:
                note_drawn(
                    hands[hand], own, hidden, copies, numbers, met, sums,
                    sign, masks, bits, offset, choose, drawn, lost,
                )  # fmt: skip
                continue
            for path in range(function.shape[0]):
                for game in range(function.shape[1]):
                    values[path, game] = add[path, game, cell] * ways
                    if function[path, game] >= 0:
                        values[path, game] += scale[path, game] * met[function[path, game]] * keep_ways
            take_best(values, times, stake, last, out[row])
        for hand in range(hands.shape[0] if exchanges else 0):
            times = count_hands(copies, suits, hands[hand], is_flush[hand])
            if times <= 0:
                continue
            cell = own_cell[hand_class[hand]]
            number_rests(hands[hand], choose, numbers)
            for path in range(function.shape[0]):
                for game in range(function.shape[1]):
                    values[path, game] = add[path, game, cell] * ways
                    f = function[path, game]
                    if f >= 0 and is_exchanged[path]:
                        values[path, game] += best_exchange(
                            hands[hand], own, hidden, numbers, f, scale[path, game], kept[hand], drawn, lost
                        )
                    elif f >= 0:
                        values[path, game] += scale[path, game] * kept[hand, f] * keep_ways
            take_best(values, times, stake, last, out[row])

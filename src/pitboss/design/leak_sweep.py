"""Compiled: our hands against the other side's at a showdown, for each set of cards that is known.

The cards still unseen fall into *kinds* (`leak_kind`): cards of one kind are alike for the other side's hand.
*Completions* are the sets of hidden cards that fill up what is known of that hand. Each is judged once for a
set of known cards. Then they are turned over in the order of their class, as our own hands are met in the
order of theirs: when we go on to a higher class of ours, only the completions that we overtake pay otherwise,
or all of them where our class lies in another cell. So every completion changes what it pays a few times,
however many hands we can have.

`sums[s]` is what the completions that contain the cards s, whichever cards of their kinds these are, pay
against our class, for every small set of kinds s. A completion is added to the sums of all its subsets; how
often, `ways_around` says. Over those that share no card with a hand h of ours that is

    kept(h) = sum over the subsets s of h, of (-1)^|s| sums[s]

so no hand of ours is ever held against a single completion, and best play takes the path of decisions that
wins most with it.

Where a card may be exchanged for a spare one, a rest r of our hand wins with the spare card c what the hand
r + c wins, so `drawn[r]` is the sum of kept(r + c) over the cards c. The card t that was thrown away for it
is in no completion either: `lost[r, t]` is what the completions with t in them pay, one more inclusion and
exclusion with t added to every subset. Nor is t the spare card: kept(r + t) itself is taken off. A spare card
that is known is a kind of its own, one card, and only hands with it count as drawn.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.showdown import counting_sort
from pitboss.shape.kernels import SUIT_COUNT, jit, judge

Whole = NDArray[np.int64]


class SweepWork(NamedTuple):
    """What is found out for one set of known cards."""

    copies: Whole
    """Of each kind, unseen."""
    suits: Whole
    """The suits, as bits, in which these lie."""
    classes: NDArray[np.int32]
    """Of each completion; 0 if it cannot come."""
    cells: NDArray[np.int32]
    order: NDArray[np.int32]
    """Completions in the order of their class."""
    weight: Whole
    """[completion, subset]"""
    paid: Whole
    """[completion, function]"""
    sums: Whole
    """[set of kinds, function]"""
    kept: Whole
    """[our hand, function]"""
    drawn: Whole
    """[rest, function]"""
    lost: Whole
    """[rest, kind, function]"""
    numbers: Whole
    """Of our hand without the card at each place, among all rests."""
    values: Whole
    """[path, game]"""


# -- the cards left --------------------------------------------------------------------------------


@jit
def count_copies(seen, kinds, work):
    """The unseen copies of each kind, and the suits that they lie in."""
    work.copies[:] = kinds.copies
    work.suits[:] = kinds.suits
    for card in seen:
        work.copies[kinds.of_card[card]] -= 1
        work.suits[kinds.of_card[card]] &= ~(1 << (card & 3))


@jit
def ways_to_take(copies, kinds):
    """In how many ways cards of these kinds, ascending, can be taken from the copies left."""
    ways = 1
    run = 0
    for i in range(kinds.shape[0]):
        run = run + 1 if i and kinds[i] == kinds[i - 1] else 0
        ways = ways * (copies[kinds[i]] - run) // (run + 1)
    return ways


@jit
def ways_around(copies, kinds, mask):
    """How many sets of these kinds hold the cards of the mask, whichever cards of their kinds these are."""
    ways = 1
    start = 0
    while start < kinds.shape[0]:
        end = start
        inside = 0
        while end < kinds.shape[0] and kinds[end] == kinds[start]:
            inside += mask >> end & 1
            end += 1
        for more in range(end - start - inside):
            ways = ways * (copies[kinds[start]] - inside - more) // (more + 1)
        start = end
    return ways


@jit
def count_hands(work, hand, is_flush):
    """How often a hand of these kinds comes that is of one suit, or that is not."""
    shared = 15
    for i in range(hand.shape[0]):
        shared &= work.suits[hand[i]]
        if i and hand[i] == hand[i - 1]:
            shared = 0
    flushes = (shared & 1) + (shared >> 1 & 1) + (shared >> 2 & 1) + (shared >> 3 & 1)
    return flushes if is_flush else ways_to_take(work.copies, hand) - flushes


# -- the other side --------------------------------------------------------------------------------


@jit
def judge_completions(known, kinds, filled, tables, work):
    """Class and cell of the known cards with each completion, and its weights."""
    step, cell_of_class = tables[0], tables[3]
    base = np.zeros(SUIT_COUNT, np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    start = 0
    for card in known:
        start = step[start, card >> 2]
        base[card & 3] |= 1 << (card >> 2)
    for t in range(filled.sets.shape[0]):
        work.classes[t] = 0
        if ways_to_take(work.copies, filled.sets[t]) <= 0:
            continue
        state = start
        m[:] = base
        for kind in filled.sets[t]:
            state = step[state, kinds.rank[kind]]
            if kinds.suit[kind] >= 0:
                m[kinds.suit[kind]] |= 1 << kinds.rank[kind]
        work.classes[t], work.cells[t] = judge(state, m, tables)
        for mask in range(work.weight.shape[1]):
            work.weight[t, mask] = ways_around(work.copies, filled.sets[t], mask)
    counting_sort(work.classes, cell_of_class.shape[0], work.order)
    work.paid[:] = 0
    work.sums[:] = 0


@jit
def turn_over(start, end, bound, cell, filled, pays, work):
    """Let the completions from `start` to `end` pay against our class `bound`, which lies in our `cell`."""
    subsets, weight, paid, sums = filled.subsets, work.weight, work.paid, work.sums
    for place in range(start, end):
        t = work.order[place]
        side = 1
        if work.classes[t] < bound:
            side = 0
        elif work.classes[t] > bound:
            side = 2
        for f in range(pays.shape[0]):
            change = pays[f, cell, work.cells[t], side] - paid[t, f]
            if change:
                paid[t, f] += change
                for mask in range(subsets.shape[1]):
                    if subsets[t, mask] >= 0:
                        sums[subsets[t, mask], f] += change * weight[t, mask]


# -- our hands -------------------------------------------------------------------------------------


@jit
def number_beside(hand, mask, kind, choose):
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
def number_rests(hand, choose, numbers):
    """The number of a hand without the card at each place, among all sets of that size."""
    for left_out in range(hand.shape[0]):
        numbers[left_out] = 0
        for i in range(hand.shape[0]):
            if i != left_out:
                place = i if i < left_out else i - 1
                numbers[left_out] += choose[hand[i] + place, place + 1]


@jit
def note_drawn(hand, own, hidden, kept, ours, work):
    """Add what a hand wins to each rest that it is drawn to, and what of that is lost with each card thrown
    away. A rest that still holds the spare card is drawn to by no hand."""
    numbers, sums, drawn, lost = work.numbers, work.sums, work.drawn, work.lost
    masks, bits, sign, offset, choose = ours.masks, ours.bits, ours.sign, ours.offset, ours.choose
    number_rests(hand, choose, numbers)
    for i in range(hand.shape[0]):
        if own >= 0 and hand[i] != own:
            numbers[i] = -1
        else:
            for f in range(kept.shape[0]):
                drawn[numbers[i], f] += kept[f]
    if numbers.max() < 0:
        return
    for kind in range(work.copies.shape[0] if hidden else 0):
        held = 0
        for i in range(hand.shape[0]):
            held += hand[i] == kind
        if work.copies[kind] <= held:
            continue
        for f in range(kept.shape[0]):
            less = 0
            for n in range(masks.shape[0]):
                if bits[n] < hidden:
                    place = offset[bits[n] + 1] + number_beside(hand, masks[n], kind, choose)
                    less += sign[n] * sums[place, f]
            for i in range(hand.shape[0]):
                if numbers[i] >= 0:
                    lost[numbers[i], kind, f] += less


@jit
def meet_hands(own, filled, ours, paying, work):
    """What each of our hands wins as it is, and what its rests win by it."""
    sign, sums, exchanges = ours.sign, work.sums, paying.is_exchanged.any()
    first = np.searchsorted(work.classes[work.order], 1)
    below, bound, cell = first, -1, -1
    for n in range(ours.sets.shape[0]):
        hand, kept = ours.sets[n], work.kept[n]
        if own >= 0:
            work.copies[own] = 1
        ways = ways_to_take(work.copies, hand)
        if own >= 0:
            work.copies[own] = 0
        if ways <= 0:
            continue
        if ours.classes[n] != bound:
            last_cell, cell, bound = cell, ours.cells[n], ours.classes[n]
            start, end = first, work.order.shape[0]
            if cell == last_cell:
                start = end = below
                while end < work.order.shape[0] and work.classes[work.order[end]] <= bound:
                    end += 1
            turn_over(start, end, bound, cell, filled, paying.pays, work)
            while below < work.order.shape[0] and work.classes[work.order[below]] < bound:
                below += 1
        subsets = ours.subsets[n]
        for f in range(kept.shape[0]):
            kept[f] = 0
            for mask in range(sign.shape[0]):
                kept[f] += sign[mask] * sums[subsets[mask], f]
        if exchanges:
            note_drawn(hand, own, filled.sets.shape[1], kept, ours, work)


@jit
def best_exchange(hand, own, hidden, f, times, kept, work):
    """What the best card to throw away wins."""
    best = 0
    for i in range(hand.shape[0]):
        won = work.drawn[work.numbers[i], f]
        if own < 0:
            won -= kept[f]
        if hidden:
            won -= work.lost[work.numbers[i], hand[i], f]
        won *= times
        if not i or won > best:
            best = won
    return best


@jit
def weigh_hands(own, hidden, ours, paying, lying, work, out):
    """Add the best path's value and its stake for each hand, as often as it comes: `out[game]`."""
    exchanges = paying.is_exchanged.any()
    for n in range(ours.sets.shape[0]):
        hand, kept = ours.sets[n], work.kept[n]
        times = count_hands(work, hand, ours.is_flush[n])
        if times <= 0:
            continue
        if exchanges:
            number_rests(hand, ours.choose, work.numbers)
        for game in range(out.shape[0]):
            best = 0
            for path in range(paying.function.shape[0]):
                f = paying.function[path, game]
                value = paying.add[path, game, ours.cells[n]] * lying.ways
                if f >= 0 and paying.is_exchanged[path]:
                    value += best_exchange(hand, own, hidden, f, paying.scale[path, game], kept, work)
                elif f >= 0:
                    value += paying.scale[path, game] * kept[f] * lying.keep_ways
                work.values[path, game] = value
                if value > work.values[best, game] or (lying.takes_last and value == work.values[best, game]):
                    best = path
            out[game, 0] += times * work.values[best, game]
            out[game, 1] += times * paying.stake[best]


@jit
def sweep(rows, shown, kinds, filled, ours, tables, paying, lying, work, out):
    """Our hands against each set of known cards: `out[set, game]` is won and staked over all of them.

    A row holds what is shown of the other side's hand, the spare card if that is known, and dead cards.
    `ours` are our hands by kinds, in the order of class; a flush and no flush of the same kinds are two.
    """
    for row in range(rows.shape[0]):
        own = kinds.of_card[rows[row, shown]] if lying.is_spare_known else -1
        count_copies(rows[row], kinds, work)
        judge_completions(rows[row, :shown], kinds, filled, tables, work)
        work.drawn[:] = 0
        work.lost[:] = 0
        meet_hands(own, filled, ours, paying, work)
        weigh_hands(own, filled.sets.shape[1], ours, paying, lying, work, out[row])

"""Compiled: both sides of a showdown when some of the other side's cards are known.

The cards still unseen fall into *kinds*: cards of one kind are alike for the other side's hand.
*Completions* are the sets of hidden cards that fill up what is known of that hand. They are turned over in
the order of class, as our own hands are met in theirs. `sums[s]` is what the completions that contain some
cards s pay against our class; those that avoid our cards follow by inclusion and exclusion.
"""

import numpy as np

from pitboss.analysis.showdown import counting_sort
from pitboss.shape.kernels import SUIT_COUNT, jit, judge

# -- the cards left --------------------------------------------------------------------------------


@jit
def count_copies(known, dead, kind_of_card, copies, suits):
    """The unseen copies of each kind, and the suits that they lie in."""
    for kind in range(copies.shape[0]):
        copies[kind] = 0
        suits[kind] = 0
    for card in range(kind_of_card.shape[0]):
        if kind_of_card[card] >= 0:
            copies[kind_of_card[card]] += 1
            suits[kind_of_card[card]] |= 1 << (card & 3)
    for card in known:
        copies[kind_of_card[card]] -= 1
        suits[kind_of_card[card]] &= ~(1 << (card & 3))
    for card in dead:
        copies[kind_of_card[card]] -= 1
        suits[kind_of_card[card]] &= ~(1 << (card & 3))


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
def flushes_among(suits, kinds):
    """How many hands of these kinds are of one suit."""
    shared = 15
    for i in range(kinds.shape[0]):
        shared &= suits[kinds[i]]
        if i and kinds[i] == kinds[i - 1]:
            shared = 0
    return (shared & 1) + (shared >> 1 & 1) + (shared >> 2 & 1) + (shared >> 3 & 1)


# -- the other side --------------------------------------------------------------------------------


@jit
def judge_completions(
    known, completions, copies, kind_rank, kind_suit,
    step, plain, flush, cell_of_class, flush_cells, classes, cells, weight,
):  # fmt: skip
    """Class and cell of the known cards with each completion, and its weights; class 0 if it cannot come."""
    base = np.zeros(SUIT_COUNT, np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    start = 0
    for card in known:
        start = step[start, card >> 2]
        base[card & 3] |= 1 << (card >> 2)
    for t in range(completions.shape[0]):
        classes[t] = 0
        if ways_to_take(copies, completions[t]) <= 0:
            continue
        state = start
        for suit in range(SUIT_COUNT):
            m[suit] = base[suit]
        for kind in completions[t]:
            state = step[state, kind_rank[kind]]
            if kind_suit[kind] >= 0:
                m[kind_suit[kind]] |= 1 << kind_rank[kind]
        classes[t], cells[t] = judge(state, m[0], m[1], m[2], m[3], plain, flush, cell_of_class, flush_cells)
        for mask in range(weight.shape[1]):
            weight[t, mask] = ways_around(copies, completions[t], mask)


@jit
def begin(classes, top, order, paid, sums):
    """Sort the completions by class and take back what was paid; returns how many of them cannot come."""
    counting_sort(classes, top, order)
    for t in range(paid.shape[0]):
        for f in range(paid.shape[1]):
            paid[t, f] = 0
    for s in range(sums.shape[0]):
        for f in range(sums.shape[1]):
            sums[s, f] = 0
    place = 0
    while place < order.shape[0] and classes[order[place]] == 0:
        place += 1
    return place


@jit
def turn_over(start, end, bound, cell, order, classes, cells, weight, index, pays, paid, sums):
    """Let the completions from `start` to `end` pay against our class `bound`, which lies in our `cell`."""
    for place in range(start, end):
        t = order[place]
        side = 1
        if classes[t] < bound:
            side = 0
        elif classes[t] > bound:
            side = 2
        for f in range(pays.shape[0]):
            change = pays[f, cell, cells[t], side] - paid[t, f]
            if change:
                paid[t, f] += change
                for mask in range(index.shape[1]):
                    if index[t, mask] >= 0:
                        sums[index[t, mask], f] += change * weight[t, mask]


@jit
def advance(first, below, bound, cell, last_cell, order, classes, cells, weight, index, pays, paid, sums):
    """Go on to a higher class of ours; returns how many completions lie below it."""
    start = below if cell == last_cell else first
    end = below
    while end < order.shape[0] and classes[order[end]] <= bound:
        end += 1
    end = end if cell == last_cell else order.shape[0]
    turn_over(start, end, bound, cell, order, classes, cells, weight, index, pays, paid, sums)
    while below < order.shape[0] and classes[order[below]] < bound:
        below += 1
    return below


# -- our side --------------------------------------------------------------------------------------


@jit
def sum_beside(sign, index, sums, out):
    """What is paid over the completions that share no card with a hand: inclusion and exclusion."""
    for f in range(out.shape[0]):
        out[f] = 0
        for mask in range(sign.shape[0]):
            out[f] += sign[mask] * sums[index[mask], f]


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


@jit
def sweep_whole(
    known, dead, kind_of_card, kind_rank, kind_suit, completions, index, sum_count,
    hands, hand_class, is_flush, hand_index, sign, own_cell,
    step, plain, flush, cell_of_class, flush_cells,
    pays, function, scale, add, stake, ways, last, out,
):  # fmt: skip
    """Our whole hand against each set of known cards: `out[set, game]` is won and staked over all our hands.

    `hands` are ours by kinds, in the order of class; a flush and no flush of the same kinds are two.
    """
    copies = np.zeros(kind_rank.shape[0], np.int64)
    suits = np.zeros(kind_rank.shape[0], np.int64)
    classes = np.zeros(completions.shape[0], np.int32)
    cells = np.zeros(completions.shape[0], np.int32)
    order = np.zeros(completions.shape[0], np.int32)
    weight = np.zeros(index.shape, np.int64)
    paid = np.zeros((completions.shape[0], pays.shape[0]), np.int64)
    sums = np.zeros((sum_count, pays.shape[0]), np.int64)
    found = np.zeros(pays.shape[0], np.int64)
    values = np.zeros(function.shape, np.int64)
    for row in range(known.shape[0]):
        count_copies(known[row], dead[row], kind_of_card, copies, suits)
        judge_completions(
            known[row], completions, copies, kind_rank, kind_suit,
            step, plain, flush, cell_of_class, flush_cells, classes, cells, weight,
        )  # fmt: skip
        first = begin(classes, cell_of_class.shape[0], order, paid, sums)
        below, bound, cell = first, -1, -1
        for hand in range(hands.shape[0]):
            times = ways_to_take(copies, hands[hand])
            if times <= 0:
                continue
            flushes = flushes_among(suits, hands[hand])
            times = flushes if is_flush[hand] else times - flushes
            if not times:
                continue
            if hand_class[hand] != bound:
                bound = hand_class[hand]
                last_cell, cell = cell, own_cell[bound]
                below = advance(
                    first, below, bound, cell, last_cell,
                    order, classes, cells, weight, index, pays, paid, sums,
                )  # fmt: skip
            sum_beside(sign, hand_index[hand], sums, found)
            for path in range(function.shape[0]):
                for game in range(function.shape[1]):
                    values[path, game] = add[path, game, cell] * ways
                    if function[path, game] >= 0:
                        values[path, game] += scale[path, game] * found[function[path, game]]
            take_best(values, times, stake, last, out[row])

"""Compiled: the other side of a showdown when some of its cards are known.

The cards still unseen fall into *kinds* (`leak_kind`): cards of one kind are alike for the other side's hand.
*Completions* are the sets of hidden cards that fill up what is known of that hand. Each is judged once for a
set of known cards. Then they are turned over in the order of their class, as our own hands are met in the
order of theirs: when we go on to a higher class of ours, only the completions that we overtake pay otherwise,
or all of them where our class lies in another cell. So every completion changes what it pays a few times,
however many hands we can have.

`sums[s]` is what the completions that contain the cards s, whichever cards of their kinds these are, pay
against our class, for every small set of kinds s. A completion is added to the sums of all its subsets; how
often, `ways_around` says. What is paid by the completions that share no card with a hand of ours follows from
these by inclusion and exclusion (`leak_sweep`): no hand of ours is ever held against a single completion.
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

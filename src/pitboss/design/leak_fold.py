"""Compiled: a hand that grows card by card, decided on at every length, with some cards known to be out.

A set of k cards is numbered by its deck indices, ascending: c_1 < ... < c_k has the number C(c_1, 1) + ... +
C(c_k, k), so the numbers of all sets of one size run from 0 without a gap. Without the card c_i it is what
stands below c_i, as it was, and C(c_j, j - 1) for every c_j above: all sets with one card less are found in
one pass over the cards.

What a hand S of all but one card still wins is a sum over the last card. With the cards X out that is

    won(S) = sum over all c not in S, of pays(S + c)  -  sum over x in X, of pays(S + x)

and the first sum, which is most of the work, is made once for the whole deck. The best decision of a longest
hand follows from it. From there values are folded back: what a hand T is worth before the next card is seen
is the sum over that card of what best play then wins, so every decided hand S adds its value to all S - c,
and the decisions at T compare these sums. `ways` is how many orders of cards such a sum runs over, which is
what a path that ends early has to be weighed with.

Beside what best play wins and stakes, what play by a fixed plan wins is folded back: the plan is best play
with nothing known. The difference is small and varies little from one set of cards out to another, so that
its mean over some thousand sets drawn at random says more than the mean of what best play wins.
"""

import numpy as np

from pitboss.shape.kernels import jit

WON, STAKED, PLANNED, VALUES = 0, 1, 2, 3
"""What best play wins and stakes, and what play by a plan wins: three values of each decision."""


@jit
def next_set(places, count):
    """Step to the set with the next higher number, of so many places; False after the last."""
    size = places.shape[0]
    i = 0
    while i < size and places[i] + 1 == (places[i + 1] if i + 1 < size else count):
        i += 1
    if i == size:
        return False
    places[i] += 1
    for j in range(i):
        places[j] = j
    return True


@jit
def set_number(cards, choose):
    number = 0
    for i in range(cards.shape[0]):
        number += choose[cards[i], i + 1]
    return number


@jit
def number_with(cards, more, choose):
    """The number of a set with one card more."""
    number = 0
    place = 0
    is_in = False
    for i in range(cards.shape[0]):
        if not is_in and more < cards[i]:
            place += 1
            number += choose[more, place]
            is_in = True
        place += 1
        number += choose[cards[i], place]
    return number if is_in else number + choose[more, place + 1]


@jit
def sum_last_cards(deck_size, size, pays, choose, out):
    """What each set of `size` cards wins over all last cards."""
    cards = np.arange(size)
    going = True
    while going:
        total = 0
        place = 0
        for more in range(deck_size):
            if place < size and cards[place] == more:
                place += 1
            else:
                total += pays[number_with(cards, more, choose)]
        out[set_number(cards, choose)] = total
        going = next_set(cards, deck_size)


@jit
def decide(first, end, child, add, times, ways, won, number, deeper, last):
    """The best of some options, and what it wins."""
    best = first
    highest = 0
    for option in range(first, end):
        if child[option] >= 0:
            value = deeper[number, child[option] * VALUES + WON]
        else:
            value = add[option] * ways + times[option] * won
        if option == first or value > highest or (last and value == highest):
            best = option
            highest = value
    return best, highest


@jit
def fold_level(
    left, size, first_node, end_node, first_option, child, add, times, stake, ways,
    dead, pays, sums, choose, plan, makes_plan, last, deeper, shorter,
):  # fmt: skip
    """Decide on every set of one size, and add what it is worth to the sets with one card less.

    Only the longest sets have `sums`. The shortest ones are added up under number 0.
    """
    width = end_node - first_node
    places = np.arange(size)
    cards = np.zeros(size, np.int64)
    found = np.zeros(width * VALUES, np.int64)
    going = left.shape[0] > size
    while going:
        for i in range(size):
            cards[i] = left[places[i]]
        number = set_number(cards, choose)
        won = 0
        if sums.shape[0]:
            won = sums[number]
            for i in range(dead.shape[0]):
                won -= pays[number_with(cards, dead[i], choose)]
        for node in range(width):
            first, end = first_option[first_node + node], first_option[first_node + node + 1]
            best, highest = decide(first, end, child, add, times, ways, won, number, deeper, last)
            if makes_plan:
                plan[number, node] = best - first
            usual = first + plan[number, node]
            found[node * VALUES + WON] = highest
            if child[best] >= 0:
                found[node * VALUES + STAKED] = deeper[number, child[best] * VALUES + STAKED]
            else:
                found[node * VALUES + STAKED] = stake[best] * ways
            if child[usual] >= 0:
                found[node * VALUES + PLANNED] = deeper[number, child[usual] * VALUES + PLANNED]
            else:
                found[node * VALUES + PLANNED] = add[usual] * ways + times[usual] * won
        if shorter.shape[0] == 1:
            for value in range(width * VALUES):
                shorter[0, value] += found[value]
        else:
            below, above = number, 0
            for skip in range(size - 1, -1, -1):
                below -= choose[cards[skip], skip + 1]
                into = below + above
                above += choose[cards[skip], skip]
                for value in range(width * VALUES):
                    shorter[into, value] += found[value]
        going = next_set(places, left.shape[0])


@jit
def fold_back(
    dead, deck_size, sizes, nodes, first_option, child, add, times, stake,
    pays, sums, choose, plan, makes_plan, last, out,
):  # fmt: skip
    """What best play and the plan win with each set of dead cards, summed over all that can follow.

    Level 0 is the longest hand that is decided on, `nodes[level]` to `nodes[level + 1]` are its decisions;
    `child` of an option is a decision of the level before counted from its first, or -1 where the path ends.
    `plan[level, set, node]` is read, or written if this makes the plan.
    """
    depth = sizes.shape[0]
    left = np.zeros(deck_size, np.int64)
    no_sums = np.zeros(0, np.int64)
    for row in range(dead.shape[0]):
        count = 0
        for card in range(deck_size):
            is_out = False
            for i in range(dead.shape[1]):
                is_out = is_out or dead[row, i] == card
            if not is_out:
                left[count] = card
                count += 1
        deeper = np.zeros((1, 1), np.int64)
        ways = 1
        for level in range(depth):
            ways *= count - sizes[level]
            rows = 1 if level == depth - 1 else choose[deck_size, sizes[level] - 1]
            shorter = np.zeros((rows, (nodes[level + 1] - nodes[level]) * VALUES), np.int64)
            fold_level(
                left[:count], sizes[level], nodes[level], nodes[level + 1], first_option, child,
                add, times, stake, ways, dead[row], pays, no_sums if level else sums, choose,
                plan[level], makes_plan, last, deeper, shorter,
            )  # fmt: skip
            deeper = shorter
        for value in range(VALUES):
            out[row, value] = deeper[0, value]

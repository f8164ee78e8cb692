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

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.shape.kernels import jit

Whole = NDArray[np.int64]
WON, STAKED, PLANNED, VALUES = 0, 1, 2, 3
"""What best play wins and stakes, and what play by a plan wins: three values of each decision."""


class LeakDecisions(NamedTuple):
    """Level 0 is the longest hand that is decided on, `nodes[level]` to `nodes[level + 1]` are its decisions;
    `child` of an option is a decision of the level before counted from its first, or -1 where a path ends:
    there it wins `add`, and `times` what the last hand pays."""

    sizes: Whole
    """Cards seen, by level."""
    nodes: Whole
    first_option: Whole
    child: Whole
    add: Whole
    times: Whole
    stake: Whole


class Pays(NamedTuple):
    """What sets of cards pay, by number."""

    deck_size: int
    whole: NDArray[np.int32]
    """The last hand."""
    sums: Whole
    """All but the last card, over all last cards."""
    choose: Whole


class TakenOptions(NamedTuple):
    """By level, set and decision the option that is taken; read, or written if it is being made."""

    options: NDArray[np.int8]
    is_made: bool
    takes_last: bool


@jit
def next_set(places, count):
    """Step to the set with the next higher number, of `count` places; False after the last."""
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
def option_value(option, value, number, ways, won, decisions, deeper):
    """One of the values of an option for a set: of the decision that follows, or where the path ends."""
    if decisions.child[option] >= 0:
        return deeper[number, decisions.child[option] * VALUES + value]
    if value == STAKED:
        return decisions.stake[option] * ways
    return decisions.add[option] * ways + decisions.times[option] * won


@jit
def decide(node, number, ways, won, decisions, deeper, plan, chosen, found):
    """The three values of a decision for a set; `chosen` is the option by the plan."""
    first = best = decisions.first_option[node]
    highest = option_value(first, WON, number, ways, won, decisions, deeper)
    for option in range(first + 1, decisions.first_option[node + 1]):
        value = option_value(option, WON, number, ways, won, decisions, deeper)
        if value > highest or (plan.takes_last and value == highest):
            best = option
            highest = value
    usual = best if plan.is_made else first + chosen
    found[WON] = highest
    found[STAKED] = option_value(best, STAKED, number, ways, won, decisions, deeper)
    found[PLANNED] = option_value(usual, PLANNED, number, ways, won, decisions, deeper)
    return usual - first


@jit
def fold_level(level, left, dead, ways, decisions, pays, plan, deeper, shorter):
    """Decide on every set of one size, and add what it is worth to the sets with one card less.

    The shortest ones are added up under number 0.
    """
    size, choose, options = decisions.sizes[level], pays.choose, plan.options[level]
    first, width = decisions.nodes[level], decisions.nodes[level + 1] - decisions.nodes[level]
    places = np.arange(size)
    cards = np.zeros(size, np.int64)
    found = np.zeros(width * VALUES, np.int64)
    going = left.shape[0] > size
    while going:
        for i in range(size):
            cards[i] = left[places[i]]
        number = set_number(cards, choose)
        won = 0
        if level == 0:
            won = pays.sums[number]
            for i in range(dead.shape[0]):
                won -= pays.whole[number_with(cards, dead[i], choose)]
        for node in range(width):
            values = found[node * VALUES : (node + 1) * VALUES]
            options[number, node] = decide(
                first + node, number, ways, won, decisions, deeper, plan, options[number, node], values
            )
        if shorter.shape[0] == 1:
            shorter[0] += found
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
def fold_back(dead, decisions, pays, plan, out):
    """What best play and the plan win with each set of dead cards, summed over all that can follow."""
    depth = decisions.sizes.shape[0]
    left = np.zeros(pays.deck_size, np.int64)
    for row in range(dead.shape[0]):
        count = 0
        for card in range(pays.deck_size):
            is_out = False
            for i in range(dead.shape[1]):
                is_out = is_out or dead[row, i] == card
            if not is_out:
                left[count] = card
                count += 1
        deeper = np.zeros((1, 1), np.int64)
        ways = 1
        for level in range(depth):
            ways *= count - decisions.sizes[level]
            rows = 1 if level == depth - 1 else pays.choose[pays.deck_size, decisions.sizes[level] - 1]
            width = decisions.nodes[level + 1] - decisions.nodes[level]
            shorter = np.zeros((rows, width * VALUES), np.int64)
            fold_level(level, left[:count], dead[row], ways, decisions, pays, plan, deeper, shorter)
            deeper = shorter
        out[row] = deeper[0, :VALUES]

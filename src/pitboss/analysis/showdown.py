"""Compiled: hands of the other side, swept in order of class to be counted against ours.

The question is how many hands lie below a class and share no card with the dead cards D, those that a row has
seen. By inclusion and exclusion that is

    avoiding(D) = sum over the subsets S of D, of (-1)^|S| below(S)

where below(S) counts the hands under the class that contain S. Hands are therefore added one class after
another to the counters of all their subsets, and each question is answered when its class is reached: no hand
is ever held against a row. A subset as large as a hand is one hand of known class, and needs no counter.
Sets that a renaming of suits makes equal lie in equally many hands: they share a counter, and of such hands
only one is added, for all it stands for. Where cards U of the other side's lie open, its hand holds them:
the sum is over below(S and U). Where it is one card and rows differ in nothing else, counters of small hands
*fan out*: a column for each such card, so that one sum answers for all of them.

A hand that is told by its best suit alone needs less: all suits lie below the class. Counters are kept for
the sets of ranks that a suit has left, and four of them are multiplied.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.shape.kernels import SUIT_COUNT, jit, judge, next_combination
from pitboss.shape.tables import JudgeTables


class Hands(NamedTuple):
    """All hands of one size, by combinatorial number, with their classes."""

    cards: NDArray[np.int8]
    """Indices into the deck, ascending."""
    classes: NDArray[np.int32]
    order: NDArray[np.int32]
    """By class."""
    choose: NDArray[np.int64]


class AlikeHands(NamedTuple):
    """Hands of one size up to a renaming of suits."""

    cards: NDArray[np.int8]
    """Indices into the deck, ascending."""
    orbit: NDArray[np.int8]
    """How many hands each stands for."""
    classes: NDArray[np.int32]
    order: NDArray[np.int32]
    """By class."""
    choose: NDArray[np.int64]
    deck: NDArray[np.int8]
    tables: JudgeTables


class Masks(NamedTuple):
    """Of subsets: how many cards, the place of the highest, and where sets of each size begin among all."""

    bits: NDArray[np.int64]
    highest: NDArray[np.int64]
    offset: NDArray[np.int64]


@jit
def all_hands(deck, size, choose, tables, out_cards, out_class):
    """Every set of `size` cards by its combinatorial number over card indices, with its class."""
    step = tables[0]
    places = np.zeros(size + 1, np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    for i in range(size):
        places[i] = i
    going = True
    while going:
        number = 0
        state = 0
        for suit in range(SUIT_COUNT):
            m[suit] = 0
        for i in range(size):
            card = deck[places[i]]
            number += choose[places[i], i + 1]
            state = step[state, card >> 2]
            m[card & 3] |= 1 << (card >> 2)
        out_class[number] = judge(state, m, tables)[0]
        for i in range(size):
            out_cards[number, i] = places[i]
        going = next_combination(places, size, deck.shape[0])


@jit
def counting_sort(keys, top, out):
    """Indices in ascending order of key."""
    starts = np.zeros(top + 2, np.int64)
    for key in keys:
        starts[key + 1] += 1
    for key in range(top + 1):
        starts[key + 1] += starts[key]
    for i in range(keys.shape[0]):
        out[starts[keys[i]]] = i
        starts[keys[i]] += 1


@jit
def add_hand(hand, orbit, choose, sets, masks, number, counters):
    """Count a hand, and all that it stands for, under every smaller subset of its cards."""
    bits, highest, offset = masks.bits, masks.highest, masks.offset
    for mask in range((1 << hand.shape[0]) - 1):
        if mask:
            top = highest[mask]
            number[mask] = number[mask ^ (1 << top)] + choose[hand[top], bits[mask]]
        counter = sets.like[offset[bits[mask]] + number[mask]]
        counters[counter] += orbit * sets.weight[counter]


@jit
def class_of(cards, mask, hands):
    """The class of the hand that these of the cards are."""
    step = hands.tables[0]
    state = 0
    m = np.zeros(SUIT_COUNT, np.int64)
    for i in range(cards.shape[0]):
        if mask >> i & 1:
            card = hands.deck[cards[i]]
            state = step[state, card >> 2]
            m[card & 3] |= 1 << (card >> 2)
    return judge(state, m, hands.tables)[0]


@jit
def count_avoiding(cards, is_open, bound, hands, sets, masks, number, counters):
    """How many hands below `bound` hold the open cards and none of the dead, by inclusion and exclusion.

    `counters` say how many such hands contain a subset, as often as there are renamings; a subset as large
    as a hand is one hand. Subsets without the open cards are only numbered, and only the lower ones.
    """
    size, choose = hands.cards.shape[1], hands.choose
    bits, highest, offset = masks.bits, masks.highest, masks.offset
    below = (1 << (highest[is_open] + 1)) - 1 if is_open else 0
    found = 0
    mask = 0
    while mask < 1 << cards.shape[0]:
        if mask:
            top = highest[mask]
            number[mask] = number[mask ^ (1 << top)] + choose[cards[top], bits[mask]]
        if mask & is_open == is_open and bits[mask] <= size:
            if bits[mask] < size:
                held = counters[sets.like[offset[bits[mask]] + number[mask]]]
            else:
                held = sets.renamings if class_of(cards, mask, hands) < bound else 0
            if (bits[mask] ^ bits[is_open]) & 1:
                found -= held
            else:
                found += held
        mask += 1
        if mask > below:
            mask |= is_open
    return found // sets.renamings


@jit
def sweep(rows, is_open, order, bounds, hands, sets, masks, counters, out):
    """Answer questions in `order` of their bound: how many of the other side's hands lie below it?

    Question q is of row q modulo the rows and fills column q over the rows. `rows` hold deck
    indices, ascending; `is_open[row]` marks those that are the other side's.
    """
    cards, hand_class, hand_order = hands.cards, hands.classes, hands.order
    number = np.zeros(1 << max(rows.shape[1], cards.shape[1]), np.int64)
    added = 0
    for question in order:
        bound = bounds[question]
        while added < cards.shape[0] and hand_class[hand_order[added]] < bound:
            hand = hand_order[added]
            add_hand(cards[hand], hands.orbit[hand], hands.choose, sets, masks, number, counters)
            added += 1
        row = question % rows.shape[0]
        column = question // rows.shape[0]
        found = count_avoiding(rows[row], is_open[row], bound, hands, sets, masks, number, counters)
        out[row, column] = found


@jit
def fan_hand(hand, choose, masks, number, counters):
    """Count one hand under every subset of its cards, once for each other card of it."""
    size, bits, highest, offset = hand.shape[0], masks.bits, masks.highest, masks.offset
    for mask in range((1 << size) - 1):
        if mask:
            top = highest[mask]
            number[mask] = number[mask ^ (1 << top)] + choose[hand[top], bits[mask]]
        if bits[mask] >= size - 1:
            continue
        place = offset[bits[mask]] + number[mask]
        for i in range(size):
            if not mask >> i & 1:
                counters[place, hand[i]] += 1


@jit
def count_fanned(dead, bound, hands, masks, number, counters, found):
    """The same for every card that may lie open: `found[card]` is for hands that hold it."""
    size, choose, hand_class = hands.cards.shape[1], hands.choose, hands.classes
    bits, highest, offset = masks.bits, masks.highest, masks.offset
    for card in range(found.shape[0]):
        found[card] = 0
    for mask in range(1 << dead.shape[0]):
        if mask:
            top = highest[mask]
            number[mask] = number[mask ^ (1 << top)] + choose[dead[top], bits[mask]]
        if bits[mask] > size - 1:
            continue
        sign = -1 if bits[mask] & 1 else 1
        if bits[mask] < size - 1:
            place = offset[bits[mask]] + number[mask]
            for card in range(found.shape[0]):
                found[card] += sign * counters[place, card]
        else:
            # The hand is the subset and one more card: walk the gaps between the subset's cards.
            base = 0
            place = 0
            for i in range(dead.shape[0]):
                if mask >> i & 1:
                    place += 1
                    base += choose[dead[i], place + 1]
            place = 0
            card = 0
            for i in range(dead.shape[0] + 1):
                if i < dead.shape[0] and not mask >> i & 1:
                    continue
                end = dead[i] if i < dead.shape[0] else found.shape[0]
                while card < end:
                    if hand_class[base + choose[card, place + 1]] < bound:
                        found[card] += sign
                    card += 1
                if i < dead.shape[0]:
                    base += choose[dead[i], place + 1] - choose[dead[i], place + 2]
                    place += 1
                    card += 1


@jit
def sweep_fan(rows, order, bounds, first, fan_card, hands, masks, counters, out):
    """As `sweep`, where rows differ in the one open card alone: row r is without it, and answers for
    `out[first[r]:first[r + 1]]`, one line for each card `fan_card` that may lie open."""
    cards, hand_class, hand_order = hands.cards, hands.classes, hands.order
    number = np.zeros(1 << max(rows.shape[1], cards.shape[1]), np.int64)
    found = np.zeros(counters.shape[1], np.int64)
    added = 0
    for question in order:
        bound = bounds[question]
        while added < cards.shape[0] and hand_class[hand_order[added]] < bound:
            fan_hand(cards[hand_order[added]], hands.choose, masks, number, counters)
            added += 1
        row = question % rows.shape[0]
        count_fanned(rows[row], bound, hands, masks, number, counters, found)
        for line in range(first[row], first[row + 1]):
            out[line, question // rows.shape[0]] = found[fan_card[line]]


@jit
def sweep_suits(left, size, order, bounds, suit_class, by_class, out):
    """The same where the best suit tells the hand: `left[row, suit]` are the ranks that a suit has left.

    `counters[set, n]` says in how many ways n ranks of a set are a suit below the bound.
    """
    every = suit_class.shape[0] - 1
    counters = np.zeros((suit_class.shape[0], size + 1), np.int64)
    for mask in range(suit_class.shape[0]):
        counters[mask, 0] = 1
    product = np.zeros((2, size + 1), np.int64)
    added = 0
    for question in order:
        bound = bounds[question]
        while added < by_class.shape[0] and suit_class[by_class[added]] < bound:
            mask = by_class[added]
            length = 0
            rest = mask
            while rest:
                rest &= rest - 1
                length += 1
            if 0 < length <= size:
                others = every & ~mask
                more = others
                while True:
                    counters[mask | more, length] += 1
                    if more == 0:
                        break
                    more = (more - 1) & others
            added += 1
        row = question % left.shape[0]
        for half in range(2):
            one, other = counters[left[row, 2 * half]], counters[left[row, 2 * half + 1]]
            for total in range(size + 1):
                ways = 0
                for first in range(total + 1):
                    ways += one[first] * other[total - first]
                product[half, total] = ways
        found = 0
        for first in range(size + 1):
            found += product[0, first] * product[1, size - first]
        out[row, question // left.shape[0]] = found


@jit
def ranks_left(rows, deck, out):
    """The ranks that each suit has left at each row, as masks."""
    for row in range(rows.shape[0]):
        for card in deck:
            out[row, card & 3] |= 1 << (card >> 2)
        for i in range(rows.shape[1]):
            out[row, rows[row, i] & 3] &= ~(1 << (rows[row, i] >> 2))


@jit
def showdown_cells(swept, against, cuts, total, out):
    """Turn swept counts into `out[row, cell * 3 + order]`: the other side's hand below, level or above.

    `swept` holds the hands below our class, those up to it, and those under each cut.
    """
    cell_count = cuts.shape[0] + 1
    for row in range(swept.shape[0]):
        lower = 0
        for cell in range(cell_count):
            upper = swept[row, 2 + cell] if cell < cuts.shape[0] else total
            is_above = cell > 0 and cuts[cell - 1] > against[row]
            is_below = cell < cuts.shape[0] and cuts[cell] <= against[row]
            if is_above:
                out[row, cell * 3 + 2] = upper - lower
            elif is_below:
                out[row, cell * 3] = upper - lower
            else:
                out[row, cell * 3] = swept[row, 0] - lower
                out[row, cell * 3 + 1] = swept[row, 1] - swept[row, 0]
                out[row, cell * 3 + 2] = upper - swept[row, 1]
            lower = upper


@jit
def sort_rows(rows, opened, index, out, is_open):
    """The cards of each row as ascending deck indices, and which of them lie in the columns `opened`."""
    for row in range(rows.shape[0]):
        for i in range(rows.shape[1]):
            card = index[rows[row, i]]
            j = i
            while j > 0 and out[row, j - 1] > card:
                out[row, j] = out[row, j - 1]
                j -= 1
            out[row, j] = card
        for column in opened:
            for i in range(rows.shape[1]):
                if out[row, i] == index[rows[row, column]]:
                    is_open[row] |= 1 << i

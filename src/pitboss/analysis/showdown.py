"""Compiled: count the other side's hands against ours, swept in order of class.

Hands are added one class after another to counters of their subsets. Those that avoid the cards
seen are then a sum over subsets of these cards, by inclusion and exclusion.
"""

import numpy as np

from pitboss.shape.kernels import SUIT_COUNT, jit, judge, next_combination


@jit
def all_hands(deck, size, choose, step, plain, flush, cell_of_class, flush_cells, out_cards, out_class):
    """Every set of `size` cards by its combinatorial number over card indices, with its class.

    `out_cards` holds indices into the deck, ascending.
    """
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
        klass, _ = judge(state, m[0], m[1], m[2], m[3], plain, flush, cell_of_class, flush_cells)
        out_class[number] = klass
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
def add_hand(hand, fan, choose, offset, highest, bits, number, counters):
    """Count one hand under every subset of its cards, and under each other card of it if they fan out."""
    size = hand.shape[0]
    for mask in range((1 << size) - 1):
        if mask:
            top = highest[mask]
            number[mask] = number[mask ^ (1 << top)] + choose[hand[top], bits[mask]]
        if bits[mask] >= size - fan:
            continue
        place = offset[bits[mask]] + number[mask]
        if fan:
            for i in range(size):
                if not mask >> i & 1:
                    counters[place, hand[i]] += 1
        else:
            counters[place, 0] += 1


@jit
def count_avoiding(
    dead, bound, size, fan, choose, offset, highest, bits, number, hand_class, counters, found
):
    """How many hands of a class below `bound` avoid the dead cards, by inclusion and exclusion over them.

    `counters[subset]` says how many such hands contain a subset; a subset as large as a hand is one
    hand, whose class is known. If they fan out, `found[card]` is for hands that hold that card.
    """
    for card in range(found.shape[0]):
        found[card] = 0
    for mask in range(1 << dead.shape[0]):
        if mask:
            top = highest[mask]
            number[mask] = number[mask ^ (1 << top)] + choose[dead[top], bits[mask]]
        if bits[mask] > size - fan:
            continue
        sign = -1 if bits[mask] & 1 else 1
        if bits[mask] < size - fan:
            place = offset[bits[mask]] + number[mask]
            for card in range(found.shape[0]):
                found[card] += sign * counters[place, card]
        elif not fan:
            if hand_class[number[mask]] < bound:
                found[0] += sign
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
def sweep(
    rows, order, bounds, first, fan_card, hands, hand_class, hand_order, fan,
    choose, offset, highest, bits, counters, out,
):  # fmt: skip
    """Answer questions in `order` of their bound: how many of the other side's hands lie below it?

    Question q is of row q modulo the rows and fills column q over the rows. `rows` hold deck
    indices, ascending; row r answers for `out[first[r]:first[r + 1]]`, one line for each card
    `fan_card` of the other side's that lies open.
    """
    size = hands.shape[1]
    number = np.zeros(1 << max(rows.shape[1], size), np.int64)
    found = np.zeros(counters.shape[1], np.int64)
    added = 0
    for question in order:
        bound = bounds[question]
        while added < hands.shape[0] and hand_class[hand_order[added]] < bound:
            add_hand(hands[hand_order[added]], fan, choose, offset, highest, bits, number, counters)
            added += 1
        row = question % rows.shape[0]
        count_avoiding(
            rows[row], bound, size, fan, choose, offset, highest, bits, number, hand_class, counters, found
        )
        for line in range(first[row], first[row + 1]):
            out[line, question // rows.shape[0]] = found[fan_card[line]]


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
def sort_rows(rows, width, index, out):
    """The first cards of each row as ascending deck indices."""
    for row in range(rows.shape[0]):
        for i in range(width):
            card = index[rows[row, i]]
            j = i
            while j > 0 and out[row, j - 1] > card:
                out[row, j] = out[row, j - 1]
                j -= 1
            out[row, j] = card

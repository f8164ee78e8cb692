"""Compiled loops over cards. They know ranks, suits and tables, and no game.

A card is rank * 4 + suit, ranks 0 to 12. Rows of cards are int8. Everything is whole numbers; the
callers prove that nothing can leave 63 bits. Plain loops on purpose: they compile fastest.
"""

import numba as nb
import numpy as np

SUIT_COUNT = 4
jit = nb.njit(cache=True, nogil=True)


@jit
def next_combination(places, size, count):
    """Step `places` to the next combination of `size` out of `count`; False after the last."""
    i = size - 1
    while i >= 0 and places[i] == count - size + i:
        i -= 1
    if i < 0:
        return False
    places[i] += 1
    for j in range(i + 1, size):
        places[j] = places[j - 1] + 1
    return True


@jit
def extend(rows, masks, deck, size, alike, out_rows, out_masks, out_parent, fill):
    """Add a group of `size` cards to each row in every way that keeps the suits in canonical order.

    `masks[row, group, suit]` are the rank masks so far. Suits that are alike up to here must get the
    new group in descending order of mask. Returns how many rows there are; writes them if `fill`.
    """
    groups = masks.shape[1]
    width = rows.shape[1]
    found = 0
    left = np.zeros(deck.shape[0], np.int64)
    places = np.zeros(size + 1, np.int64)
    new = np.zeros(SUIT_COUNT, np.int64)
    tied = np.zeros(SUIT_COUNT, np.bool_)
    for row in range(rows.shape[0]):
        count = 0
        for card in deck:
            taken = False
            for i in range(width):
                if rows[row, i] == card:
                    taken = True
            if not taken:
                left[count] = card
                count += 1
        for suit in range(SUIT_COUNT):
            tied[suit] = alike[suit] >= 0
            if tied[suit]:
                for group in range(groups):
                    if masks[row, group, suit] != masks[row, group, alike[suit]]:
                        tied[suit] = False
        if count < size:
            continue
        for i in range(size):
            places[i] = i
        going = True
        while going:
            for suit in range(SUIT_COUNT):
                new[suit] = 0
            for i in range(size):
                card = left[places[i]]
                new[card & 3] |= 1 << (card >> 2)
            canonical = True
            for suit in range(SUIT_COUNT):
                if tied[suit] and new[suit] < new[alike[suit]]:
                    canonical = False
            if canonical:
                if fill:
                    for i in range(width):
                        out_rows[found, i] = rows[row, i]
                    for i in range(size):
                        out_rows[found, width + i] = left[places[i]]
                    for group in range(groups):
                        for suit in range(SUIT_COUNT):
                            out_masks[found, group, suit] = masks[row, group, suit]
                    for suit in range(SUIT_COUNT):
                        out_masks[found, groups, suit] = new[suit]
                    out_parent[found] = row
                found += 1
            going = next_combination(places, size, count)
    return found


@jit
def orbits(masks, alike, out):
    """How many deals each canonical row stands for: the renamings of alike suits that change it."""
    groups = masks.shape[1]
    for row in range(masks.shape[0]):
        total = 1
        for start in range(SUIT_COUNT):
            is_first = True
            for other in range(SUIT_COUNT):
                if alike[other] == start:
                    is_first = False
            if not is_first:
                continue
            suit = start
            length = 1
            run = 1
            while alike[suit] >= 0:
                same = True
                for group in range(groups):
                    if masks[row, group, suit] != masks[row, group, alike[suit]]:
                        same = False
                length += 1
                run = run + 1 if same else 1
                total = total * length // run
                suit = alike[suit]
        out[row] = total


@jit
def judge(state, m0, m1, m2, m3, plain, flush, cell_of_class, flush_cells):
    """Class and cell of a hand from its rank state and its suits' masks."""
    klass = plain[state]
    cell = cell_of_class[klass]
    f = flush[m0]
    if f and (f > klass or (f == klass and flush_cells[0, m0] > cell)):
        klass, cell = f, flush_cells[0, m0]
    f = flush[m1]
    if f and (f > klass or (f == klass and flush_cells[1, m1] > cell)):
        klass, cell = f, flush_cells[1, m1]
    f = flush[m2]
    if f and (f > klass or (f == klass and flush_cells[2, m2] > cell)):
        klass, cell = f, flush_cells[2, m2]
    f = flush[m3]
    if f and (f > klass or (f == klass and flush_cells[3, m3] > cell)):
        klass, cell = f, flush_cells[3, m3]
    return klass, cell


@jit
def classify(rows, columns, step, plain, flush, cell_of_class, flush_cells, out_class, out_cell):
    """Class and cell of the cards in these columns, row by row."""
    m = np.zeros(SUIT_COUNT, np.int64)
    for row in range(rows.shape[0]):
        state = 0
        for suit in range(SUIT_COUNT):
            m[suit] = 0
        for column in columns:
            card = rows[row, column]
            state = step[state, card >> 2]
            m[card & 3] |= 1 << (card >> 2)
        klass, cell = judge(state, m[0], m[1], m[2], m[3], plain, flush, cell_of_class, flush_cells)
        out_class[row] = klass
        out_cell[row] = cell


@jit
def tail(rows, columns, deck, size, step, plain, flush, cell_of_class, flush_cells, against, out):
    """Deal `size` more cards in every way to the cards in `columns` and count, row by row.

    `out[row, cell * 3 + order]`, where order is 0, 1 or 2 as the dealt hand is below, equal to or
    above `against[row]`.
    """
    width = rows.shape[1]
    left = np.zeros(deck.shape[0], np.int64)
    places = np.zeros(size + 1, np.int64)
    base = np.zeros(SUIT_COUNT, np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    for row in range(rows.shape[0]):
        count = 0
        for card in deck:
            taken = False
            for i in range(width):
                if rows[row, i] == card:
                    taken = True
            if not taken:
                left[count] = card
                count += 1
        start = 0
        for suit in range(SUIT_COUNT):
            base[suit] = 0
        for column in columns:
            card = rows[row, column]
            start = step[start, card >> 2]
            base[card & 3] |= 1 << (card >> 2)
        if count < size:
            continue
        for i in range(size):
            places[i] = i
        going = True
        while going:
            state = start
            for suit in range(SUIT_COUNT):
                m[suit] = base[suit]
            for i in range(size):
                card = left[places[i]]
                state = step[state, card >> 2]
                m[card & 3] |= 1 << (card >> 2)
            klass, cell = judge(state, m[0], m[1], m[2], m[3], plain, flush, cell_of_class, flush_cells)
            order = 1
            if klass < against[row]:
                order = 0
            elif klass > against[row]:
                order = 2
            out[row, cell * 3 + order] += 1
            going = next_combination(places, size, count)


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
def add_hand(hand, size, choose, offset, highest, bits, number, counters, column):
    """Count one hand in every smaller subset of its cards."""
    counters[0, column] += 1
    for mask in range(1, (1 << size) - 1):
        top = highest[mask]
        number[mask] = number[mask ^ (1 << top)] + choose[hand[top], bits[mask]]
        counters[offset[bits[mask]] + number[mask], column] += 1


@jit
def sweep(
    rows, up, order, against, hands, hand_class, hand_order, size, cuts, choose, offset, highest, bits, counters, out
):
    """Count, for each row, the other side's hands below, level with and under each cut of its class.

    The rows come in ascending order of `against`; `rows` holds indices into the deck, ascending, and
    the bit mask `up` tells which of them lie in the other side's hand. `counters[subset]` keeps how
    many of the hands added so far contain a subset: hands below, hands up to the class, hands under
    each cut. A hand that avoids the dead cards is counted by inclusion and exclusion over them.
    `out[row]`: below, level, under each cut.
    """
    width = rows.shape[1]
    columns = 2 + cuts.shape[0]
    number = np.zeros(1 << width, np.int64)
    subset = np.zeros(1 << size, np.int64)
    found = np.zeros(columns, np.int64)
    for hand in range(hands.shape[0]):
        for cut in range(cuts.shape[0]):
            if hand_class[hand] < cuts[cut]:
                add_hand(hands[hand], size, choose, offset, highest, bits, subset, counters, 2 + cut)
    below = 0
    level = 0
    for k in range(order.shape[0]):
        row = order[k]
        klass = against[row]
        while level < hands.shape[0] and hand_class[hand_order[level]] <= klass:
            add_hand(hands[hand_order[level]], size, choose, offset, highest, bits, subset, counters, 1)
            level += 1
        while below < hands.shape[0] and hand_class[hand_order[below]] < klass:
            add_hand(hands[hand_order[below]], size, choose, offset, highest, bits, subset, counters, 0)
            below += 1
        for c in range(columns):
            found[c] = 0
        ups = bits[up[row]]
        for mask in range(1 << width):
            if mask:
                top = highest[mask]
                number[mask] = number[mask ^ (1 << top)] + choose[rows[row, top], bits[mask]]
            if mask & up[row] != up[row] or bits[mask] > size:
                continue
            sign = -1 if (bits[mask] - ups) & 1 else 1
            if bits[mask] == size:
                other = hand_class[number[mask]]
                if other < klass:
                    found[0] += sign
                if other <= klass:
                    found[1] += sign
                for c in range(2, columns):
                    if other < cuts[c - 2]:
                        found[c] += sign
            else:
                place = offset[bits[mask]] + number[mask]
                for c in range(columns):
                    found[c] += sign * counters[place, c]
        out[row, 0] = found[0]
        out[row, 1] = found[1] - found[0]
        for c in range(2, columns):
            out[row, c] = found[c]


@jit
def showdown_cells(swept, against, cuts, total, out):
    """Turn swept counts into `out[row, cell * 3 + order]`: our hand below, level or above is order 0, 1, 2
    seen from the other side's hand: 0 where it is below ours."""
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
                out[row, cell * 3 + 1] = swept[row, 1]
                out[row, cell * 3 + 2] = upper - swept[row, 0] - swept[row, 1]
            lower = upper


@jit
def sort_rows(rows, index, in_hand, out_rows, out_up):
    """Rows as ascending deck indices, with the bit mask of those that lie in the other side's hand."""
    width = rows.shape[1]
    for row in range(rows.shape[0]):
        up = 0
        for i in range(width):
            card = index[rows[row, i]]
            j = i
            while j > 0 and out_rows[row, j - 1] > card:
                out_rows[row, j] = out_rows[row, j - 1]
                j -= 1
            out_rows[row, j] = card
            low = up & ((1 << j) - 1)
            up = low | ((up >> j) << (j + 1))
            if in_hand[i]:
                up |= 1 << j
        out_up[row] = up


@jit
def fold_up(parent, ratio, fixed, counts, out):
    """Add each row's counts to its parent's, at the cells of its fixed looks, so many times."""
    width = counts.shape[1]
    for row in range(parent.shape[0]):
        for v in range(width):
            out[parent[row], fixed[row] * width + v] += ratio[row] * counts[row, v]


@jit
def weigh(fixed, counts, pays, scale, out):
    """Value of a leaf at each row: counts times pays at the row's fixed cell."""
    width = counts.shape[1]
    for row in range(counts.shape[0]):
        value = 0
        for v in range(width):
            value += counts[row, v] * pays[fixed[row] * width + v]
        out[row] = value * scale


@jit
def add_up(chosen, orbit, fixed, counts, out):
    """Ways of each cell over the rows that were chosen."""
    width = counts.shape[1]
    for row in range(counts.shape[0]):
        if chosen[row]:
            for v in range(width):
                out[fixed[row] * width + v] += orbit[row] * counts[row, v]

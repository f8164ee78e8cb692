"""Compiled loops over cards. They know ranks, suits and tables, and no game.

A card is rank * 4 + suit, ranks 0 to 12. Rows of cards are int8. Everything is whole numbers; the
callers prove that nothing can leave 63 bits. Plain loops on purpose: they compile fastest.
"""

from typing import Any

import numba as nb
import numpy as np

SUIT_COUNT = 4
jit: Any = nb.njit(cache=True, nogil=True)


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
def unseen(row, deck, out):
    """The deck without the cards of a row; returns how many are left."""
    count = 0
    for card in deck:
        taken = False
        for i in range(row.shape[0]):
            if row[i] == card:
                taken = True
        if not taken:
            out[count] = card
            count += 1
    return count


@jit
def find_ties(row, ends, alike, masks, tied):
    """Which suits can still be exchanged with the next one alike: same ranks in every group."""
    for suit in range(SUIT_COUNT):
        tied[suit] = alike[suit] >= 0
    start = 0
    for end in ends:
        for suit in range(SUIT_COUNT):
            masks[suit] = 0
        for i in range(start, end):
            masks[row[i] & 3] |= 1 << (row[i] >> 2)
        for suit in range(SUIT_COUNT):
            if tied[suit] and masks[suit] != masks[alike[suit]]:
                tied[suit] = False
        start = end


@jit
def orbit_size(tied, masks, alike):
    """How many deals a canonical row stands for: renamings of alike suits over those that change nothing."""
    total = 1
    for start in range(SUIT_COUNT):
        is_first = True
        for other in range(SUIT_COUNT):
            if alike[other] == start:
                is_first = False
        if is_first:
            suit, length, run = start, 1, 1
            while alike[suit] >= 0:
                same = tied[suit] and masks[suit] == masks[alike[suit]]
                length += 1
                run = run + 1 if same else 1
                total = total * length // run
                suit = alike[suit]
    return total


@jit
def extend(rows, ends, deck, size, alike, out_rows, out_parent, out_ratio, fill):
    """Add a group of `size` cards to each row in every way that keeps the suits in canonical order.

    `ends` tells where the groups of a row end. Suits that are alike up to here must get the new
    group in descending order of mask; a new row stands for `out_ratio` continuations of its parent.
    Returns how many rows there are; writes them if `fill`.
    """
    width = rows.shape[1]
    found = 0
    left = np.zeros(deck.shape[0], np.int64)
    places = np.zeros(size + 1, np.int64)
    new = np.zeros(SUIT_COUNT, np.int64)
    none = np.zeros(SUIT_COUNT, np.int64)
    tied = np.zeros(SUIT_COUNT, np.bool_)
    for row in range(rows.shape[0]):
        count = unseen(rows[row], deck, left)
        if count < size:
            continue
        find_ties(rows[row], ends, alike, new, tied)
        before = orbit_size(tied, none, alike)
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
                    out_parent[found] = row
                    out_ratio[found] = orbit_size(tied, new, alike) // before
                found += 1
            going = next_combination(places, size, count)
    return found


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
    left = np.zeros(deck.shape[0], np.int64)
    places = np.zeros(size + 1, np.int64)
    base = np.zeros(SUIT_COUNT, np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    for row in range(rows.shape[0]):
        count = unseen(rows[row], deck, left)
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
    rows, order, against, first, fan_card, hands, hand_class, hand_order, fan, cuts,
    choose, offset, highest, bits, counters, snapshots, out,
):  # fmt: skip
    """Count, for each row, the other side's hands below, level with, and under each cut of class.

    `rows` hold deck indices, ascending, and come in the `order` of `against`. Row r answers for
    `out[first[r]:first[r + 1]]`, one line for each card `fan_card` of the other side's that lies open.
    """
    size = hands.shape[1]
    width = rows.shape[1]
    number = np.zeros(1 << max(width, size), np.int64)
    found = np.zeros(counters.shape[1], np.int64)
    added = 0
    cut = 0
    start = 0
    while start < order.shape[0] or cut < cuts.shape[0]:
        bound = against[order[start]] if start < order.shape[0] else cuts[cut]
        if cut < cuts.shape[0] and cuts[cut] <= bound:
            bound = cuts[cut]
        while added < hands.shape[0] and hand_class[hand_order[added]] < bound:
            add_hand(hands[hand_order[added]], fan, choose, offset, highest, bits, number, counters)
            added += 1
        if cut < cuts.shape[0] and cuts[cut] == bound:
            for place in range(counters.shape[0]):
                for card in range(counters.shape[1]):
                    snapshots[cut, place, card] = counters[place, card]
            cut += 1
            continue
        end = start
        while end < order.shape[0] and against[order[end]] == bound:
            row = order[end]
            count_avoiding(
                rows[row],
                bound,
                size,
                fan,
                choose,
                offset,
                highest,
                bits,
                number,
                hand_class,
                counters,
                found,
            )
            for line in range(first[row], first[row + 1]):
                out[line, 0] = found[fan_card[line]]
            end += 1
        while added < hands.shape[0] and hand_class[hand_order[added]] <= bound:
            add_hand(hands[hand_order[added]], fan, choose, offset, highest, bits, number, counters)
            added += 1
        for k in range(start, end):
            row = order[k]
            count_avoiding(
                rows[row],
                bound + 1,
                size,
                fan,
                choose,
                offset,
                highest,
                bits,
                number,
                hand_class,
                counters,
                found,
            )
            for line in range(first[row], first[row + 1]):
                out[line, 1] = found[fan_card[line]] - out[line, 0]
        start = end
    for cut in range(cuts.shape[0]):
        for row in range(rows.shape[0]):
            count_avoiding(
                rows[row], cuts[cut], size, fan, choose, offset, highest, bits, number,
                hand_class, snapshots[cut], found,
            )  # fmt: skip
            for line in range(first[row], first[row + 1]):
                out[line, 2 + cut] = found[fan_card[line]]


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


@jit
def set_keys(rows, alike, out):
    """One number for the set of a row's cards, up to a renaming of alike suits."""
    m = np.zeros(SUIT_COUNT, np.int64)
    for row in range(rows.shape[0]):
        for suit in range(SUIT_COUNT):
            m[suit] = 0
        for i in range(rows.shape[1]):
            m[rows[row, i] & 3] |= 1 << (rows[row, i] >> 2)
        for _ in range(SUIT_COUNT):
            for suit in range(SUIT_COUNT):
                other = alike[suit]
                if other >= 0 and m[suit] < m[other]:
                    m[suit], m[other] = m[other], m[suit]
        out[row] = m[0] | m[1] << 13 | m[2] << 26 | m[3] << 39


@jit
def take_best(options, last, out_choice, out_value):
    """The best option of each row; of equally good ones the first, or the last if so asked."""
    for row in range(options.shape[0]):
        best = 0
        for option in range(1, options.shape[1]):
            if options[row, option] > options[row, best] or (
                last and options[row, option] == options[row, best]
            ):
                best = option
        out_choice[row] = best
        out_value[row] = options[row, best]


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


@jit
def next_bits(state):
    """SplitMix64: one step of a 64-bit counter, scrambled."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@jit
def below(state, count):
    """A number below `count`, without bias: numbers beyond it are thrown away."""
    mask = np.uint64(1)
    while mask < np.uint64(count):
        mask = mask << np.uint64(1)
    while True:
        drawn = next_bits(state) & (mask - np.uint64(1))
        if drawn < np.uint64(count):
            return np.int64(drawn)


@jit
def sample_rest(
    pool, good, deck, hands, cell, step, plain, flush, cell_of_class, flush_cells, samples, seed, met
):
    """Draw three good hands; if they share no card, deal the others. `met[x]` counts x good hands."""
    size = pool.shape[1]
    state = np.zeros(1, np.uint64)
    state[0] = seed * np.uint64(0xD1342543DE82EF95)
    used = np.zeros(deck.shape[0], np.bool_)
    left = np.zeros(deck.shape[0], np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    for _ in range(samples):
        for i in range(used.shape[0]):
            used[i] = False
        apart = True
        for _hand in range(3):
            drawn = pool[good[below(state, good.shape[0])]]
            for i in range(size):
                if used[drawn[i]]:
                    apart = False
                used[drawn[i]] = True
            if not apart:
                break
        if not apart:
            continue
        count = 0
        for i in range(used.shape[0]):
            if not used[i]:
                left[count] = deck[i]
                count += 1
        found = 3
        for _hand in range(hands - 3):
            rank_state = 0
            for suit in range(SUIT_COUNT):
                m[suit] = 0
            for _i in range(size):
                place = below(state, count)
                card = left[place]
                count -= 1
                left[place] = left[count]
                rank_state = step[rank_state, card >> 2]
                m[card & 3] |= 1 << (card >> 2)
            _, dealt = judge(rank_state, m[0], m[1], m[2], m[3], plain, flush, cell_of_class, flush_cells)
            if dealt >= cell:
                found += 1
        met[found] += 1

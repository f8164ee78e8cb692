"""Compiled loops over cards. They know ranks, suits and tables, and no game.

A card is rank * 4 + suit, ranks 0 to 12; the joker is 52 and in no suit. Rows of cards are int8. Everything
is whole numbers; the callers prove that nothing can leave 63 bits. Plain loops on purpose: they compile
fastest.
"""

import numpy as np

from pitboss.shape.compiled import kept

SUIT_COUNT = 4
RANK_COUNT = 13
JOKER = 52
jit = kept()


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
            if row[i] < JOKER:
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
                if card < JOKER:
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
def judge(state, masks, tables):
    """Class and cell of a hand from its rank state and its suits' masks; wild cards serve every suit."""
    _, plain, flush, cell_of_class, flush_cells, wild = tables
    klass = plain[state]
    cell = cell_of_class[klass]
    wilds = 0
    if wild:
        for suit in range(SUIT_COUNT):
            held = masks[suit] & wild
            while held:
                held &= held - 1
                wilds += 1
    for suit in range(SUIT_COUNT):
        mask = masks[suit] & ~wild | wilds << RANK_COUNT
        f = flush[mask]
        if f and (f > klass or (f == klass and flush_cells[suit, mask] > cell)):
            klass, cell = f, flush_cells[suit, mask]
    return klass, cell


@jit
def classify(rows, columns, tables, out_class, out_cell):
    """Class and cell of the cards in these columns, row by row."""
    step = tables[0]
    m = np.zeros(SUIT_COUNT, np.int64)
    for row in range(rows.shape[0]):
        state = 0
        for suit in range(SUIT_COUNT):
            m[suit] = 0
        for column in columns:
            card = rows[row, column]
            state = step[state, card >> 2]
            m[card & 3] |= 1 << (card >> 2)
        out_class[row], out_cell[row] = judge(state, m, tables)


@jit
def tail(rows, columns, deck, size, tables, against, out):
    """Deal `size` more cards in every way to the cards in `columns` and count, row by row.

    `out[row, cell * 3 + order]`, where order is 0, 1 or 2 as the dealt hand is below, equal to or
    above `against[row]`.
    """
    step = tables[0]
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
            klass, cell = judge(state, m, tables)
            order = 1
            if klass < against[row]:
                order = 0
            elif klass > against[row]:
                order = 2
            out[row, cell * 3 + order] += 1
            going = next_combination(places, size, count)


@jit
def set_keys(rows, alike, out):
    """One number for the set of a row's cards, up to a renaming of alike suits."""
    m = np.zeros(SUIT_COUNT, np.int64)
    for row in range(rows.shape[0]):
        joker = 0
        for suit in range(SUIT_COUNT):
            m[suit] = 0
        for i in range(rows.shape[1]):
            if rows[row, i] < JOKER:
                m[rows[row, i] & 3] |= 1 << (rows[row, i] >> 2)
            else:
                joker = 1
        for _ in range(SUIT_COUNT):
            for suit in range(SUIT_COUNT):
                other = alike[suit]
                if other >= 0 and m[suit] < m[other]:
                    m[suit], m[other] = m[other], m[suit]
        out[row] = m[0] | m[1] << 13 | m[2] << 26 | m[3] << 39 | joker << JOKER


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
    """Add each row's counts to its parent's, at the cells of its fixed looks, `ratio` times."""
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
def sum_by_set(values, slots, found):
    """For each function its sum over the hands that contain a set of cards: `slots[hand, set]`."""
    for function in range(values.shape[0]):
        for hand in range(slots.shape[0]):
            value = values[function, hand]
            if value:
                for number in range(slots.shape[1]):
                    found[function, slots[hand, number]] += value

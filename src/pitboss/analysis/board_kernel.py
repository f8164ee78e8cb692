"""Compiled: every board of a deck, and on it every two cards against every other two.

On one board all pairs of the cards left are judged once and sorted by class. For a pair (a, b) the hands of
the other side below a class that share no card with it are

    below(a, b) = below - below with a - below with b + [the pair itself is below]

so a running count and one counter for each card answer for all pairs. A *column* is such a count: below the
own class, below or equal, below each class at which the bets draw a line, and 1. What an ending is worth is
linear in the columns; the factors depend on the *kind* of the own class alone: its lines.

Pairs are numbered by places in the deck: j (j - 1) / 2 + i for i < j. A *way* is a renaming of suits.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.shape.kernels import SUIT_COUNT, jit, next_combination

RANK_COUNT = 13
DIGIT = 128
"""Classes are sorted by two digits of this base."""
Ints = NDArray[np.int64]


class Judging(NamedTuple):
    """The deck and the ranking."""

    deck: NDArray[np.int8]
    place: Ints
    """Of each card in the deck."""
    step: NDArray[np.int32]
    plain: NDArray[np.int32]
    flush: NDArray[np.int32]
    needed: int
    """Cards of one suit that a board must have for a flush with two more."""
    kind: Ints
    """By class."""
    cuts: Ints
    """The classes at which lines of the other side begin, ascending."""


class BoardEnding(NamedTuple):
    """What comes when the whole board is open: leaves, then decisions in an order that can be solved."""

    factors: NDArray[np.int64]
    """[leaf, kind, column]"""
    children: Ints
    """[decision, option], padded with -1."""
    takes_last: bool
    """Whether the last of equally good options is taken."""


class Subsets(NamedTuple):
    """The parts of each board that are seen at decisions before its end."""

    set_number: NDArray[np.int32]
    """[board, part]: which set up to a renaming of suits it is."""
    way: NDArray[np.int8]
    """[board, part]: the renaming that makes it that set."""
    pair_after: NDArray[np.int32]
    """[way, pair]"""


class BoardDesk(NamedTuple):
    """Where one board is worked on."""

    low: Ints
    high: Ints
    pair: Ints
    classes: Ints
    order: Ints
    spare: Ints
    digits: Ints
    columns: Ints
    """[pair on the board, column]"""
    values: Ints
    """[pair on the board, leaf or decision]"""
    weights: Ints
    """[leaf or decision, pair on the board]"""
    seen: Ints
    seen_at_cut: Ints


def make_desk(deck: int, columns: int, endings: int) -> BoardDesk:
    pairs = deck * (deck - 1) // 2
    low, high, pair, classes, order, spare = np.zeros((6, pairs), np.int64)
    digits, seen = np.zeros(DIGIT + 1, np.int64), np.zeros(deck, np.int64)
    values, weights = np.zeros((pairs, endings), np.int64), np.zeros((endings, pairs), np.int64)
    counts, seen_at_cut = np.zeros((pairs, columns), np.int64), np.zeros((columns, deck + 1), np.int64)
    return BoardDesk(
        low, high, pair, classes, order, spare, digits, counts, values, weights, seen, seen_at_cut
    )


@jit
def judge_pairs(row, judging, desk):
    """All pairs that a board leaves, with their classes; returns how many there are."""
    masks = np.zeros(SUIT_COUNT, np.int64)
    suits = np.zeros(SUIT_COUNT, np.int64)
    plain = np.zeros((RANK_COUNT, RANK_COUNT), np.int64)
    state, taken, suited = 0, 0, 0
    for card in row:
        state = judging.step[state, card >> 2]
        masks[card & 3] |= 1 << (card >> 2)
        taken |= 1 << judging.place[card]
    for suit in range(SUIT_COUNT):
        held = 0
        for rank in range(RANK_COUNT):
            held += (masks[suit] >> rank) & 1
        if held >= judging.needed:
            suits[suited] = suit
            suited += 1
    for rank in range(RANK_COUNT):
        first = judging.step[state, rank]
        for other in range(rank + 1):
            plain[rank, other] = judging.plain[judging.step[first, other]]
    count = 0
    for high in range(judging.deck.shape[0]):
        if taken >> high & 1:
            continue
        one = judging.deck[high]
        for low in range(high):
            if taken >> low & 1:
                continue
            other = judging.deck[low]
            klass = plain[one >> 2, other >> 2]
            for i in range(suited):
                mask = masks[suits[i]]
                if one & 3 == suits[i]:
                    mask |= 1 << (one >> 2)
                if other & 3 == suits[i]:
                    mask |= 1 << (other >> 2)
                klass = max(klass, judging.flush[mask])
            desk.low[count] = low
            desk.high[count] = high
            desk.pair[count] = high * (high - 1) // 2 + low
            desk.classes[count] = klass
            count += 1
    return count


@jit
def sort_digit(keys, count, divisor, given, out, digits):
    """Put the given order into the order of one digit of the keys; equal ones stay as they are."""
    for digit in range(digits.shape[0]):
        digits[digit] = 0
    for i in range(count):
        digits[keys[i] // divisor % DIGIT + 1] += 1
    for digit in range(DIGIT):
        digits[digit + 1] += digits[digit]
    for i in range(count):
        digit = keys[given[i]] // divisor % DIGIT
        out[digits[digit]] = given[i]
        digits[digit] += 1


@jit
def count_columns(count, judging, desk):
    """The columns of every pair, by adding the pairs in the order of their classes."""
    low, high, classes, order, columns = desk.low, desk.high, desk.classes, desk.order, desk.columns
    for i in range(count):
        desk.spare[i] = i
    sort_digit(classes, count, 1, desk.spare, order, desk.digits)
    for i in range(count):
        desk.spare[i] = order[i]
    sort_digit(classes, count, DIGIT, desk.spare, order, desk.digits)
    seen, cuts = desk.seen, judging.cuts
    deck = seen.shape[0]
    for place in range(deck):
        seen[place] = 0
    cut, start = 0, 0
    while start < count or cut < cuts.shape[0]:
        klass = classes[order[start]] if start < count else cuts[cut]
        while cut < cuts.shape[0] and cuts[cut] <= klass:
            for place in range(deck):
                desk.seen_at_cut[cut, place] = seen[place]
            desk.seen_at_cut[cut, deck] = start
            cut += 1
        end = start
        while end < count and classes[order[end]] == klass:
            pair = order[end]
            columns[pair, 0] = start - seen[low[pair]] - seen[high[pair]]
            end += 1
        for i in range(start, end):
            seen[low[order[i]]] += 1
            seen[high[order[i]]] += 1
        for i in range(start, end):
            pair = order[i]
            columns[pair, 1] = end - seen[low[pair]] - seen[high[pair]] + 1
        start = end
    for number in range(cuts.shape[0]):
        at_cut = desk.seen_at_cut[number]
        for pair in range(count):
            below = at_cut[deck] - at_cut[low[pair]] - at_cut[high[pair]]
            columns[pair, 2 + number] = below + int(classes[pair] < cuts[number])
    for pair in range(count):
        columns[pair, 2 + cuts.shape[0]] = 1


@jit
def value_endings(count, judging, ending, desk):
    """What every leaf, and every decision on the whole board, is worth to every pair."""
    leaves, width = ending.factors.shape[0], ending.factors.shape[2]
    for pair in range(count):
        factors, columns, values = (
            ending.factors[:, judging.kind[desk.classes[pair]]],
            desk.columns[pair],
            desk.values[pair],
        )
        for leaf in range(leaves):
            value = 0
            for column in range(width):
                value += factors[leaf, column] * columns[column]
            values[leaf] = value
        for number in range(ending.children.shape[0]):
            best = values[ending.children[number, 0]]
            for option in range(1, ending.children.shape[1]):
                child = ending.children[number, option]
                if child >= 0:
                    best = max(best, values[child])
            values[leaves + number] = best


@jit
def work_out(row, judging, ending, desk):
    """Columns and values of one board; returns how many pairs there are."""
    count = judge_pairs(row, judging, desk)
    count_columns(count, judging, desk)
    value_endings(count, judging, ending, desk)
    return count


class Wanted(NamedTuple):
    """What is added up for decisions before the board is whole: a row for each number of cards seen."""

    first: Ints
    """Its first part of a board."""
    last: Ints
    begin: Ints
    """Where its sums begin: [set, pair, ending that is wanted]."""
    endings: Ints
    """Padded with -1."""


@jit
def scatter(rows, orbit, start, stop, judging, ending, subsets, wanted, desk, out):
    """Add the values of boards to every part of them at which they are wanted."""
    pairs = subsets.pair_after.shape[1]
    for board in range(start, stop):
        count = work_out(rows[board], judging, ending, desk)
        weight = np.int64(orbit[board])
        for level in range(wanted.first.shape[0]):
            endings = wanted.endings[level]
            width = 0
            while width < endings.shape[0] and endings[width] >= 0:
                width += 1
            for part in range(wanted.first[level], wanted.last[level]):
                row = np.int64(subsets.set_number[board, part]) * pairs
                after = subsets.pair_after[subsets.way[board, part]]
                for pair in range(count):
                    at = wanted.begin[level] + (row + after[desk.pair[pair]]) * width
                    for number in range(width):
                        out[at + number] += weight * desk.values[pair, endings[number]]


class Steps(NamedTuple):
    """Decisions before the board is whole, as they were taken."""

    choice: NDArray[np.int8]
    """All tables one after another: [set, pair] of each decision."""
    begin: Ints
    """Where the table of each decision begins."""
    level: Ints
    """Which part of a chain each decision has seen."""
    children: Ints


@jit
def add_up(rows, orbit, start, stop, judging, ending, subsets, steps, chains, first, desk, tally):
    """Follow best play on every board and add up the columns of all pairs at the leaf they come to.

    `first[pair]` is what a pair comes to before the board, -1 for none; a row of `chains` names the parts of
    the board one after another as they are opened. Numbers from the number of endings on are decisions before
    the board is whole.
    """
    leaves, endings = ending.factors.shape[0], ending.factors.shape[0] + ending.children.shape[0]
    pairs = subsets.pair_after.shape[1]
    row = np.zeros(steps.begin.shape[0], np.int64)
    way = np.zeros(steps.begin.shape[0], np.int64)
    for board in range(start, stop):
        count = work_out(rows[board], judging, ending, desk)
        undecided = 0
        for number in range(endings):
            for pair in range(count):
                desk.weights[number, pair] = 0
        for pair in range(count):
            item = first[desk.pair[pair]]
            if item >= endings:
                desk.spare[undecided] = pair
                undecided += 1
            elif item >= 0:
                desk.weights[item, pair] = chains.shape[0]
        for chain in range(chains.shape[0]):
            for number in range(steps.begin.shape[0]):
                part = chains[chain, steps.level[number]]
                row[number] = steps.begin[number] + np.int64(subsets.set_number[board, part]) * pairs
                way[number] = subsets.way[board, part]
            for i in range(undecided):
                pair = desk.pair[desk.spare[i]]
                item = first[pair]
                while item >= endings:
                    number = item - endings
                    option = steps.choice[row[number] + subsets.pair_after[way[number], pair]]
                    item = steps.children[number, option]
                desk.weights[item, desk.spare[i]] += 1
        for number in range(endings):
            for pair in range(count):
                weight = desk.weights[number, pair] * orbit[board]
                if weight:
                    leaf = number
                    while leaf >= leaves:
                        leaf = best_child(leaf, pair, leaves, ending, desk)
                    kind = judging.kind[desk.classes[pair]]
                    for column in range(tally.shape[2]):
                        tally[leaf, kind, column] += weight * desk.columns[pair, column]


@jit
def best_child(item, pair, leaves, ending, desk):
    """What best play takes at a decision on the whole board."""
    children = ending.children[item - leaves]
    best = children[0]
    for option in range(1, children.shape[0]):
        child = children[option]
        if child >= 0:
            value, other = desk.values[pair, best], desk.values[pair, child]
            if other > value or (ending.takes_last and other == value):
                best = child
    return best


# -- parts of a board ----------------------------------------------------------------------------------


@jit
def name_parts(rows, size, start, alike, place, choose, set_of, way_of, set_number, way):
    """For each `size` cards of each board: which set they are up to a renaming of suits, and the renaming."""
    width = rows.shape[1]
    places = np.zeros(size + 1, np.int64)
    masks = np.zeros(SUIT_COUNT, np.int64)
    name = np.zeros(SUIT_COUNT, np.int64)
    card_places = np.zeros(size + 1, np.int64)
    for board in range(rows.shape[0]):
        for i in range(size):
            places[i] = i
        part, going = start, True
        while going:
            for suit in range(SUIT_COUNT):
                masks[suit] = 0
                name[suit] = suit
            for i in range(size):
                card = rows[board, places[i]]
                masks[card & 3] |= 1 << (card >> 2)
            for _ in range(SUIT_COUNT):
                for suit in range(SUIT_COUNT):
                    other = alike[suit]
                    if other >= 0 and masks[name[suit]] < masks[name[other]]:
                        name[suit], name[other] = name[other], name[suit]
            code = 0
            for new in range(SUIT_COUNT):
                code |= new << (2 * name[new])
            for i in range(size):
                card = rows[board, places[i]]
                at = place[(card & ~3) | (code >> (2 * (card & 3)) & 3)]
                j = i
                while j > 0 and card_places[j - 1] > at:
                    card_places[j] = card_places[j - 1]
                    j -= 1
                card_places[j] = at
            number = 0
            for i in range(size):
                number += choose[card_places[i], i + 1]
            set_number[board, part] = set_of[number]
            way[board, part] = way_of[code]
            part += 1
            going = next_combination(places, size, width)


@jit
def settle_suits(sums, rows, place, pair_after, codes):
    """Make sums over all that stands for a set into sums for the set itself, for each pair.

    What was added for a set and a pair went to any of the pairs that a renaming which leaves the set as it is
    makes of it. All renamings together count every continuation as often as there are renamings.
    """
    ways, pairs = pair_after.shape
    fixing = np.zeros(ways, np.int64)
    settled = np.zeros(pairs, np.int64)
    for number in range(rows.shape[0]):
        held = 0
        for card in rows[number]:
            held |= 1 << place[card]
        count = 0
        for way in range(ways):
            renamed = 0
            for card in rows[number]:
                renamed |= 1 << place[(card & ~3) | (codes[way] >> (2 * (card & 3)) & 3)]
            if renamed == held:
                fixing[count] = way
                count += 1
        for pair in range(pairs):
            total = 0
            for i in range(count):
                total += sums[number, pair_after[fixing[i], pair]]
            settled[pair] = total // ways
            if settled[pair] * ways != total:
                return False
        for pair in range(pairs):
            sums[number, pair] = settled[pair]
    return True


@jit
def fold_up(branching, subsets, values, out):
    """Sum the values of larger sets over all that each set can become, `branching` rows of `subsets` each."""
    for number in range(out.shape[0]):
        for i in range(number * branching, (number + 1) * branching):
            after = subsets.pair_after[subsets.way[i, 0]]
            row = subsets.set_number[i, 0]
            for pair in range(out.shape[1]):
                out[number, pair] += values[row, after[pair]]

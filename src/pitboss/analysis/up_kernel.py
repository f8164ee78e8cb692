"""Compiled: every hand of one's own against a dealer of whose hand some cards lie open.

The open cards are taken one set after another. Of those, a suit is *live* if the hidden cards can still make
it the dealer's flush; there is one at most. Cards outside the live suit can make no flush of the dealer's, so
only their ranks count: own hands of the same ranks with the same cards of the live suit leave the dealer the
same hands of each class, and one of them is counted for all, a *pattern*. How many hands a pattern is follows
from how many cards of each rank are left outside the live suit, without those that make a flush of one's own:
these are patterns by themselves.

The dealer's completions are added in order of class to the counters of all their subsets, and the patterns
are asked in order of their own class, as in `showdown`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.showdown import counting_sort, showdown_cells
from pitboss.shape.kernels import SUIT_COUNT, jit, judge, next_combination, unseen
from pitboss.shape.tables import JudgeTables

RANKS = 13
LIVE = 7
"""Of a pattern's card: it is the live suit's of its rank."""
SLOTS = 8
BLOCK = 512


class Patterns(NamedTuple):
    """Own hands without their suits, in order of class."""

    slots: NDArray[np.int8]
    """[pattern, card]: 8 * rank + n for the n-th free card of a rank, + 7 for the live suit's; ascending."""
    flush: NDArray[np.int16]
    """The ranks that make a flush outside the live suit, or 0."""
    support: NDArray[np.int16]
    """All ranks outside the live suit."""
    outside: NDArray[np.int8]
    """How many cards lie outside the live suit, where a flush can be among them; otherwise 0."""
    extra: NDArray[np.int8]
    """The rank of a card beside the flush, of one too many to be in it, or -1."""
    classes: NDArray[np.int32]
    cells: NDArray[np.int32]


class OwnSubsets(NamedTuple):
    """The subsets of an own hand that the hidden cards can hold, by size; the last ones are all of these."""

    bits: NDArray[np.int8]
    top: NDArray[np.int8]
    rest: NDArray[np.int8]
    """The subset without its highest card."""
    sign: NDArray[np.int8]
    smaller: int
    """How many are smaller than that."""


class Left(NamedTuple):
    """What open cards leave."""

    live: int
    """The live suit, or -1."""
    ranks: NDArray[np.int64]
    """The ranks that each suit has left, as masks."""
    free: NDArray[np.int64]
    """How many cards of each rank are left outside the live suit."""
    place: NDArray[np.int64]
    """Where each card of a pattern lies in the deck, or -1."""


class HiddenHands(NamedTuple):
    """All hidden cards that the dealer can have beside the open ones."""

    cards: NDArray[np.int64]
    """Places in the deck, ascending."""
    classes: NDArray[np.int32]
    order: NDArray[np.int32]
    """By class."""
    held: NDArray[np.int32]
    """The class by combinatorial number."""


class Desk(NamedTuple):
    """Where one thread works."""

    counters: NDArray[np.int32]
    """Completions that hold a set of cards: below the pattern's class, up to it, below each cut."""
    number: NDArray[np.int64]
    numbers: NDArray[np.int64]
    cards: NDArray[np.int64]
    swept: NDArray[np.int32]
    against: NDArray[np.int32]
    cells: NDArray[np.int32]
    ways: NDArray[np.int64]
    counts: NDArray[np.int32]


class Duel(NamedTuple):
    """What is the same for all open cards."""

    deck: NDArray[np.int8]
    hidden: int
    flush: int
    """How many cards make a flush."""
    tables: JudgeTables
    choose: NDArray[np.int64]
    offset: NDArray[np.int64]
    """Where subsets of each size begin among the counters."""
    subsets: OwnSubsets
    cuts: NDArray[np.int32]
    """The first class of every cell of the dealer's but the lowest."""
    pays: NDArray[np.int64]
    """[leaf, cell]: the deciding net, in whole numbers."""
    takes_last: bool


# -- patterns ----------------------------------------------------------------------------------------


@jit
def find_live(opened, needed):
    """The suit of which so many cards lie open, or -1."""
    for suit in range(SUIT_COUNT):
        count = 0
        for card in opened:
            count += card & 3 == suit
        if count >= needed:
            return suit
    return -1


@jit
def lay_out(opened, live, deck):
    """What the open cards leave."""
    ranks, free = np.zeros(SUIT_COUNT, np.int64), np.zeros(RANKS, np.int64)
    place = np.full(RANKS * SLOTS, -1, np.int64)
    for i in range(deck.shape[0]):
        rank, suit = deck[i] >> 2, deck[i] & 3
        is_open = False
        for one in opened:
            is_open = is_open or one == deck[i]
        if is_open:
            continue
        ranks[suit] |= 1 << rank
        if suit == live:
            place[rank * SLOTS + LIVE] = i
        else:
            place[rank * SLOTS + free[rank]] = i
            free[rank] += 1
    return Left(live, ranks, free, place)


@jit
def flush_ways(ranks, extra, left):
    """In how many ways these ranks are of one suit that is not live, with a card of another beside them."""
    found = 0
    for suit in range(SUIT_COUNT):
        if suit == left.live or left.ranks[suit] & ranks != ranks:
            continue
        if extra < 0:
            found += 1
            continue
        for other in range(SUIT_COUNT):
            if other != left.live and other != suit and left.ranks[other] >> extra & 1:
                found += 1
    return found


@jit
def ways_in_ranks(slots, left):
    """In how many ways the cards of a pattern can be dealt, whatever they make."""
    ways, orders = 1, 1
    for slot in slots:
        if left.place[slot] < 0:
            return 0
        if slot & LIVE != LIVE:
            ways *= left.free[slot >> 3] - (slot & LIVE)
            orders *= (slot & LIVE) + 1
    return ways // orders


@jit
def ways_with_flush(support, extra, is_longer, left):
    """How many hands of these ranks have a flush outside the live suit, with at most one card beside it."""
    if extra >= 0:
        return flush_ways(support, extra, left)
    found = flush_ways(support, -1, left)
    if is_longer:
        for rank in range(RANKS):
            if support >> rank & 1:
                found += flush_ways(support ^ (1 << rank), rank, left)
    return found


@jit
def pattern_ways(patterns, row, flush, left):
    """How many own hands a pattern is, beside the open cards."""
    ways = ways_in_ranks(patterns.slots[row], left)
    outside, extra = patterns.outside[row], patterns.extra[row]
    if ways == 0 or outside < flush:
        return ways
    if patterns.flush[row]:
        return flush_ways(patterns.flush[row], extra, left)
    return ways - ways_with_flush(patterns.support[row], extra, outside > flush, left)


# -- the dealer's hidden cards -------------------------------------------------------------------------


@jit
def complete(opened, duel):
    """Every way to complete the dealer's hand."""
    deck, step, size = duel.deck, duel.tables[0], duel.hidden
    unknown = np.zeros(deck.shape[0], np.int64)
    count = unseen(opened, deck, unknown)
    place = np.zeros(SUIT_COUNT * RANKS, np.int64)
    for i in range(deck.shape[0]):
        place[deck[i]] = i
    base, m = np.zeros(SUIT_COUNT, np.int64), np.zeros(SUIT_COUNT, np.int64)
    start = 0
    for card in opened:
        start = step[start, card >> 2]
        base[card & 3] |= 1 << (card >> 2)
    total = duel.choose[count, size]
    cards, classes = np.zeros((total, size), np.int64), np.zeros(total, np.int32)
    held = np.zeros(duel.choose[deck.shape[0], size], np.int32)
    chosen = np.zeros(size + 1, np.int64)
    for i in range(size):
        chosen[i] = i
    for found in range(total):
        state, number = start, 0
        m[:] = base
        for i in range(size):
            card = unknown[chosen[i]]
            state = step[state, card >> 2]
            m[card & 3] |= 1 << (card >> 2)
            cards[found, i] = place[card]
            number += duel.choose[place[card], i + 1]
        classes[found] = judge(state, m, duel.tables)[0]
        held[number] = classes[found]
        next_combination(chosen, size, count)
    order = np.zeros(total, np.int32)
    counting_sort(classes, classes.max(), order)
    return HiddenHands(cards, classes, order, held)


@jit
def add_completion(cards, duel, number, counters):
    """Count one completion under every smaller subset of its cards."""
    for mask in range((1 << cards.shape[0]) - 1):
        bits, top = 0, 0
        for i in range(cards.shape[0]):
            if mask >> i & 1:
                bits += 1
                top = i
        number[mask] = number[mask ^ (1 << top)] + duel.choose[cards[top], bits] if mask else 0
        counters[duel.offset[bits] + number[mask]] += 1


@jit
def add_up_to(bound, added, completions, duel, desk, counter):
    """Add the completions below a class that were not added yet; returns how many there are now."""
    order, classes = completions.order, completions.classes
    while added < order.shape[0] and classes[order[added]] < bound:
        add_completion(completions.cards[order[added]], duel, desk.number, desk.counters[counter])
        added += 1
    return added


@jit
def number_subsets(slots, place, duel, cards, number):
    """The combinatorial numbers of a pattern's subsets."""
    for i in range(slots.shape[0]):
        card = place[slots[i]]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    bits, top, rest, choose = duel.subsets.bits, duel.subsets.top, duel.subsets.rest, duel.choose
    for n in range(1, number.shape[0]):
        number[n] = number[rest[n]] + choose[cards[top[n]], bits[n]]


@jit
def count_avoiding(number, duel, counters, held, bound):
    """How many completions below a class avoid the pattern, by inclusion and exclusion."""
    bits, offset, sign = duel.subsets.bits, duel.offset, duel.subsets.sign
    found = 0
    for n in range(duel.subsets.smaller):
        found += sign[n] * counters[offset[bits[n]] + number[n]]
    whole = 0
    for n in range(duel.subsets.smaller, number.shape[0]):
        whole += held[number[n]] < bound
    return found - whole if duel.hidden & 1 else found + whole


# -- all together --------------------------------------------------------------------------------------


@jit
def make_desk(duel, size):
    """A place to work, for own hands of so many cards."""
    cuts, sets = duel.cuts.shape[0], duel.subsets.bits.shape[0]
    return Desk(
        np.zeros((cuts + 2, duel.offset[duel.hidden]), np.int32),
        np.zeros(1 << duel.hidden, np.int64),
        np.zeros(sets, np.int64),
        np.zeros(size, np.int64),
        np.zeros((BLOCK, cuts + 2), np.int32),
        np.zeros(BLOCK, np.int32),
        np.zeros(BLOCK, np.int32),
        np.zeros(BLOCK, np.int64),
        np.zeros((BLOCK, 3 * (cuts + 1)), np.int32),
    )


@jit
def settle_block(count, total, duel, desk, out):
    """Take the best option for each pattern, and add up the ways of every cell."""
    counts = desk.counts[:count]
    width = counts.shape[1]
    counts[:] = 0
    showdown_cells(desk.swept[:count], desk.against[:count], duel.cuts, total, counts)
    for row in range(count):
        best, most = 0, 0
        start = desk.cells[row] * width
        for leaf in range(duel.pays.shape[0]):
            value = 0
            for v in range(width):
                value += counts[row, v] * duel.pays[leaf, start + v]
            if leaf == 0 or value > most or (duel.takes_last and value == most):
                best, most = leaf, value
        for v in range(width):
            out[best, start + v] += desk.ways[row] * counts[row, v]


@jit
def play_opened(opened, orbit, total, plain, with_live, duel, out):
    """All own hands against these open cards, as often as the orbit says."""
    live = find_live(opened, duel.flush - duel.hidden)
    patterns = with_live if live >= 0 else plain
    left, completions = lay_out(opened, live, duel.deck), complete(opened, duel)
    desk = make_desk(duel, patterns.slots.shape[1])
    swept, numbers, counters, held = desk.swept, desk.numbers, desk.counters, completions.held
    for cut in range(duel.cuts.shape[0]):
        add_up_to(duel.cuts[cut], 0, completions, duel, desk, 2 + cut)
    below, through, count = 0, 0, 0
    for row in range(patterns.slots.shape[0]):
        ways = pattern_ways(patterns, row, duel.flush, left)
        if ways == 0:
            continue
        klass = patterns.classes[row]
        below = add_up_to(klass, below, completions, duel, desk, 0)
        through = add_up_to(klass + 1, through, completions, duel, desk, 1)
        number_subsets(patterns.slots[row], left.place, duel, desk.cards, numbers)
        swept[count, 0] = count_avoiding(numbers, duel, counters[0], held, klass)
        swept[count, 1] = swept[count, 0]
        if through > below:
            swept[count, 1] = count_avoiding(numbers, duel, counters[1], held, klass + 1)
        for cut in range(duel.cuts.shape[0]):
            swept[count, 2 + cut] = count_avoiding(numbers, duel, counters[2 + cut], held, duel.cuts[cut])
        desk.against[count], desk.cells[count], desk.ways[count] = klass, patterns.cells[row], ways * orbit
        count += 1
        if count == BLOCK:
            settle_block(count, total, duel, desk, out)
            count = 0
    settle_block(count, total, duel, desk, out)

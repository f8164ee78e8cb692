"""Compiled: rounds side by side, and the first eight cards of each; see `drawn_lockstep`.

The shoe is so many whole decks in order: aces first, equal cards together. Sixteen random bits are a place in
it, or none if they would make it uneven. The cards of many rounds lie in rows, the first of all, then the
second of all, so that one instruction looks at many. A round of which two of the first four cards are one is
passed over; of the next four, a card that is out already does not count.
"""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.drawn_runtime import INSURANCES, SEVERAL
from pitboss.simulation.runtime import bits

BLOCK = 1024
FIRST_CARDS, DEALT_CARDS = 4, 8
DECK = 52
NO_PLACE = 0xFFFF
VALUE_BITS = 4
STRIDE = 1 << VALUE_BITS
NO_CARD = STRIDE - 1
"""Stands for the value of a card that does not count."""
PASSED_OVER = 10_000
"""Stands for the number of four values, where a round is passed over."""
SPLITTING = SEVERAL * INSURANCES
REACHED = SPLITTING + INSURANCES
OPEN = 64
"""States of a round, see `drawn_machine`: ended, with the outcome and insurance; a pair that is split, and
insurance; what the dealer has reached, where that is all that is asked; and from here on those that draw."""
SEEN_BITS = 6
"""For each value, how many of its cards are out: never as many as 64."""


class Shoe(NamedTuple):
    """Cards in order of value, and for each its value and how many of that value lie before it."""

    order: np.ndarray
    places: np.ndarray
    uneven: int
    """So many of the numbers of sixteen bits must be thrown away."""


class Block(NamedTuple):
    """Rounds side by side."""

    places: np.ndarray
    """`places[card, row]`: where in the shoe the first eight cards lie."""
    cards: np.ndarray
    """What they are: aces first, four of each rank."""
    firsts: np.ndarray
    """The values of the first four, as digits of one number: the player's two, the dealer's two."""
    draws: np.ndarray
    """The values of the next four."""
    matches: np.ndarray


class Longer(NamedTuple):
    """Rounds that go on, by their number."""

    rows: np.ndarray
    """Where they are in the block."""
    spots: np.ndarray
    """Where their cell is written."""
    seen: np.ndarray
    """How many cards of each value are out."""
    states: np.ndarray
    """The state of the round, or of the dealer alone where the player has split."""


@fresh_jit
def make_block():
    return Block(
        np.empty((DEALT_CARDS, BLOCK), np.uint16),
        np.empty((DEALT_CARDS, BLOCK), np.uint16),
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.uint16),
    )


@fresh_jit
def make_longer():
    return Longer(
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int32),
    )


@fresh_jit
def place_of(sixteen_bits, size, uneven):
    """A place in the shoe, all equally likely, or none: of the numbers, `uneven` must be thrown away."""
    scaled = np.uint32(sixteen_bits) * np.uint32(np.uint16(size))
    is_even = np.uint16(scaled) >= np.uint16(uneven)
    return np.uint16(scaled >> np.uint32(16)) if is_even else np.uint16(NO_PLACE)


@fresh_jit
def card_of(sixteen_bits):
    """The card at that place: equal cards lie together."""
    return np.uint16(np.uint32(sixteen_bits) * np.uint32(DECK) >> np.uint32(16))


@fresh_jit
def value_of(card):
    return min(np.uint16(card >> np.uint16(2)), np.uint16(9))


@fresh_jit
def deal_cards(block, rows, shoe, key, counter):
    """Eight cards for every round. Returns the counter."""
    size, uneven = shoe.order.shape[0], shoe.uneven
    for row in range(rows):
        one, two = bits(key, counter + np.uint64(row)), bits(key, counter + np.uint64(rows + row))
        for card in range(FIRST_CARDS):
            block.places[card, row] = np.uint16(one >> np.uint64(16 * card))
            block.places[FIRST_CARDS + card, row] = np.uint16(two >> np.uint64(16 * card))
    for card in range(DEALT_CARDS):
        for row in range(rows):
            sixteen_bits = block.places[card, row]
            block.places[card, row] = place_of(sixteen_bits, size, uneven)
            block.cards[card, row] = card_of(sixteen_bits)
    return counter + np.uint64(2 * rows)


@fresh_jit
def look_at_first(block, rows):
    """The values of the first four cards in one number, and their match."""
    none = np.uint16(NO_PLACE)
    for row in range(rows):
        a, b, c, d = block.places[0, row], block.places[1, row], block.places[2, row], block.places[3, row]
        is_uneven = (a == none) | (b == none) | (c == none) | (d == none)
        is_twice = (a == b) | (a == c) | (a == d) | (b == c) | (b == d) | (c == d)
        one, two = block.cards[0, row], block.cards[2, row]
        up, hole = block.cards[1, row], block.cards[3, row]
        own = value_of(one) * np.uint16(1000) + value_of(two) * np.uint16(100)
        number = np.uint16(own + value_of(up) * np.uint16(10) + value_of(hole))
        block.firsts[row] = np.uint16(PASSED_OVER) if is_uneven | is_twice else number
        block.matches[row] = match_cards(one, two, up, hole)


@fresh_jit
def match_cards(one, two, up, hole):
    """As `match_of`, on many at once."""
    same = one == two
    all_alike = same & (one == up) & (one == hole)
    rank = np.uint16(one >> np.uint16(2))
    ranks = (
        (rank == np.uint16(two >> np.uint16(2)))
        & (rank == np.uint16(up >> np.uint16(2)))
        & (rank == np.uint16(hole >> np.uint16(2)))
    )
    found = np.uint16(2) if ranks else np.uint16(same)
    return np.uint16(3) if all_alike else found


@fresh_jit
def look_at_draws(block, rows):
    """The values of the next four cards, or none where a card is out already, in one number."""
    none, no_card = np.uint16(NO_PLACE), np.uint16(NO_CARD)
    for row in range(rows):
        a, b, c, d = block.places[0, row], block.places[1, row], block.places[2, row], block.places[3, row]
        e, f, g, h = block.places[4, row], block.places[5, row], block.places[6, row], block.places[7, row]
        is_out_e = (e == none) | (e == a) | (e == b) | (e == c) | (e == d)
        is_out_f = (f == none) | (f == a) | (f == b) | (f == c) | (f == d) | (f == e)
        is_out_g = (g == none) | (g == a) | (g == b) | (g == c) | (g == d) | (g == e) | (g == f)
        is_out_h = (h == none) | (h == a) | (h == b) | (h == c) | (h == d) | (h == e) | (h == f) | (h == g)
        fifth = no_card if is_out_e else value_of(block.cards[4, row])
        sixth = no_card if is_out_f else value_of(block.cards[5, row])
        seventh = no_card if is_out_g else value_of(block.cards[6, row])
        eighth = no_card if is_out_h else value_of(block.cards[7, row])
        block.draws[row] = np.uint16(
            fifth
            | sixth << np.uint16(VALUE_BITS)
            | seventh << np.uint16(2 * VALUE_BITS)
            | eighth << np.uint16(3 * VALUE_BITS)
        )


@fresh_jit
def draw_one(seen, shoe, word):
    """The value of a card and its place in the shoe, whether it could be drawn, and what is out then."""
    place = np.int64(place_of(np.uint16(word), shoe.order.shape[0], shoe.uneven))
    if place == NO_PLACE:
        return np.int64(0), np.int64(0), False, seen
    value, before = np.int64(shoe.places[place]) & 15, np.int64(shoe.places[place]) >> 4
    shift = value * SEEN_BITS
    is_drawn = before >= (seen >> shift & (1 << SEEN_BITS) - 1)
    return value, place, is_drawn, seen + (np.int64(is_drawn) << shift)


@fresh_jit
def write_card(dealt, spot, card):
    dealt[spot, 0] += 1
    dealt[spot, dealt[spot, 0]] = card

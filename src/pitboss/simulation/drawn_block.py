"""Compiled: rounds side by side, and one card more for one of them; see `drawn_lockstep`."""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.runtime import bits

BLOCK = 1024
FIRST_CARDS = 4
SEEN_BITS = 6
"""For each value, how many of its cards are out: never as many as 64."""
VALUE = 60
UNIT_MASK = (1 << VALUE) - 1
DRAW_BITS, DRAWS_IN_WORD = 15, 4
HAND_MASK, OFFSET_MASK, END_MASK = 0xFFF, 0xFFFF, 0xFF
OFFSET, END, INSURED, DRAWS, DOUBLED, SPLITS = 18, 34, 42, 44, 45, 46
"""Where in the number of a start stands what, above the player's hand: where the actions against the up card
begin, the outcome plus one of a round that is over, insurance, and whether the player draws, has doubled or
splits."""


class Block(NamedTuple):
    """Rounds side by side."""

    firsts: np.ndarray
    """Where in the shoe the first four cards lie, 16 bits each."""
    words: np.ndarray
    """Random bits for the next draws, and one bit above them: what is left when they are used up."""
    seen: np.ndarray
    """How many cards of each value are out."""
    starts: np.ndarray
    """What the first four cards have led to."""
    states: np.ndarray
    """The player's hand."""
    dealers: np.ndarray
    matches: np.ndarray
    taken: np.ndarray


class Shoe(NamedTuple):
    """Cards in order of value, and for each its value and how many of that value lie before it."""

    order: np.ndarray
    places: np.ndarray
    units: np.ndarray
    """One of its value among the cards that are out, and the value above."""


@fresh_jit
def make_block():
    return Block(
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int16),
        np.empty(BLOCK, np.int8),
        np.empty(BLOCK, np.int16),
    )


@fresh_jit
def draw_word(key, counter):
    """Bits for four draws, and one above them."""
    return bits(key, counter) >> np.uint64(4) | np.uint64(1 << DRAW_BITS * DRAWS_IN_WORD)


@fresh_jit
def draw_one(block, row, shoe, key, counter):
    """The value of a card and its place in the shoe, whether it could be drawn, and the counter."""
    size = shoe.order.shape[0]
    draw_mask = (1 << DRAW_BITS) - 1
    word = block.words[row]
    if word == 1:
        word = draw_word(key, counter)
        counter += np.uint64(1)
    scaled = np.int64(word & np.uint64(draw_mask)) * size
    block.words[row] = word >> np.uint64(DRAW_BITS)
    number = scaled >> DRAW_BITS
    place = np.int64(shoe.places[number])
    value = place & 15
    shift = value * SEEN_BITS
    seen = block.seen[row]
    is_left = np.int64(place >> 4 >= (seen >> shift & 63))
    is_drawn = is_left & np.int64(scaled & draw_mask >= (1 << DRAW_BITS) % size)
    block.seen[row] = seen + (is_drawn << shift)
    return value, number, is_drawn, counter


@fresh_jit
def write_card(block, row, card, dealt):
    block.taken[row] += 1
    dealt[row, block.taken[row]] = card

"""Compiled: rounds side by side, and the first eight cards of each; see `blackjack_lockstep`.

The shoe is n whole decks in order: aces first, equal cards together. Sixteen random bits are a place in
it, or none if they would make it uneven. The cards of many rounds lie in rows, the first of all, then the
second of all, so that one instruction looks at many. A round of which two of the first four cards are one is
passed over; of the next four, a card that is out already does not count.
"""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.blackjack_machine import NO_CARD, OPEN, SPLITTING, STRIDE, VALUE_BITS
from pitboss.simulation.runtime import bits, fresh_jit, inline_jit

BLOCK = 1024
FIRST_CARDS, DEALT_CARDS = 4, 8
DECK = 52
NO_PLACE = 0xFFFF
PASSED_OVER = 10_000
"""Stands for the number of four values, where a round is passed over."""
MATCHES = 4
"""What the first four cards can be: nothing, two alike, four of one rank, all alike."""


class BlockShoe(NamedTuple):
    """What draws read."""

    order: np.ndarray
    places: np.ndarray
    uneven: int
    """So many of the numbers of sixteen bits must be thrown away."""


class ShoeBlock(NamedTuple):
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


@fresh_jit
def make_block():
    return ShoeBlock(
        np.empty((DEALT_CARDS, BLOCK), np.uint16),
        np.empty((DEALT_CARDS, BLOCK), np.uint16),
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.uint16),
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
def deal_block(block, rows, shoe, key, counter):
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
    look_at_first(block, rows)
    look_at_draws(block, rows)
    return counter + np.uint64(2 * rows)


@inline_jit
def is_out(block, card, row):
    """Whether a card is none, or was dealt before."""
    place = block.places[card, row]
    found = place == np.uint16(NO_PLACE)
    for before in range(card):
        found |= place == block.places[before, row]
    return found


@fresh_jit
def look_at_first(block, rows):
    """The values of the first four cards in one number, and their match."""
    for row in range(rows):
        is_passed_over = is_out(block, 0, row) | is_out(block, 1, row)
        is_passed_over |= is_out(block, 2, row) | is_out(block, 3, row)
        one, two = block.cards[0, row], block.cards[2, row]
        up, hole = block.cards[1, row], block.cards[3, row]
        own = value_of(one) * np.uint16(1000) + value_of(two) * np.uint16(100)
        number = np.uint16(own + value_of(up) * np.uint16(10) + value_of(hole))
        block.firsts[row] = np.uint16(PASSED_OVER) if is_passed_over else number
        block.matches[row] = match_of(one, two, up, hole)


@fresh_jit
def match_of(one, two, up, hole):
    """The atom of two cards against two: all alike, four of one rank, the first two alike, or nothing."""
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
    for row in range(rows):
        fifth, sixth = value_drawn(block, 4, row), value_drawn(block, 5, row)
        seventh, eighth = value_drawn(block, 6, row), value_drawn(block, 7, row)
        two = np.uint16(fifth | np.uint16(sixth << np.uint16(VALUE_BITS)))
        other = np.uint16(seventh | np.uint16(eighth << np.uint16(VALUE_BITS)))
        block.draws[row] = np.uint16(two | np.uint16(other << np.uint16(2 * VALUE_BITS)))


@inline_jit
def value_drawn(block, card, row):
    value = value_of(block.cards[card, row])  # read in any case, so that no branch is taken
    return np.uint16(NO_CARD) if is_out(block, card, row) else value


@fresh_jit
def play_block(block, rows, tables, out, longer):
    """The cell of every round that is not passed over, by the eight cards. Returns how many there are, and
    how many of them are longer: in place of the outcome they have their state."""
    stride, value_bits, mask = np.uint64(STRIDE), np.uint64(VALUE_BITS), np.uint64(NO_CARD)
    count, late = np.int64(0), np.int64(0)
    for row in range(rows):
        first, draws = block.firsts[row], np.uint64(block.draws[row])
        state = np.uint64(tables.starts[np.uint64(first)])
        for _ in range(DEALT_CARDS - FIRST_CARDS):
            state = np.uint64(tables.steps[state * stride + (draws & mask)])
            draws >>= value_bits
        out[np.uint64(count), 0] = state * np.uint64(MATCHES) + np.uint64(block.matches[row])
        longer[np.uint64(late)].row = row
        longer[np.uint64(late)].spot = count
        late += np.int64(state >= np.uint64(SPLITTING))
        count += np.int64(first != PASSED_OVER)
    return count, late


@fresh_jit
def write_cards(block, rows, tables, dealt):
    """Write down the cards of every round that is not passed over, as far as it takes them."""
    spot = 0
    for row in range(rows):
        if block.firsts[row] == PASSED_OVER:
            continue
        dealt[spot, 0] = 0
        state = np.int64(tables.starts[block.firsts[row]])
        for card in range(DEALT_CARDS):
            value = np.int64(NO_CARD)
            if card >= FIRST_CARDS:
                value = np.int64(block.draws[row]) >> VALUE_BITS * (card - FIRST_CARDS) & NO_CARD
            if card < FIRST_CARDS or (state >= OPEN and value != NO_CARD):
                write_card(dealt, spot, tables.order[block.places[card, row]])
            state = np.int64(tables.steps[state * STRIDE + value])
        spot += 1


@fresh_jit
def write_card(dealt, spot, card):
    dealt[spot, 0] += 1
    dealt[spot, dealt[spot, 0]] = card

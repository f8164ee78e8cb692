"""Compiled: deal a block of rounds at once, column by column.

A card is drawn from any place of the deck, and the last card moves to where it lay, so that the deck is one
card shorter; as a shuffle does it. No deck is kept for that. What lies at a place is found by going back over
the steps: after a draw from that place there lay what was last before. So no card comes twice, nothing is
thrown away, and every deal is as likely as any other.

A draw takes sixteen random bits. One in some thousands would fall unevenly; such rounds are dealt anew.
Columns lie one after another in one array and are named by where they start.
"""

import numpy as np

from pitboss.simulation.lane import high_half, look, put
from pitboss.simulation.runtime import bits, fresh_jit, inline_jit

BLOCK = 1024
"""Rounds that are dealt and judged together."""
DRAW_BITS = 16
DRAWS_A_WORD = 64 // DRAW_BITS
FOUR = 4
ALL_CARDS = 52
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


@fresh_jit
def deal_block(key, counter, words, places, uneven, cards, dealt, deck):
    """Cards for a block, the k-th of each round in the k-th column; returns the counter after it."""
    draws = words.view(np.uint16)
    for word in range(words.shape[0]):
        words[word] = bits(key, counter + np.uint64(word))
    counter += np.uint64(words.shape[0])
    for row in range(BLOCK):
        put(uneven, row, np.uint16(0))
    for card in range(dealt):
        draw(draws, card, deck.shape[0] - card, places, cards, uneven)
    for card in range(dealt):
        go_back(places, card, deck.shape[0], cards)
    if deck.shape[0] < ALL_CARDS:
        for place in range(dealt * BLOCK):
            cards[place] = deck[cards[place]]
    fours = uneven.view(np.uint64)
    for four in range(BLOCK // FOUR):
        if fours[four]:
            for row in range(four * FOUR, (four + 1) * FOUR):
                if uneven[row]:
                    counter = deal_again(key, counter, cards, dealt, deck, row)
    return counter


@fresh_jit
def draw(draws, card, left, places, cards, uneven):
    """A place among those that are left, for every round; as long as nothing has moved, that is the card."""
    start, bound = card * BLOCK, np.uint16(left)
    threshold, uneven_draw = np.uint16((1 << DRAW_BITS) % left), np.uint16(1)
    for row in range(BLOCK):
        place = np.uint8(high_half(look(draws, start + row), bound))
        put(places, start + row, place)
        put(cards, start + row, place)
    for row in range(BLOCK):
        rest = np.uint16(look(draws, start + row) * bound)
        put(uneven, row, uneven_draw if rest < threshold else look(uneven, row))


@fresh_jit
def go_back(places, card, size, cards):
    """What lies where a card is drawn, after the steps before: the last step first. At first `cards` has the
    places."""
    step = card
    while step >= 8:
        step -= 8
        back(cards, card, places, step, 8, size)
    if step >= 4:
        step -= 4
        back(cards, card, places, step, 4, size)
    if step >= 2:
        step -= 2
        back(cards, card, places, step, 2, size)
    if step:
        back(cards, card, places, 0, 1, size)


@inline_jit
def back(cards, card, places, step, taken, size):
    """Over n steps at once: a column is read and written once for all of them."""
    start = card * BLOCK
    for row in range(BLOCK):
        at = look(cards, start + row)
        for before in range(1, taken + 1):
            last = np.uint8(size - 1 - step - taken + before)
            at = last if at == look(places, (step + taken - before) * BLOCK + row) else at
        put(cards, start + row, at)


@fresh_jit
def deal_again(key, counter, cards, dealt, deck, row):
    """One round, card by card; what would fall unevenly, or is out, is drawn again."""
    out, size = np.uint64(0), np.uint64(deck.shape[0])
    threshold = (np.uint64(1) << HALF) % size
    for start in range(0, dealt * BLOCK, BLOCK):
        while True:
            product = (bits(key, counter) & LOW) * size
            counter += np.uint64(1)
            place = product >> HALF
            if product & LOW >= threshold and not out >> place & np.uint64(1):
                break
        out |= np.uint64(1) << place
        cards[start + row] = deck[place]
    return counter

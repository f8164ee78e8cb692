"""Compiled: rounds of blackjack with several seats, or from any shoe, one after another.

The first cards of all hands are exchanged to the front of an array; what lies there from the round before
does not matter: from whatever order it starts, the next cards are as likely as any other. Cards that are
drawn to a hand count by value alone: one is drawn as a place in the shoe sorted by value, and counts unless
so many of its value are out that its place is taken. What ends with the first cards, and what the dealer
draws to, say the tables of `blackjack_machine`.
"""

from typing import NamedTuple

import numpy as np

from pitboss.simulation.blackjack_block import MATCHES, match_of
from pitboss.simulation.blackjack_hand import DOUBLE
from pitboss.simulation.blackjack_machine import (
    INSURANCES,
    NETS,
    OPEN,
    REACHED,
    SEVERAL,
    SINGLE,
    SPLITTING,
    STRIDE,
)
from pitboss.simulation.runtime import bits, fresh_jit, inline_jit
from pitboss.simulation.stream import EMPTY

HAND_BITS = 12


class BlackjackDealing(NamedTuple):
    """A round as it is dealt."""

    stream: np.ndarray
    """Its key and counter."""
    shoe: np.ndarray
    seen: np.ndarray
    """How many cards of each value are out."""
    written: np.ndarray
    """How many cards came, then the cards, as far as there is room."""


@inline_jit
def number_below(stream, bound):
    """A number below a bound, from 32 random bits; one in ten million must be drawn again."""
    while True:
        scaled = np.int64(bits(stream[0], stream[1]) >> np.uint64(32)) * bound
        stream[1] += np.uint64(1)
        low = scaled & 0xFFFFFFFF
        if low >= bound or low >= (1 << 32) % bound:
            return scaled >> 32


@inline_jit
def exchange(dealing, tables):
    """The next card of the shoe comes to the front. From an empty shoe comes anything: see `EMPTY`."""
    shoe, place = dealing.shoe, np.int64(dealing.written[0])
    if place >= shoe.shape[0]:
        dealing.written[0] += 1
        return np.int64(0)
    other = place + number_below(dealing.stream, shoe.shape[0] - place)
    shoe[place], shoe[other] = shoe[other], shoe[place]
    take(dealing, shoe[place], tables.values[shoe[place]])
    return np.int64(shoe[place])


@inline_jit
def take(dealing, card, value):
    dealing.seen[value] += 1
    dealing.written[0] += 1
    if dealing.written[0] < dealing.written.shape[0]:
        dealing.written[dealing.written[0]] = card


@inline_jit
def draw(dealing, tables):
    """The value of the next card; any card of that value stands for it. From an empty shoe comes anything."""
    size = tables.order.shape[0]
    if dealing.written[0] >= size:
        dealing.written[0] += 1
        return np.int64(0)
    while True:
        number = number_below(dealing.stream, size)
        value = np.int64(tables.places[number]) & 15
        if tables.places[number] >> 4 >= dealing.seen[value]:
            take(dealing, tables.order[number], value)
            return value


@inline_jit
def play_hand(dealing, tables, offset, hand):
    """Where a hand ends by the actions that begin there, and above twelve bits whether it was doubled."""
    action = tables.actions[offset + hand]
    while action:
        hand = np.int64(tables.hand_steps[hand * STRIDE + draw(dealing, tables)])
        if action == DOUBLE:
            return hand | 1 << HAND_BITS
        action = tables.actions[offset + hand]
    return hand


@inline_jit
def play_split(dealing, tables, own, above):
    """The hands of a split pair in turn: how many they are, and where they end, each above the one before."""
    count, played, ended = np.int64(2), np.int64(0), np.int64(0)
    while played < count:
        value = draw(dealing, tables)
        if value == own and count < tables.goals[own, above]:
            # Split again: the hand draws another second card, and a new hand waits its turn.
            count += 1
            continue
        hand = np.int64(tables.hand_steps[(own + 1) * STRIDE + value])
        offset = (own * 10 + above) * tables.ranks.shape[0]
        ended |= play_hand(dealing, tables, offset, hand) << (HAND_BITS + 1) * played
        played += 1
    return count, ended


@inline_jit
def is_alive(count, ended, tables):
    """Whether one of the hands is not bust."""
    for hand in range(count):
        if tables.ranks[ended >> (HAND_BITS + 1) * hand & (1 << HAND_BITS) - 1] >= 0:
            return True
    return False


@inline_jit
def outcome_of(ended, count, reached, tables):
    """The outcome of a seat's hands against what the dealer has reached."""
    net, stake, own = np.int64(0), np.int64(0), np.int64(0)
    for hand in range(count):
        played = ended >> (HAND_BITS + 1) * hand
        own = np.int64(tables.ranks[played & (1 << HAND_BITS) - 1])
        money = 1 + (played >> HAND_BITS & 1)
        stake += money
        net += money * (np.int64(own > reached) - np.int64(own < reached))
    if count == 1:
        level = 0 if own < 0 else 1 + np.int64(own >= reached) + np.int64(own > reached)
        return SINGLE + 4 * (stake - 1) + level
    return SEVERAL + (stake - 2) * NETS + net + NETS // 2


@inline_jit
def play_seat(dealing, tables, begun, own, other, above):
    """The hands of a seat whose round goes on after the first cards: how many, and where they end."""
    if begun < OPEN:
        return play_split(dealing, tables, own, above)
    offset = (100 + above) * tables.ranks.shape[0]
    hand = np.int64(tables.hand_steps[(own + 1) * STRIDE + other])
    return np.int64(1), np.int64(play_hand(dealing, tables, offset, hand))


@inline_jit
def play_dealer(dealing, tables, dealer):
    """What the dealer draws to."""
    while dealer >= OPEN:
        dealer = np.int64(tables.steps[dealer * STRIDE + draw(dealing, tables)])
    return dealer


@fresh_jit
def fill_table(state, out, dealt, tables):
    """Deal a round for each row of `out`; where `dealt` has rows, write the cards down as they came."""
    written = np.zeros(max(1, dealt.shape[1]), np.int32)
    dealing = BlackjackDealing(state, tables.order.copy(), np.zeros(10, np.int64), written)
    seats = out.shape[1]
    cards = np.zeros((2, seats + 1), np.int64)
    begun, counts, ended = np.zeros((3, seats), np.int64)
    for row in range(out.shape[0]):
        dealing.seen[:] = 0
        written[:] = 0
        for card in range(2):
            for seat in range(seats + 1):
                cards[card, seat] = exchange(dealing, tables)
        up, hole = cards[0, seats], cards[1, seats]
        above, under = np.int64(tables.values[up]), np.int64(tables.values[hole])
        waits = False
        for seat in range(seats):
            own, other = np.int64(tables.values[cards[0, seat]]), np.int64(tables.values[cards[1, seat]])
            begun[seat] = tables.starts[own * 1000 + other * 100 + above * 10 + under]
            if begun[seat] >= SPLITTING:
                counts[seat], ended[seat] = play_seat(dealing, tables, begun[seat], own, other, above)
                waits |= is_alive(counts[seat], ended[seat], tables)
        dealer = np.int64(tables.dealers[above * 10 + under])
        if waits:
            dealer = play_dealer(dealing, tables, dealer)
        for seat in range(seats):
            found = begun[seat]
            if found >= SPLITTING:
                outcome = outcome_of(ended[seat], counts[seat], dealer - REACHED, tables)
                found = outcome * INSURANCES + tables.insured[above * 10 + under]
            out[row, seat] = found * MATCHES + match_of(cards[0, seat], cards[1, seat], up, hole)
        if dealt.shape[0]:
            dealt[row] = written
        if written[0] > dealing.shoe.shape[0]:
            state[1] = np.uint64(EMPTY)
            break

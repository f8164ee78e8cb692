"""Compiled: random numbers, what a seat has seen by its number, how cells are counted and sessions played:
whatever game is dealt."""

from typing import Any

import numba as nb
import numpy as np

from pitboss.shape.compiled import kept

jit = kept()
fresh_jit: Any = nb.njit(nogil=True, error_model="numpy")
"""Not kept by itself: it becomes part of the written code that calls it, which is kept."""
inline_jit: Any = nb.njit(nogil=True, error_model="numpy", forceinline=True)
AT_ONCE = 1 << 14
"""Rounds that are dealt before they are counted, while their cells are at hand."""
LOOKED_AT = 256
PILES = 4
SUITS, RANKS = 4, 13


@jit
def scramble(word):
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@jit
def bits(key, counter):
    """The number at a place of a stream: SplitMix64 as a counter."""
    return scramble(key + counter * np.uint64(0x9E3779B97F4A7C15))


@jit
def count_cells(cells, before, piles, watched, awards, found):
    """Count the cells of some rounds; write down where one is watched. Returns how many such were found by
    now."""
    flat, seats = cells.reshape(-1), cells.shape[1]
    for start in range(0, flat.shape[0], LOOKED_AT):
        stop = min(start + LOOKED_AT, flat.shape[0])
        if pile_up(flat, start, stop, piles, watched):
            found = write_awards(flat, start, stop, seats, before, watched, found, awards)
    return found


@jit
def pile_up(cells, start, stop, piles, watched):
    """Count cells on four piles in turn: two of one kind in a row need not wait for each other. Whether one
    of them is watched."""
    whole = stop - (stop - start) % PILES
    is_watched = np.uint8(0)
    for place in range(start, whole, PILES):
        # Unsigned: nobody has to ask whether a place is counted from the end.
        a, b = np.uint64(cells[place]), np.uint64(cells[place + 1])
        c, d = np.uint64(cells[place + 2]), np.uint64(cells[place + 3])
        piles[0, a] += 1
        piles[1, b] += 1
        piles[2, c] += 1
        piles[3, d] += 1
        is_watched |= watched[a] | watched[b] | watched[c] | watched[d]
    for place in range(whole, stop):
        piles[0, cells[place]] += 1
        is_watched |= watched[cells[place]]
    return is_watched


@jit
def write_awards(cells, start, stop, seats, before, watched, found, awards):
    """The round, seat and cell of every cell that is watched. Returns how many were found by now."""
    for place in range(start, stop):
        if watched[cells[place]]:
            if found < awards.shape[0]:
                awards[found, 0] = before + place // seats
                awards[found, 1] = place % seats + 1
                awards[found, 2] = cells[place]
            found += 1
    return found


@jit
def situation_key(masks, groups, alike, suit_masks):
    """A hash of the groups' masks after suits that are alike are put in descending order of them;
    `suit_masks` has room for every suit and group.

    Every situation that can be asked for has a row, and rows are checked to have different keys.
    """
    for suit in range(SUITS):
        for group in range(groups):
            suit_masks[suit, group] = masks[group] >> (RANKS * suit) & 8191
    for _ in range(SUITS - 1):
        for suit in range(SUITS):
            other = alike[suit]
            if other >= 0:
                place = 0
                while place < groups and suit_masks[suit, place] == suit_masks[other, place]:
                    place += 1
                if place < groups and suit_masks[suit, place] < suit_masks[other, place]:
                    for group in range(groups):
                        kept = suit_masks[suit, group]
                        suit_masks[suit, group] = suit_masks[other, group]
                        suit_masks[other, group] = kept
    key = np.uint64(0)
    for group in range(groups):
        whole = np.uint64(0)
        for suit in range(SUITS):
            whole |= np.uint64(suit_masks[suit, group]) << np.uint64(RANKS * suit)
        key = scramble(key + whole + np.uint64(0x9E3779B97F4A7C15))
    return key


@jit
def situation_keys(masks, alike, out):
    """The keys of many situations: `masks[row, group]`."""
    suit_masks = np.zeros((SUITS, masks.shape[1]), np.int64)
    for row in range(masks.shape[0]):
        out[row] = situation_key(masks[row], masks.shape[1], alike, suit_masks)


@jit
def fill_hash(keys, leaves, table_keys, table_leaves):
    """Open addressing; an empty place has the leaf -1."""
    last = table_keys.shape[0] - 1
    for row in range(keys.shape[0]):
        place = np.int64(keys[row] & np.uint64(last))
        while table_leaves[place] >= 0:
            place = (place + 1) & last
        table_keys[place] = keys[row]
        table_leaves[place] = leaves[row]


@jit
def find_hash(key, table_keys, table_leaves):
    """The leaf of a situation; every one that can be asked for is in the table."""
    last = table_keys.shape[0] - 1
    place = np.int64(key & np.uint64(last))
    while table_keys[place] != key:
        if table_leaves[place] < 0:
            raise KeyError("the strategy has no such situation")
        place = (place + 1) & last
    return table_leaves[place]


@jit
def walk_sessions(cells, nets, envies, terms, carry, played):
    """Go on with sessions on these rounds: `carry` is the session, its rounds, net, peak and deepest fall.

    Returns how many rounds were taken; those after the last session are left.
    """
    session, rounds, net, peak, fall = carry[0], carry[1], carry[2], carry[3], carry[4]
    row = 0
    while row < cells.shape[0] and session < played.results.shape[0]:
        net += nets[cells[row, 0]]
        for seat in range(1, cells.shape[1]):
            net += envies[cells[row, seat]]
        row += 1
        rounds += 1
        peak = max(peak, net)
        fall = max(fall, peak - net)
        is_ruined = terms.bankroll + net < terms.needed
        is_over = rounds == terms.rounds or is_ruined or (terms.goal > 0 and net >= terms.goal)
        if session < played.paths.shape[0]:
            if rounds % terms.every == 0:
                played.paths[session, rounds // terms.every] = net
            if is_over:
                for point in range(rounds // terms.every + 1, played.paths.shape[1]):
                    played.paths[session, point] = net
        if is_over:
            played.results[session] = net
            played.falls[session] = fall
            played.lasted[session] = rounds
            played.ruined[session] = is_ruined
            session += 1
            rounds, net, peak, fall = 0, 0, 0, 0
    carry[0], carry[1], carry[2], carry[3], carry[4] = session, rounds, net, peak, fall
    return row

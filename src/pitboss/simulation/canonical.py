"""Compiled: the number of what a seat has seen, the same for hands that differ by a renaming of suits."""

import numpy as np

from pitboss.simulation.runtime import jit, scramble

SUITS, RANKS = 4, 13


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

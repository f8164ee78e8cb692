"""Compiled: random numbers, and how cells are counted, whatever game is dealt."""

from typing import Any

import numba as nb
import numpy as np

jit: Any = nb.njit(cache=True, nogil=True)
fresh_jit: Any = nb.njit(nogil=True, error_model="numpy")
"""For what calls across files: kept code goes by the age of one file, and would miss a change in another. Who
calls it from written code keeps it, by the hash of all files."""
inline_jit: Any = nb.njit(nogil=True, error_model="numpy", forceinline=True)
AT_ONCE = 1 << 14
"""Rounds that are dealt before they are counted, while their cells are at hand."""
LOOKED_AT = 256
PILES = 4


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

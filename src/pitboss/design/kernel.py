"""The compiled loop of the search: pairs of an upper and a lower half of a table that meet the targets.

Sums are whole numbers of 63 bits, which the caller has proved. Only the deviation is judged by floating point
here, and whatever lies too near to its bounds to be told is handed back to be judged exactly.
"""

from typing import Any

import numba as nb
import numpy as np

jit: Any = nb.njit(cache=True, nogil=True)
DOUBT = 1e-9
"""A part of the mean square: a million times what the floats of one sum can be off by."""


@jit
def pick_pairs(
    top_loss, top_square, top_hits, top_changed, top_distance, top_id,
    low_loss, low_square, low_hits, low_changed, low_distance, low_id, low_count,
    least, most, least_hits, most_hits, scale, square_scale, least_variance, most_variance,
    changed, by, middle, best, filled, doubtful, doubts,
):  # fmt: skip
    """Count the pairs that meet the targets; keep the best, by two keys and a number, in `best`, ascending.

    The lower halves are sorted by their loss. Returns pairs counted, rows kept, pairs in doubt.
    """
    counted = 0
    for t in range(top_loss.shape[0]):
        left = np.searchsorted(low_loss, least - top_loss[t])
        right = np.searchsorted(low_loss, most - top_loss[t] + 1)
        for j in range(left, right):
            if changed >= 0 and top_changed[t] + low_changed[j] != changed:
                continue
            hits = top_hits[t] + low_hits[j]
            if hits < least_hits or hits > most_hits:
                continue
            loss = top_loss[t] + low_loss[j]
            mean = loss / scale
            squares = (top_square[t] + low_square[j]) / square_scale
            variance = squares - mean * mean
            number = top_id[t] * low_count + low_id[j]
            slack = DOUBT * (squares + 1.0)
            if variance < least_variance - slack or variance > most_variance + slack:
                continue
            if variance < least_variance + slack or variance > most_variance - slack:
                if doubts < doubtful.shape[0]:
                    doubtful[doubts] = number
                doubts += 1
                continue
            counted += 1
            one, two = top_changed[t] + low_changed[j], top_distance[t] + low_distance[j]
            if by == 1:
                one = loss - middle if loss > middle else middle - loss
            elif by == 2:
                one = int(variance * 1e6)
            filled = keep(best, filled, one, two, number)
    return counted, filled, doubts


@jit
def keep(best, filled, one, two, number):
    """Put a row in its place if it is among the best; returns how many rows there are."""
    place = filled
    while place > 0 and is_before(one, two, number, best[place - 1]):
        place -= 1
    if place >= best.shape[0]:
        return filled
    last = filled if filled < best.shape[0] else best.shape[0] - 1
    for row in range(last, place, -1):
        for column in range(3):
            best[row, column] = best[row - 1, column]
    best[place, 0], best[place, 1], best[place, 2] = one, two, number
    return filled + 1 if filled < best.shape[0] else filled


@jit
def is_before(one, two, number, row):
    if one != row[0]:
        return one < row[0]
    if two != row[1]:
        return two < row[1]
    return number < row[2]


@jit
def follow_meter(mass, won, grows, stays, first, is_down, top, chances, nums, dens, cap, left):
    """Follow a meter from award to award until it is won: `won` gathers where it stood then.

    `stays` is the chance that one lattice step passes without an award, `first` that the first one does.
    Rounded down, the wait is cut to whole steps; rounded up, a step that has begun counts.
    """
    size = mass.shape[0]
    following = mass.copy()
    total = 1.0
    while total > left:
        if grows:
            grow(mass, following, stays, first, is_down)
        else:
            following[:] = mass
        for cell in range(cap + 1, size):
            following[cap] += following[cell]
            following[cell] = 0.0
        for cell in range(size):
            won[cell] += top * following[cell]
            mass[cell] = 0.0
        for part in range(chances.shape[0]):
            for cell in range(size):
                if following[cell] > 0.0:
                    kept = nums[part] * cell
                    target = kept // dens[part] if is_down else -((-kept) // dens[part])
                    mass[target] += chances[part] * following[cell]
        total = 0.0
        for cell in range(size):
            total += mass[cell]
    won[size - 1] += total


@jit
def grow(mass, out, stays, first, is_down):
    """Add a waiting time, in steps: what does not fit stays in the last cell."""
    size = mass.shape[0]
    carried = 0.0
    for cell in range(size):
        if is_down:
            # At least one step has passed with chance `first`, each further one with `stays`.
            out[cell] = (1.0 - first) * mass[cell] + (1.0 - stays) * carried
            carried = stays * carried + first * mass[cell]
        else:
            out[cell] = (1.0 - stays) * carried
            carried = stays * carried + mass[cell]
    out[size - 1] += carried

"""The compiled loop of the search: pairs of an upper and a lower half of a table that meet the targets.

Sums are whole numbers of 63 bits, which the caller has proved. Only the deviation is judged by floating point
here, and whatever lies too near to its bounds to be told is handed back to be judged exactly.
"""

from typing import NamedTuple

import numpy as np

from pitboss.shape.kernels import jit

LOSS, SQUARE, HITS, CHANGED, DISTANCE, NUMBER = range(6)
"""Rows of a half's sums."""
DOUBT = 1e-9
"""A part of the mean square: a million times what the floats of one sum can be off by."""


class Bounds(NamedTuple):
    """The targets in whole numbers of the board."""

    least: int
    most: int
    least_hits: int
    most_hits: int
    least_variance: float
    """Just outside of the exact ones."""
    most_variance: float
    scale: float
    square_scale: float
    middle: int
    """Of the loss."""


@jit
def pick_pairs(top, low, bounds, changed, by, best, filled, doubtful, doubts):
    """Count the pairs that meet the targets; keep the best, by two keys and a number, in `best`, ascending.

    The lower halves are sorted by their loss. Returns pairs counted, rows kept, pairs in doubt.
    """
    counted = 0
    low_loss, low_square, low_hits, low_changed = low[LOSS], low[SQUARE], low[HITS], low[CHANGED]
    for t in range(top.shape[1]):
        left = np.searchsorted(low_loss, bounds.least - top[LOSS, t])
        right = np.searchsorted(low_loss, bounds.most - top[LOSS, t] + 1)
        for j in range(left, right):
            one = top[CHANGED, t] + low_changed[j]
            if changed >= 0 and one != changed:
                continue
            hits = top[HITS, t] + low_hits[j]
            if hits < bounds.least_hits or hits > bounds.most_hits:
                continue
            loss = top[LOSS, t] + low_loss[j]
            mean = loss / bounds.scale
            squares = (top[SQUARE, t] + low_square[j]) / bounds.square_scale
            variance = squares - mean * mean
            number = top[NUMBER, t] + low[NUMBER, j]
            slack = DOUBT * (squares + 1.0)
            if variance < bounds.least_variance - slack or variance > bounds.most_variance + slack:
                continue
            if variance < bounds.least_variance + slack or variance > bounds.most_variance - slack:
                if doubts < doubtful.shape[0]:
                    doubtful[doubts] = number
                doubts += 1
                continue
            counted += 1
            if by == 1:
                one = abs(loss - bounds.middle)
            elif by == 2:
                one = int(variance * 1e6)
            filled = keep(best, filled, one, top[DISTANCE, t] + low[DISTANCE, j], number)
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

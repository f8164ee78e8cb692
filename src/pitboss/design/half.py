"""Half a table: every way to pay some of the lines, a better hand never less than a worse one, with its sums.

A table of seven lines is an upper and a lower half that fit together: the least pay above is not below the
greatest below. Sorted by what they cost the house, the lower halves that go with an upper one are a slice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import ParameterError
from pitboss.design.board import Board, Line, Sums
from pitboss.design.ladder import LINE

MOST_HALVES = 6_000_000
LIMIT = 2**62
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Half:
    """One row for each way to pay these lines, in the order of the lines."""

    places: NDArray[np.int16]
    sums: Ints
    """[sum, row]: the fields of `board.Sums`, and the number of the row in its part of a table's number."""
    first: Ints
    """How high the best of the lines pays, as a rank among all heights of the board."""
    last: Ints
    """How high the worst of them pays."""

    def __len__(self) -> int:
        return len(self.places)


def cut_halves(board: Board) -> tuple[Half, Half]:
    """The halves of all tables, cut where they come out about as many above as below.

    The rest of the board goes with the upper one. The sums must fit whole numbers.
    """
    assert fits_whole_numbers(board)
    ranks = height_ranks(board.lines)
    cut = min(range(1, len(board.lines) + 1), key=lambda n: count_rows(ranks[:n]) + count_rows(ranks[n:]))
    if count_rows(ranks[:cut]) + count_rows(ranks[cut:]) > MOST_HALVES:
        raise ParameterError("there are too many tables: narrow the pays of some lines with ", LINE)
    low = make_half(board.lines[cut:], ranks[cut:], Sums(0), 1)
    return make_half(board.lines[:cut], ranks[:cut], board.rest, len(low)), low


def height_ranks(lines: Sequence[Line]) -> list[Ints]:
    """What each amount wins, as whole numbers that compare alike."""
    known = sorted({height for line in lines for height in line.heights})
    return [np.array([known.index(height) for height in line.heights], np.int64) for line in lines]


def count_rows(ranks: Sequence[Ints]) -> int:
    """How many ways there are to pay these lines, from the best down."""
    if not ranks:
        return 1
    ways = [1] * len(ranks[0])
    for above, below in pairwise(ranks):
        ways = [sum(n for n, rank in zip(ways, above, strict=True) if rank >= own) for own in below]
    return sum(ways)


def monotone_places(ranks: Sequence[Ints]) -> tuple[NDArray[np.int16], Ints]:
    """Every way to pay these lines, a better hand never less than a worse one; how high the worst pays."""
    places = np.zeros((1, 0), np.int16)
    allowed = np.full(1, 2**30, np.int64)
    for heights in ranks:
        fits = np.searchsorted(heights, allowed, side="right")
        rows = np.repeat(np.arange(len(places)), fits)
        fresh = np.arange(len(rows)) - np.repeat(np.cumsum(fits) - fits, fits)
        places = np.concatenate([places[rows], fresh[:, None].astype(np.int16)], axis=1)
        allowed = heights[fresh]
    return places, allowed


def make_half(lines: Sequence[Line], ranks: Sequence[Ints], rest: Sums, step: int) -> Half:
    places, lowest = monotone_places(ranks)
    highest = ranks[0][places[:, 0]] if ranks else np.full(1, -1, np.int64)
    sums = sum_rows(lines, places) + np.array(rest, np.int64)[:, None]
    return Half(places, np.vstack([sums, np.arange(len(places)) * step]), highest, lowest)


def sum_rows(lines: Sequence[Line], places: NDArray[np.int16]) -> Ints:
    """[sum, row] of what lines make at these places."""
    total = np.zeros((len(Sums._fields), len(places)), np.int64)
    for column, line in enumerate(lines):
        total += np.array(line.sums, np.int64).T[:, places[:, column]]
    return total


def fits_whole_numbers(board: Board) -> bool:
    """Whether every sum that a table can have lies within 63 bits."""
    each = [(board.rest,), *(line.sums for line in board.lines)]
    largest = Sums.of(Sums(*(max(map(abs, column)) for column in zip(*sums, strict=True))) for sums in each)
    return max(*largest, board.scale) < LIMIT

"""Half a table: every way to pay some of the lines, a better hand never less than a worse one, with its sums.

A table of seven lines is an upper and a lower half that fit together: the least pay above is not below the
greatest below. Sorted by what they cost the house, the lower halves that go with an upper one are a slice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import ParameterError
from pitboss.design.board import Board, Line
from pitboss.design.ladder import LINE

MOST_HALVES = 6_000_000
LIMIT = 2**62
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Measure:
    """How far each pay of each line is from the table it is held against, in whole numbers.

    First count the lines that differ, then add up by how much of the old pay each has moved.
    """

    changed: tuple[tuple[int, ...], ...]
    distance: tuple[tuple[int, ...], ...]
    unit: int

    def of(self, places: Sequence[int]) -> tuple[int, Fraction]:
        changed = sum(line[n] for line, n in zip(self.changed, places, strict=True))
        moved = sum(line[n] for line, n in zip(self.distance, places, strict=True))
        return changed, Fraction(moved, self.unit)


def measure_from(board: Board, like: dict[str, Fraction]) -> Measure:
    """From a table's amounts by line; a line that it lacks, or where it pushes, is measured in units."""
    old = {line.name: like.get(line.name, Fraction(0)) for line in board.lines}
    moves = [
        [abs(amount - old[line.name]) / (old[line.name] or 1) for amount in line.amounts]
        for line in board.lines
    ]
    unit = lcm(*(move.denominator for line in moves for move in line))
    return Measure(
        tuple(tuple(int(move != 0) for move in line) for line in moves),
        tuple(tuple(int(move * unit) for move in line) for line in moves),
        unit,
    )


@dataclass(frozen=True)
class Half:
    """One row for each way to pay these lines, in the order of the lines."""

    places: NDArray[np.int16]
    loss: Ints
    square: Ints
    hits: Ints
    changed: Ints
    distance: Ints
    first: Ints
    """How high the best of the lines pays, as a rank among all heights of the board."""
    last: Ints
    """How high the worst of them pays."""

    def __len__(self) -> int:
        return len(self.loss)

    def take(self, rows: NDArray[np.int64]) -> "Half":
        return Half(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


def cut_halves(board: Board, measure: Measure) -> tuple[Half, Half]:
    """The halves of all tables, cut where they come out about as many above as below.

    The sums must fit whole numbers.
    """
    assert fits_whole_numbers(board, measure)
    ranks = height_ranks(board.lines)
    cut = min(range(1, len(board.lines) + 1), key=lambda n: count_rows(ranks[:n]) + count_rows(ranks[n:]))
    if count_rows(ranks[:cut]) + count_rows(ranks[cut:]) > MOST_HALVES:
        raise ParameterError("there are too many tables: narrow the pays of some lines with ", LINE)
    return make_half(board, measure, ranks, 0, cut), make_half(board, measure, ranks, cut, len(ranks))


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


def make_half(board: Board, measure: Measure, ranks: Sequence[Ints], start: int, end: int) -> Half:
    places, lowest = monotone_places(ranks[start:end])
    lines = range(start, end)
    highest = ranks[start][places[:, 0]] if end > start else np.full(1, -1, np.int64)
    return Half(
        places,
        add_up(places, [board.lines[n].loss for n in lines]),
        add_up(places, [board.lines[n].square for n in lines]),
        add_up(places, [board.lines[n].hits for n in lines]),
        add_up(places, [measure.changed[n] for n in lines]),
        add_up(places, [measure.distance[n] for n in lines]),
        highest,
        lowest,
    )


def add_up(places: NDArray[np.int16], worth: Sequence[Sequence[int]]) -> Ints:
    """The sum over the lines of what each is worth at its place."""
    total = np.zeros(len(places), np.int64)
    for column, line in enumerate(worth):
        total += np.array(line, np.int64)[places[:, column]]
    return total


def fits_whole_numbers(board: Board, measure: Measure) -> bool:
    """Whether every sum that a table can have lies within 63 bits."""
    worths: list[list[tuple[int, ...]]] = [
        [(board.loss,), *(line.loss for line in board.lines)],
        [(board.square,), *(line.square for line in board.lines)],
        [(board.total,)],
        [*measure.distance],
    ]
    return all(sum(max(map(abs, line)) for line in worth) < LIMIT for worth in worths)

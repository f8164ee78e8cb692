"""The search: every table of a shape that meets the targets, counted; and the best of them.

A table of seven lines is an upper and a lower half that fit together: the least pay above is not below the
greatest below. Sorted by what they cost the house, the lower halves that go with an upper one are a slice, so
that halves meet in the middle. Counting all tables takes a search in a sorted list
for each upper half, so millions are counted without being written down. Where hits or the deviation are asked
for, the pairs that meet the advantage are gone through one by one. The nearest tables are found by the number
of lines that they change: first those that change none, then one, until there are enough.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, inf, nextafter, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError, ParameterError
from pitboss.design import search_kernel
from pitboss.design.board import BoardLine, PayBoard, Sums
from pitboss.design.ladder import LINE
from pitboss.design.search_kernel import CHANGED, LOSS, Bounds
from pitboss.design.target import Span, Targets

MOST_PAIRS = 3_000_000_000
"""Pairs that are gone through one by one: some ten seconds."""
MOST_DOUBTS = 4096
MOST_SLOW = 200_000
MOST_HALVES = 6_000_000
LIMIT = 2**62
Ints = NDArray[np.int64]
Places = tuple[int, ...]


class By(StrEnum):
    """What comes first."""

    NEAREST = "nearest"
    """Fewest lines changed, then the smallest relative changes."""
    ADVANTAGE = "advantage"
    """Nearest to the middle of the advantage asked for."""
    CALMEST = "calmest"
    """The smallest deviation."""


@dataclass(frozen=True)
class Search:
    """How many tables meet the targets, out of how many; and the first of them."""

    tried: int
    meeting: int
    found: tuple[Places, ...]


# -- half a table ---------------------------------------------------------------------------------


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


def cut_halves(board: PayBoard) -> tuple[Half, Half]:
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


def height_ranks(lines: Sequence[BoardLine]) -> list[Ints]:
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


def make_half(lines: Sequence[BoardLine], ranks: Sequence[Ints], rest: Sums, step: int) -> Half:
    places, lowest = monotone_places(ranks)
    highest = ranks[0][places[:, 0]] if ranks else np.full(1, -1, np.int64)
    sums = sum_rows(lines, places) + np.array(rest, np.int64)[:, None]
    return Half(places, np.vstack([sums, np.arange(len(places)) * step]), highest, lowest)


def sum_rows(lines: Sequence[BoardLine], places: NDArray[np.int16]) -> Ints:
    """[sum, row] of what lines make at these places."""
    total = np.zeros((len(Sums._fields), len(places)), np.int64)
    for column, line in enumerate(lines):
        total += np.array(line.sums, np.int64).T[:, places[:, column]]
    return total


def fits_whole_numbers(board: PayBoard) -> bool:
    """Whether every sum that a table can have lies within 63 bits."""
    each = [(board.rest,), *(line.sums for line in board.lines)]
    largest = Sums.of(Sums(*(max(map(abs, column)) for column in zip(*sums, strict=True))) for sums in each)
    return max(*largest, board.scale) < LIMIT


# -- halves that meet -----------------------------------------------------------------------------


def search(board: PayBoard, targets: Targets, *, most: int, by: By = By.NEAREST) -> Search:
    """All tables on the board, exactly."""
    if not fits_whole_numbers(board):
        return search_slowly(board, targets, most=most, by=by)
    return Meeting(board, targets, make_bounds(board, targets), *cut_halves(board)).search(most, by)


def make_bounds(board: PayBoard, targets: Targets) -> Bounds:
    asked, variance = targets.asked_advantage, targets.variance
    return Bounds(
        *whole_span(asked, board.extra, board.scale),
        *whole_span(targets.hit, Fraction(0), board.total),
        -inf if variance.low is None else nextafter(float(variance.low), -inf),
        inf if variance.high is None else nextafter(float(variance.high), inf),
        float(board.scale),
        float(board.total) * board.unit**2,
        int((asked.middle + board.extra) * board.scale),
    )


def whole_span(span: Span, shift: Fraction, scale: int) -> tuple[int, int]:
    """The whole numbers n with n / scale - shift in the span."""
    far = 2**62
    least = -far if span.low is None else max(-far, ceil((span.low + shift) * scale))
    if span.high is None:
        return least, far
    top = (span.high + shift) * scale
    return least, min(far, ceil(top) - 1 if span.is_open else floor(top))


@dataclass
class Meeting:
    board: PayBoard
    targets: Targets
    bounds: Bounds
    top: Half
    low: Half

    def search(self, most: int, by: By) -> Search:
        tried, pairs = self.count_pairs()
        is_counted = self.targets.variance.is_free and self.hits_are_met_by_all()
        if not is_counted and pairs > MOST_PAIRS:
            many = f"{pairs:,} tables meet the advantage: too many to judge one by one; narrow it, or "
            raise ParameterError(many, LINE)
        best = np.zeros((max(most, 1), 3), np.int64)
        if is_counted and by is By.NEAREST:
            return Search(tried, pairs, self.nearest(best, most))
        if is_counted and pairs > MOST_PAIRS:
            raise InputError(f"{pairs:,} tables meet the targets: too many to rank by {by.value}")
        meeting, found = self.pick(best, changed=-1, by=by)
        return Search(tried, meeting, tuple(found[:most]))

    def hits_are_met_by_all(self) -> bool:
        """Whether no pay that is tried decides about the hit frequency."""
        if any(len({sums.hits for sums in line.sums}) > 1 for line in self.board.lines):
            return False
        hits = self.board.sums([0] * len(self.board.lines)).hits
        return self.bounds.least_hits <= hits <= self.bounds.most_hits

    def groups(self, changed: int = -1) -> Iterator[tuple[Ints, Ints]]:
        """The sums of upper halves that pay down to one height and of all lower ones that fit, by their loss.

        With `changed`, only halves that change at most n lines.
        """
        few = changed if changed >= 0 else len(self.board.lines)
        few_top = self.top.sums[CHANGED] <= few
        order = np.argsort(self.low.sums[LOSS], kind="stable")
        order = order[self.low.sums[CHANGED][order] <= few]
        for height in np.unique(self.top.last[few_top]):
            lows = order[self.low.first[order] <= height]
            if len(lows):
                tops = np.flatnonzero((self.top.last == height) & few_top)
                yield self.top.sums[:, tops], self.low.sums[:, lows]

    def count_pairs(self) -> tuple[int, int]:
        """All tables, and those that meet the advantage."""
        tried = meeting = 0
        for top, low in self.groups():
            tried += top.shape[1] * low.shape[1]
            right = np.searchsorted(low[LOSS], self.bounds.most - top[LOSS], side="right")
            left = np.searchsorted(low[LOSS], self.bounds.least - top[LOSS], side="left")
            meeting += int(right.sum() - left.sum())
        return tried, meeting

    def nearest(self, best: Ints, most: int) -> tuple[Places, ...]:
        found: list[Places] = []
        for changed in range(len(self.board.lines) + 1):
            if len(found) >= most:
                break
            found += self.pick(best, changed=changed, by=By.NEAREST)[1]
        return tuple(found[:most])

    def pick(self, best: Ints, *, changed: int, by: By) -> tuple[int, list[Places]]:
        """How many meet every target, and the best of them."""
        meeting = filled = doubts = 0
        doubtful = np.zeros(MOST_DOUBTS, np.int64)
        for top, low in self.groups(changed):
            counted, filled, doubts = search_kernel.pick_pairs(
                top, low, self.bounds, changed, list(By).index(by), best, filled, doubtful, doubts
            )
            meeting += counted
        if doubts > MOST_DOUBTS:
            raise InputError("too many tables lie on the edge of the volatility asked for: move it a little")
        holds, variance = self.targets.variance.holds, self.board.variance
        sure = [number for number in doubtful[:doubts].tolist() if holds(variance(self.place(number)))]
        rows = [tuple(row) for row in best[:filled].tolist()] + [self.row(number, by) for number in sure]
        return meeting + len(sure), [self.place(number) for _, _, number in sorted(rows)]

    def row(self, number: int, by: By) -> tuple[int, int, int]:
        """The keys of a table that was judged exactly, as the kernel has them."""
        sums = self.board.sums(self.place(number))
        keys = {
            By.NEAREST: sums.changed,
            By.ADVANTAGE: abs(sums.loss - self.bounds.middle),
            By.CALMEST: int(self.board.variance(self.place(number)) * 10**6),
        }
        return keys[by], sums.distance, number

    def place(self, number: int) -> Places:
        top, low = divmod(number, len(self.low))
        return (*self.top.places[top].tolist(), *self.low.places[low].tolist())


def search_slowly(board: PayBoard, targets: Targets, *, most: int, by: By) -> Search:
    """The same in Python's whole numbers, where sums are too large for the compiled loop."""
    if prod(len(line.amounts) for line in board.lines) > MOST_SLOW:
        many = "there are too many tables for sums as large as these: narrow the pays with "
        raise ParameterError(many, LINE)
    tables = [tuple(row) for row in monotone_places(height_ranks(board.lines))[0].tolist()]
    met = [
        places
        for places in tables
        if targets.asked_advantage.holds(board.advantage(places))
        and targets.hit.holds(board.hit(places))
        and (targets.variance.is_free or targets.variance.holds(board.variance(places)))
    ]
    middle = targets.asked_advantage.middle

    def key(places: Places) -> tuple[Fraction | int, Fraction]:
        if by is By.NEAREST:
            return board.sums(places).changed, board.distance(places)
        away = abs(board.advantage(places) - middle)
        return (away if by is By.ADVANTAGE else board.variance(places)), board.distance(places)

    return Search(len(tables), len(met), tuple(sorted(met, key=key)[:most]))

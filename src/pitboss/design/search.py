"""The search: every table of a shape that meets the targets, counted; and the best of them.

Upper and lower halves of a table are met in the middle. Counting all tables takes a search in a sorted list
for each upper half, so millions are counted without being written down. Where hits or the deviation are asked
for, the pairs that meet the advantage are gone through one by one. The nearest tables are found by the number
of lines that they change: first those that change none, then one, until there are enough.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor, inf, nextafter, prod

import numpy as np

from pitboss.base.error import InputError, ParameterError
from pitboss.design.board import Board
from pitboss.design.half import Half, Measure, cut_halves, fits_whole_numbers, height_ranks, monotone_places
from pitboss.design.ladder import LINE
from pitboss.design.target import Span, Targets

MOST_PAIRS = 3_000_000_000
"""Pairs that are gone through one by one: some ten seconds."""
MOST_DOUBTS = 4096
MOST_SLOW = 200_000
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


@dataclass(frozen=True)
class Bounds:
    """The targets in whole numbers of the board."""

    least: int
    most: int
    least_hits: int
    most_hits: int
    variance: Span


def make_bounds(board: Board, targets: Targets) -> Bounds:
    least, most = whole_span(targets.asked_advantage, board.extra, board.scale)
    least_hits, most_hits = whole_span(targets.hit, Fraction(0), board.total)
    return Bounds(
        least - board.loss,
        most - board.loss,
        least_hits - board.hits,
        most_hits - board.hits,
        targets.variance,
    )


def whole_span(span: Span, shift: Fraction, scale: int) -> tuple[int, int]:
    """The whole numbers n with n / scale - shift in the span."""
    far = 2**62
    least = -far if span.low is None else max(-far, ceil((span.low + shift) * scale))
    if span.high is None:
        return least, far
    top = (span.high + shift) * scale
    return least, min(far, ceil(top) - 1 if span.is_open else floor(top))


def search(board: Board, targets: Targets, measure: Measure, *, most: int, by: By = By.NEAREST) -> Search:
    """All tables on the board, exactly."""
    bounds = make_bounds(board, targets)
    if not fits_whole_numbers(board, measure) or board.scale >= 2**62:
        return search_slowly(board, targets, measure, most=most, by=by)
    return Meeting(board, bounds, measure, *cut_halves(board, measure)).search(targets, most, by)


@dataclass
class Meeting:
    board: Board
    bounds: Bounds
    measure: Measure
    top: Half
    low: Half

    def search(self, targets: Targets, most: int, by: By) -> Search:
        tried, pairs = self.count_pairs()
        is_counted = self.bounds.variance.is_free and self.hits_are_met_by_all()
        if not is_counted and pairs > MOST_PAIRS:
            many = f"{pairs:,} tables meet the advantage: too many to judge one by one; narrow it, or "
            raise ParameterError(many, LINE)
        best = np.zeros((max(most, 1), 3), np.int64)
        if is_counted and by is By.NEAREST:
            return Search(tried, pairs, self.nearest(best, most))
        if is_counted and pairs > MOST_PAIRS:
            raise InputError(f"{pairs:,} tables meet the targets: too many to rank by {by.value}")
        middle = int(targets.asked_advantage.middle * self.board.scale) - self.board.loss
        meeting, rows = self.pick(best, changed=-1, by=by, middle=middle)
        return Search(tried, meeting, self.places(rows[:most]))

    def hits_are_met_by_all(self) -> bool:
        """Whether no pay that is tried decides about the hit frequency."""
        if any(len(set(line.hits)) > 1 for line in self.board.lines):
            return False
        hits = sum(line.hits[0] for line in self.board.lines)
        return self.bounds.least_hits <= hits <= self.bounds.most_hits

    def groups(self, changed: int = -1) -> Iterator[tuple[Half, Half, np.ndarray, np.ndarray]]:
        """Upper halves that pay down to one height with all lower halves that fit, these by their loss.

        With the numbers of their rows. With `changed`, only halves that change at most so many lines.
        """
        few_top = self.top.changed <= changed if changed >= 0 else np.ones(len(self.top), np.bool_)
        few_low = self.low.changed <= changed if changed >= 0 else np.ones(len(self.low), np.bool_)
        order = np.argsort(self.low.loss, kind="stable")
        order = order[few_low[order]]
        for height in np.unique(self.top.last[few_top]):
            tops = np.flatnonzero((self.top.last == height) & few_top)
            lows = order[self.low.first[order] <= height]
            if len(lows):
                yield self.top.take(tops), self.low.take(lows), tops, lows

    def count_pairs(self) -> tuple[int, int]:
        """All tables, and those that meet the advantage."""
        tried = meeting = 0
        for top, low, _, _ in self.groups():
            tried += len(top) * len(low)
            right = np.searchsorted(low.loss, self.bounds.most - top.loss, side="right")
            meeting += int(
                right.sum() - np.searchsorted(low.loss, self.bounds.least - top.loss, side="left").sum()
            )
        return tried, meeting

    def nearest(self, best: np.ndarray, most: int) -> tuple[Places, ...]:
        found: list[Places] = []
        for changed in range(len(self.board.lines) + 1):
            if len(found) >= most:
                break
            _, rows = self.pick(best, changed=changed, by=By.NEAREST, middle=0)
            found += self.places(rows)
        return tuple(found[:most])

    def pick(
        self, best: np.ndarray, *, changed: int, by: By, middle: int
    ) -> tuple[int, list[tuple[int, int, int]]]:
        """How many meet every target, and the rows of the best."""
        from pitboss.design import kernel

        meeting = filled = doubts = 0
        doubtful = np.zeros(MOST_DOUBTS, np.int64)
        least, most = float_bounds(self.bounds.variance)
        modes = {By.NEAREST: 0, By.ADVANTAGE: 1, By.CALMEST: 2}
        constant = self.board.loss
        for top, low, tops, lows in self.groups(changed):
            counted, filled, doubts = kernel.pick_pairs(
                top.loss + constant, top.square + self.board.square, top.hits, top.changed, top.distance,
                tops,
                low.loss, low.square, low.hits, low.changed, low.distance, lows, len(self.low),
                self.bounds.least + constant, self.bounds.most + constant, self.bounds.least_hits,
                self.bounds.most_hits, float(self.board.scale), float(self.board.total) * self.board.unit**2,
                least, most, changed, modes[by], middle + constant, best, filled, doubtful, doubts,
            )  # fmt: skip
            meeting += counted
        if doubts > MOST_DOUBTS:
            raise InputError("too many tables lie on the edge of the volatility asked for: move it a little")
        sure = [number for number in doubtful[:doubts].tolist() if self.is_met(number)]
        rows = [tuple(row) for row in best[:filled].tolist()] + [
            self.row(n, by, middle + constant) for n in sure
        ]
        return meeting + len(sure), sorted(rows)

    def is_met(self, number: int) -> bool:
        return self.bounds.variance.holds(self.board.variance(self.place(number)))

    def row(self, number: int, by: By, middle: int) -> tuple[int, int, int]:
        """The keys of a table that was judged exactly, as the kernel has them."""
        places = self.place(number)
        changed, distance = self.measure.of(places)
        keys = {
            By.NEAREST: changed,
            By.ADVANTAGE: abs(self.board.sum_loss(places) - middle),
            By.CALMEST: int(self.board.variance(places) * 10**6),
        }
        return keys[by], int(distance * self.measure.unit), number

    def place(self, number: int) -> Places:
        top, low = divmod(number, len(self.low))
        return (*self.top.places[top].tolist(), *self.low.places[low].tolist())

    def places(self, rows: list[tuple[int, int, int]]) -> tuple[Places, ...]:
        return tuple(self.place(number) for _, _, number in rows)


def float_bounds(span: Span) -> tuple[float, float]:
    """Just outside of the exact ones."""
    least = -inf if span.low is None else nextafter(float(span.low), -inf)
    return least, inf if span.high is None else nextafter(float(span.high), inf)


def search_slowly(board: Board, targets: Targets, measure: Measure, *, most: int, by: By) -> Search:
    """The same in Python's whole numbers, where sums are too large for the compiled loop."""
    tables = [*monotone_tables(board)]
    met = [
        places
        for places in tables
        if targets.asked_advantage.holds(board.advantage(places))
        and targets.hit.holds(board.hit(places))
        and (targets.variance.is_free or targets.variance.holds(board.variance(places)))
    ]
    middle = targets.asked_advantage.middle

    def key(places: Places) -> tuple[Fraction | int, Fraction]:
        changed, distance = measure.of(places)
        if by is By.NEAREST:
            return changed, distance
        away = abs(board.advantage(places) - middle)
        return (away if by is By.ADVANTAGE else board.variance(places)), distance

    return Search(len(tables), len(met), tuple(sorted(met, key=key)[:most]))


def monotone_tables(board: Board) -> Iterator[Places]:
    """Every table in which a better hand never pays less."""
    if prod(len(line.amounts) for line in board.lines) > MOST_SLOW:
        many = "there are too many tables for sums as large as these: narrow the pays with "
        raise ParameterError(many, LINE)
    places, _ = monotone_places(height_ranks(board.lines))
    return map(tuple, places.tolist())

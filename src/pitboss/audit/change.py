"""Which single change of a paytable would make a printed figure true?

The family that is searched is whole: every line that is paid from the tray, at every whole and half pay up
to `LARGEST_PAY` at which no better hand pays less than a worse one. It is solved, not tried. Best play is
worth the most that any play is worth, so with one pay moving the advantage falls, bends downwards, and is
straight as long as play stays the same: chords and tangents through pays that were analysed in full shut out
nearly all the others, and on a straight stretch the pays under which the print is true are read off. Play
that is best at one pay inside a stretch is best at all of them, so every average of the round stays too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import ceil, floor

from pitboss.analysis.analysis import WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.audit.definition import Definition
from pitboss.base.odds import Kind, Pay
from pitboss.base.printed import Print
from pitboss.shape.tally import Outcome, Tally, net

LARGEST_PAY = 10_000
STEP = Fraction(1, 2)
LIKELY_FACTOR = Fraction(4)
"""A whole pay up to n times the printed one may be a misprint; beyond, other readings are tried too."""
GUESSES = 3
"""How often a guess is followed up before the whole family is searched."""
NOWHERE = Fraction(1, 9973)
"""So far beyond a half that no result comes to nothing there."""


@dataclass(frozen=True)
class Change:
    """One line paid otherwise: any pay from `low` to `high` in steps of a half, `now` the one to name."""

    line: str
    was: Pay
    low: Fraction
    high: Fraction

    @property
    def now(self) -> Pay:
        """The roundest of them; of equally round ones the nearest."""
        at = [self.low + STEP * n for n in range(int((self.high - self.low) / STEP) + 1)]
        amount = max(at, key=lambda pay: (roundness(pay), -abs(pay - self.was.amount)))
        return replace(self.was, amount=amount)

    @property
    def size(self) -> Fraction:
        """By which factor the pay changes, at least."""
        now, was = self.now.amount + 1, self.was.amount + 1
        return max(now / was, was / now)

    @property
    def unlikeliness(self) -> tuple[int, Fraction]:
        """A half is less likely than a whole pay, and a large change less likely than a small one."""
        return self.now.amount.denominator, self.size

    @property
    def is_likely(self) -> bool:
        return self.unlikeliness <= (1, LIKELY_FACTOR)


def roundness(pay: Fraction) -> int:
    """How many times 10 goes into it, a half counting less than a whole."""
    if pay.denominator != 1:
        return -1
    text = str(pay)
    return len(text) - len(text.rstrip("0"))


def find_changes(
    analysis: WagerAnalysis,
    printed: Print,
    definition: Definition = Definition.ADVANTAGE,
    *,
    guess: bool = False,
    known: "Known | None" = None,
) -> list[Change]:
    """Changes of one line after which the figure rounds to the print, the likeliest first.

    `guess` looks only where the slopes point: what it finds is right, what it does not find may be there.
    `known` keeps what was analysed for another definition.
    """
    found, points = [], {} if known is None else known
    for line, pay in analysis.tables[0].pays.items():
        if pay.kind is not Kind.METER:
            family = Family(analysis, printed, definition, line, points.setdefault(line, {}))
            found += family.merge(family.guess() if guess else family.search())
    return sorted(found, key=lambda change: change.unlikeliness)


@dataclass(frozen=True)
class Point:
    """The line at one pay, a number of halves, analysed in full; the slope is that of one half more."""

    at: int
    advantage: Fraction
    slope: Fraction
    figures: Figures

    def tangent(self, at: Fraction | int) -> Fraction:
        return self.advantage - self.slope * (at - self.at)

    def reach(self, advantage: Fraction) -> Fraction:
        """The pay at which the tangent comes down to this advantage."""
        return self.at + (self.advantage - advantage) / self.slope


Known = dict[str, dict[int, Point]]
"""By line and pay."""


@dataclass
class Family:
    """One line of a paytable at every pay; pays are counted in halves."""

    analysis: WagerAnalysis
    printed: Print
    definition: Definition
    line: str
    points: dict[int, Point]

    @property
    def pay(self) -> Pay:
        return self.analysis.tables[0].pays[self.line]

    @property
    def ends(self) -> tuple[int, int]:
        """The lowest and highest pay that put no more lines out of their order."""
        pays = self.analysis.tables[0].pays
        names, own = list(pays), self.pay.amount
        place, kept = names.index(self.line), self.pay.kind is Kind.FOR
        low, high = Fraction(0), Fraction(LARGEST_PAY)
        if place + 1 < len(names):
            low = min(own, height(pays[names[place + 1]]) + kept)
        if place and pays[names[place - 1]].kind is not Kind.METER:
            high = max(own, height(pays[names[place - 1]]) + kept)
        return max(0, ceil(low / STEP)), floor(min(high, max(own, Fraction(LARGEST_PAY))) / STEP)

    def point(self, at: int) -> Point:
        if at not in self.points:
            found, table = self.analysis, self.analysis.tables[0]
            if at * STEP != self.pay.amount:
                pays = {**table.pays, self.line: Pay(self.pay.kind, at * STEP)}
                game = found.game.with_table(replace(table, pays=pays))
                found = analyze(game, found.wager.id, found.terms)
            assert found.figures
            slope = money_on(found.figures, self.line) * STEP
            self.points[at] = Point(at, found.house_advantage, slope, found.figures)
        return self.points[at]

    def is_true(self, at: int, advantage: Fraction, figures: Figures) -> bool:
        return at * STEP != self.pay.amount and self.definition.holds(
            self.printed, advantage, self.definition.divisor(figures)
        )

    def merge(self, true: Iterable[tuple[int, int]]) -> list[Change]:
        """Pays side by side are one change."""
        found: list[list[int]] = []
        for low, high in sorted(set(true)):
            if found and low <= found[-1][1] + 1:
                found[-1][1] = max(high, found[-1][1])
            else:
                found.append([low, high])
        return [Change(self.line, self.pay, low * STEP, high * STEP) for low, high in found]

    # -- a guess -----------------------------------------------------------------------------------

    def guess(self) -> Iterator[tuple[int, int]]:
        """Where the slope points, and from there on again."""
        low, high = self.ends
        point = self.point(round(self.pay.amount / STEP))
        for _ in range(GUESSES):
            divisor = self.definition.divisor(point.figures)
            if not point.slope or not divisor:
                return
            at = round(point.reach(self.printed.value * divisor))
            if not low <= at <= high or at in self.points:
                return
            point = self.point(at)
            if self.is_true(at, point.advantage, point.figures):
                yield at, at
                return

    # -- the whole family --------------------------------------------------------------------------

    def search(self) -> Iterator[tuple[int, int]]:
        """All pays, from and to, under which the print is true."""
        low, high = self.ends
        least, most = self.band
        now = self.point(min(max(round(self.pay.amount / STEP), low), high))
        if now.slope:
            # The tangent is never below the advantage: beyond where it meets the print there is nothing.
            high = min(high, floor(now.reach(least)))
        if most is not None and now.advantage >= most:
            low = now.at
        if high < low:
            return
        yield from self.check(now)
        for end in {low, high} - {now.at}:
            known = sorted((self.point(end), now), key=lambda point: point.at)
            yield from chain(self.check(self.point(end)), self.between(*known))

    @property
    def band(self) -> tuple[Fraction, Fraction | None]:
        """Where the advantage must lie; any other figure is the advantage over something above 0."""
        if self.definition is Definition.ADVANTAGE:
            return self.printed.low, self.printed.high
        return min(Fraction(0), self.printed.low * LARGEST_PAY), None

    def check(self, point: Point) -> Iterator[tuple[int, int]]:
        if self.is_true(point.at, point.advantage, point.figures):
            yield point.at, point.at

    def between(self, left: Point, right: Point) -> Iterator[tuple[int, int]]:
        """Strictly between two pays that were analysed."""
        first, last = self.window(left, right)
        if first > last:
            return
        if left.tangent(right.at) == right.advantage or right.tangent(left.at) == left.advantage:
            fall = (left.advantage - right.advantage) / (right.at - left.at)
            # The play of a stretch is the one inside it: at its ends others may be as good.
            inside = left if self.definition is Definition.ADVANTAGE else self.point(left.at + 1)
            yield from self.stretch(replace(inside, slope=fall), first, last)
            return
        bend = (
            (left.advantage - right.advantage + left.slope * left.at - right.slope * right.at)
            / (left.slope - right.slope)
            if left.slope != right.slope
            else Fraction(first + last, 2)
        )
        middle = self.point(min(max(floor(bend), first), last))
        yield from chain(self.check(middle), self.between(left, middle), self.between(middle, right))

    def window(self, left: Point, right: Point) -> tuple[int, int]:
        """The pays between that chord and tangents do not shut out."""
        first, last = left.at + 1, right.at - 1
        low, high = self.band
        if right.advantage >= left.advantage:
            return first, last
        if right.slope:
            last = min(last, floor(right.reach(low)))
        if left.slope:
            last = min(last, floor(left.reach(low)))
        if high is not None:
            fall = (left.advantage - right.advantage) / (right.at - left.at)
            first = max(first, floor(left.at + (left.advantage - high) / fall) + 1)
        return first, last

    def stretch(self, point: Point, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The pays of a straight stretch; where some result becomes a push is looked at by itself."""
        pushes = {at for at in self.pushes(point) if first <= at <= last}
        for at in pushes:
            if self.is_true(at, point.tangent(at), repay(point.figures, self.line, at * STEP)):
                yield at, at
        if not point.slope:
            return
        between = (first + NOWHERE) * STEP
        divisor = self.definition.divisor(repay(point.figures, self.line, between))
        if divisor <= 0:
            return
        start = max(first, floor(point.reach(self.printed.high * divisor)) + 1)
        end = min(last, floor(point.reach(self.printed.low * divisor)))
        own = self.pay.amount / STEP
        for at in sorted({*pushes, *({int(own)} if own.denominator == 1 else ())}):
            if start <= at <= end:
                if start < at:
                    yield start, at - 1
                start = at + 1
        if start <= end:
            yield start, end

    def pushes(self, point: Point) -> Iterator[int]:
        """The pays at which a result with this line comes to nothing."""
        for outcome in point.figures.tally.ways:
            base = sum((result.base for result in outcome if result.name == self.line), Fraction(0))
            if base:
                at = point.at - net(outcome, point.figures.meters) / (base * STEP)
                if at.denominator == 1:
                    yield int(at)


def height(pay: Pay) -> Fraction:
    """What it wins beyond the stake."""
    return pay.amount - (pay.kind is Kind.FOR)


def repay(figures: Figures, line: str, amount: Fraction) -> Figures:
    """The same rounds with the line at another pay."""
    ways: dict[Outcome, int] = {}
    for outcome, count in figures.tally.ways.items():
        paid = tuple(
            result._replace(pay=replace(result.pay, amount=amount)) if result.name == line else result
            for result in outcome
        )
        ways[paid] = ways.get(paid, 0) + count
    return replace(figures, tally=Tally(figures.tally.wager, ways, figures.tally.total))


def money_on(figures: Figures, line: str) -> Fraction:
    """The average money that the line's pay multiplies."""
    total = Fraction(0)
    for outcome, ways in figures.tally.ways.items():
        total += ways * sum((result.base for result in outcome if result.name == line), Fraction(0))
    return total / figures.tally.total

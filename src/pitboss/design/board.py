"""A wager on the drawing board: what every line costs the house at every pay that is tried.

With the cards and the play given, a round that pays line i wins a sum that depends on the pay of that line
alone. So the house's win, the sum of squares behind the deviation and the winning rounds are each a sum over
lines of one whole number for each pay: what a search adds up, and nothing is rounded. How far a table lies
from the one it is held against is such a sum, too.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from pitboss.base.error import PlanError
from pitboss.base.odds import Kind, Pay
from pitboss.design.ladder import Choices
from pitboss.rules import Paytable
from pitboss.shape.tally import Outcome, Tally


class Sums(NamedTuple):
    """What a table comes to, or one pay of it, over all ways."""

    loss: int
    """The house's win, in units of the board."""
    square: int = 0
    """Of the player's net."""
    hits: int = 0
    """Ways that come out ahead."""
    changed: int = 0
    """Lines that differ from the table that it is held against."""
    distance: int = 0
    """Their changes, each as a part of the old pay, in the board's parts of it."""

    @classmethod
    def of(cls, found: Iterable["Sums"]) -> "Sums":
        return cls(*map(sum, zip(cls(0), *found, strict=True)))


@dataclass(frozen=True)
class BoardLine:
    """One line of the table: its pays, ascending, and what each of them makes."""

    name: str
    kind: Kind
    amounts: tuple[Fraction, ...]
    sums: tuple[Sums, ...]
    slope: Fraction
    """What one unit more on the line adds to the expected net: its chance times what it is paid on."""

    def pay(self, place: int) -> Pay:
        return Pay(self.kind, self.amounts[place])

    @property
    def heights(self) -> tuple[Fraction, ...]:
        """What each amount wins: 'x for 1' keeps the stake."""
        return tuple(amount - (self.kind is Kind.FOR) for amount in self.amounts)


@dataclass(frozen=True)
class PayBoard:
    """Lines best first; the rest of the rounds, which no line pays, beside them."""

    table: Paytable
    """The table that it starts from: what is not searched stays as it has it."""
    lines: tuple[BoardLine, ...]
    total: int
    unit: int
    """A net is a whole number of these parts of the wager."""
    parts: int
    """And a change of these parts of a pay."""
    rest: Sums
    extra: Fraction = Fraction(0)
    """What comes to the player besides: envy, and a meter's long run above its seed."""

    @cached_property
    def scale(self) -> int:
        return self.total * self.unit

    def sums(self, places: Sequence[int]) -> Sums:
        return Sums.of((self.rest, *(line.sums[n] for line, n in zip(self.lines, places, strict=True))))

    def advantage(self, places: Sequence[int]) -> Fraction:
        return Fraction(self.sums(places).loss, self.scale) - self.extra

    def hit(self, places: Sequence[int]) -> Fraction:
        return Fraction(self.sums(places).hits, self.total)

    def variance(self, places: Sequence[int]) -> Fraction:
        sums = self.sums(places)
        mean = Fraction(sums.loss, self.scale)
        return Fraction(sums.square, self.total * self.unit**2) - mean * mean

    def distance(self, places: Sequence[int]) -> Fraction:
        return Fraction(self.sums(places).distance, self.parts)

    def pays(self, places: Sequence[int]) -> dict[str, Pay]:
        """The whole table as a layout has it: the lines searched, and a meter's line where it stands."""
        found = {line.name: line.pay(n) for line, n in zip(self.lines, places, strict=True)}
        found |= {line: pay for line, pay in self.table.pays.items() if pay.kind is Kind.METER}
        return {line: found[line] for line in (*self.table.pays, *found) if line in found}

    def places_of(self, pays: Mapping[str, Pay]) -> tuple[int, ...] | None:
        """Where a table stands on the board; None if one of its pays is not tried."""
        found = []
        for line in self.lines:
            pay = pays.get(line.name)
            if pay is None or pay.kind is not line.kind or pay.amount not in line.amounts:
                return None
            found.append(line.amounts.index(pay.amount))
        return tuple(found)


@dataclass(frozen=True)
class PaidRounds:
    """Rounds that one line pays: a net that does not depend on it, and what it is paid on."""

    ways: int
    besides: Fraction
    base: Fraction = Fraction(0)

    def sums(self, unit: int, pay: Pay | None = None) -> Sums:
        net = self.besides + (pay.net(self.base, {}) if pay else 0)
        whole = net * unit
        assert whole.denominator == 1, "the unit divides every net"
        return Sums(-self.ways * whole.numerator, self.ways * whole.numerator**2, self.ways if net > 0 else 0)


def read_tally(
    table: Paytable, tally: Tally, choices: Choices, like: Paytable, *, meters: Mapping[str, Fraction]
) -> PayBoard:
    """The board of a tally that was made with `table` in force, which has every line that is searched."""
    parts: dict[str | None, list[PaidRounds]] = defaultdict(list)
    awards = 0
    for outcome, ways in tally.ways.items():
        line, part = split(outcome, ways, table, choices, meters)
        parts[line].append(part)
        if line is None and part.besides <= 0 and any(r.pay.kind is Kind.METER for r in outcome):
            awards += ways
    board = make_board(table, parts, choices, like, tally.total)
    return replace(board, rest=board.rest._replace(hits=board.rest.hits + awards))


def split(
    outcome: Outcome, ways: int, table: Paytable, choices: Choices, meters: Mapping[str, Fraction]
) -> tuple[str | None, PaidRounds]:
    """The line that pays in an outcome, and the rest of it."""
    paid = [r for r in outcome if r.name in choices and r.base and r.pay == table.pays[r.name]]
    names = {result.name for result in paid}
    if len(names) > 1:
        raise PlanError(f"{' and '.join(sorted(names))} are paid in one round: the lines do not separate")
    besides = sum((r.net(meters) for r in outcome if r not in paid), Fraction(0))
    base = sum((result.base for result in paid), Fraction(0))
    return (names.pop() if names else None), PaidRounds(ways, besides, base)


def make_board(
    table: Paytable,
    parts: Mapping[str | None, Sequence[PaidRounds]],
    choices: Choices,
    like: Paytable,
    total: int,
) -> PayBoard:
    """From the rounds that each line pays, and those that none does, out of `total`."""
    unit = lcm(*(part.besides.denominator for found in parts.values() for part in found))
    for line, amounts in choices.items():
        bases = lcm(1, *(part.base.denominator for part in parts.get(line, ())))
        unit = lcm(unit, *(amount.denominator * bases for amount in amounts))
    moves = {line: [change(like, line, amount) for amount in amounts] for line, amounts in choices.items()}
    pieces = lcm(*(move.denominator for line in moves.values() for move in line))

    def make_line(name: str) -> BoardLine:
        kind, own = table.pays[name].kind, parts.get(name, ())
        sums = []
        for amount, move in zip(choices[name], moves[name], strict=True):
            made = Sums.of(part.sums(unit, Pay(kind, amount)) for part in own)
            sums.append(made._replace(changed=int(move != 0), distance=int(move * pieces)))
        slope = sum((part.ways * part.base for part in own), Fraction(0)) / total
        return BoardLine(name, kind, choices[name], tuple(sums), slope)

    rest = Sums.of(part.sums(unit) for part in parts.get(None, ()))
    return PayBoard(table, tuple(map(make_line, choices)), total, unit, pieces, rest)


def change(like: Paytable, line: str, amount: Fraction) -> Fraction:
    """Of a pay as a part of the old one; where a table lacks the line, or pushes, in units."""
    old = like.pays[line].amount if line in like.pays else Fraction(0)
    return abs(amount - old) / (old or 1)

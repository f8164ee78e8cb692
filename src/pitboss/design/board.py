"""A wager on the drawing board: what every line costs the house at every pay that is tried.

With the cards and the play given, a round that pays line i wins a sum that depends on the pay of that line
alone. So the house's win, the sum of squares behind the deviation and the winning rounds are each a sum over
lines of one whole number for each pay: what a search adds up, and nothing is rounded.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from pitboss.base.error import PlanError
from pitboss.base.odds import Kind, Pay
from pitboss.design.ladder import Choices
from pitboss.rules import Paytable
from pitboss.shape.tally import Outcome, Tally


@dataclass(frozen=True)
class Line:
    """One line of the table: its pays, and over all ways what each of them makes."""

    name: str
    kind: Kind
    amounts: tuple[Fraction, ...]
    """Ascending."""
    loss: tuple[int, ...]
    """The house's win at each amount, in units of the board."""
    square: tuple[int, ...]
    """The sum of squares of the player's net."""
    hits: tuple[int, ...]
    """Ways that come out ahead."""
    slope: Fraction
    """What one unit more on the line adds to the expected net: its chance times what it is paid on."""

    def pay(self, place: int) -> Pay:
        return Pay(self.kind, self.amounts[place])

    @property
    def heights(self) -> tuple[Fraction, ...]:
        """What each amount wins: 'x for 1' keeps the stake."""
        return tuple(amount - (self.kind is Kind.FOR) for amount in self.amounts)


@dataclass(frozen=True)
class Board:
    """Lines best first; the rest of the rounds, which no line pays, beside them."""

    table: Paytable
    """The table that it starts from: what is not searched stays as it has it."""
    lines: tuple[Line, ...]
    total: int
    unit: int
    """A net is a whole number of these parts of the wager."""
    loss: int
    square: int
    hits: int
    extra: Fraction = Fraction(0)
    """What comes to the player besides: envy, and a meter's long run above its seed."""

    @cached_property
    def scale(self) -> int:
        return self.total * self.unit

    def sum_loss(self, places: Sequence[int]) -> int:
        return self.loss + sum(line.loss[n] for line, n in zip(self.lines, places, strict=True))

    def advantage(self, places: Sequence[int]) -> Fraction:
        return Fraction(self.sum_loss(places), self.scale) - self.extra

    def hit(self, places: Sequence[int]) -> Fraction:
        won = self.hits + sum(line.hits[n] for line, n in zip(self.lines, places, strict=True))
        return Fraction(won, self.total)

    def variance(self, places: Sequence[int]) -> Fraction:
        squares = self.square + sum(line.square[n] for line, n in zip(self.lines, places, strict=True))
        mean = Fraction(self.sum_loss(places), self.scale)
        return Fraction(squares, self.total * self.unit**2) - mean * mean

    def pays(self, places: Sequence[int]) -> dict[str, Pay]:
        """The whole table: the lines searched and those that stay."""
        found = {line.name: line.pay(n) for line, n in zip(self.lines, places, strict=True)}
        return {line: pay for line, pay in self.table.pays.items() if pay.kind is Kind.METER} | found

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
class Part:
    """Rounds that one line pays: a net that does not depend on it, and what it is paid on."""

    ways: int
    besides: Fraction
    base: Fraction

    def net(self, pay: Pay) -> Fraction:
        return self.besides + pay.net(self.base, {})


def make_board(
    table: Paytable,
    tally: Tally,
    choices: Choices,
    *,
    meters: Mapping[str, Fraction],
    extra: Fraction = Fraction(0),
) -> Board:
    """The board of a tally that was made with `table` in force, which has every line that is searched."""
    parts: dict[str | None, list[Part]] = defaultdict(list)
    sure_hits = 0
    for outcome, ways in tally.ways.items():
        line, part = split(outcome, ways, table, choices, meters)
        parts[line].append(part)
        if line is None and (part.besides > 0 or any(r.pay.kind is Kind.METER for r in outcome)):
            sure_hits += ways
    unit = lcm(*(part.besides.denominator for found in parts.values() for part in found))
    for line, amounts in choices.items():
        bases = lcm(1, *(part.base.denominator for part in parts[line]))
        unit = lcm(unit, *(amount.denominator * bases for amount in amounts))
    rest = parts.pop(None, [])
    return Board(
        table=table,
        lines=tuple(
            make_line(line, table.pays[line].kind, amounts, parts[line], unit, tally.total)
            for line, amounts in choices.items()
        ),
        total=tally.total,
        unit=unit,
        loss=-sum(part.ways * whole(part.besides, unit) for part in rest),
        square=sum(part.ways * whole(part.besides, unit) ** 2 for part in rest),
        hits=sure_hits,
        extra=extra,
    )


def split(
    outcome: Outcome, ways: int, table: Paytable, choices: Choices, meters: Mapping[str, Fraction]
) -> tuple[str | None, Part]:
    """The line that pays in an outcome, and the rest of it."""
    paid = [r for r in outcome if r.name in choices and r.base and r.pay == table.pays[r.name]]
    names = {result.name for result in paid}
    if len(names) > 1:
        raise PlanError(f"{' and '.join(sorted(names))} are paid in one round: the lines do not separate")
    besides = sum((r.net(meters) for r in outcome if r not in paid), Fraction(0))
    base = sum((result.base for result in paid), Fraction(0))
    return (names.pop() if names else None), Part(ways, besides, base)


def make_line(
    name: str, kind: Kind, amounts: tuple[Fraction, ...], parts: Sequence[Part], unit: int, total: int
) -> Line:
    nets = [[(part.ways, whole(part.net(Pay(kind, amount)), unit)) for part in parts] for amount in amounts]
    return Line(
        name=name,
        kind=kind,
        amounts=amounts,
        loss=tuple(-sum(ways * net for ways, net in found) for found in nets),
        square=tuple(sum(ways * net * net for ways, net in found) for found in nets),
        hits=tuple(sum(ways for ways, net in found if net > 0) for found in nets),
        slope=sum((part.ways * part.base for part in parts), Fraction(0)) / total,
    )


def whole(value: Fraction, unit: int) -> int:
    scaled = value * unit
    assert scaled.denominator == 1, "the unit divides every net"
    return scaled.numerator

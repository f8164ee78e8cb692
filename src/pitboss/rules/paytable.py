"""A paytable: what each line of a hand pays, where it was printed, and the figures printed beside it.

In a data file a paytable's `pays` is written as it stands on a layout, one line of text a hand:

    akq_spades        100%        envy $100
    akq_suited        500 for 1   envy $25
    straight          6 for 1
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from pitboss.base.error import InputError
from pitboss.base.money import parse_dollars
from pitboss.base.odds import Kind, Pay, parse_pay
from pitboss.cards import Ranking

LINE = re.compile(r"(?P<line>[a-z][a-z0-9_]*)\s+(?P<pay>.+?)(?:\s+envy\s+(?P<envy>\$\S+))?")


@dataclass(frozen=True)
class Level:
    """One meter's configuration, in dollars for a wager of one dollar."""

    seed: Fraction = Fraction(0)
    contribution: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)


@dataclass(frozen=True)
class Paytable:
    id: str
    wager: str
    pays: Mapping[str, Pay]
    source: str
    also_in: tuple[str, ...] = ()
    """Other documents that print the same table."""
    envy_micros: Mapping[str, int] = field(default_factory=dict)
    envy_times_wager: bool = False
    links_games: bool = False
    """Whether it is printed for a link of several games; others are for one table or tables of one game."""
    printed: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    hands: int | None = None
    """For a table with one column for each number of hands dealt: the number of hands."""
    warnings: tuple[str, ...] = ()
    where: str = ""
    """File and line of its definition."""

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The meters that its percentages name, best first."""
        return tuple(dict.fromkeys(pay.level for pay in self.pays.values() if pay.kind is Kind.METER))


@dataclass(frozen=True)
class Shape:
    """What a wager's paytables may list: lines of one ranking, best first; a `?` marks the optional ones."""

    ranking: Ranking
    required: tuple[str, ...]
    allowed: tuple[str, ...]
    best_paid: bool = False
    """Whether a hand that is on several lines is paid by the best-paid one, and not by the narrowest."""


def make_shape(ranking: Ranking, lines: list[str], *, best_paid: bool = False) -> Shape:
    allowed = tuple(line.rstrip("?") for line in lines)
    for line in allowed:
        ranking.line(line)
    return Shape(ranking, tuple(line for line in lines if not line.endswith("?")), allowed, best_paid)


@dataclass(frozen=True)
class Row:
    """One row of a `pays` text with the place it came from."""

    where: str
    text: str


def read_rows(
    rows: list[Row], shape: Shape, *, table: str, where: str
) -> tuple[dict[str, Pay], dict[str, int]]:
    """Read and check the rows of one paytable: its pays and its envy, best hand first."""
    pays: dict[str, Pay] = {}
    envy: dict[str, int] = {}
    for row in rows:
        match = LINE.fullmatch(row.text.strip())
        if not match:
            raise InputError(
                f"{row.where}: {table}: cannot read {row.text.strip()!r}: write 'line  pay  [envy $n]'"
            )
        line = match["line"]
        if line in pays:
            raise InputError(f"{row.where}: {table}: the line {line!r} is there twice; keep one of them")
        if line not in shape.allowed:
            known = ", ".join(shape.allowed)
            raise InputError(f"{row.where}: {table}: this wager has no line {line!r}; its lines are {known}")
        try:
            pays[line] = parse_pay(match["pay"])
            if match["envy"]:
                envy[line] = parse_dollars(match["envy"])
        except InputError as problem:
            raise InputError(f"{row.where}: {table}: {problem}") from problem
    missing = [line for line in shape.required if line not in pays]
    if missing:
        raise InputError(
            f"{where}: {table}: no pay for {', '.join(missing)}; add the line or make it optional"
        )
    return {line: pays[line] for line in shape.allowed if line in pays}, envy


def falling_pays(pays: Mapping[str, Pay], shape: Shape) -> list[str]:
    """A better hand ought not to pay less; meter awards count as above every fixed pay."""
    warnings = []
    for better, worse in pairwise(() if shape.best_paid else pays):
        if pay_height(pays[better]) < pay_height(pays[worse]):
            warnings.append(f"{better} pays {pays[better]}, less than {worse} at {pays[worse]}")
    return warnings


def pay_height(pay: Pay) -> tuple[bool, bool, Fraction]:
    if pay.kind is Kind.METER:
        return True, not pay.level, pay.amount if not pay.level else Fraction(0)
    return False, False, pay.amount - (pay.kind is Kind.FOR)

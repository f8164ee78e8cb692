"""What a paytable is to reach: an advantage, a hit frequency and a volatility, each between two ends.

A range is written '5%..7%', '20%..' or '..30'. One figure alone is meant as a print: '2.32%' is every value
that would be printed so.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.base.error import InputError, Parameter, ParameterError
from pitboss.base.figure import rounding_step

NUMBER = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)\s*(%)?", re.ASCII)
Z = Fraction(str(VOLATILITY_Z))
"""Deviations in a volatility index, as a fraction."""


@dataclass(frozen=True)
class Span:
    """Values between two ends, both included; the top is left out where it is the next print's."""

    low: Fraction | None = None
    high: Fraction | None = None
    is_open: bool = False

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise InputError(
                f"a range runs from the lower to the higher end, not from {self.low} to {self.high}"
            )

    def holds(self, value: Fraction) -> bool:
        if self.low is not None and value < self.low:
            return False
        return self.high is None or value < self.high or (value == self.high and not self.is_open)

    @property
    def ends(self) -> tuple[Fraction | None, Fraction | None]:
        return self.low, self.high

    @property
    def is_free(self) -> bool:
        return self.low is None and self.high is None

    @property
    def middle(self) -> Fraction:
        """Halfway; the end that there is, where there is only one."""
        ends = [end for end in (self.low, self.high) if end is not None]
        return sum(ends, Fraction(0)) / max(len(ends), 1)


ANY = Span()


@dataclass(frozen=True)
class Targets:
    advantage: Span = ANY
    """Of the house, on the initial wager."""
    hit: Span = ANY
    volatility: Span = ANY
    """The volatility index: 1.645 deviations of a round with one unit."""
    allows_player_edge: bool = False

    @property
    def asked_advantage(self) -> Span:
        """No player's edge unless somebody asks for one."""
        if self.allows_player_edge or (self.advantage.low is not None and self.advantage.low >= 0):
            return self.advantage
        if self.advantage.high is not None and self.advantage.high < 0:
            theirs = "an advantage below 0% is the player's: ask for it with "
            raise ParameterError(theirs, Parameter("player-edge"))
        return Span(Fraction(0), self.advantage.high, self.advantage.is_open)

    @property
    def variance(self) -> Span:
        """The volatility in squares, so that no root is taken."""
        ends = [None if end is None else (max(end, Fraction(0)) / Z) ** 2 for end in self.volatility.ends]
        return Span(ends[0], ends[1], self.volatility.is_open)


def parse_span(text: str) -> Span:
    """A range of shares or of plain numbers; '5..7%' is a range of percentages too."""
    low, dots, high = (part.strip() for part in text.partition(".."))
    if not dots:
        return parse_print(low)
    if not low and not high:
        raise InputError(f"cannot read the range {text!r}: write '5%..7%', '20%..' or '..30'")
    if low and high.endswith("%") and not low.endswith("%"):
        low += "%"
    return Span(parse_end(low, text) if low else None, parse_end(high, text) if high else None)


def parse_print(text: str) -> Span:
    """Every value that is printed so."""
    value = parse_end(text, text)
    step = rounding_step(text.rstrip("% ")) / (100 if text.endswith("%") else 1)
    return Span(value - step / 2, value + step / 2, is_open=True)


def parse_end(text: str, whole: str) -> Fraction:
    match = NUMBER.fullmatch(text)
    if not match:
        raise InputError(f"cannot read the range {whole!r}: write '5%..7%', '20%..', '..30' or '2.32%'")
    return Fraction(match[1]) / (100 if match[2] else 1)

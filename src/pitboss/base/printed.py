"""Printed figures: what a text such as '22.33%', '$4,000' or '22,100 to 1' claims, and how exactly.

A print claims every value that would have been printed that way. Percentages claim half of their
last digit either way; dollars with trailing zeros ('$4,000') only their leading digits.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.error import InputError
from pitboss.base.figure import rounding_step

FORM = re.compile(r"(?P<dollar>\$)?(?P<number>[\d,]+(?:\.\d+)?)(?P<percent>%)?(?P<odds>\s+to\s+1)?", re.ASCII)


@dataclass(frozen=True)
class Print:
    """A printed figure: its value, and the worth of its last meaningful digit."""

    text: str
    value: Fraction
    step: Fraction
    unit: str
    decimals: int
    is_odds: bool = False
    """Whether it is so many to 1."""

    @property
    def low(self) -> Fraction:
        return self.value - self.step / 2

    @property
    def high(self) -> Fraction:
        return self.value + self.step / 2

    def holds(self, exact: Fraction) -> bool:
        """Whether the exact value rounds to the print."""
        return self.low <= exact < self.high

    def is_next(self, exact: Fraction) -> bool:
        """Whether the exact value rounds to one in the last digit beside the print."""
        return self.low - self.step <= exact < self.high + self.step


def parse_print(text: str) -> Print:
    match = FORM.fullmatch(text.strip())
    if not match:
        raise InputError(f"cannot read the printed figure {text!r}")
    digits = match["number"].replace(",", "")
    value, step = Fraction(digits), rounding_step(digits)
    decimals, is_odds = len(digits.partition(".")[2]), match["odds"] is not None
    if match["percent"]:
        return Print(text, value / 100, step / 100, "%", decimals, is_odds)
    if match["dollar"] and not decimals:
        zeros = len(digits) - len(digits.rstrip("0"))
        step = Fraction(10) ** min(zeros, len(digits) - 1)
    return Print(text, value, step, "$" if match["dollar"] else "", decimals, is_odds)

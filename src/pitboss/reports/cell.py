"""Typed cells: a number on a page with its unit, as it is written. Nothing reads it back out of its words.

Text, Markdown, HTML and PDF show the words of a cell, a spreadsheet and CSV its number. What is written is
rounded here, once: a cell holds exactly the digits that every form shows.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction

from pitboss.base.figure import round_decimal
from pitboss.base.money import CENT, MICROS
from pitboss.base.printed import Print

MOST_DIGITS = 15
"""Every decimal number of n digits comes back from a double as it went in."""


class Unit(Enum):
    """By the sign it is written with."""

    NONE = ""
    DOLLARS = "$"
    PERCENT = "%"


@dataclass(frozen=True)
class Number:
    digits: Decimal
    """As written: 3.3730 for '3.3730%'."""
    unit: Unit = Unit.NONE
    has_plus: bool = False
    """A plus before what is above nothing, as for money that was won."""
    is_grouped: bool = True
    """Commas between thousands; a number that names something, as a seat does, has none."""

    def __str__(self) -> str:
        sign = "-" if self.digits.is_signed() else "+" if self.has_plus and self.digits else ""
        before, after = ("$", "") if self.unit is Unit.DOLLARS else ("", self.unit.value)
        return f"{sign}{before}{abs(self.digits):{',' if self.is_grouped else ''}f}{after}"

    @property
    def exact(self) -> Decimal:
        """As a spreadsheet counts: 3.5% is 0.035."""
        return self.digits / 100 if self.unit is Unit.PERCENT else self.digits

    @property
    def is_held(self) -> bool:
        """Whether a double holds every digit."""
        return len(f"{abs(self.digits):f}".replace(".", "")) <= MOST_DIGITS

    @property
    def pattern(self) -> str:
        """How a spreadsheet writes it, so that it looks as it does on the page."""
        places = -int(self.digits.as_tuple().exponent)
        digits = ("#,##0" if self.is_grouped else "0") + (f".{'0' * places}" if places > 0 else "")
        plain = f"${digits}" if self.unit is Unit.DOLLARS else f"{digits}{self.unit.value}"
        if self.has_plus:
            return f"+{plain};-{plain};{plain}"
        return f"{plain};-{plain}" if self.unit is Unit.DOLLARS else plain


# -- numbers of a kind -----------------------------------------------------------------------------


def whole(number: int) -> Number:
    """'1,234'."""
    return Number(Decimal(number))


def ordinal(number: int) -> Number:
    """A number that names something: a seat, a win, an entry of the journal."""
    return Number(Decimal(number), is_grouped=False)


def figure(value: Fraction | float, digits: int, *, is_grouped: bool = False) -> Number:
    """A plain number with n decimals."""
    return Number(rounded(value, digits), is_grouped=is_grouped)


def percent(value: Fraction | float, digits: int = 4) -> Number:
    return Number(rounded(value * 100, digits), Unit.PERCENT, is_grouped=False)


def rate(value: Fraction) -> Number:
    """A percentage with no more digits than it needs, up to four."""
    return Number(shorten(round_decimal(value * 100, 4)), Unit.PERCENT, is_grouped=False)


def money(micros: int, *, has_plus: bool = False) -> Number:
    """Whole cents, the rest cut off: what a display shows."""
    cents = Decimal(abs(micros) // CENT).scaleb(-2)
    return Number(cents.copy_negate() if micros < 0 else cents, Unit.DOLLARS, has_plus)


def exact_money(micros: int) -> Number:
    """Cents, and below a cent only what is there: '$12.50', '$0.145'."""
    return Number(shorten(Decimal(micros) / MICROS, least=2), Unit.DOLLARS)


def short_money(micros: int) -> Number:
    """Without cents where there are none, for a small spot on the felt."""
    return without_cents(money(micros))


def dollars(amount: Fraction) -> Number:
    """Dollars and cents, rounded; a whole amount without its cents."""
    return without_cents(Number(round_decimal(amount, 2), Unit.DOLLARS))


def print_cell(printed: Print) -> str | Number:
    """A printed figure as it stands in its document; the odds of a hand stay words."""
    value = printed.value * 100 if printed.unit == Unit.PERCENT.value else printed.value
    number = Number(round_decimal(value, printed.decimals), Unit(printed.unit))
    return number if str(number) == printed.text else printed.text


def beside_print(printed: Print, exact: Fraction) -> Number:
    """The exact value in the print's unit, with more digits than printed."""
    match Unit(printed.unit):
        case Unit.PERCENT:
            return percent(exact, printed.decimals + 2)
        case Unit.DOLLARS:
            return Number(round_decimal(exact, 2), Unit.DOLLARS)
        case Unit.NONE:
            return figure(exact, printed.decimals + 2 if printed.decimals else 1, is_grouped=True)


def without_cents(number: Number) -> Number:
    is_whole = number.digits == int(number.digits)
    return replace(number, digits=number.digits.quantize(Decimal(1))) if is_whole else number


def rounded(value: Fraction | float, digits: int) -> Decimal:
    """To n decimals, halves away from zero; a float as Python writes it."""
    if isinstance(value, float):
        return Decimal(value).quantize(Decimal(1).scaleb(-digits))
    return round_decimal(value, digits)


def shorten(value: Decimal, least: int = 0) -> Decimal:
    """Without zeros at the end, but for n decimals."""
    places = max(-int(value.normalize().as_tuple().exponent), least)
    return value.quantize(Decimal(1).scaleb(-places))

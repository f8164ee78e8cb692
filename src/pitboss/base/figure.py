"""Printing exact numbers: fractions as text, percentages with a stated number of digits."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction


def format_fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def round_decimal(value: Fraction, digits: int) -> Decimal:
    """The value cut to n decimals, halves away from zero, from the exact fraction."""
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        return exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)


def format_decimal(value: Fraction, digits: int) -> str:
    return f"{round_decimal(value, digits):f}"


def format_percent(value: Fraction, digits: int = 4) -> str:
    return f"{format_decimal(value * 100, digits)}%"


def format_rate(value: Fraction) -> str:
    """A percentage with no more digits than it needs, up to four."""
    return format_percent(value).removesuffix("%").rstrip("0").rstrip(".") + "%"


def rounding_step(printed: str) -> Fraction:
    """The worth of the last printed digit: 0.01 for '3.37'."""
    _, point, decimals = printed.partition(".")
    return Fraction(1, 10 ** len(decimals)) if point else Fraction(1)

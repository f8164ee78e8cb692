"""Money is a whole number of micro-dollars; it prints as dollars and cents."""

import re
from fractions import Fraction

from pitboss.base.error import InputError

MICROS = 1_000_000
CENT = MICROS // 100
DOLLARS = re.compile(r"\$?\s*(\d[\d,]{0,20})(?:\.(\d{1,6}))?", re.ASCII)
RATE = re.compile(r"(\d{1,20}(?:\.\d{1,20})?)\s*(%)?", re.ASCII)


def parse_dollars(text: str) -> int:
    """Read '$1,000', '4000' or '0.25' into micro-dollars."""
    match = DOLLARS.fullmatch(text.strip())
    if not match:
        raise InputError(f"cannot read the amount {text!r}: write dollars as '$1,000' or '2500.50'")
    return int(match[1].replace(",", "")) * MICROS + int((match[2] or "").ljust(6, "0"))


def format_dollars(micros: int) -> str:
    """Whole cents, the rest cut off: what a display shows."""
    sign = "-" if micros < 0 else ""
    cents = abs(micros) * 100 // MICROS
    return f"{sign}${cents // 100:,}.{cents % 100:02d}"


def format_plain(micros: int) -> str:
    """Dollars to the last digit and without ornament, as a line of notation has them."""
    text = f"{micros // MICROS}.{micros % MICROS:06d}".rstrip("0")
    return text.removesuffix(".")


def as_dollars(micros: int) -> Fraction:
    return Fraction(micros, MICROS)


def parse_rate(text: str) -> Fraction:
    """Read a share between 0% and 100%: '15%', '0.5%' or '0.15'."""
    match = RATE.fullmatch(text.strip())
    if not match:
        raise InputError(f"cannot read the rate {text!r}: write it as '15%' or '0.15'")
    rate = Fraction(match[1]) / (100 if match[2] else 1)
    if not 0 <= rate <= 1:
        raise InputError(f"a rate lies between 0% and 100%, not {text!r}")
    return rate

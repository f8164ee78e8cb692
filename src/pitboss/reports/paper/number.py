"""Numbers as a page writes them: '$1,234.56', '3.3730%', '1,234'. Read back to the last digit, or not at all.

A spreadsheet holds doubles. What a double cannot hold as it is printed stays words, and so does whatever only
looks like a number: a check's '007', a day, '40 to 1'.
"""

import re
from decimal import Decimal
from typing import NamedTuple

WRITTEN = re.compile(
    r"(?P<sign>[-+−]?)(?P<dollar>\$?)(?P<whole>0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.(?P<part>\d{1,12}))?(?P<percent>%?)",
    re.ASCII,
)
MOST_DIGITS = 15
"""Every decimal number of so many digits comes back from a double as it went in."""


class Number(NamedTuple):
    exact: Decimal
    """As a spreadsheet counts: 3.5% is 0.035."""
    pattern: str
    """How a spreadsheet writes it, so that it looks as it does on the page."""

    @property
    def is_money(self) -> bool:
        return "$" in self.pattern


def read_number(text: str) -> Number | None:
    """The number that these words are; None if they are anything else."""
    match = WRITTEN.fullmatch(text)
    if not match or (match["dollar"] and match["percent"]):
        return None
    part = match["part"] or ""
    if len(match["whole"].replace(",", "") + part) > MOST_DIGITS:
        return None
    exact = Decimal(f"{match['whole'].replace(',', '')}.{part or 0}") / (100 if match["percent"] else 1)
    is_below = match["sign"] in ("-", "−")
    return Number(-exact if is_below else exact, find_pattern(match, part))


def find_pattern(match: re.Match[str], part: str) -> str:
    """Its digits, commas and signs; a plus that was written is written again."""
    has_commas = bool(match["dollar"]) or "," in match["whole"]
    digits = ("#,##0" if has_commas else "0") + (f".{'0' * len(part)}" if part else "")
    plain = f"{match['dollar']}{digits}{match['percent']}"
    if match["sign"] == "+":
        return f"+{plain};-{plain};{plain}"
    return f"{plain};-{plain}" if match["dollar"] else plain

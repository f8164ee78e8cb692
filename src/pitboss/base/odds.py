"""What a winning hand pays: "40 to 1", "300 for 1", "10%" of a meter, or a push.

"x to 1" wins x times the wager and the wager comes back. "x for 1" pays x times the wager and the
wager is kept, so it wins x - 1. A percentage is that share of a progressive meter; the wager is kept.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pitboss.base.error import InputError


class Kind(Enum):
    TO = "to"
    FOR = "for"
    METER = "meter"


@dataclass(frozen=True, slots=True)
class Pay:
    """One line's pay. `amount` is per unit of the wager, or the share of the meter named `level`."""

    kind: Kind
    amount: Fraction
    level: str = ""

    def net(self, stake: Fraction, meters: Mapping[str, Fraction]) -> Fraction:
        """What the player wins beyond the stake; `meters` in units of money by level name."""
        if self.kind is Kind.TO:
            return self.amount * stake
        if self.kind is Kind.FOR:
            return (self.amount - 1) * stake
        if self.level not in meters:
            raise InputError(f"no amount given for the meter {self.level or 'of this wager'!r}")
        return self.amount * meters[self.level] - stake

    def __str__(self) -> str:
        return format_pay(self)


def to_one(amount: int | Fraction) -> Pay:
    return Pay(Kind.TO, Fraction(amount))


def for_one(amount: int | Fraction) -> Pay:
    return Pay(Kind.FOR, Fraction(amount))


EVEN = to_one(1)
PUSH = to_one(0)
LOSE = for_one(0)

RATIO = re.compile(r"(\d[\d,]{0,20})(?:\s+(to|for)\s+([1-9]\d{0,9}))?", re.ASCII)
MEANT = re.compile(r"\d{1,9}(?:\.\d{1,6}|\s*[/:]\s*[1-9]\d{0,8})?", re.ASCII)
HALVES = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
}
SHARE = re.compile(r"(\d{1,3})\s*%(?:\s+([A-Z][a-z]+))?", re.ASCII)


def parse_pay(text: str, *, bare: Kind = Kind.TO) -> Pay:
    """Read a printed pay; a bare number is taken as `bare`."""
    words = text.strip()
    if words.lower() in ("push", "lose"):
        return PUSH if words.lower() == "push" else LOSE
    if share := SHARE.fullmatch(words):
        amount = Fraction(int(share[1]), 100)
        if not 0 < amount <= 1:
            raise InputError(f"a meter pays between 1% and 100%, not {text!r}")
        return Pay(Kind.METER, amount, share[2] or "")
    if ratio := RATIO.fullmatch(words):
        kind = Kind(ratio[2]) if ratio[2] else bare
        return Pay(kind, Fraction(int(ratio[1].replace(",", "")), int(ratio[3] or 1)))
    if (number := read_amount(words)) is not None:
        return Pay(Kind.TO if ":" in words else bare, number)
    raise InputError(f"cannot read the pay {text!r}: write '40 to 1', '3.5', '300 for 1', '10%' or 'push'")


def read_amount(words: str) -> Fraction | None:
    """A pay that is written as a number: '3.5', '7/2', '3½' or '7:2'."""
    whole, part = (words[:-1], HALVES[words[-1]]) if words[-1:] in HALVES else (words, Fraction(0))
    if not words or not MEANT.fullmatch(whole or "0"):
        return None
    top, _, bottom = whole.replace(":", "/").partition("/")
    return Fraction(top or 0) / Fraction(bottom or 1) + part


def format_pay(pay: Pay) -> str:
    if pay.kind is Kind.METER:
        return f"{pay.amount * 100}% {pay.level}".rstrip()
    if pay == PUSH:
        return "push"
    if pay == LOSE:
        return "lose"
    return f"{pay.amount.numerator} {pay.kind.value} {pay.amount.denominator}"

"""Federal tax on a win: whether form W-2G reports it, what is withheld, and how payees share it.

Dated rules decide (`regulation`). The wager of a meter win is the progressive wager. What a wager is for
envy and for prizes that must be split is open; no rule here answers it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS
from pitboss.jackpot.regulation import Regulation, in_force, regulation

HUNDRED = 100


@dataclass(frozen=True)
class Winnings:
    """What was won on what."""

    win_micros: int
    wager_micros: int

    def __add__(self, other: "Winnings") -> "Winnings":
        return Winnings(self.win_micros + other.win_micros, self.wager_micros + other.wager_micros)


@dataclass(frozen=True)
class Tax:
    """What the rules of its day ask of a win."""

    winnings: Winnings
    reported_from_micros: int
    """Form W-2G reports a win from here."""
    is_reported: bool
    withheld_micros: int
    sources: tuple[str, str]
    """Of the rule for reporting and of the rule for withholding."""

    @property
    def paid_out_micros(self) -> int:
        return self.winnings.win_micros - self.withheld_micros


def find_tax(winnings: Sequence[Winnings], day: date, rules: Regulation | None = None) -> Tax:
    """Identical wagers of one player on one event count as one, so all of them come together."""
    if not winnings:
        raise InputError("there is no win to tax")
    total = sum(winnings[1:], winnings[0])
    rules = rules or regulation()
    reporting, withholding = in_force(rules.reportable_win, day), in_force(rules.withholding, day)
    threshold = max(reporting.dollars * MICROS, reporting.times * total.wager_micros)
    taxed = total.win_micros - total.wager_micros
    is_withheld = (
        taxed > withholding.over_dollars * MICROS and taxed >= withholding.times * total.wager_micros
    )
    return Tax(
        total,
        threshold,
        total.win_micros >= threshold,
        round_cents(taxed * withholding.percent, HUNDRED) if is_withheld else 0,
        (reporting.source, withholding.source),
    )


def round_cents(micros: int, divisor: int) -> int:
    """The quotient in whole cents, halves up."""
    return (2 * micros + divisor * CENT) // (2 * divisor * CENT) * CENT


@dataclass(frozen=True)
class Share:
    """What one of several payees has of a win, for form 5754."""

    payee: str
    win_micros: int
    withheld_micros: int


def share_out(tax: Tax, parts: Mapping[str, int]) -> tuple[Share, ...]:
    """The win and what is withheld of it, in the proportion agreed; odd cents go to the first payees."""
    if not parts or any(part <= 0 for part in parts.values()):
        raise InputError("every payee has a part of the win: write name=part with a whole number")
    wins = split_cents(tax.winnings.win_micros, list(parts.values()))
    withheld = split_cents(tax.withheld_micros, list(parts.values()))
    return tuple(map(Share, parts, wins, withheld))


def split_cents(micros: int, parts: Sequence[int]) -> list[int]:
    """Whole cents in proportion; the parts sum to the whole."""
    whole = [micros * part // sum(parts) // CENT * CENT for part in parts]
    left = micros - sum(whole)
    for place in range(len(whole)):
        cent = min(CENT, left)
        whole[place] += cent
        left -= cent
    return whole

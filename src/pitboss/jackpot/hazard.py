"""Chances over many rounds: a meter that runs dry, a second award within a day. Bounds that are proved.

A bound is a float, rounded only where it is printed; what it is made of are exact chances.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, expm1, log1p
from typing import TYPE_CHECKING

from pitboss.base.odds import Kind

if TYPE_CHECKING:
    from pitboss.analysis.meter import MeterFigures

STEPS = 200
"""Halvings of an interval: more than a float can tell apart."""


@dataclass(frozen=True)
class Pace:
    """How much is played: n rounds an hour at each table, n seats with the wager in each."""

    rounds_an_hour: int = 40
    hours_a_day: int = 24
    seats: int = 7

    def rounds_a_day(self, tables: int) -> int:
        return tables * self.rounds_an_hour * self.hours_a_day


# -- a second award --------------------------------------------------------------------------------


def second_award(chance: Fraction, pace: Pace, *, tables: int) -> float:
    """A bound on the chance of another award within a day's rounds.

    Rounds are shuffled anew and independent. Within one, hands of one deck are not: the chance that one
    of k seats wins is at most k times a seat's, and exactly that where two seats cannot both win.
    """
    in_a_round = min(Fraction(1), pace.seats * chance)
    return within(in_a_round, pace.rounds_a_day(tables))


def within(chance: Fraction, trials: int) -> float:
    """The chance of at least one success in n independent trials."""
    return 1.0 if chance == 1 else -expm1(trials * log1p(-float(chance)))


# -- running dry -----------------------------------------------------------------------------------


def running_dry(figures: "MeterFigures", level: str) -> tuple[float, float]:
    """Bounds on the chance that an award is due which the meter does not hold, before the meter is won.

    Let the meter start at the seed S and change by D at a wager: the contribution, less a fixed award if
    one is due; an award of the whole meter ends the count. For the positive t with E[exp(-tD); not ended]
    = 1, exp(-t meter) is a martingale while the meter lasts. It stops at 0 if the meter is won, and
    between 1 and exp(t x) if the meter runs dry, x being the largest fixed award. So
    exp(-t (S + x)) <= chance <= exp(-t S), by optional stopping. Awards of a part of the meter, which are
    left out, make it likelier: then only the lower bound holds.
    """
    awards = [(float(chance), float(pay)) for chance, pay in fixed_awards(figures)]
    if not awards:
        return 0.0, 0.0
    terms = figures.levels[level]
    fed, largest, seed = float(terms.contribution), max(pay for _, pay in awards), float(terms.seed)
    won = float(figures.top_chance(level))
    rate = adjustment_rate(fed, awards, quiet=1 - won - sum(chance for chance, _ in awards), most=largest)
    has_parts = any(share < 1 for _, share in figures.shares(level))
    return exp(-rate * (seed + largest)), 1.0 if has_parts else exp(-rate * seed)


def adjustment_rate(fed: float, awards: Sequence[tuple[float, float]], *, quiet: float, most: float) -> float:
    """The positive t at which the meter's change, weighed by exp(-t change), comes out as 1."""

    def weighed(rate: float) -> float:
        paid = sum(chance * exp(rate * (pay - fed)) for chance, pay in awards)
        return quiet * exp(-rate * fed) + paid

    low, high = 0.0, 700 / most
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if weighed(middle) < 1 else (low, middle)
    return low


def fixed_awards(figures: "MeterFigures") -> Iterator[tuple[Fraction, Fraction]]:
    """Chance and dollars of every award that is no share of a meter, for a wager of one dollar."""
    for line, pay in figures.table.pays.items():
        if pay.kind is not Kind.METER:
            yield figures.chances.get(line, Fraction(0)), pay.amount + (pay.kind is Kind.TO)

"""Assumptions that nobody printed: the contribution and the other players behind a printed advantage."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.meter import MeterFigures
from pitboss.base.money import as_dollars, parse_dollars
from pitboss.base.printed import parse_print
from pitboss.rules import Paytable
from pitboss.rules.paytable import Level


@dataclass(frozen=True)
class Implied:
    """Assumptions under which a printed advantage comes out."""

    others: int
    contribution: Fraction | None
    advantage: Fraction
    average_top: Fraction | None


SEATS_TRIED = 8
ROUND_RATES = (Fraction(1, 100), Fraction(1, 200), Fraction(1, 400), Fraction(1, 1000))


def recover(
    figures: MeterFigures, *, low: Fraction, high: Fraction, average: tuple[Fraction, Fraction] | None
) -> list[Implied]:
    """Other players and a round contribution rate that put the advantage between `low` and `high`.

    `average` bounds the average top payout where that is printed too. The roundest rates come first,
    then the fuller tables: six others are a table of seven.
    """
    level = figures.table.levels[0] if figures.table.levels else None
    seats = range(SEATS_TRIED) if figures.table.envy_micros else range(1)
    found: list[tuple[int, Implied]] = []
    for others in seats:
        base = MeterFigures(figures.table, figures.chances, figures.levels, others)
        if level is None:
            if low <= base.house_advantage < high:
                found.append((0, Implied(others, None, base.house_advantage, None)))
            continue
        for roundness, step in enumerate(ROUND_RATES):
            free = base.house_advantage
            rate = -((high - free) // step) * step
            while free - rate >= low:
                terms = figures.levels.get(level, Level())
                levels = {**figures.levels, level: Level(terms.seed, rate, terms.reserve)}
                trial = MeterFigures(figures.table, figures.chances, levels, others)
                top = trial.average_top(level)
                fits = average is None or (top is not None and average[0] <= top < average[1])
                known = any(i.others == others and i.contribution == rate for _, i in found)
                if rate >= 0 and low <= trial.house_advantage < high and fits and not known:
                    found.append((roundness, Implied(others, rate, trial.house_advantage, top)))
                rate += step
    return [implied for _, implied in sorted(found, key=lambda pair: (pair[0], -pair[1].others))]


def printed_levels(table: Paytable) -> dict[str, Level]:
    """The printed seed as the terms of the first meter; the contribution is never printed."""
    if "seed" not in table.printed or not table.levels:
        return {}
    return {table.levels[0]: Level(seed=as_dollars(parse_dollars(table.printed["seed"])))}


def recover_assumptions(meter: MeterFigures | None) -> tuple[Implied, ...]:
    """Contributions and other players that make the printed advantage come out, the roundest first."""
    if meter is None or "house_advantage" not in meter.table.printed:
        return ()
    table = meter.table
    claim = parse_print(table.printed["house_advantage"])
    average = None
    if "top_payout_average" in table.printed:
        dollars = parse_print(table.printed["top_payout_average"])
        average = (dollars.low, dollars.high)
    base = MeterFigures(table, meter.chances, meter.levels)
    return tuple(recover(base, low=claim.low, high=claim.high, average=average))

"""Wagers with a meter or envy: the advantage as a function of seats, seed, contribution, reserve and meter.

In the long run everything that goes into a meter comes out of it, so a meter gives back its
contribution and reserve rates and, with each top award, the seed. That holds for percentage awards
of less than the whole too; they only lower the average of the top one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.base.error import InputError
from pitboss.base.money import as_dollars
from pitboss.base.odds import LOSE, Kind
from pitboss.rules import Paytable
from pitboss.rules.paytable import Level
from pitboss.shape.tally import Tally


def line_chances(tally: Tally) -> dict[str, Fraction]:
    """Chance of each line of a wager with one bet."""
    chances: dict[str, Fraction] = {}
    for outcome, ways in tally.ways.items():
        (result,) = outcome
        if result.pay != LOSE:
            chances[result.name] = chances.get(result.name, Fraction(0)) + Fraction(ways, tally.total)
    return chances


@dataclass(frozen=True)
class MeterFigures:
    """A paytable with meters and envy on one dollar, for so many other players with the wager."""

    table: Paytable
    chances: Mapping[str, Fraction]
    levels: Mapping[str, Level] = field(default_factory=dict)
    others: int = 0

    @property
    def fixed_return(self) -> Fraction:
        """What the lines paid from the tray give back, the stake included where it is returned."""
        total = Fraction(0)
        for line, pay in self.table.pays.items():
            if pay.kind is not Kind.METER:
                total += self.chances.get(line, Fraction(0)) * (pay.amount + (pay.kind is Kind.TO))
        return total

    @property
    def envy_each(self) -> Fraction:
        """Expected envy from one other player's hand."""
        return sum(
            (
                self.chances.get(line, Fraction(0)) * as_dollars(micros)
                for line, micros in self.table.envy_micros.items()
            ),
            Fraction(0),
        )

    @property
    def envy_return(self) -> Fraction:
        return self.envy_each * self.others

    def shares(self, level: str) -> list[tuple[Fraction, Fraction]]:
        """Chance and share of every award from a meter."""
        return [
            (self.chances.get(line, Fraction(0)), pay.amount)
            for line, pay in self.table.pays.items()
            if pay.kind is Kind.METER and pay.level == level
        ]

    def top_chance(self, level: str) -> Fraction:
        """How often the whole meter is won."""
        return sum((chance for chance, share in self.shares(level) if share == 1), Fraction(0))

    def drain(self, level: str) -> Fraction:
        """The share of the meter that a wager takes out of it on average."""
        return sum((chance * share for chance, share in self.shares(level)), Fraction(0))

    @property
    def meter_return(self) -> Fraction:
        total = Fraction(0)
        for name in self.table.levels:
            level = self.levels.get(name, Level())
            total += level.contribution + level.reserve + self.top_chance(name) * level.seed
        return total

    @property
    def house_advantage(self) -> Fraction:
        """In the long run, with every dollar of the meters paid out in the end."""
        return 1 - self.fixed_return - self.meter_return - self.envy_return

    def advantage_at(self, meters: Mapping[str, Fraction]) -> Fraction:
        """The house's advantage on the next wager with the meters standing there."""
        paid = Fraction(0)
        for name in self.table.levels:
            if name not in meters:
                raise InputError(f"no amount given for the meter {name or 'of this wager'!r}")
            paid += self.drain(name) * meters[name]
        return 1 - self.fixed_return - self.envy_return - paid

    def break_even(self, level: str, meters: Mapping[str, Fraction] | None = None) -> Fraction | None:
        """The meter above which the player has the edge, the other meters standing where they are."""
        drain = self.drain(level)
        if not drain:
            return None
        return self.advantage_at({**(meters or {}), level: Fraction(0)}) / drain

    def average_top(self, level: str) -> Fraction | None:
        """The average of the whole-meter award."""
        drain, top = self.drain(level), self.top_chance(level)
        if not top:
            return None
        terms = self.levels.get(level, Level())
        return (top * terms.seed + terms.contribution + terms.reserve) / drain


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

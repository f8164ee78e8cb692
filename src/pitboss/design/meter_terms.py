"""Design of a progressive: contribution, seed, reserve and envy for an advantage and an average jackpot.

For a wager of one dollar the advantage is linear in all of them, and so is the average jackpot
(`analysis.meter`): every combination of round values is judged exactly, by fractions. They are ranked by how
near the advantage and the jackpot lie to the middles asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from pitboss.analysis.analysis import Terms, analyze
from pitboss.analysis.meter import MeterFigures
from pitboss.base.error import InputError
from pitboss.design.target import Span
from pitboss.rules import Game, Paytable
from pitboss.rules.paytable import Level

MOST_TERMS = 50_000
SEEDS = tuple(
    map(Fraction, (100, 250, 500, 1000, 1500, 2000, 2500, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000))
)
CONTRIBUTIONS = tuple(Fraction(n, 100) for n in range(1, 61))
RESERVES = tuple(Fraction(n, 100) for n in range(4))


@dataclass(frozen=True)
class MeterTargets:
    advantage: Span
    jackpot: Span
    """The average of the whole-meter award, in dollars for a $1 wager."""


@dataclass(frozen=True)
class MeterChoices:
    """What is tried."""

    seeds: Sequence[Fraction] = SEEDS
    contributions: Sequence[Fraction] = CONTRIBUTIONS
    reserves: Sequence[Fraction] = RESERVES
    envies: Sequence[Fraction] = (Fraction(1),)
    """Factors on the envy of the paytable."""


@dataclass(frozen=True)
class FoundTerms:
    level: Level
    envy: Fraction
    advantage: Fraction
    jackpot: Fraction
    break_even: Fraction | None
    miss: Fraction
    """How far advantage and jackpot lie from the middles asked for, as parts of them."""


@dataclass(frozen=True)
class MeterDesign:
    game: Game
    table: Paytable
    level: str
    others: int
    targets: MeterTargets
    tried: int
    meeting: int
    found: tuple[FoundTerms, ...]


def design_meter(
    game: Game,
    wager: str,
    targets: MeterTargets,
    choices: MeterChoices,
    *,
    terms: Terms | None = None,
    most: int = 20,
) -> MeterDesign:
    """Terms of the first level; the others stay as `terms` have them."""
    terms = terms or Terms()
    analysis = analyze(game, wager, terms)
    figures = analysis.meter
    if figures is None or not figures.table.levels:
        raise InputError(f"{analysis.wager.label} has no meter: search its pays instead")
    name = figures.table.levels[0]
    envies = choices.envies if figures.table.envy_micros else (Fraction(1),)
    axes = (choices.seeds, choices.contributions, choices.reserves, envies)
    tried = prod(map(len, axes))
    if tried > MOST_TERMS:
        raise InputError(
            f"{tried:,} terms are too many to try: narrow the seed, the contribution or the reserve"
        )
    met = sorted(
        judge(figures, name, targets, axes), key=lambda one: (one.miss, one.level.reserve, one.level.seed)
    )
    return MeterDesign(game, figures.table, name, figures.others, targets, tried, len(met), tuple(met[:most]))


def judge(
    figures: MeterFigures,
    name: str,
    targets: MeterTargets,
    axes: tuple[Sequence[Fraction], ...],
) -> Iterator[FoundTerms]:
    """Every combination that meets both targets."""
    for seed, contribution, reserve, envy in product(*axes):
        level = Level(seed, contribution, reserve)
        trial = replace(figures, table=with_envy(figures.table, envy), levels={**figures.levels, name: level})
        jackpot = trial.average_top(name)
        if jackpot is None:
            raise InputError("nothing wins the whole of the meter: there is no average jackpot")
        advantage = trial.house_advantage
        if targets.advantage.holds(advantage) and targets.jackpot.holds(jackpot):
            seeds = {other: trial.levels.get(other, Level()).seed for other in trial.table.levels}
            miss = off(advantage, targets.advantage) + off(jackpot, targets.jackpot)
            yield FoundTerms(level, envy, advantage, jackpot, trial.break_even(name, seeds), miss)


def with_envy(table: Paytable, factor: Fraction) -> Paytable:
    if factor == 1:
        return table
    return replace(
        table, envy_micros={line: int(micros * factor) for line, micros in table.envy_micros.items()}
    )


def off(value: Fraction, span: Span) -> Fraction:
    """How far a value is from the middle asked for, as a part of it; nothing where nothing was asked."""
    if span.is_free:
        return Fraction(0)
    return abs(value - span.middle) / (abs(span.middle) or Fraction(1))

"""The maker's recommendations for a progressive, held against its terms: warnings, each with its figures.

A recommendation never refuses. What could not be kept, a seed of nothing above all, is refused by the
terms themselves. Figures are exact where a fraction stands; a chance over many rounds is a bound that is
proved (`hazard`), and its text says which.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.base.figure import format_percent, format_rate
from pitboss.base.money import MICROS, format_dollars
from pitboss.jackpot.hazard import Pace, fixed_awards, running_dry, second_award, within
from pitboss.jackpot.terms import PPM, LevelTerms, Terms

if TYPE_CHECKING:
    from pitboss.analysis.meter import MeterFigures

SAFE_CONTRIBUTION = Fraction(70, 100)
"""Where all awards come off the meter, less than this risks that it runs dry."""


@dataclass(frozen=True)
class Preset:
    """What the maker has set or implied, for a wager of one dollar; None where nothing is known."""

    seed: Fraction | None = None
    contribution: Fraction | None = None


@dataclass(frozen=True)
class Recommendation:
    """One thing the maker would say about the terms."""

    topic: str
    level: str
    text: str
    is_warning: bool = True
    figures: Mapping[str, Fraction | float] = field(default_factory=dict)


def recommend(
    terms: Terms, figures: "MeterFigures", preset: Preset, pace: Pace | None = None
) -> tuple[Recommendation, ...]:
    """Everything about one game's wager under the terms; `figures` are its exact ones."""
    found = [about_advantage(terms, figures, preset), *about_paytable(terms, figures)]
    if terms.all_from_meter:
        found += about_running_dry(terms, figures)
    for level in terms.levels:
        found += about_seed(terms, level, figures, preset)
        found += about_reserve(terms, level, figures, preset)
        found += about_awards(terms, level, figures, pace or Pace())
    return tuple(found)


# -- what the house keeps --------------------------------------------------------------------------


def house_advantage(figures: "MeterFigures", *, all_from_meter: bool) -> Fraction:
    """In the long run; awards that come off the meter cost the house nothing more than what feeds it."""
    return figures.house_advantage + (figures.fixed_return if all_from_meter else 0)


def about_advantage(terms: Terms, figures: "MeterFigures", preset: Preset) -> Recommendation:
    """Raising the contribution lowers the house's advantage by as much."""
    now = house_advantage(figures, all_from_meter=terms.all_from_meter)
    fed = sum((Fraction(level.contribution_ppm, PPM) for level in terms.levels), Fraction(0))
    players = f"with {figures.others} other players who have the wager"
    stands = f"the house advantage is {format_percent(now)} {players}"
    if preset.contribution is None or terms.all_from_meter or fed <= preset.contribution:
        is_bad = now <= 0
        text = f"{stands}: the players have the edge" if is_bad else stands
        return Recommendation("house advantage", "", text, is_bad, {"house_advantage": now})
    before = now + fed - preset.contribution
    text = (
        f"the contribution of {format_rate(fed)} is above the pre-set {format_rate(preset.contribution)}: "
        f"the house advantage falls from {format_percent(before)} to {format_percent(now)} {players}"
    )
    return Recommendation(
        "contribution", "", text, figures={"house_advantage": now, "preset_advantage": before}
    )


def about_paytable(terms: Terms, figures: "MeterFigures") -> Iterator[Recommendation]:
    """A link paytable at tables of one game is the house's choice: another game may join, or has left."""
    if figures.table.links_games and len(terms.paytables) == 1:
        text = f"{figures.table.id} is printed for a link of several games, and only one is on it"
        yield Recommendation("paytable", "", text)


# -- running dry -----------------------------------------------------------------------------------


def about_running_dry(terms: Terms, figures: "MeterFigures") -> Iterator[Recommendation]:
    """All awards off the meter with less than 70% of the wager fed in: it may not hold what is due."""
    level = terms.levels[0]
    fed = Fraction(level.contribution_ppm, PPM)
    if fed >= SAFE_CONTRIBUTION:
        return
    low, high = running_dry(figures, level.name)
    least, most = format_percent(Fraction(low), 2), format_percent(Fraction(high), 2)
    yield Recommendation(
        "running dry",
        level.name,
        f"all awards come off the meter and {format_rate(fed)} of a wager feeds it, less than "
        f"{format_rate(SAFE_CONTRIBUTION)}: before the whole meter is won again it runs dry with a chance of "
        f"at least {least} and at most {most} (Lundberg's bounds, from the seed)",
        figures={"at_least": low, "at_most": high},
    )


# -- seed and reserve ------------------------------------------------------------------------------


def about_seed(
    terms: Terms, level: LevelTerms, figures: "MeterFigures", preset: Preset
) -> Iterator[Recommendation]:
    """Keep the pre-set seed; any other is at least the largest fixed award."""
    largest = scale(max((pay for _, pay in fixed_awards(figures)), default=Fraction(0)), terms)
    numbers = {"seed": dollars(level.seed_micros), "largest_fixed_award": dollars(largest)}
    if level.seed_micros < largest:
        yield Recommendation(
            "seed",
            level.name,
            f"the seed of {format_dollars(level.seed_micros)} is below the largest fixed award, "
            f"{format_dollars(largest)}",
            figures=numbers,
        )
    if preset.seed is not None and level.seed_micros != scale(preset.seed, terms) and is_first(terms, level):
        wanted = scale(preset.seed, terms)
        yield Recommendation(
            "seed",
            level.name,
            f"the seed of {format_dollars(level.seed_micros)} is not the pre-set {format_dollars(wanted)} "
            f"for a {format_dollars(terms.wager_micros)} wager",
            figures={**numbers, "preset_seed": dollars(wanted)},
        )


def about_reserve(
    terms: Terms, level: LevelTerms, figures: "MeterFigures", preset: Preset
) -> Iterator[Recommendation]:
    """A small part of each wager to the reserve, and never in place of the seed."""
    if not level.reserve_ppm:
        text = "nothing is fed to the reserve: a small part of each wager there lifts the next restart"
        yield Recommendation("reserve", level.name, text, is_warning=False)
        return
    missing = scale(preset.seed, terms) - level.seed_micros if preset.seed and is_first(terms, level) else 0
    if missing <= 0:
        return
    wagers = -(-missing * PPM // (level.reserve_ppm * terms.wager_micros))
    chance = within(figures.top_chance(level.name), wagers - 1)
    likely = format_percent(Fraction(chance), 2)
    yield Recommendation(
        "reserve",
        level.name,
        f"the reserve is to make up for a seed that is {format_dollars(missing)} too low, which takes "
        f"{wagers:,} wagers: an award before that restarts the meter lower, down to "
        f"{format_dollars(level.seed_micros)}, and comes with a chance of {likely} (binomial, hands "
        "independent)",
        figures={"wagers": Fraction(wagers), "chance": chance},
    )


# -- the awards ------------------------------------------------------------------------------------


def about_awards(
    terms: Terms, level: LevelTerms, figures: "MeterFigures", pace: Pace
) -> Iterator[Recommendation]:
    """What the whole meter pays on average, and how soon it may be won again."""
    chance = figures.top_chance(level.name)
    if not chance:
        return
    average = scale(average_award(terms, level, figures), terms)
    often = f"the whole meter is won once in {format_wagers(chance)} wagers"
    pays = f"{often} and pays {format_dollars(average)} on average"
    is_short = average < 0
    yield Recommendation(
        "average award",
        level.name,
        f"{often}, and more comes off it than feeds it" if is_short else pays,
        is_warning=is_short,
        figures={"chance": chance, "average": dollars(average)},
    )
    again = second_award(chance, pace, tables=len(terms.tables))
    rounds = pace.rounds_a_day(len(terms.tables))
    yield Recommendation(
        "second award",
        level.name,
        f"after an award the next comes within a day with a chance of at most "
        f"{format_percent(Fraction(again), 2)} ({rounds:,} rounds of {pace.seats} wagers; rounds are "
        "independent, Boole's bound within a round)",
        is_warning=False,
        figures={"chance": again, "rounds": Fraction(rounds)},
    )


def average_award(terms: Terms, level: LevelTerms, figures: "MeterFigures") -> Fraction:
    """For a wager of one dollar: S + c / p, or what is left of that by awards off the same meter."""
    average = figures.average_top(level.name)
    assert average is not None, "the meter can be won as a whole"
    if terms.all_from_meter and is_first(terms, level):
        average -= figures.fixed_return / figures.drain(level.name)
    return average


# -- words -----------------------------------------------------------------------------------------


def is_first(terms: Terms, level: LevelTerms) -> bool:
    """What the maker prints of a seed is of the first meter, and fixed awards come off that one."""
    return level is terms.levels[0]


def scale(amount: Fraction, terms: Terms) -> int:
    """Dollars for a $1 wager as micro-dollars for the progressive's own wager."""
    return int(amount * terms.wager_micros)


def dollars(micros: int) -> Fraction:
    return Fraction(micros, MICROS)


def format_wagers(chance: Fraction) -> str:
    return f"{float(1 / chance):,.1f}".removesuffix(".0")

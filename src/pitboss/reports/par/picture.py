"""The two drawings of a wager: how its results are distributed, and how the actual return settles."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import log10
from typing import TYPE_CHECKING

from pitboss.audit.long_run import FEW, LEVELS, ROUNDS, Prospect
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_percent
from pitboss.reports.page import Block, Picture
from pitboss.reports.wager_page import net_words

if TYPE_CHECKING:
    from pitboss.reports.paper.plot import Bar

POINTS_A_DECADE = 12
ACROSS = "net result of a round, in units of the first wager"


def distribution_picture(part: SheetPart) -> Block:
    chances, awards = chances_of(part)
    draw = partial(draw_distribution, chances, awards)
    return Picture(draw, distribution_words(part, chances, awards))


def draw_distribution(chances: Mapping[Fraction, Fraction], awards: Fraction) -> str:
    from pitboss.reports.paper.plot import distribution_plot

    return distribution_plot(bars_of(chances, awards), across=ACROSS)


def bars_of(chances: Mapping[Fraction, Fraction], awards: Fraction = Fraction(0)) -> "list[Bar]":
    """One for each net result, the worst first; one more for awards of which nobody knows the amount."""
    from pitboss.reports.paper.plot import Bar

    bars = [Bar(net_words(net), float(chances[net]), (net > 0) - (net < 0)) for net in sorted(chances)]
    return [*bars, Bar("meter", float(awards), 1)] if awards else bars


def chances_of(part: SheetPart) -> tuple[dict[Fraction, Fraction], Fraction]:
    """Of each net result; and of the awards of meters of which nobody knows what is in them."""
    chances: dict[Fraction, Fraction] = {}
    awards = Fraction(0)
    for outcome in part.outcomes:
        if part.is_open(outcome.name):
            awards += outcome.probability
        elif outcome.probability:
            chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + outcome.probability
    return chances, awards


def distribution_words(part: SheetPart, chances: dict[Fraction, Fraction], awards: Fraction) -> str:
    rarest, usual = min(chances, key=chances.__getitem__), max(chances, key=chances.__getitem__)
    average = " (split rounds at their average)" if part.analysis.drawn else ""
    last = f" Meters pay {format_percent(awards, 6)} of rounds." if awards else ""
    return (
        f"Probability of each of the {len(chances)} net results of {part.analysis.wager.label}{average}, "
        f"on a logarithmic scale: from {format_percent(chances[usual])} for {net_words(usual)} down to "
        f"{format_percent(chances[rarest], 6)} for {net_words(rarest)}. "
        f"Bars in order, not to scale.{last}"
    )


def funnel_picture(found: Prospect) -> Block:
    return Picture(partial(draw_funnel, found), funnel_words(found))


def draw_funnel(found: Prospect) -> str:
    from pitboss.reports.paper.plot import Funnel, funnel_plot

    rounds = spread_rounds()
    runs = [found.run(number) for number in rounds]
    bands = [
        (f"{percent}% of runs", [run.bands[place] for run in runs])
        for place, (percent, _) in reversed(list(enumerate(LEVELS)))
    ]
    funnel = Funnel(rounds, float(found.expected), bands, float(found.fair_from))
    return funnel_plot(funnel, up="actual return")


def spread_rounds() -> list[int]:
    low, high = round(log10(ROUNDS[0])), round(log10(ROUNDS[-1]))
    steps = (high - low) * POINTS_A_DECADE
    return [round(10 ** (low + step / POINTS_A_DECADE)) for step in range(steps + 1)]


def funnel_words(found: Prospect) -> str:
    first, last = (found.run(rounds) for rounds in (ROUNDS[0], ROUNDS[-1]))
    wide, narrow = (f"{low:.3%} and {high:.3%}" for low, high in (first.bands[-1], last.bands[-1]))
    enough = f"the best outcome is expected {FEW} times from {found.fair_from:,} rounds on"
    poor = f"Hatched: a poor approximation; {enough}." if first.is_poor else ""
    return (
        f"The actual return closes in on {float(found.expected):.4%}: 99% of runs lie between {wide} after "
        f"{first.rounds:,} rounds, and between {narrow} after {last.rounds:,}. {poor}"
    ).rstrip()

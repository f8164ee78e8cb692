"""An analysed wager as data.

In the data every exact number is a fraction in words, 'numerator/denominator', with the same number
beside it as a float: `_percent` for shares, `_decimal` for the others, `_dollars` for money.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.analysis.analysis import WagerAnalysis, player_edge
from pitboss.analysis.drawn import SPLIT, DrawnGame
from pitboss.analysis.figures import VOLATILITY_Z, Figures
from pitboss.analysis.highest import Interval
from pitboss.analysis.meter import MeterFigures
from pitboss.base.figure import format_fraction
from pitboss.reports.form import Json
from pitboss.reports.wager_outcome import Outcome, certain, hit_interval, outcomes_of, variance
from pitboss.rules import Game
from pitboss.rules.paytable import Level

Data = dict[str, Json]


@dataclass(frozen=True)
class DealtVariance:
    """Of a round that was dealt many times, because it cannot be counted."""

    variance: Fraction
    half_width: float
    rounds: int
    seed: int
    confidence: float


@dataclass(frozen=True)
class WagerSheet:
    """A wager's analysis with what was taken for granted to make it."""

    analysis: WagerAnalysis
    assumptions: tuple[str, ...] = ()
    dealt: DealtVariance | None = None
    """For rounds drawn to a total, where somebody dealt them."""

    @property
    def warnings(self) -> tuple[str, ...]:
        falling = [warning for table in self.analysis.tables for warning in table.warnings]
        edge = player_edge(self.analysis)
        return (*falling, edge) if edge else tuple(falling)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The best first."""
        return outcomes_of(self.analysis)

    @cached_property
    def hit(self) -> Interval:
        """How often the player comes out ahead."""
        if self.analysis.drawn:
            return Interval(*self.analysis.drawn.hit_frequency, 0.0)
        if self.analysis.figures is None:
            return hit_interval(self.analysis)
        return certain(self.analysis.figures.hit_frequency)

    @cached_property
    def push(self) -> Interval:
        """How often the player comes out even; any split round may."""
        if self.analysis.figures:
            return certain(self.analysis.figures.push_frequency)
        even = [line.chance for line in self.outcomes if line.net == 0]
        low, high = (sum((getattr(chance, end) for chance in even), Fraction(0)) for end in ("low", "high"))
        split = sum((line.probability for line in self.outcomes if line.name == SPLIT), Fraction(0))
        return Interval(
            low, high + (split if self.analysis.drawn else 0), max((c.miss for c in even), default=0.0)
        )

    @cached_property
    def variance(self) -> Fraction | None:
        """Of one round; only as it was dealt where the hands of a split round hang together."""
        if self.analysis.drawn:
            return self.dealt.variance if self.dealt else self.analysis.drawn.variance
        figures = self.analysis.figures
        if self.link and self.analysis.meter:
            return self.analysis.meter.one_variance()
        return figures.variance if figures else variance(self.outcomes)

    @cached_property
    def link(self) -> Fraction | None:
        """The variance over all wagers of a link, where a meter moves."""
        meter = self.analysis.meter
        moves = meter is not None and meter.table.levels and self.analysis.terms.meters is None
        return meter.link_variance() if meter and moves else None

    @property
    def link_deviation(self) -> float | None:
        return None if self.link is None else sqrt(self.link)

    @property
    def standard_deviation(self) -> float | None:
        return None if self.variance is None else sqrt(self.variance)

    @property
    def skewness(self) -> float | None:
        """Nothing where a meter moves: there the amount is not in the tally."""
        return self.analysis.figures.skewness if self.analysis.figures and self.link is None else None

    @property
    def volatility_index(self) -> float | None:
        return None if self.standard_deviation is None else VOLATILITY_Z * self.standard_deviation

    @property
    def average_total_wager(self) -> Fraction:
        """All the money wagered; a wager of one bet is just the wager."""
        known = self.analysis.drawn or self.analysis.figures
        return known.average_total_wager if known else Fraction(1)

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss over all the money wagered."""
        return self.analysis.house_advantage / self.average_total_wager


def analysis_data(game: Game, sheets: Iterable[WagerSheet]) -> Data:
    return {
        "game": game.id,
        "name": game.name,
        "tie_rule": game.house_rules.tie_rule,
        "wagers": {sheet.analysis.wager.id: wager_data(sheet) for sheet in sheets},
    }


# -- data ------------------------------------------------------------------------------------------


def share(name: str, value: Fraction | None) -> Data:
    if value is None:
        return {name: None, f"{name}_percent": None}
    return {name: format_fraction(value), f"{name}_percent": float(value * 100)}


def number(name: str, value: Fraction | None, unit: str = "decimal") -> Data:
    if value is None:
        return {name: None, f"{name}_{unit}": None}
    return {name: format_fraction(value), f"{name}_{unit}": float(value)}


def average_wager(units: Fraction) -> Data:
    """A plain number, like the deviation; the fraction beside it."""
    return {"average_total_wager": float(units), "average_total_wager_exact": format_fraction(units)}


def wager_data(sheet: WagerSheet) -> Data:
    analysis = sheet.analysis
    figures = analysis.figures
    data: Data = {
        "label": analysis.wager.label,
        "paytable": ", ".join(table.id for table in analysis.tables),
        **share("house_advantage", analysis.house_advantage),
        **share("element_of_risk", sheet.element_of_risk),
        **share("hit_frequency", sheet.hit.middle),
        "standard_deviation": sheet.standard_deviation,
        "volatility_index": sheet.volatility_index,
        "skewness": sheet.skewness,
        **({} if sheet.link is None else {"standard_deviation_of_link": sheet.link_deviation}),
    }
    if figures:
        data |= figures_data(sheet, figures)
    if analysis.interval:
        data |= highest_data(sheet, analysis.interval)
    if analysis.drawn:
        data |= drawn_data(sheet, analysis.drawn)
    if analysis.meter:
        data |= meter_data(analysis, analysis.meter)
    return data | {
        "method": analysis.method,
        "tie_rule": analysis.tie_rule,
        "assumptions": list(sheet.assumptions),
        "warnings": list(sheet.warnings),
    }


def outcome_data(outcome: Outcome, *, is_bounded: bool = False) -> Data:
    return {
        "name": outcome.name,
        "ways": outcome.ways,
        **share("probability", outcome.probability),
        **(share("probability_half_width", outcome.chance.half_width) if is_bounded else {}),
        "pay": outcome.pay,
        **number("net", outcome.net),
        **share("contribution", outcome.contribution),
    }


CSV_FIELDS = (
    *("game", "wager", "paytable", "house_advantage", "house_advantage_percent", "standard_deviation"),
    *("outcome", "ways", "probability", "probability_percent", "pay", "net", "net_decimal"),
    *("contribution", "contribution_percent"),
)


def outcome_rows(game: Game, sheets: Iterable[WagerSheet]) -> Iterator[Data]:
    """An outcome a row, with its wager's figures beside it; fractions as in the data."""
    for sheet in sheets:
        found = wager_data(sheet)
        wager = {"game": game.id, "wager": sheet.analysis.wager.id} | {
            name: found[name] for name in CSV_FIELDS[2:6]
        }
        for outcome in sheet.outcomes:
            row = outcome_data(outcome)
            yield {**wager, "outcome": row.pop("name"), **row}


def figures_data(sheet: WagerSheet, figures: Figures) -> Data:
    return {
        **share("push_frequency", figures.push_frequency),
        **average_wager(figures.average_total_wager),
        "total_ways": figures.tally.total,
        "outcomes": [outcome_data(outcome) for outcome in sheet.outcomes],
        "distribution": [
            {**number("net", net), "ways": ways, **share("probability", Fraction(ways, figures.tally.total))}
            for net, ways in figures.distribution.items()
        ],
    }


def drawn_data(sheet: WagerSheet, drawn: DrawnGame) -> Data:
    """What is known of a base game drawn to a total: split rounds as one outcome, with their average."""
    return {
        **share("hit_frequency_half_width", sheet.hit.half_width),
        **average_wager(drawn.average_total_wager),
        **share("insurance_advantage", drawn.insurance),
        "standard_deviation_bounds": list(drawn.deviation_bounds),
        "total_ways": None,
        "outcomes": [outcome_data(outcome) for outcome in sheet.outcomes],
        "distribution": None,
    }


def highest_data(sheet: WagerSheet, interval: Interval) -> Data:
    """What is known of a wager on the highest hand: bounds, which meet where the count is exact."""
    highest = sheet.analysis.highest
    return {
        "interval": {
            **share("low", 1 - interval.high),
            **share("high", 1 - interval.low),
            **share("half_width", interval.half_width),
            "confidence": 1 - interval.miss,
        },
        **share("hit_frequency_half_width", sheet.hit.half_width),
        **average_wager(Fraction(1)),
        "outcomes": [outcome_data(outcome, is_bounded=True) for outcome in sheet.outcomes],
        "total_ways": None if interval.half_width or not highest else highest.deals,
        "distribution": [
            {
                **number("net", outcome.net),
                "ways": outcome.ways,
                **share("probability", outcome.probability),
            }
            for outcome in reversed(sheet.outcomes)
        ],
    }


def meter_data(analysis: WagerAnalysis, meter: MeterFigures) -> Data:
    meters = [level_data(meter, name, analysis) for name in meter.table.levels]
    at_meter = meter.advantage_at(analysis.terms.meters) if analysis.terms.meters is not None else None
    return {
        **(meters[0] if meters else {}),
        "other_players": meter.others,
        **share("fixed_return", meter.fixed_return),
        **share("envy_return", meter.envy_return),
        **share("house_advantage_long_run", meter.house_advantage),
        **share("house_advantage_at_meter", at_meter),
        "meters": meters,
    }


def level_data(meter: MeterFigures, name: str, analysis: WagerAnalysis) -> Data:
    level = meter.levels.get(name, Level())
    standing = (analysis.terms.meters or {}).get(name)
    return {
        "level": name,
        **number("meter", standing, "dollars"),
        **number("seed", level.seed, "dollars"),
        **share("contribution", level.contribution),
        **share("reserve", level.reserve),
        **share("top_probability", meter.top_chance(name)),
        **number("average_top_payout", meter.average_top(name), "dollars"),
        **number("break_even_meter", break_even(meter, name, analysis), "dollars"),
    }


def break_even(meter: MeterFigures, name: str, analysis: WagerAnalysis) -> Fraction | None:
    """With the other meters where they stand, or at their seeds if nobody said."""
    seeds = {other: meter.levels.get(other, Level()).seed for other in meter.table.levels}
    return meter.break_even(name, {**seeds, **(analysis.terms.meters or {})})

"""An analysed wager as data.

In the data every exact number is a fraction in words, 'numerator/denominator', with the same number
beside it as a float: `_percent` for shares, `_decimal` for the others, `_dollars` for money.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.analysis.analysis import WagerAnalysis, player_edge
from pitboss.analysis.drawn import DrawnGame
from pitboss.analysis.figures import VOLATILITY_Z, Figures
from pitboss.analysis.highest import Interval
from pitboss.analysis.meter import Level, MeterFigures
from pitboss.base.figure import format_fraction
from pitboss.base.odds import format_pay
from pitboss.reports.form import Json
from pitboss.reports.highest_line import HighestLine, deviation, highest_lines, hit_interval
from pitboss.rules import Game

Data = dict[str, Json]


@dataclass(frozen=True)
class WagerSheet:
    """A wager's analysis with what was taken for granted to make it."""

    analysis: WagerAnalysis
    assumptions: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        falling = [warning for table in self.analysis.tables for warning in table.warnings]
        edge = player_edge(self.analysis)
        return (*falling, edge) if edge else tuple(falling)

    @cached_property
    def lines(self) -> tuple[HighestLine, ...]:
        """Of a wager on the highest hand, where there is no tally."""
        return highest_lines(self.analysis)

    @cached_property
    def hit(self) -> Interval:
        """How often the player comes out ahead."""
        if self.analysis.drawn:
            return Interval(*self.analysis.drawn.hit_frequency, 0.0)
        if self.analysis.figures is None:
            return hit_interval(self.analysis)
        return Interval(self.analysis.figures.hit_frequency, self.analysis.figures.hit_frequency, 0.0)

    @cached_property
    def standard_deviation(self) -> float | None:
        """Nothing where the hands of a split round hang together."""
        if self.analysis.drawn:
            return None
        figures = self.analysis.figures
        return figures.standard_deviation if figures else deviation(self.lines)

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
        "tie_rule": str(game.house.get("tie_rule", "cheapest")),
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
    }
    if figures:
        data |= figures_data(figures)
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


def figures_data(figures: Figures) -> Data:
    return {
        **share("push_frequency", figures.push_frequency),
        **average_wager(figures.average_total_wager),
        "total_ways": figures.tally.total,
        "outcomes": [
            {
                "name": line.name,
                "ways": line.ways,
                **share("probability", line.probability),
                "pay": line.pay,
                **number("net", line.net),
                **share("contribution", line.contribution),
            }
            for line in figures.outcomes
        ],
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
        "total_ways": None,
        "outcomes": [
            {
                "name": line.name,
                "ways": None,
                **share("probability", line.probability),
                "pay": line.pay,
                **number("net", line.net),
                **share("contribution", line.contribution),
            }
            for line in drawn.lines
        ],
        "distribution": None,
    }


def highest_data(sheet: WagerSheet, interval: Interval) -> Data:
    """What is known of a wager on the highest hand: bounds, which meet where the count is exact."""
    return {
        "interval": {
            **share("low", 1 - interval.high),
            **share("high", 1 - interval.low),
            **share("half_width", interval.half_width),
            "confidence": 1 - interval.miss,
        },
        **share("hit_frequency_half_width", sheet.hit.half_width),
        **average_wager(Fraction(1)),
        "outcomes": [
            {
                "name": line.name,
                "ways": exact_ways(sheet, line),
                **share("probability", line.chance.middle),
                **share("probability_half_width", line.chance.half_width),
                "pay": format_pay(line.pay),
                **number("net", line.net),
                **share("contribution", line.contribution),
            }
            for line in sheet.lines
        ],
        "total_ways": None if interval.half_width else highest_deals(sheet),
        "distribution": [
            {
                **number("net", line.net),
                "ways": exact_ways(sheet, line),
                **share("probability", line.chance.middle),
            }
            for line in reversed(sheet.lines)
        ],
    }


def highest_deals(sheet: WagerSheet) -> int:
    assert sheet.analysis.highest is not None
    return sheet.analysis.highest.deals


def exact_ways(sheet: WagerSheet, line: HighestLine) -> int | None:
    """Ways of a line where they are counted; nothing where only bounds are known."""
    if line.chance.half_width:
        return None
    return int(line.chance.middle * highest_deals(sheet))


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

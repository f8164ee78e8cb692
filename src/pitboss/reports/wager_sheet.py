"""An analysed wager as data.

In the data every exact number is a fraction in words, 'numerator/denominator', with the same number
beside it as a float: `_percent` for shares, `_decimal` for the others, `_dollars` for money.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.drawn import DrawnGame
from pitboss.analysis.figures import Figures
from pitboss.analysis.highest import Interval
from pitboss.analysis.meter import MeterFigures
from pitboss.audit.meter_grid import break_even
from pitboss.audit.outcome import Outcome
from pitboss.audit.sheet import WagerSheet
from pitboss.base.figure import format_fraction
from pitboss.reports.assumption import say_assumptions
from pitboss.reports.form import Data
from pitboss.rules import Game
from pitboss.rules.paytable import Level


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
        "assumptions": list(say_assumptions(sheet.assumptions)),
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

"""An analysed wager as a page and as data: figures, meters, every outcome, assumptions and warnings.

In the data every exact number is a fraction in words, 'numerator/denominator', with the same number beside
it as a float: `_percent` for shares, `_decimal` for the others, `_dollars` for money.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.drawn import DrawnGame
from pitboss.analysis.figures import VOLATILITY_Z, Figures
from pitboss.analysis.highest import Interval
from pitboss.analysis.meter import MeterFigures
from pitboss.audit.meter_grid import break_even
from pitboss.audit.outcome import Outcome
from pitboss.audit.sheet import WagerSheet
from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.reports.audit_sheet import count, say_assumptions
from pitboss.reports.cell import dollars, figure, percent, rate, whole
from pitboss.reports.form import Data
from pitboss.reports.game_sheet import warning_block
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.rules import Game
from pitboss.rules.paytable import Level

LONGEST_FRACTION = 44
"""Longer fractions are left to the data: a screen has no room for them."""


def analysis_page(game: Game, sheets: Iterable[WagerSheet]) -> Page:
    sheets = list(sheets)
    blocks: list[Block] = [Heading(game.name)]
    if len(sheets) > 1:
        blocks.append(overview(sheets))
    for sheet in sheets:
        blocks += wager_page(sheet)
    return tuple(blocks)


OVERVIEW = (
    Column("Wager"),
    Column("Paytable", wraps=True),
    Column("House advantage", right=True),
    Column("Element of risk", right=True),
    Column("Hit frequency", right=True),
    Column("Deviation", right=True),
)


def overview(sheets: Iterable[WagerSheet]) -> PageTable:
    return make_table(OVERVIEW, map(overview_row, sheets))


def overview_row(sheet: WagerSheet) -> list[Cell]:
    analysis = sheet.analysis
    return [
        Toned(analysis.wager.id, Tone.STRONG),
        ", ".join(table.id for table in analysis.tables),
        Toned(percent(analysis.house_advantage), edge_tone(sheet)),
        percent(sheet.element_of_risk),
        percent(sheet.hit.middle),
        "-" if sheet.standard_deviation is None else figure(sheet.standard_deviation, 4),
    ]


def edge_tone(sheet: WagerSheet) -> Tone:
    """A player's edge stands out; on a meter it is what break-even is about, so it is only noted."""
    return Tone.CAREFUL if sheet.analysis.house_advantage < 0 else Tone.STRONG


def wager_page(sheet: WagerSheet, *, is_spoken: bool = False) -> Page:
    """With outcomes by their names, or as they are spoken."""
    analysis = sheet.analysis
    tables = ", ".join(f"{table.id} ({table.source})" for table in analysis.tables)
    facts: list[tuple[str, Cell]] = [("Paytable", tables or "-"), *main_facts(sheet)]
    if analysis.meter:
        facts += meter_facts(analysis, analysis.meter)
    facts.append(("Method", analysis.method))
    if analysis.is_decided:
        facts.append(("Equal decisions", f"the {analysis.tie_rule} is taken"))
    blocks: list[Block] = [Heading(analysis.wager.label, 2), Facts(tuple(facts))]
    blocks.append(outcome_table(sheet, with_spaces if is_spoken else str))
    if sheet.assumptions:
        blocks += [Heading("Assumptions", 3), bullets(say_assumptions(sheet.assumptions))]
    return (*blocks, *warning_block(sheet.warnings))


def main_facts(sheet: WagerSheet) -> Iterator[tuple[str, Cell]]:
    yield "House advantage", Toned(advantage_words(sheet.analysis), edge_tone(sheet))
    if sheet.average_total_wager != 1:
        yield "Element of risk", exactly(sheet.element_of_risk)
        yield "Average total wager", f"{format_decimal(sheet.average_total_wager, 4)} units"
    yield "Hit frequency", with_bounds(sheet.hit.middle, sheet.hit)
    if sheet.standard_deviation is not None:
        yield from deviation_facts(sheet, digits=4)
    elif sheet.analysis.drawn:
        low, high = sheet.analysis.drawn.deviation_bounds
        yield "Standard deviation", f"{low:.4f} to {high:.4f} units a round, bounds that are proved"
    if sheet.skewness is not None:
        yield "Skewness", figure(sheet.skewness, 4)
    if sheet.analysis.drawn and sheet.analysis.drawn.insurance is not None:
        yield "Insurance", f"house advantage {exactly(sheet.analysis.drawn.insurance)} of its stake"


def deviation_facts(sheet: WagerSheet, *, digits: int) -> Iterator[tuple[str, Cell]]:
    of_one = "of one wager" if sheet.link else "a round"
    yield "Standard deviation", f"{sheet.standard_deviation:.{digits}f} units {of_one}"
    if sheet.link:
        over = f"{sheet.link_deviation:.{digits}f} units a wager, over all that feed the meter"
        yield "Over the link", over
    yield "Volatility index", f"{sheet.volatility_index:.{digits}f} ({VOLATILITY_Z} deviations)"


def advantage_words(analysis: WagerAnalysis) -> str:
    if analysis.interval:
        return with_bounds(analysis.house_advantage, analysis.interval)
    return exactly(analysis.house_advantage)


def exactly(value: Fraction) -> str:
    """A percentage, with its fraction where that is short enough to read."""
    fraction = format_fraction(value)
    return format_percent(value) + (f"  = {fraction}" if len(fraction) <= LONGEST_FRACTION else "")


def with_bounds(value: Fraction, interval: Interval) -> str:
    return exactly(value) if interval.is_exact else bounds_words(value, interval)


def bounds_words(value: Fraction, interval: Interval) -> str:
    words = f"{format_percent(value)} ± {format_percent(interval.half_width)}"
    certain = format_percent(1 - Fraction(str(interval.miss)), 1)
    return f"{words}, certified at {certain}" if interval.miss else words


def meter_facts(analysis: WagerAnalysis, meter: MeterFigures) -> Iterator[tuple[str, Cell]]:
    yield from return_facts(meter)
    if analysis.terms.meters is not None and meter.table.levels:
        yield "In the long run", f"house advantage {exactly(meter.house_advantage)}"
    for name in meter.table.levels:
        yield from level_facts(analysis, meter, name)


def return_facts(meter: MeterFigures) -> Iterator[tuple[str, Cell]]:
    yield "Fixed return", exactly(meter.fixed_return)
    if meter.table.envy_micros:
        yield "Envy return", f"{exactly(meter.envy_return)} from {count(meter.others, 'other player')}"


def level_facts(analysis: WagerAnalysis, meter: MeterFigures, name: str) -> Iterator[tuple[str, Cell]]:
    level, top = meter.levels.get(name, Level()), meter.top_chance(name)
    rates = f"contribution {rate(level.contribution)}, reserve {rate(level.reserve)}"
    standing = (analysis.terms.meters or {}).get(name)
    now = f", standing at {dollars(standing)}" if standing is not None else ""
    yield f"{name} meter" if name else "Meter", f"seed {dollars(level.seed)}, {rates}{now}"
    if top:
        average = dollars(meter.average_top(name) or Fraction(0))
        yield f"{name or 'Top'} award", f"{one_in(top)}, {average} on average"
    yield from even_facts(analysis, meter, name)


def even_facts(analysis: WagerAnalysis, meter: MeterFigures, name: str) -> Iterator[tuple[str, Cell]]:
    even = break_even(meter, name, analysis)
    if even is not None:
        yield (
            f"{name} break-even" if name else "Break-even meter",
            dollars(even) if even > 0 else "any: the player has the edge without it",
        )


def one_in(chance: Fraction) -> str:
    """'one in 22,100'."""
    return f"one in {Decimal(format_decimal(1 / chance, 1)):,}".removesuffix(".0")


def outcome_table(sheet: WagerSheet, name: Callable[[str], str] = str) -> PageTable:
    """With ways where they are counted, with bounds where only those are known."""
    is_counted, is_bounded = sheet.analysis.figures is not None, sheet.analysis.highest is not None
    lines = [replace(line, name=name(line.name)) for line in sheet.outcomes]
    rows = [outcome_row(line, is_counted=is_counted, is_bounded=is_bounded) for line in lines]
    return make_table(outcome_columns(is_counted=is_counted, is_bounded=is_bounded), rows)


def with_spaces(name: str) -> str:
    return name.replace("_", " ")


def outcome_columns(*, is_counted: bool, is_bounded: bool) -> tuple[Column, ...]:
    titles = ["Ways"] * is_counted + ["Probability"] + ["±"] * is_bounded + ["Pay", "Net", "Contribution"]
    return (Column("Outcome"), *(Column(title, right=True) for title in titles))


def outcome_row(line: Outcome, *, is_counted: bool, is_bounded: bool, digits: int = 4) -> list[Cell]:
    """Percentages with n digits."""
    ways = [whole(line.ways or 0)] * is_counted
    slack = [percent(line.chance.half_width, digits)] * is_bounded
    figures: list[Cell] = [line.pay, net_words(line.net), percent(line.contribution, digits)]
    return [line.name, *ways, percent(line.probability, digits), *slack, *figures]


def net_words(net: Fraction) -> str:
    text = f"{net.numerator:,}" if net.denominator == 1 else f"{Decimal(format_decimal(net, 2)):,}"
    return f"+{text}" if net > 0 else text


# -- data ------------------------------------------------------------------------------------------


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
            {**number("net", outcome.net), "ways": outcome.ways, **share("probability", outcome.probability)}
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

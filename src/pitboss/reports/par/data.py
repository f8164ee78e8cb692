"""A par sheet as data: the figures of a wager's page, and what only a par sheet has.

What depends on the terms of a meter that are not known is null, never a guess.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss import __version__
from pitboss.audit.long_run import LEVELS, BandRun, part_prospect, runs
from pitboss.audit.meter_grid import MeterGrid, break_even, meter_grids, seated, seats_of
from pitboss.audit.outcome import Outcome
from pitboss.audit.part import SheetPart
from pitboss.audit.sheet import DealtVariance
from pitboss.base.money import as_dollars
from pitboss.reports.audit_sheet import audit_data
from pitboss.reports.form import Data, Json
from pitboss.reports.game_sheet import deck_words
from pitboss.reports.par.exposure import exposure_data
from pitboss.reports.par.submission import Submission, submission_data
from pitboss.reports.par.wager_section import part_warnings, priced_tables, side_by_side_data
from pitboss.reports.strategy_sheet import strategy_data
from pitboss.reports.wager_page import level_data, number, outcome_data, share, wager_data
from pitboss.rules import Game
from pitboss.strategy.chart import Chart
from pitboss.strategy.words import Strategy


def open_data(part: SheetPart) -> Data:
    """What takes the place of figures that depend on the meters; nothing where all terms are known."""
    meter = part.analysis.meter
    if meter is None or not part.unknown_levels:
        return {}
    levels = [level_gap(part, name) for name in meter.table.levels]
    known = {**levels[0], **share("house_advantage_long_run", None), "meters": list[Json](levels)}
    return {**known, **spread_gap(part)} if part.lacks_terms else known


def spread_gap(part: SheetPart) -> Data:
    """Nothing of what depends on the size of an award."""
    return {
        "standard_deviation": None,
        "standard_deviation_of_link": None,
        "volatility_index": None,
        "outcomes": [outcome_gap(part, outcome) for outcome in part.outcomes],
        "distribution": list[Json](distribution_gap(part)),
    }


def level_gap(part: SheetPart, name: str) -> Data:
    assert part.analysis.meter is not None
    known = level_data(part.analysis.meter, name, part.analysis)
    if name not in part.unknown_levels:
        return known
    shares = {**share("contribution", None), **share("reserve", None)}
    amounts = {**number("seed", None, "dollars"), **number("average_top_payout", None, "dollars")}
    return {**known, **shares, **amounts}


def outcome_gap(part: SheetPart, outcome: Outcome) -> Data:
    """Its contribution is what the stake adds: the award comes on top."""
    known = outcome_data(outcome)
    if not part.is_open(outcome.name):
        return known
    return {**known, **number("net", None), **number("net_before_meters", outcome.net)}


def distribution_gap(part: SheetPart) -> Iterator[Data]:
    """Awards of unknown meters last, together, without a net."""
    ways: dict[Fraction | None, int] = {}
    for outcome in part.outcomes:
        net = None if part.is_open(outcome.name) else outcome.net
        ways[net] = ways.get(net, 0) + (outcome.ways or 0)
    total = sum(ways.values())
    for net in sorted(ways, key=lambda net: (net is None, net or Fraction(0))):
        yield {**number("net", net), "ways": ways[net], **share("probability", Fraction(ways[net], total))}


# -- the sheet -------------------------------------------------------------------------------------


def par_data(
    game: Game,
    parts: Sequence[SheetPart],
    play: Strategy | Chart | None,
    *,
    mark: str,
    day: str,
    submission: Submission,
) -> Data:
    tables = [table for part in parts for table in part.analysis.tables]
    sources = dict.fromkeys(name for table in tables for name in (table.source, *table.also_in))
    return {
        "paper": "par sheet",
        "game": game.id,
        "name": game.name,
        "deck": deck_words(game),
        "fingerprint": mark,
        "version": __version__,
        "day": day or None,
        "submission": submission_data(submission),
        "tie_rule": game.house_rules.tie_rule,
        "settings": dict(game.house),
        "wagers": [part_data(part) for part in parts],
        "strategy": strategy_data(play) if play else None,
        "sources": {name: game.sources.get(name) for name in sources},
    }


def part_data(part: SheetPart) -> Data:
    sheet, analysis = part.sheet, part.analysis
    expected = sum((outcome.contribution for outcome in sheet.outcomes), Fraction(0))
    return {
        "wager": analysis.wager.id,
        **wager_data(sheet),
        **open_data(part),
        "warnings": list(part_warnings(part)),
        "is_before_meters": part.lacks_terms,
        "hands": part.table.hands if part.table else None,
        "designators": list(part.designators),
        "source": part.table.source if part.table else None,
        **share("return", 1 - analysis.house_advantage),
        **share("push_frequency", sheet.push.middle),
        **share("push_frequency_half_width", sheet.push.half_width),
        **exposure_data(part),
        **number("variance", part.variance),
        "variance_dealt": dealt_data(sheet.dealt) if sheet.dealt else None,
        **share("total_probability", sum((outcome.probability for outcome in sheet.outcomes), Fraction(0))),
        **share("total_contribution", expected),
        "bands": bands_data(part),
        **meter_tables(part),
        "printed": audit_data(part.findings),
        "all_paytables": list(side_by_side_data(priced_tables(part))),
    }


def dealt_data(dealt: DealtVariance) -> Data:
    """How sure a variance is that was dealt and not counted."""
    return {name: getattr(dealt, name) for name in ("half_width", "confidence", "rounds", "seed")}


# -- bands -----------------------------------------------------------------------------------------


def bands_data(part: SheetPart) -> list[Data] | None:
    """Shares of the first wagers; floats, as the approximation itself is no exact number."""
    found = part_prospect(part)
    return None if found is None else [run_data(run) for run in runs(found)]


def run_data(run: BandRun) -> Data:
    data: Data = {"rounds": run.rounds}
    for (percent, _), (low, high) in zip(LEVELS, run.bands, strict=True):
        data |= {f"low_{percent}_percent": low * 100, f"high_{percent}_percent": high * 100}
    return data | {**number("best_outcomes", run.top_awards), "is_poor": run.is_poor, "is_cut": run.is_cut}


# -- meters ----------------------------------------------------------------------------------------


def meter_tables(part: SheetPart) -> Data:
    meter = part.analysis.meter
    if meter is None:
        return {"envy": {}, "by_players": [], "by_meter": []}
    return {
        "envy": {line: float(as_dollars(micros)) for line, micros in meter.table.envy_micros.items()},
        "by_players": [players_data(part, players) for players in seats_of(part.analysis)],
        "by_meter": [row for grid in meter_grids(part.analysis) for row in grid_data(grid)],
    }


def players_data(part: SheetPart, players: int) -> Data:
    analysis = part.analysis
    assert analysis.meter is not None
    meter = seated(analysis.meter, players)
    return {
        "players": players,
        **share("envy_return", meter.envy_return),
        **share("house_advantage_long_run", None if part.unknown_levels else meter.house_advantage),
        "break_even": [
            {"level": name, **number("meter", break_even(meter, name, analysis), "dollars")}
            for name in meter.table.levels
        ],
    }


def grid_data(grid: MeterGrid) -> list[Data]:
    return [
        {
            "level": grid.level,
            **number("meter", standing.amount, "dollars"),
            "about": standing.point.value if standing.point else "",
            "players": players,
            **share("house_advantage", grid.advantage(standing, players)),
        }
        for standing in grid.standings
        for players in grid.players
    ]

"""What the data of a wager leaves open while the terms of a meter are not known: null, never a guess."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.audit.outcome import Outcome
from pitboss.audit.part import SheetPart
from pitboss.reports.form import Data, Json
from pitboss.reports.wager_sheet import level_data, number, outcome_data, share


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

"""What can be said of a printed advantage that the rules do not give.

First the assumptions behind it: a contribution rate and other players that nobody printed. Then the
single change of the paytable, or the other definition of the figure, under which it would be true.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import Implied, MeterFigures, recover
from pitboss.base.figure import format_percent
from pitboss.base.money import as_dollars, parse_dollars
from pitboss.reports.change import find_changes
from pitboss.reports.printed import Print, parse_print
from pitboss.rules import Paytable
from pitboss.rules.paytable import Level
from pitboss.shape.tally import net, staked

# -- assumptions -----------------------------------------------------------------------------------


def printed_levels(table: Paytable) -> dict[str, Level]:
    """The printed seed as the terms of the first meter; the contribution is never printed."""
    if "seed" not in table.printed or not table.levels:
        return {}
    return {table.levels[0]: Level(seed=as_dollars(parse_dollars(table.printed["seed"])))}


def recover_assumptions(analysis: WagerAnalysis) -> tuple[Implied, ...]:
    """Contributions and other players that make the printed advantage come out, the roundest first."""
    table, meter = analysis.tables[0], analysis.meter
    if meter is None or "house_advantage" not in table.printed:
        return ()
    claim = parse_print(table.printed["house_advantage"])
    average = None
    if "top_payout_average" in table.printed:
        dollars = parse_print(table.printed["top_payout_average"])
        average = (dollars.low, dollars.high)
    base = MeterFigures(table, meter.chances, meter.levels)
    return tuple(recover(base, low=claim.low, high=claim.high, average=average))


def describe(implied: tuple[Implied, ...]) -> str:
    """The roundest assumptions, and how many others would do."""
    text = f"with {assumptions_words(implied[0])}"
    if len(implied) > 1:
        others = "; or ".join(assumptions_words(other) for other in implied[1:3])
        text += f" (the roundest of {len(implied)} that fit; or {others})"
    return text


def assumptions_words(implied: Implied) -> str:
    players = f"{implied.others} other players with the wager" if implied.others else "no other player"
    if implied.contribution is None:
        return players
    rate = format_percent(implied.contribution, 1).replace(".0%", "%")
    return f"a contribution of {rate} and {players}"


# -- disagreements ---------------------------------------------------------------------------------

Value = Callable[[Figures], Fraction]


@dataclass(frozen=True)
class Definition:
    """Another figure that the same words may have meant."""

    name: str
    value: Value


def house_advantage(figures: Figures) -> Fraction:
    return figures.house_advantage


def money_not_pushed(figures: Figures) -> Fraction:
    decided = (
        ways * staked(outcome) for outcome, ways in figures.tally.ways.items() if net(outcome, figures.meters)
    )
    return sum(decided, Fraction(0)) / figures.tally.total


ALL_MONEY = Definition("expected loss over all money wagered", lambda found: found.element_of_risk)
DEFINITIONS = (
    ALL_MONEY,
    Definition("expected loss over money not pushed", lambda f: f.house_advantage / money_not_pushed(f)),
    Definition("expected loss over rounds not pushed", lambda f: f.house_advantage / (1 - f.push_frequency)),
)


@dataclass(frozen=True)
class Reading:
    """What a definition gives under one rule for equally good decisions."""

    definition: str
    tie_rule: str
    value: Fraction

    def __str__(self) -> str:
        return f"{self.definition} ({self.tie_rule} ties)"


def explain(printed: Print, analysis: WagerAnalysis, figures: Figures) -> str:
    """The single change or the other definition that would make the print true, or what comes closest."""
    notes = []
    if changes := find_changes(analysis, printed, house_advantage):
        notes.append("true with " + ", or with ".join(map(str, changes[:3])))
    readings = [reading for reading in read_otherwise(analysis) if reading.value != figures.house_advantage]
    if right := [str(reading) for reading in readings if printed.holds(reading.value)]:
        notes.append("true as " + ", or as ".join(right))
    if not notes and figures.average_total_wager != 1:
        notes += [
            f"true as {ALL_MONEY.name} with {c}" for c in find_changes(analysis, printed, ALL_MONEY.value)[:2]
        ]
    return "; ".join(notes) or come_closest(printed, analysis, readings)


def come_closest(printed: Print, analysis: WagerAnalysis, readings: list[Reading]) -> str:
    """Nothing makes the print true: say what was tried, and what is nearest."""
    note = "no single change of a pay makes it true"
    if analysis.meter:
        note += ", nor any contribution in steps of 0.1% with up to 7 other players"
    if readings:
        nearest = min(readings, key=lambda reading: abs(reading.value - printed.value))
        note += f"; closest other figure: {nearest}, {printed.show(nearest.value)}"
    return note


def read_otherwise(analysis: WagerAnalysis) -> Iterator[Reading]:
    for tie_rule in ("cheapest", "dearest"):
        game = analysis.game.with_settings(tie_rule=tie_rule)
        figures = analyze(game, analysis.wager.id, analysis.terms).figures
        assert figures
        for definition in DEFINITIONS:
            yield Reading(definition.name, tie_rule, definition.value(figures))

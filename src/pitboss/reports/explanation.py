"""What can be said of a printed advantage that the rules do not give.

First the assumptions behind it: a contribution rate and other players that nobody printed. Then the
single change of the paytable, or the other definition of the figure, under which it would be true.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import Implied
from pitboss.base.figure import format_percent
from pitboss.base.printed import Print
from pitboss.reports.cell import beside_print
from pitboss.reports.change import LARGEST_PAY, Change, Known, find_changes
from pitboss.reports.definition import ADVANTAGE, OTHERS, TIE_RULES, Definition

# -- assumptions -----------------------------------------------------------------------------------


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

MOST_CHANGES = 3


@dataclass(frozen=True)
class Reading:
    """A definition under one rule for equally good decisions."""

    definition: Definition
    tie_rule: str
    analysis: WagerAnalysis

    @property
    def figures(self) -> Figures:
        assert self.analysis.figures
        return self.analysis.figures

    @property
    def value(self) -> Fraction:
        return self.analysis.house_advantage / (self.definition.divisor(self.figures) or 1)

    def __str__(self) -> str:
        return f"{self.definition.name} ({self.tie_rule} ties)"


def explain(printed: Print, analysis: WagerAnalysis) -> str:
    """The single change or the other definition that would make the print true, or what comes closest."""
    readings = list(read_otherwise(analysis))
    # Where the other tie rule leaves the advantage alone it does so at every pay: best play is best by it.
    plain = [
        reading
        for reading in readings
        if reading.definition is ADVANTAGE and (reading is readings[0] or reading.value != readings[0].value)
    ]
    others = [reading for reading in readings if reading.definition is not ADVANTAGE]
    right = [f"as {reading}" for reading in readings[1:] if printed.holds(reading.value)]
    known: dict[str, Known] = {}
    changed = search(printed, plain, known)
    if not right and not any(change.is_likely for _, change in changed):
        changed += search(printed, others, known, guess=True)
    if not right and not changed:
        changed = search(printed, others, known)
    words: dict[tuple[str, str], str] = {}
    for reading, change in sorted(changed, key=lambda pair: pair[1].unlikeliness):
        told = f"with {change}" if reading is readings[0] else f"as {reading} with {change}"
        words.setdefault((reading.definition.name, str(change)), told)
    true = [*list(words.values())[:MOST_CHANGES], *right]
    return "true " + ", or ".join(true) if true else come_closest(printed, analysis, readings[1:])


def search(
    printed: Print, readings: Sequence[Reading], known: dict[str, Known], *, guess: bool = False
) -> list[tuple[Reading, Change]]:
    """Readings with a change under which the print is true."""
    return [
        (reading, change)
        for reading in readings
        for change in find_changes(
            reading.analysis,
            printed,
            reading.definition,
            guess=guess,
            known=known.setdefault(reading.tie_rule, {}),
        )
    ]


def come_closest(printed: Print, analysis: WagerAnalysis, readings: Sequence[Reading]) -> str:
    """Nothing makes the print true: say what was tried, and what is nearest."""
    note = f"no single change of a pay makes it true: {SEARCHED}"
    if analysis.meter:
        note += ", nor any contribution in steps of 0.1% with up to 7 other players"
    readings = [reading for reading in readings if reading.value != analysis.house_advantage]
    if readings:
        nearest = min(readings, key=lambda reading: abs(reading.value - printed.value))
        note += f"; closest other figure: {nearest}, {beside_print(printed, nearest.value)}"
    return note


SEARCHED = (
    f"every whole and half pay of every line up to {LARGEST_PAY:,} was searched that pays no better hand "
    "less, with either tie rule, over the initial wager, all money, money not pushed and rounds not pushed"
)


def read_otherwise(analysis: WagerAnalysis) -> Iterator[Reading]:
    """Every definition under every tie rule; the rule in force comes first."""
    rules = sorted(TIE_RULES, key=lambda rule: rule != analysis.tie_rule)
    for rule in rules if "tie_rule" in analysis.game.settings else rules[:1]:
        found = analysis
        if rule != analysis.tie_rule:
            found = analyze(analysis.game.with_settings(tie_rule=rule), analysis.wager.id, analysis.terms)
        for definition in (ADVANTAGE, *OTHERS):
            yield Reading(definition, rule, found)

"""Judging one printed figure: the exact value, a verdict, and what can be said.

Of an advantage that the rules do not give that is the single change of the paytable, or the other definition
of the figure, under which it would be true.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import isqrt

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import Implied
from pitboss.audit.change import Change, Known, find_changes
from pitboss.audit.definition import Definition, Reading, read_otherwise
from pitboss.audit.note import (
    Assumed,
    MadeTrue,
    NeverTrue,
    Note,
    ReadAs,
    Remark,
    Remedy,
    TopOdds,
)
from pitboss.base.figure import format_decimal
from pitboss.base.printed import Print


class Verdict(Enum):
    AGREES = "agrees"
    ROUNDING = "rounding"
    IMPLIED = "implied"
    DISAGREES = "disagrees"
    NOT_DERIVABLE = "not derivable"
    NOT_PRINTED = "not printed"


@dataclass(frozen=True)
class Judgement:
    exact: Fraction | None
    verdict: Verdict
    notes: tuple[Note, ...] = ()
    is_explained: bool = True
    """False where the audit can say no more than that the figure is off, or nothing at all."""


def judge(figure: str, printed: Print, analysis: WagerAnalysis, implied: tuple[Implied, ...]) -> Judgement:
    figures = analysis.figures
    if figures is None:
        return not_derivable(Remark.ONLY_BOUNDS, is_explained=False)
    match figure.removesuffix("_summary"):
        case "house_advantage" | "hold" | "par_per_ante":
            return judge_advantage(printed, analysis, figures, implied)
        case "hit_frequency":
            return judge_share(printed, figures.hit_frequency, figures)
        case "element_of_risk":
            return judge_share(printed, figures.element_of_risk, figures)
        case "standard_deviation":
            return judge_deviation(printed, figures)
        case "top_payout_odds":
            return judge_odds(printed, analysis)
        case "top_payout_average":
            return judge_average(printed, implied)
        case "seed":
            return not_derivable(Remark.CHOSEN_SEED)
        case "expected_hold":
            return not_derivable(Remark.LENGTH_OF_PLAY)
        case _:
            return not_derivable(Remark.NO_DEFINITION, is_explained=False)


def not_derivable(remark: Remark, *, is_explained: bool = True) -> Judgement:
    return Judgement(None, Verdict.NOT_DERIVABLE, (remark,), is_explained)


def judge_advantage(
    printed: Print, analysis: WagerAnalysis, figures: Figures, implied: tuple[Implied, ...]
) -> Judgement:
    exact = analysis.house_advantage
    if printed.holds(exact):
        return Judgement(exact, Verdict.AGREES)
    if implied:
        return Judgement(implied[0].advantage, Verdict.IMPLIED, (Assumed(implied),))
    if printed.is_next(exact):
        return judge_rounding(printed, exact, figures)
    return Judgement(exact, Verdict.DISAGREES, (explain(printed, analysis),))


def judge_share(printed: Print, exact: Fraction, figures: Figures) -> Judgement:
    """A hit frequency, or what is lost of all money wagered."""
    if printed.holds(exact):
        return Judgement(exact, Verdict.AGREES)
    if printed.is_next(exact):
        return judge_rounding(printed, exact, figures)
    return Judgement(exact, Verdict.DISAGREES, (Remark.IS_OFF,), is_explained=False)


def judge_deviation(printed: Print, figures: Figures) -> Judgement:
    """The root is taken to nine decimals. A mean of squares is at times printed in its place."""
    exact = root_of(figures.variance)
    if printed.holds(exact):
        return Judgement(exact, Verdict.AGREES)
    if printed.holds(figures.variance + figures.expected_net**2):
        return Judgement(exact, Verdict.DISAGREES, (Remark.MEAN_SQUARE,))
    return Judgement(exact, Verdict.DISAGREES, (Remark.IS_OFF,), is_explained=False)


def root_of(square: Fraction, scale: int = 10**9) -> Fraction:
    return Fraction(isqrt(int(square * scale * scale)), scale)


def judge_rounding(printed: Print, exact: Fraction, figures: Figures) -> Judgement:
    """How a last digit can come out one off."""
    remark = find_rounding(printed, exact, figures)
    return Judgement(exact, Verdict.ROUNDING, (remark,), is_explained=remark is not Remark.ONE_OFF)


def find_rounding(printed: Print, exact: Fraction, figures: Figures) -> Remark:
    if printed.value <= exact < printed.value + printed.step:
        return Remark.CUT_OFF
    if printed.value - printed.step < exact <= printed.value:
        return Remark.ROUNDED_UP
    rounded = [Fraction(format_decimal(line.contribution / printed.step, 0)) for line in figures.outcomes]
    if -sum(rounded, Fraction(0)) * printed.step == printed.value:
        return Remark.SUM_OF_ROUNDED
    return Remark.ONE_OFF


def judge_odds(printed: Print, analysis: WagerAnalysis) -> Judgement:
    meter = analysis.meter
    chance = meter.top_chance(meter.table.levels[0]) if meter and meter.table.levels else Fraction(0)
    if not chance:
        return not_derivable(Remark.NO_WHOLE_METER, is_explained=False)
    one_in = 1 / chance
    exact = one_in - 1 if printed.is_odds else one_in
    if printed.holds(exact):
        return Judgement(exact, Verdict.AGREES, (TopOdds(one_in),))
    note = TopOdds(one_in, exact if printed.is_odds else None)
    is_explained = printed.is_odds and printed.holds(one_in)
    return Judgement(exact, Verdict.DISAGREES, (note,), is_explained)


def judge_average(printed: Print, implied: tuple[Implied, ...]) -> Judgement:
    if not implied or implied[0].average_top is None:
        return not_derivable(Remark.NO_CONTRIBUTION)
    exact, notes = implied[0].average_top, (Assumed(implied),)
    verdict = Verdict.IMPLIED if printed.holds(exact) else Verdict.DISAGREES
    return Judgement(exact, verdict, (*notes, Remark.TO_THE_STEP) if printed.step > 1 else notes)


# -- what would make a print true ------------------------------------------------------------------


MOST_CHANGES = 3


def explain(printed: Print, analysis: WagerAnalysis) -> MadeTrue | NeverTrue:
    """The single change or the other definition that would make the print true, or what comes closest."""
    readings = list(read_otherwise(analysis))
    first = readings[0]
    # Where the other tie rule leaves the advantage alone it does so at every pay: best play is best by it.
    plain = [
        reading
        for reading in readings
        if reading.definition is Definition.ADVANTAGE and (reading is first or reading.value != first.value)
    ]
    others = [reading for reading in readings if reading.definition is not Definition.ADVANTAGE]
    right = [Remedy(read_as(reading)) for reading in readings[1:] if printed.holds(reading.value)]
    known: dict[str, Known] = {}
    changed = search(printed, plain, known)
    if not right and not any(change.is_likely for _, change in changed):
        changed += search(printed, others, known, guess=True)
    if not right and not changed:
        changed = search(printed, others, known)
    remedies: dict[tuple[Definition, Change], Remedy] = {}
    for reading, change in sorted(changed, key=lambda pair: pair[1].unlikeliness):
        remedy = Remedy(None if reading is first else read_as(reading), change)
        remedies.setdefault((reading.definition, change), remedy)
    found = (*list(remedies.values())[:MOST_CHANGES], *right)
    return MadeTrue(found) if found else come_closest(printed, analysis, readings[1:])


def read_as(reading: Reading) -> ReadAs:
    return ReadAs(reading.definition, reading.tie_rule, reading.value)


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


def come_closest(printed: Print, analysis: WagerAnalysis, readings: Sequence[Reading]) -> NeverTrue:
    """What is nearest where nothing makes the print true."""
    told = [read_as(reading) for reading in readings if reading.value != analysis.house_advantage]
    nearest = min(told, key=lambda reading: abs(reading.value - printed.value), default=None)
    return NeverTrue(analysis.meter is not None, nearest)

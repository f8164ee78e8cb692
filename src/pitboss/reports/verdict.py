"""Judging one printed figure: the exact value, a verdict, and what can be said."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import Implied
from pitboss.base.figure import format_decimal
from pitboss.base.printed import Print
from pitboss.reports.cell import beside_print
from pitboss.reports.explanation import describe, explain


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
    note: str = ""
    is_explained: bool = True
    """False where the audit can say no more than that the figure is off, or nothing at all."""


def judge(figure: str, printed: Print, analysis: WagerAnalysis, implied: tuple[Implied, ...]) -> Judgement:
    figures = analysis.figures
    if figures is None:
        return not_derivable("only bounds are known for this wager", is_explained=False)
    match figure.removesuffix("_summary"):
        case "house_advantage" | "hold" | "par_per_ante":
            return judge_advantage(printed, analysis, figures, implied)
        case "hit_frequency":
            return judge_hits(printed, figures)
        case "top_payout_odds":
            return judge_odds(printed, analysis)
        case "top_payout_average":
            return judge_average(printed, implied)
        case "seed":
            return not_derivable("the house's choice of restart amount; taken as given for the other figures")
        case "expected_hold":
            return not_derivable(
                "depends on how long players stay and re-bet their chips, which no rule of the game fixes"
            )
        case _:
            return not_derivable("no definition of this figure is known", is_explained=False)


def not_derivable(note: str, *, is_explained: bool = True) -> Judgement:
    return Judgement(None, Verdict.NOT_DERIVABLE, note, is_explained)


def judge_advantage(
    printed: Print, analysis: WagerAnalysis, figures: Figures, implied: tuple[Implied, ...]
) -> Judgement:
    exact = analysis.house_advantage
    if printed.holds(exact):
        return Judgement(exact, Verdict.AGREES)
    if implied:
        return Judgement(implied[0].advantage, Verdict.IMPLIED, describe(implied))
    if printed.is_next(exact):
        return judge_rounding(printed, exact, figures)
    return Judgement(exact, Verdict.DISAGREES, explain(printed, analysis))


def judge_hits(printed: Print, figures: Figures) -> Judgement:
    exact = figures.hit_frequency
    if printed.holds(exact):
        return Judgement(exact, Verdict.AGREES)
    if printed.is_next(exact):
        return judge_rounding(printed, exact, figures)
    note = f"the exact value is {beside_print(printed, exact)}"
    return Judgement(exact, Verdict.DISAGREES, note, is_explained=False)


def judge_rounding(printed: Print, exact: Fraction, figures: Figures) -> Judgement:
    """How a last digit can come out one off."""
    if printed.value <= exact < printed.value + printed.step:
        return Judgement(exact, Verdict.ROUNDING, "cut off instead of rounded")
    if printed.value - printed.step < exact <= printed.value:
        note = f"{beside_print(printed, exact)} rounded up instead of to the nearest"
        return Judgement(exact, Verdict.ROUNDING, note)
    rounded = [Fraction(format_decimal(line.contribution / printed.step, 0)) for line in figures.outcomes]
    if -sum(rounded, Fraction(0)) * printed.step == printed.value:
        note = "the sum of the lines' contributions, each rounded first"
        return Judgement(exact, Verdict.ROUNDING, note)
    note = "one off in the last digit; no way of rounding that we tried gives it"
    return Judgement(exact, Verdict.ROUNDING, note, is_explained=False)


def judge_odds(printed: Print, analysis: WagerAnalysis) -> Judgement:
    meter = analysis.meter
    chance = meter.top_chance(meter.table.levels[0]) if meter and meter.table.levels else Fraction(0)
    if not chance:
        return not_derivable("no award takes the whole of a meter", is_explained=False)
    one_in = f"one in {str(beside_print(printed, 1 / chance)).removesuffix('.0')}"
    if " to 1" not in printed.text:
        verdict = Verdict.AGREES if printed.holds(1 / chance) else Verdict.DISAGREES
        return Judgement(1 / chance, verdict, one_in, is_explained=verdict is Verdict.AGREES)
    odds = 1 / chance - 1
    if printed.holds(odds):
        return Judgement(odds, Verdict.AGREES, one_in)
    note = f"{one_in}, which as odds is {str(beside_print(printed, odds)).removesuffix('.0')} to 1"
    return Judgement(odds, Verdict.DISAGREES, note, is_explained=printed.holds(odds + 1))


def judge_average(printed: Print, implied: tuple[Implied, ...]) -> Judgement:
    if not implied or implied[0].average_top is None:
        return not_derivable("needs the contribution rate, which is not printed and could not be recovered")
    exact, note = implied[0].average_top, describe(implied)
    if printed.step > 1:
        note += f"; the print taken to the nearest ${int(printed.step):,}"
    return Judgement(exact, Verdict.IMPLIED if printed.holds(exact) else Verdict.DISAGREES, note)

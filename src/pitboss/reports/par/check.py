"""What follows the figures of a sheet that computes: the exact advantage to check them by, and the bands."""

from dataclasses import replace
from fractions import Fraction

from pitboss.audit.long_run import LEVELS, part_prospect, runs
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_fraction
from pitboss.reports.par.cell import EXACTLY, WHOLE, SheetCells
from pitboss.reports.par.term import fits

LONG = "The exact fraction has more digits than a cell keeps: it stands as text beside the rounded number."
AGREES, CHANGED = "agrees with the exact advantage", "is not the exact advantage: something was changed"
WITHIN, OUTSIDE = "lies within its certified bounds", "lies outside its bounds: something was changed"
EXACT = "Exact house advantage"
BANDS = "Actual return after many rounds, by the normal approximation"
CLOSE = "1E-12"
"""How near the computed advantage comes to the exact one: what doubles lose over some dozens of rows."""


def write_check(part: SheetPart, cells: SheetCells) -> None:
    """The exact advantage in two whole numbers; or its bounds, where it has only those."""
    interval, computed = part.analysis.interval, cells.named["advantage"]
    cells.put_section("Check")
    if interval and interval.half_width:
        low = put_long(cells, "The advantage is certified to be at least", 1 - interval.high)
        high = put_long(cells, "and at most", 1 - interval.low)
        close = f"AND({computed}>={low},{computed}<={high})"
    else:
        close = f"ABS({computed}-{put_exact(cells, part.analysis.house_advantage)})<{CLOSE}"
    right, wrong = check_words(part)
    cells.put_words(0, "The advantage above")
    cells.answers["check"] = right if is_right(part, cells.known["advantage"]) else wrong
    formula = f'IF({close},"{right}","{wrong}")'
    cells.named["check"] = cells.put_formula(1, formula, cells.answers["check"], align="left", bold=True)
    cells.row += 1


def is_right(part: SheetPart, computed: float) -> bool:
    """What the formula finds, in the numbers of a spreadsheet: a cell never says more than was checked."""
    interval = part.analysis.interval
    if interval and interval.half_width:
        return float(1 - interval.high) <= computed <= float(1 - interval.low)
    return abs(computed - float(part.analysis.house_advantage)) < float(CLOSE)


def check_words(part: SheetPart) -> tuple[str, str]:
    """What the check says if all is well, and what if not."""
    interval = part.analysis.interval
    return (WITHIN, OUTSIDE) if interval and interval.half_width else (AGREES, CHANGED)


def put_exact(cells: SheetCells, advantage: Fraction) -> str:
    """Numerator and denominator; as text with all digits where a cell would drop some of them."""
    if not (fits(advantage.numerator) and fits(advantage.denominator)):
        cells.put_sentence(LONG)
        return put_long(cells, EXACT, advantage)
    top = cells.put_known(f"{EXACT}: numerator", advantage.numerator, "0")
    bottom = cells.put_known(f"{EXACT}: denominator", advantage.denominator, "0")
    cells.put_figure(EXACT, f"{top}/{bottom}", advantage, EXACTLY, name="exact")
    return cells.named["exact"]


def put_long(cells: SheetCells, label: str, value: Fraction) -> str:
    """A rounded number, and all its digits as text."""
    cells.put_words(2, format_fraction(value), indent=1)
    return cells.put_known(label, value, EXACTLY)


def write_bands(part: SheetPart, cells: SheetCells) -> None:
    """Around the return that the sheet computes."""
    found, named = part_prospect(part), cells.named
    if found is None:
        return
    titles = [f"{end} {percent}%" for percent, _ in LEVELS for end in ("Low", "High")]
    cells.put_section(BANDS, "Rounds", *titles, "Best outcomes")
    for run in runs(replace(found, expected=Fraction(cells.known["return"]))):
        rounds = cells.put_number(0, run.rounds, WHOLE, is_input=True)
        for place, ((_, width), (low, high)) in enumerate(zip(LEVELS, run.bands, strict=True)):
            reach = f"{width}*{named.get('of link', named['deviation'])}/SQRT({rounds})"
            cells.put_formula(1 + 2 * place, f"MAX({named['return']}-{reach},1+MIN(Net))", low, "0.0000%")
            cells.put_formula(2 + 2 * place, f"{named['return']}+{reach}", high, "0.0000%")
        best = f"{rounds}*SUMPRODUCT((Net=MAX(Net))*Probability)"
        cells.put_formula(5, best, run.top_awards, "#,##0.00")
        cells.row += 1

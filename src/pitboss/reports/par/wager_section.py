"""One wager of a par sheet as a section: figures, outcomes, plots, bands, meters, prints, assumptions."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.highest import Interval
from pitboss.audit.own_table import OWN
from pitboss.audit.part import SheetPart
from pitboss.audit.sheet import WagerSheet
from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.cards.hand_name import line_words
from pitboss.reports.assumption import BEFORE_METERS, say_assumptions
from pitboss.reports.audit_sheet import TONES, figure_cells, note_words, numbered
from pitboss.reports.cell import figure
from pitboss.reports.game_sheet import figure_words, warning_block
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Page,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.par.band_section import band_section
from pitboss.reports.par.exposure import exposure_facts
from pitboss.reports.par.meter_section import meter_section
from pitboss.reports.par.outcome_section import par_outcomes
from pitboss.reports.par.picture import distribution_picture
from pitboss.reports.par.side_by_side import priced_tables, side_by_side_section
from pitboss.reports.wager_page import LONGEST_FRACTION, bounds_words, deviation_facts, edge_tone

FEW = 2
"""Assumptions that need no section of their own."""
OPEN_DEVIATION = "not known: they depend on what the meter pays"


NO_TERMS = (
    "Neither seed nor contribution is known for a meter of this wager: the figures are before it pays. "
    "The table by meter says what the advantage is wherever the meter stands."
)


def part_name(part: SheetPart) -> str:
    """'Pair Plus, paytable Pair Plus A'."""
    label = part.analysis.wager.label
    if part.table is None:
        return label
    if part.table.id == OWN:
        return f"{label}, a paytable of the user's own"
    return f"{label}, paytable {part.table.id}"


def part_warnings(part: SheetPart) -> tuple[str, ...]:
    return (NO_TERMS, *part.sheet.warnings) if part.lacks_terms else part.sheet.warnings


def wager_section(part: SheetPart) -> Page:
    blocks: list[Block] = [Heading(part_name(part), 2)]
    blocks += [*warning_block(part_warnings(part)), Facts(tuple(figure_facts(part)), is_dense=True)]
    blocks += [Heading("Outcomes", 3), par_outcomes(part), distribution_picture(part)]
    blocks += [*band_section(part), *meter_section(part), *side_by_side_section(priced_tables(part))]
    blocks += print_section(part)
    blocks += () if few_assumptions(part) else assumption_section(part)
    return tuple(blocks)


def part_notes(part: SheetPart) -> Page:
    """What no spreadsheet computes."""
    notes = (*warning_block(part_warnings(part)), *print_section(part), *assumption_section(part))
    return (Heading(part_name(part), 2), *notes) if notes else ()


def few_assumptions(part: SheetPart) -> tuple[str, ...]:
    """So few that they stand with the figures: a section of one line would go to another page alone."""
    told = assumption_words(part)
    return told if len(told) <= FEW else ()


def assumption_section(part: SheetPart) -> Page:
    told = assumption_words(part)
    return (Heading("Assumptions", 3), bullets(told)) if told else ()


def assumption_words(part: SheetPart) -> tuple[str, ...]:
    """With the names of lines and settings as people read them."""
    return tuple(map(line_words, say_assumptions(part.sheet.assumptions)))


# -- figures ---------------------------------------------------------------------------------------


def figure_facts(part: SheetPart) -> Iterator[tuple[str, Cell]]:
    sheet, analysis = part.sheet, part.analysis
    advantage = analysis.house_advantage
    bounds = analysis.interval or Interval(advantage, advantage, 0.0)
    yield f"House advantage{before(part)}", Toned(in_full(advantage, bounds), tone_of_part(part))
    yield f"Return to the player{before(part)}", in_full(1 - advantage, bounds)
    yield f"Element of risk{before(part)}", in_full(sheet.element_of_risk, bounds)
    if sheet.average_total_wager != 1:
        yield "Average total wager", f"{format_decimal(sheet.average_total_wager, 6)} units"
    yield "Hit frequency", in_full(sheet.hit.middle, sheet.hit)
    yield "Push frequency", in_full(sheet.push.middle, sheet.push)
    if part.lacks_terms:
        yield "Variance and volatility", OPEN_DEVIATION
    elif sheet.variance is not None:
        yield "Variance", f"{format_decimal(sheet.variance, 6)} square units{dealt_words(sheet)}"
        yield from deviation_facts(sheet, digits=6)
    if sheet.skewness is not None and not part.lacks_terms:
        yield "Skewness", figure(sheet.skewness, 6)
    yield from exposure_facts(part)
    yield from method_facts(part)


def dealt_words(sheet: WagerSheet) -> str:
    """How sure a variance is that was dealt and not counted."""
    if sheet.dealt is None:
        return ""
    dealt = sheet.dealt
    sure = format_percent(Fraction(str(dealt.confidence)), 1)
    return f" ± {dealt.half_width:.6f} at {sure}: {dealt.rounds:,} rounds dealt from the seed {dealt.seed}"


def before(part: SheetPart) -> str:
    """What a label says more where a meter without terms is left out."""
    return f" {BEFORE_METERS}" if part.lacks_terms else ""


def tone_of_part(part: SheetPart) -> Tone:
    """What is not the whole advantage does not stand out as if it were."""
    return Tone.PLAIN if part.lacks_terms else edge_tone(part.sheet)


def method_facts(part: SheetPart) -> Iterator[tuple[str, Cell]]:
    analysis = part.analysis
    if analysis.drawn and analysis.drawn.insurance is not None:
        yield "Insurance", f"house advantage {in_full(analysis.drawn.insurance)} of its stake"
    yield "Method", analysis.method
    if analysis.decisions:
        yield "Equal decisions", f"of equally good ones the {analysis.tie_rule} is taken"
    if few := few_assumptions(part):
        yield "Assumed", "; ".join(few)
    if part.designators:
        yield "Filed under", ", ".join(part.designators)


def in_full(value: Fraction, bounds: Interval | None = None) -> str:
    """A percentage with its fraction, however long that is; or with its bounds, if that is all there is."""
    if bounds and not bounds.is_exact:
        return bounds_words(value, bounds)
    fraction = format_fraction(value)
    if len(fraction) > LONGEST_FRACTION:
        fraction = fraction.replace("/", " / ")
    return f"{format_percent(value)} = {fraction}"


# -- what is printed -------------------------------------------------------------------------------


def print_section(part: SheetPart) -> Page:
    if not part.findings:
        return ()
    columns = (
        Column("Figure"),
        Column("Printed", right=True),
        Column("Exact", right=True),
        Column("Verdict"),
        Column("Note", wraps=True, under=True),
    )
    rows = [
        (
            figure_words(finding.figure),
            *figure_cells(finding),
            Toned(finding.verdict.value, TONES[finding.verdict]),
            note_words(numbered(finding), line_words),
        )
        for finding in part.findings
    ]
    return (Heading("Printed figures against exact ones", 3), make_table(columns, rows))

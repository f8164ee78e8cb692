"""One wager of a par sheet as a section: figures, outcomes, plots, bands, meters, prints, assumptions."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.analysis.highest import Interval
from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.cards.hand_name import line_words
from pitboss.reports.audit_sheet import TONES, figure_cells
from pitboss.reports.cell import figure
from pitboss.reports.game_sheet import figure_words, number_documents, warning_block
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
from pitboss.reports.par.part import BEFORE_METERS, SheetPart
from pitboss.reports.par.picture import distribution_picture
from pitboss.reports.par.side_by_side import priced_tables, side_by_side_section
from pitboss.reports.wager_page import LONGEST_FRACTION, edge_tone
from pitboss.reports.wager_sheet import WagerSheet

FEW = 2
"""Assumptions that need no section of their own."""
OPEN_DEVIATION = "not known: they depend on what the meter pays"


def wager_section(part: SheetPart) -> Page:
    blocks: list[Block] = [Heading(part.name, 2)]
    blocks += [*warning_block(part.warnings), Facts(tuple(figure_facts(part)), is_dense=True)]
    blocks += [Heading("Outcomes", 3), par_outcomes(part), distribution_picture(part)]
    blocks += [*band_section(part), *meter_section(part), *side_by_side_section(priced_tables(part))]
    blocks += print_section(part)
    blocks += () if few_assumptions(part) else assumption_section(part)
    return tuple(blocks)


def part_notes(part: SheetPart) -> Page:
    """What no spreadsheet computes."""
    notes = (*warning_block(part.warnings), *print_section(part), *assumption_section(part))
    return (Heading(part.name, 2), *notes) if notes else ()


def few_assumptions(part: SheetPart) -> tuple[str, ...]:
    """So few that they stand with the figures: a section of one line would go to another page alone."""
    return part.sheet.assumptions if len(part.sheet.assumptions) <= FEW else ()


def assumption_section(part: SheetPart) -> Page:
    if not part.sheet.assumptions:
        return ()
    return (Heading("Assumptions", 3), bullets(map(line_words, part.sheet.assumptions)))


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
        of_one = "of one wager" if sheet.link else "a round"
        yield "Standard deviation", f"{sheet.standard_deviation:.6f} units {of_one}"
        if sheet.link:
            yield (
                "Over the link",
                f"{sheet.link_deviation:.6f} units a wager, over all that feed the meter",
            )
        yield "Volatility index", f"{sheet.volatility_index:.6f} ({VOLATILITY_Z} deviations)"
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
        yield "Assumed", "; ".join(map(line_words, few))
    if part.designators:
        yield "Filed under", ", ".join(part.designators)


def in_full(value: Fraction, bounds: Interval | None = None) -> str:
    """A percentage with its fraction, however long that is; or with its bounds, if that is all there is."""
    if bounds and bounds.half_width:
        certain = f", certified at {format_percent(1 - Fraction(str(bounds.miss)), 1)}" if bounds.miss else ""
        return f"{format_percent(value)} ± {format_percent(bounds.half_width)}{certain}"
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
            note_words(finding.note, part),
        )
        for finding in part.findings
    ]
    return (Heading("Printed figures against exact ones", 3), make_table(columns, rows))


def note_words(note: str, part: SheetPart) -> str:
    """With the lines of the paytable as people read them, and documents by their numbers."""
    shape = part.analysis.wager.shape
    for line in sorted(shape.allowed if shape else (), key=len, reverse=True):
        note = note.replace(line, line_words(line))
    return number_documents(note, part.analysis.game.sources)

"""One wager of a par sheet as a section: figures, outcomes, plots, bands, meters, prints, assumptions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil

from pitboss.analysis.figures import Figures, name_outcome
from pitboss.analysis.highest import Interval
from pitboss.audit.long_run import LEVELS, BandRun, Prospect, part_prospect, runs
from pitboss.audit.outcome import Outcome
from pitboss.audit.own_table import OWN
from pitboss.audit.part import SheetPart
from pitboss.audit.request import request_analysis
from pitboss.audit.sheet import WagerSheet
from pitboss.audit.term import Asked
from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.cards.hand_name import line_words
from pitboss.reports.audit_sheet import (
    BEFORE_METERS,
    TONES,
    count,
    figure_cells,
    note_words,
    numbered,
    say_assumptions,
)
from pitboss.reports.cell import figure
from pitboss.reports.form import Data
from pitboss.reports.game_sheet import figure_words, pay_words, warning_block
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.par.exposure import exposure_facts
from pitboss.reports.par.meter_section import meter_section
from pitboss.reports.par.picture import distribution_picture, funnel_picture
from pitboss.reports.wager_page import (
    LONGEST_FRACTION,
    bounds_words,
    deviation_facts,
    edge_tone,
    outcome_columns,
    outcome_row,
    share,
)
from pitboss.rules import Game
from pitboss.rules.definition import put_defaults_in_force
from pitboss.shape.tally import net, staked

MOST_ACROSS = 5
"""Paytables beside each other on a page; more of them stand in several tables, about as many in each."""


def priced_tables(part: SheetPart) -> tuple[SheetPart, ...]:
    """Every filed paytable of the part's wager, each analysed; nothing where there is no choice.

    The columns of one table are not alternatives: a par sheet has all of them anyway.
    """
    game, wager = part.analysis.game, part.analysis.wager.id
    tables = game.tables_for(wager)
    if len(tables) < 2 or tables[0].hands:
        return ()
    usual = usual_tables(game, wager)
    return tuple(price_table(usual, table.id) for table in tables)


def usual_tables(game: Game, wager: str) -> Game:
    """With the usual paytables, but the base game's as in force: the same for all sheets of a wager."""
    usual = put_defaults_in_force(replace(game, chosen={}))
    decided = {one: game.chosen[one] for one in game.deciding if one != wager and one in game.chosen}
    return replace(usual, chosen={**usual.chosen, **decided})


@lru_cache(maxsize=256)
def price_table(game: Game, table: str) -> SheetPart:
    request = request_analysis(game, paytables=[table], wagers=(), asked=Asked())
    return SheetPart(request.sheet(request.wagers[0], request.asked))


def side_by_side_section(parts: Sequence[SheetPart]) -> Page:
    if not parts:
        return ()
    across = ceil(len(parts) / ceil(len(parts) / MOST_ACROSS))
    groups = [parts[start : start + across] for start in range(0, len(parts), across)]
    return (Heading("All paytables side by side", 3), *map(side_by_side_table, groups))


def side_by_side_table(parts: Sequence[SheetPart]) -> PageTable:
    tables = [table for part in parts for table in part.analysis.tables]
    shape = parts[0].analysis.wager.shape
    lines = [line for line in (shape.allowed if shape else ()) if any(line in one.pays for one in tables)]
    columns = [Column("Line"), *(Column(table.id, right=True, wraps=True) for table in tables)]
    pays = [[line_words(line), *(pay_words(table, line) for table in tables)] for line in lines]
    return make_table(columns, [*pays, *figure_rows(parts)])


def figure_rows(parts: Sequence[SheetPart]) -> Iterator[list[Cell]]:
    advantages = [
        format_percent(part.analysis.house_advantage) + f" {BEFORE_METERS}" * part.lacks_terms
        for part in parts
    ]
    yield [Toned(cell, Tone.STRONG) for cell in ("House advantage", *advantages)]
    yield ["Hit frequency", *(format_percent(part.sheet.hit.middle) for part in parts)]
    deviations = [part.sheet.standard_deviation if part.variance is not None else None for part in parts]
    if any(one is not None for one in deviations):
        yield ["Standard deviation", *("-" if one is None else f"{one:.4f}" for one in deviations)]


def side_by_side_data(parts: Sequence[SheetPart]) -> list[Data]:
    return [
        {
            "paytable": table.id,
            "is_before_meters": part.lacks_terms,
            **share("house_advantage", part.analysis.house_advantage),
            **share("hit_frequency", part.sheet.hit.middle),
            "standard_deviation": part.sheet.standard_deviation if part.variance is not None else None,
        }
        for part in parts
        for table in part.analysis.tables
    ]


# -- the section -----------------------------------------------------------------------------------


DIGITS = 6
"""Of the percentages of an outcome: the rarest are far below a thousandth."""
PROBABILITY = 1
"""The column of a chance where ways are not counted."""
RARE = 100
"""From one in n on, nobody asks for tenths."""


def par_outcomes(part: SheetPart) -> PageTable:
    """As a screen has it, with how rare each outcome is, and what was staked where that differs."""
    sheet = part.sheet
    is_counted = all(outcome.ways is not None for outcome in sheet.outcomes)
    is_bounded = any(outcome.chance.half_width for outcome in sheet.outcomes)
    stakes = stakes_of(sheet.analysis.figures) if sheet.average_total_wager != 1 else {}
    more = [Column("1 in", right=True)] + [Column("Staked", right=True)] * bool(stakes)
    columns = outcome_columns(is_counted=is_counted, is_bounded=is_bounded)
    place = PROBABILITY + is_counted + 1
    rows = [par_row(part, outcome, is_counted=is_counted, is_bounded=is_bounded) for outcome in part.outcomes]
    for row, outcome in zip(rows, part.outcomes, strict=True):
        row[place:place] = [rarity(outcome), *([stakes[outcome.name, outcome.net]] if stakes else [])]
    totals = list(total_rows(sheet, is_counted=is_counted, is_bounded=is_bounded))
    for row in totals:
        row[place:place] = [""] * len(more)
    return make_table((*columns[:place], *more, *columns[place:]), [*rows, *totals])


def rarity(outcome: Outcome) -> Cell:
    """n of 'one in n', with a digit after the point where n is small."""
    if not outcome.probability:
        return "-"
    once = 1 / outcome.probability
    return figure(once, 1 if once < RARE else 0, is_grouped=True)


def stakes_of(figures: Figures | None) -> dict[tuple[str, Fraction], str]:
    """All money wagered in each outcome, by its name and net: the same hand may end several ways."""
    found: dict[tuple[str, Fraction], set[Fraction]] = {}
    for outcome, ways in figures.tally.ways.items() if figures else ():
        if figures and ways:
            key = (name_outcome(outcome), net(outcome, figures.meters))
            found.setdefault(key, set()).add(staked(outcome))
    return {key: " or ".join(format_units(one) for one in sorted(stakes)) for key, stakes in found.items()}


def format_units(units: Fraction) -> str:
    return str(units.numerator) if units.denominator == 1 else format_decimal(units, 2)


def par_row(part: SheetPart, outcome: Outcome, *, is_counted: bool, is_bounded: bool) -> list[Cell]:
    row = outcome_row(
        in_words(outcome, part.sheet), is_counted=is_counted, is_bounded=is_bounded, digits=DIGITS
    )
    if part.is_open(outcome.name):
        row[-2] = f"{row[-2]} + meter"
    return row


def in_words(outcome: Outcome, sheet: WagerSheet) -> Outcome:
    """As people read it; where several bets pay, the pay is that of the table's line."""
    pay = outcome.pay
    if pay[0] in "+-" and outcome.net:
        lines = [
            line
            for line in outcome.name.split(" + ")
            for table in sheet.analysis.tables
            if line in table.pays
        ]
        pay = " + ".join(str(sheet.analysis.tables[0].pays[line]) for line in lines) or (
            "-" if outcome.net > 0 else "lose"
        )
    return replace(outcome, name=line_words(outcome.name), pay=pay)


def total_rows(sheet: WagerSheet, *, is_counted: bool, is_bounded: bool) -> Iterator[list[Cell]]:
    """The sums; with envy, which comes from other players' hands, also what it adds."""
    blanks = [""] * (is_counted + is_bounded + 3)
    ways = [f"{sum(outcome.ways or 0 for outcome in sheet.outcomes):,}"] * is_counted
    chance = format_percent(sum((one.probability for one in sheet.outcomes), Fraction(0)), DIGITS)
    earned = sum((one.contribution for one in sheet.outcomes), Fraction(0))
    sums = ["Total", *ways, chance, *[""] * is_bounded, "", "", format_percent(earned, DIGITS)]
    yield [Toned(cell, Tone.STRONG) for cell in sums]
    meter = sheet.analysis.meter
    if meter and meter.envy_return:
        yield [
            f"envy from {count(meter.others, 'other player')}",
            *blanks,
            format_percent(meter.envy_return, DIGITS),
        ]
        whole = ["With envy", *blanks, format_percent(earned + meter.envy_return, DIGITS)]
        yield [Toned(cell, Tone.STRONG) for cell in whole]


# -- bands -----------------------------------------------------------------------------------------


NO_BANDS = "There are no bands: the deviation of a round is not known (see the assumptions)."
OPEN_BANDS = "There are no bands: they depend on what the meter pays, and its terms are not known."


def band_section(part: SheetPart) -> Page:
    heading = Heading("Actual return after many rounds", 3)
    found = part_prospect(part)
    if found is None:
        return (heading, Lines((OPEN_BANDS if part.lacks_terms else NO_BANDS,)))
    return (heading, band_table(found), *remarks(found), funnel_picture(found))


def band_table(found: Prospect) -> PageTable:
    columns = (
        Column("Rounds", right=True),
        *(Column(f"{percent}% of runs return", right=True) for percent, _ in LEVELS),
        Column("Best outcomes expected", right=True),
        Column("Normal approximation"),
    )
    return make_table(columns, map(band_row, runs(found)))


def band_row(run: BandRun) -> list[Cell]:
    ranges = [f"{low * 100:.4f}% to {high * 100:.4f}%" for low, high in run.bands]
    fitness = Toned("poor", Tone.CAREFUL) if run.is_poor else Toned("fair", Tone.GOOD)
    return [f"{run.rounds:,}", *ranges, f"{Decimal(format_decimal(run.top_awards, 2)):,}", fitness]


def remarks(found: Prospect) -> Iterator[Block]:
    if any(run.is_cut for run in runs(found)):
        least = f"{float(found.worst) * 100:.0f}%"
        yield Lines((f"Bands are cut at {least}, the least that a round can return.",))


# -- the section -----------------------------------------------------------------------------------


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
    if analysis.is_decided:
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

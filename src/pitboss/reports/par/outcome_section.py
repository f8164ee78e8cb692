"""The outcomes of a wager as a par sheet has them: ways, chances, how rare, what is staked and paid."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitboss.analysis.figures import Figures, name_outcome
from pitboss.audit.outcome import Outcome
from pitboss.audit.part import SheetPart
from pitboss.audit.sheet import WagerSheet
from pitboss.base.figure import format_decimal, format_percent
from pitboss.cards.hand_name import line_words
from pitboss.reports.assumption import count
from pitboss.reports.cell import figure
from pitboss.reports.page import Cell, Column, PageTable, Tone, Toned, make_table
from pitboss.reports.wager_page import outcome_columns, outcome_row
from pitboss.shape.tally import net, staked

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

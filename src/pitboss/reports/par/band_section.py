"""The bands of a wager as a section: a table by rounds, the funnel, and where not to rely on it."""

from collections.abc import Iterator
from decimal import Decimal

from pitboss.audit.long_run import LEVELS, BandRun, Prospect, part_prospect, runs
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_decimal
from pitboss.reports.page import Block, Cell, Column, Heading, Lines, Page, PageTable, Tone, Toned, make_table
from pitboss.reports.par.picture import funnel_picture

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

"""Meters and envy in a sheet that computes: their terms, and the advantage by players and by meter."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from xlsxwriter.utility import xl_rowcol_to_cell

from pitboss.analysis.meter import MeterFigures
from pitboss.audit.meter_grid import MeterGrid, MeterPoint, MeterStanding, meter_grids
from pitboss.audit.part import SheetPart
from pitboss.base.money import as_dollars
from pitboss.base.odds import Kind, Pay
from pitboss.reports.audit_sheet import BEFORE_METERS
from pitboss.reports.par.cell import DOLLARS, PERCENT, Label, SheetCells
from pitboss.reports.par.meter_section import IN_THE_LONG_RUN, about_words, has_long_run
from pitboss.rules.paytable import Level

ENVY, LINE_CHANCE, RETURNED = 3, 4, 5
"""Columns of the paytable that only such a wager has."""
TERMS = (
    "Meter",
    "Seed",
    "Contribution",
    "Reserve",
    "Top award",
    "Drained a wager",
    "Average top award",
    "Drawn at",
)


NOT_KNOWN = "not known"
SEATS = '[=1]0" player";0" players"'


class LevelCells(NamedTuple):
    """Of one meter: where its terms stand, and what follows from them."""

    seed: str
    contribution: str
    reserve: str
    top: str
    drain: str
    usual: str
    drawn_at: str

    @property
    def returned(self) -> str:
        """What the meter gives back of a wager in the long run."""
        return f"({self.contribution}+{self.reserve}+{self.top}*{self.seed})"

    @property
    def is_empty(self) -> str:
        return f"{self.seed}+{self.contribution}+{self.reserve}=0"


@dataclass
class MeterCells:
    """Writes nothing for a wager without meter and envy."""

    part: SheetPart
    cells: SheetCells
    levels: dict[str, LevelCells] = field(default_factory=dict)
    lines: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The cells of the pay and of the chance of each line that a meter pays."""

    @property
    def meter(self) -> MeterFigures | None:
        return self.part.analysis.meter

    @property
    def envy_return(self) -> Fraction:
        return self.meter.envy_return if self.meter else Fraction(0)

    def amount(self, level: str) -> str:
        return self.levels[level].drawn_at

    def label(self, words: str) -> str | Label:
        """With 'before meters' as long as a meter's terms are left empty."""
        if not self.part.lacks_terms:
            return words
        empty = ",".join(self.levels[name].is_empty for name in self.part.unknown_levels)
        return Label(f'"{words}"&IF(OR({empty})," {BEFORE_METERS}","")', f"{words} {BEFORE_METERS}")

    # -- beside the pays -------------------------------------------------------------------------

    @property
    def pay_titles(self) -> tuple[str, ...]:
        return ("Envy", "Probability", "Tray returns") if self.meter else ()

    def put_line(self, line: str, pay: Pay, cell: str) -> None:
        """Envy, the chance as found among the outcomes, and what is paid without a meter."""
        if self.meter is None:
            return
        cells, chance = self.cells, self.meter.chances.get(line, Fraction(0))
        cells.put_number(ENVY, as_dollars(self.meter.table.envy_micros.get(line, 0)), DOLLARS, is_input=True)
        found = cells.put_formula(LINE_CHANCE, f"SUMIF(Outcome,{cells.at(0)},Probability)", chance, PERCENT)
        if pay.kind is Kind.METER:
            self.lines[line] = (cell, found)
            cells.put_number(RETURNED, 0, "0")
        else:
            back = int(pay.kind is Kind.TO)
            cells.put_formula(RETURNED, f"{found}*({cell}+{back})", chance * (pay.amount + back), PERCENT)

    def name_lines(self, count: int) -> None:
        if self.meter:
            for name, column in (("Envy", ENVY), ("LineChance", LINE_CHANCE), ("Returned", RETURNED)):
                self.cells.name_range(name, column, self.cells.row - count)

    # -- terms -----------------------------------------------------------------------------------

    def write_terms(self) -> None:
        meter, cells = self.meter, self.cells
        if meter is None:
            return
        cells.put_section("Meter and envy")
        players = cells.put_known("Players with the wager", meter.others + 1, "0", is_input=True)
        each, label = "SUMPRODUCT(Envy,LineChance)", "Envy from each other player"
        cells.put_figure(label, each, meter.envy_each, PERCENT, name="each")
        envy = f"({players}-1)*{cells.named['each']}"
        cells.put_figure("Envy return", envy, meter.envy_return, PERCENT, name="envy")
        cells.put_figure("Fixed return", "SUM(Returned)", meter.fixed_return, PERCENT, name="fixed")
        if meter.table.levels:
            cells.put_head(*TERMS)
            for name in meter.table.levels:
                self.write_level(meter, name)

    def write_level(self, meter: MeterFigures, name: str) -> None:
        cells, level = self.cells, meter.levels.get(name, Level())
        lines = [self.lines[line] for line, pay in meter.table.pays.items() if is_paid_by(pay, name)]
        cells.put_words(0, f"{name} meter" if name else "The meter")
        seed, contribution, reserve = self.put_terms(name, level)
        top = cells.put_formula(
            4, "+".join(f"({pay}=1)*{chance}" for pay, chance in lines), meter.top_chance(name), PERCENT
        )
        drain = cells.put_formula(
            5, "+".join(f"{pay}*{chance}" for pay, chance in lines), meter.drain(name), PERCENT
        )
        usual = f"IF({top}=0,{seed},({top}*{seed}+{contribution}+{reserve})/{drain})"
        known = LevelCells(seed, contribution, reserve, top, drain, cells.at(6), cells.at(7))
        if name in self.part.unknown_levels:
            cells.put_formula(6, f'IF({known.is_empty},"{NOT_KNOWN}",{usual})', NOT_KNOWN, DOLLARS)
        else:
            cells.put_formula(6, usual, meter.standing(name), DOLLARS)
        self.put_drawn_at(name, known, meter.standing(name))
        self.levels[name] = known
        cells.row += 1

    def put_terms(self, name: str, level: Level) -> tuple[str, str, str]:
        """Empty where they are not known, to be filled in."""
        cells = self.cells
        if name in self.part.unknown_levels:
            return cells.put_blank(1, DOLLARS), cells.put_blank(2, PERCENT), cells.put_blank(3, PERCENT)
        return (
            cells.put_number(1, level.seed, DOLLARS, is_input=True),
            cells.put_number(2, level.contribution, PERCENT, is_input=True),
            cells.put_number(3, level.reserve, PERCENT, is_input=True),
        )

    def put_drawn_at(self, name: str, known: LevelCells, usual: Fraction) -> None:
        asked = self.part.analysis.terms.meters
        if asked is not None:
            self.cells.put_number(7, asked[name], DOLLARS, is_input=True)
        elif name in self.part.unknown_levels:
            self.cells.put_formula(7, f"IF(ISNUMBER({known.usual}),{known.usual},0)", 0, DOLLARS)
        else:
            self.cells.put_formula(7, known.usual, usual, DOLLARS)

    # -- by players and by meter -----------------------------------------------------------------

    def write_grids(self) -> None:
        for grid in meter_grids(self.part.analysis):
            self.write_grid(grid)

    def write_grid(self, grid: MeterGrid) -> None:
        """The advantage with the meter standing there, and the break-even, for each number of players."""
        cells, drain = self.cells, self.levels[grid.level].drain
        name = f"{grid.level} meter" if grid.level else "meter"
        cells.put_section(f"House advantage by {name} and by players with the wager")
        cells.put_words(0, f"The {name} at")
        seats = [(number, self.put_seats(column, number)) for column, number in enumerate(grid.players, 1)]
        cells.row += 1
        for standing in grid.standings:
            stands = self.put_standing(grid, standing)
            for column, (number, seat) in enumerate(seats, 1):
                formula = f"{self.left_over(grid, seat)}-{drain}*{stands}"
                cells.put_formula(column, formula, grid.advantage(standing, number), PERCENT)
            cells.row += 1
        if has_long_run(self.part):
            self.write_long_run(grid, seats)
        cells.put_words(0, "Break-even meter")
        for column, (number, seat) in enumerate(seats, 1):
            even = grid.break_even(number) or Fraction(0)
            cells.put_formula(column, f"({self.left_over(grid, seat)})/{drain}", even, DOLLARS)
        cells.row += 1

    def put_seats(self, column: int, number: int) -> str:
        """The cell on top of its column, for formulas that can be filled to the right."""
        self.cells.put_number(column, number, SEATS, is_input=True)
        return str(xl_rowcol_to_cell(self.cells.row, column, row_abs=True))

    def put_standing(self, grid: MeterGrid, standing: MeterStanding) -> str:
        """What has a name is taken from where it stands, so that the name stays true; others are put in."""
        level = self.levels[grid.level]
        even = f"({self.left_over(grid, '1')})/{level.drain}"
        found = {
            MeterPoint.SEED: level.seed,
            MeterPoint.AVERAGE: level.usual,
            MeterPoint.ASKED: level.drawn_at,
            MeterPoint.EVEN_ALONE: even,
        }
        if standing.point is None:
            return self.cells.put_number(0, standing.amount, DOLLARS, is_input=True)
        pattern = f'{DOLLARS}"{about_words(standing)}"'
        return self.cells.put_formula(0, found[standing.point], standing.amount, pattern)

    def write_long_run(self, grid: MeterGrid, seats: list[tuple[int, str]]) -> None:
        named, cells = self.cells.named, self.cells
        returned = "".join(f"-{level.returned}" for level in self.levels.values())
        cells.put_words(0, IN_THE_LONG_RUN, bold=True)
        for column, (number, seat) in enumerate(seats, 1):
            formula = f"1-{named['fixed']}-{named['each']}*({seat}-1){returned}"
            cells.put_formula(column, formula, grid.at(number).house_advantage, PERCENT)
        cells.row += 1

    def left_over(self, grid: MeterGrid, seat: str) -> str:
        """What the house keeps of a wager before this meter pays, the others standing where they do."""
        named = self.cells.named
        asked = self.part.analysis.terms.meters is not None
        others = [cell for name, cell in self.levels.items() if name != grid.level]
        paid = "".join(f"-{cell.drain}*{cell.drawn_at if asked else cell.seed}" for cell in others)
        return f"1-{named['fixed']}-{named['each']}*({seat}-1){paid}"


def is_paid_by(pay: Pay, level: str) -> bool:
    return pay.kind is Kind.METER and pay.level == level

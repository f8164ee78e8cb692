"""Cells of a sheet that computes: what is put in, what is computed from it, and what is said about it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from xlsxwriter.utility import quote_sheetname, xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pitboss.reports.page import Tone
from pitboss.reports.paper.paper import DARK_GOLD, HAIRLINE, PALE_GOLD
from pitboss.reports.paper.workbook import HEAD, LINED, Formats, Look, look_of

INPUT: Look = {"bg_color": PALE_GOLD, "border": 1, "border_color": HAIRLINE}
"""Cells that somebody may change."""
PERCENT, EXACTLY, DECIMAL, PLAIN = "0.000000%", "0.0000000000%", "0.000000", "General"
WHOLE, DOLLARS, NET = "#,##0", "$#,##0.00", "+#,##0.00;-#,##0.00;0"
OPEN_NET = '+#,##0.00;-#,##0.00" + meter";0'
"""As long as nothing is put into the meter."""

LINE = 1.45
"""How much higher than its letters a row is."""

Value = Fraction | float | int


class Label(NamedTuple):
    """Words that depend on what is put in, and what they are as the sheet is filed."""

    formula: str
    text: str


@dataclass
class SheetCells:
    """A pen that writes row by row from the top; places are remembered by whoever needs them again."""

    workbook: Workbook
    sheet: Worksheet
    formats: Formats
    row: int = 0
    named: dict[str, str] = field(default_factory=dict)
    """Cells that other formulas speak of, by name."""
    ranges: dict[str, str] = field(default_factory=dict)
    """Columns of cells that formulas speak of, by name."""
    known: dict[str, float] = field(default_factory=dict)
    """What these come to, as written with them."""
    answers: dict[str, str] = field(default_factory=dict)
    """What cells with words say, by name."""

    def put_title(self, text: str, *, points: int = 13) -> None:
        look = look_of(font_color=DARK_GOLD, bold=True, font_size=points)
        self.sheet.write_string(self.row, 0, text, self.formats.find(look))
        self.sheet.set_row(self.row, LINE * points)
        self.row += 1

    def put_sentence(self, text: str, tone: Tone = Tone.DIM) -> None:
        self.sheet.write_string(self.row, 0, text, self.formats.find(look_of(tone)))
        self.row += 1

    def put_section(self, title: str, *heads: str, about: Sequence[str] = ()) -> None:
        """A title with a line of air above it, what there is to say, and the head of a table."""
        self.row += 1
        self.put_title(title)
        for sentence in about:
            self.put_sentence(sentence)
        if heads:
            self.put_head(*heads)

    def put_head(self, *titles: str, words: Sequence[int] = (0,)) -> None:
        """Numbers to the right, except in the columns that hold words."""
        for column, title in enumerate(titles):
            side = {"align": "left", "indent": int(column > 0)} if column in words else {"align": "right"}
            look = {**HEAD, "text_wrap": False, **side}
            self.sheet.write_string(self.row, column, title, self.formats.find(look))
        self.row += 1

    def put_words(self, column: int, text: str, **more: object) -> None:
        look = {**look_of(), **LINED, **more}
        self.sheet.write_string(self.row, column, text, self.formats.find(look))

    def put_number(self, column: int, value: Value, pattern: str, *, is_input: bool = False) -> str:
        """The cell, for formulas."""
        look = {**look_of(), **(INPUT if is_input else LINED), "num_format": pattern, "align": "right"}
        self.sheet.write_number(self.row, column, float(value), self.formats.find(look))
        return self.at(column)

    def put_formula(
        self, column: int, formula: str, value: Value | str, pattern: str = "General", **more: object
    ) -> str:
        """With its result, for readers that do not compute; it can be filled down."""
        look = {**look_of(), **LINED, "num_format": pattern, "align": "right", **more}
        known = value if isinstance(value, str) else float(value)
        self.sheet.write_formula(self.row, column, f"={self.loosen(formula)}", self.formats.find(look), known)
        return self.at(column)

    def put_blank(self, column: int, pattern: str) -> str:
        """A cell to be filled in: nobody knows the number yet."""
        look = {**look_of(), **INPUT, "num_format": pattern, "align": "right"}
        self.sheet.write_blank(self.row, column, None, self.formats.find(look))
        return self.at(column)

    def put_label(self, label: str | Label) -> None:
        if isinstance(label, Label):
            self.put_formula(0, label.formula, label.text, align="left")
        else:
            self.put_words(0, label)

    def put_figure(
        self, label: str | Label, formula: str, value: Value, pattern: str, *, name: str = ""
    ) -> None:
        """A line of its own; with a name if others speak of it."""
        self.put_label(label)
        cell = self.put_formula(1, formula, value, pattern, bold=name == "advantage")
        if name:
            self.named[name], self.known[name] = cell, float(value)
        self.row += 1

    def put_known(self, label: str, value: Value, pattern: str, *, is_input: bool = False) -> str:
        """A line of its own with a number that is given."""
        self.put_words(0, label)
        cell = self.put_number(1, value, pattern, is_input=is_input)
        self.row += 1
        return cell

    def at(self, column: int, row: int | None = None) -> str:
        return str(xl_rowcol_to_cell(self.row if row is None else row, column, row_abs=True, col_abs=True))

    def loosen(self, formula: str) -> str:
        """Cells of its own row move along with a formula that is copied; only the first column stays."""
        here = re.compile(rf"(?<!!)\$([A-Z]+)\${self.row + 1}(?![0-9])")
        return here.sub(lambda found: f"{'$' * (found[1] == 'A')}{found[1]}{self.row + 1}", formula)

    def name_range(self, name: str, column: int, first: int) -> None:
        """From the first row to the one above the pen; formulas of this sheet may speak of it anywhere."""
        sheet = quote_sheetname(self.sheet.get_name())
        self.ranges[name] = f"{self.at(column, first)}:{self.at(column, self.row - 1)}"
        self.workbook.define_name(f"{sheet}!{name}", f"={sheet}!{self.ranges[name]}")

    def elsewhere(self, cell: str) -> str:
        """The cell, as another sheet speaks of it."""
        return f"{quote_sheetname(self.sheet.get_name())}!{cell}"

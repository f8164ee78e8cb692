"""The distribution of a wager as a chart of the spreadsheet: it follows whatever is changed in the cells."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10

from pitboss.reports.paper.paper import GOLD, HAIRLINE, SOFT
from pitboss.reports.par.cell import SheetCells
from pitboss.reports.par.term import Term

ROWS, ROW_PIXELS, WIDTH = 17, 20, 900
"""How much room the chart takes: rows of the sheet, and how high they are."""
TITLE = "Probability of each outcome, on a logarithmic scale"


def write_chart(terms: Sequence[Term], cells: SheetCells) -> None:
    """Below the outcomes, over their cells."""
    chart = cells.workbook.add_chart({"type": "column"})
    names, chances = (f"={cells.elsewhere(cells.ranges[name])}" for name in ("Outcome", "Probability"))
    chart.add_series({"categories": names, "values": chances, "fill": {"color": GOLD}, "gap": 60})
    chart.set_title({"name": TITLE, "name_font": {"size": 11, "color": SOFT}})
    chart.set_y_axis(scale(terms))
    chart.set_legend({"none": True})
    chart.set_size({"width": WIDTH, "height": (ROWS - 2) * ROW_PIXELS})
    cells.sheet.insert_chart(cells.row + 1, 0, chart, {"description": TITLE})
    cells.row += ROWS


def scale(terms: Sequence[Term]) -> dict[str, object]:
    """From the power of ten below the rarest outcome; bars stand on it, not on 100%."""
    rarest = min((term.probability for term in terms if term.probability), default=Fraction(1, 10))
    power = floor(log10(rarest))
    lines = {"visible": True, "line": {"color": HAIRLINE, "width": 0.5}}
    pattern = f"0.{'0' * (-power - 2)}%" if power < -2 else "0%"
    return {
        "log_base": 10,
        "min": 10.0**power,
        "max": 1,
        "crossing": "min",
        "num_format": pattern,
        "major_gridlines": lines,
    }

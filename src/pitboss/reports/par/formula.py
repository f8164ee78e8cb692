"""A wager as a sheet that computes: change a pay, and every figure follows.

Gold cells are put in: pays, envy, ways, the terms of meters, the number of players. All else is formulas over
them, written with their results for readers that do not compute, and the exact advantage to check them by.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, log10, sqrt

from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.audit.long_run import LEVELS, part_prospect, runs
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_fraction
from pitboss.base.odds import Kind, Pay
from pitboss.cards.hand_name import line_words
from pitboss.reports.page import Tone
from pitboss.reports.paper.paper import GOLD, HAIRLINE, SOFT
from pitboss.reports.par.cell import DECIMAL, EXACTLY, NET, OPEN_NET, PERCENT, PLAIN, WHOLE, SheetCells
from pitboss.reports.par.meter_formula import MeterCells
from pitboss.reports.par.term import Term, Ways, fit_ways, fits, terms_of
from pitboss.reports.par.wager_section import part_name, part_warnings

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


# -- the sheet -------------------------------------------------------------------------------------


PUT_IN = (
    "Put in: pays, ways (or probabilities, where ways are not counted), stakes, terms of meters, players, "
    "rounds, and the exact advantage or its bounds to check by."
)
COMPUTED = (
    "Computed by formulas from these: all other numbers. What an outcome loses, and how wide a band is, are "
    "constants inside a formula. Gold cells may be changed."
)
OPEN_DEVIATION = "Variance, deviation, volatility and bands depend on what the meter pays: they are left out."
PLAY_HELD = "Best play is held as it is: a pay that would make another decision better is for the program."
SHARED = "Ways are divided by {divisor:,}, which all of them share, so that every digit has room in a cell."
ROUNDED = (
    "Some ways have more digits than a cell keeps: they are rounded, and the last column has every digit."
)
COLUMNS = ("Outcome", "Ways", "Probability", "Net", "Contribution", "Square", "Hit", "Push", "Staked")
"""By these names formulas speak of the outcomes."""
CHANCE, RESULT, EARNED, SQUARE, HIT, PUSH, STAKED, DIGITS = range(2, 10)


@dataclass
class WagerCells:
    part: SheetPart
    cells: SheetCells
    meters: MeterCells
    terms: tuple[Term, ...]
    pays: dict[str, str] = field(default_factory=dict)
    """The cell of each line's pay."""

    def write(self) -> None:
        self.cells.put_title(part_name(self.part), points=16)
        self.cells.put_sentence(PUT_IN)
        self.cells.put_sentence(COMPUTED)
        for warning in part_warnings(self.part):
            self.cells.put_sentence(warning, Tone.CAREFUL)
        if self.part.analysis.is_decided:
            self.cells.put_sentence(PLAY_HELD)
        top = self.cells.row
        self.cells.row += self.figure_rows
        self.write_pays()
        self.meters.write_terms()
        self.write_outcomes()
        self.write_figures_at(top)
        write_check(self.part, self.cells)
        write_bands(self.part, self.cells)
        self.meters.write_grids()

    # -- pays ------------------------------------------------------------------------------------

    def write_pays(self) -> None:
        table, cells = self.part.table, self.cells
        if table is None:
            return
        cells.put_section("Paytable", "Line", "Pay", "Paid as", *self.meters.pay_titles)
        for line, pay in table.pays.items():
            cells.put_words(0, line_words(line))
            pattern = "0.00%" if pay.kind is Kind.METER else PLAIN
            self.pays[line] = cells.put_number(1, pay.amount, pattern, is_input=True)
            cells.put_words(2, paid_as(pay), align="right")
            self.meters.put_line(line, pay, self.pays[line])
            cells.row += 1
        self.meters.name_lines(len(table.pays))

    # -- outcomes --------------------------------------------------------------------------------

    def write_outcomes(self) -> None:
        cells, ways = self.cells, self.ways
        digits = ["All digits of the ways"] if ways and not ways.is_exact else []
        cells.put_section("Outcomes", *COLUMNS, *digits, about=about_ways(ways))
        first = cells.row
        for place, term in enumerate(self.terms):
            self.write_outcome(term, ways.numbers[place] if ways else None)
            if digits:
                cells.put_words(DIGITS, f"{term.ways:,}", align="right")
            cells.row += 1
        for column, name in enumerate(COLUMNS):
            cells.name_range(name, column, first)
        self.write_totals(ways)
        write_chart(self.terms, self.cells)

    @property
    def ways(self) -> Ways | None:
        counted = tuple(term.ways for term in self.terms if term.ways is not None)
        return fit_ways(counted) if len(counted) == len(self.terms) else None

    def write_outcome(self, term: Term, ways: int | None) -> None:
        cells = self.cells
        cells.put_words(0, line_words(term.name))
        if ways is None:
            cells.put_words(1, "")
            chance = cells.put_number(CHANCE, term.probability, PERCENT, is_input=True)
        else:
            number = cells.put_number(1, ways, WHOLE, is_input=True)
            chance = cells.put_formula(CHANCE, f"{number}/SUM(Ways)", term.probability, PERCENT)
        pattern = OPEN_NET if self.part.is_open(term.name) else NET
        net = cells.put_formula(RESULT, self.net_formula(term), term.net, pattern)
        cells.put_formula(EARNED, f"{chance}*{net}", term.net * term.probability, PERCENT)
        cells.put_formula(SQUARE, f"{chance}*{net}^2", term.net**2 * term.probability, DECIMAL)
        cells.put_formula(HIT, "1" if term.is_award else f"IF({net}>0,1,0)", int(term.is_hit), "0")
        cells.put_formula(
            PUSH, "0" if term.is_award else f"IF(ABS({net})<{CLOSE},1,0)", int(term.is_push), "0"
        )
        if term.staked is not None:
            cells.put_number(STAKED, term.staked, PLAIN)

    def net_formula(self, term: Term) -> str:
        """The fixed part, and the pay of each line on its money."""
        parts = [as_number(term.fixed)] if term.fixed or not term.bases else []
        for line, base in term.bases:
            assert self.part.table is not None
            pay, cell = self.part.table.pays[line], self.pays[line]
            if pay.kind is Kind.METER:
                parts.append(f"{cell}*{self.meters.amount(pay.level)}-{as_number(base)}")
            else:
                paid = cell if pay.kind is Kind.TO else f"({cell}-1)"
                parts.append(paid if base == 1 else f"{as_number(base)}*{paid}")
        return "+".join(parts)

    def write_totals(self, ways: Ways | None) -> None:
        cells = self.cells
        cells.put_words(0, "Total", bold=True)
        if ways:
            cells.put_formula(1, "SUM(Ways)", sum(ways.numbers), WHOLE, bold=True)
        cells.put_formula(CHANCE, "SUM(Probability)", self.weighed(lambda _: 1), PERCENT, bold=True)
        cells.put_formula(EARNED, "SUM(Contribution)", self.weighed(net_of), PERCENT, bold=True)
        if self.part.variance is not None and self.part.sheet.dealt is None:
            cells.put_formula(SQUARE, "SUM(Square)", self.weighed(square_of), DECIMAL, bold=True)
        cells.row += 1

    def weighed(self, value: Callable[[Term], Fraction | int]) -> Fraction:
        """The average of something over the outcomes."""
        return sum((term.probability * value(term) for term in self.terms), Fraction(0))

    # -- figures ---------------------------------------------------------------------------------

    @property
    def figure_rows(self) -> int:
        """How many rows they take: an empty one, their title, and a row each."""
        if self.part.variance is None:
            return 8 + self.part.lacks_terms
        return 11 + 2 * (self.part.sheet.link is not None)

    def write_figures_at(self, top: int) -> None:
        """Into the rows that were left free for them above the paytable, which they are computed from."""
        below, self.cells.row = self.cells.row, top
        self.write_figures()
        assert self.cells.row == top + self.figure_rows, "room for every figure, and no more"
        self.cells.row = below

    def write_figures(self) -> None:
        named, advantage = self.cells.named, -self.weighed(net_of) - self.meters.envy_return
        envy = f"-{named['envy']}" if "envy" in named else ""
        self.cells.put_section("Figures")
        label = self.meters.label("House advantage")
        self.cells.put_figure(label, f"-SUM(Contribution){envy}", advantage, PERCENT, name="advantage")
        label, formula = self.meters.label("Return to the player"), f"1-{named['advantage']}"
        self.cells.put_figure(label, formula, 1 - advantage, PERCENT, name="return")
        stakes = self.put_stakes()
        self.cells.put_figure(
            self.meters.label("Element of risk"),
            f"{named['advantage']}/{named['stakes']}",
            advantage / stakes,
            PERCENT,
            name="risk",
        )
        hits, pushes = self.weighed(lambda term: term.is_hit), self.weighed(lambda term: term.is_push)
        self.cells.put_figure("Hit frequency", "SUMPRODUCT(Probability,Hit)", hits, PERCENT, name="hit")
        self.cells.put_figure("Push frequency", "SUMPRODUCT(Probability,Push)", pushes, PERCENT)
        if self.part.variance is not None:
            self.put_deviation()
        elif self.part.lacks_terms:
            self.cells.put_sentence(OPEN_DEVIATION)

    def put_stakes(self) -> Fraction:
        """From the outcomes where the money on each is known, else the average itself."""
        if all(term.staked is not None for term in self.terms):
            stakes = self.weighed(lambda term: term.staked or 0)
            formula = "SUMPRODUCT(Probability,Staked)"
            self.cells.put_figure("Average total wager", formula, stakes, DECIMAL, name="stakes")
            return stakes
        stakes = self.part.sheet.average_total_wager
        self.cells.named["stakes"] = self.cells.put_known(
            "Average total wager", stakes, DECIMAL, is_input=True
        )
        return stakes

    def put_variance(self) -> Fraction:
        """From the outcomes; as it was dealt where a split round is only known by its average."""
        dealt = self.part.sheet.dealt
        if dealt:
            label = f"Variance, dealt over {dealt.rounds:,} rounds"
            self.cells.named["variance"] = self.cells.put_known(label, dealt.variance, DECIMAL, is_input=True)
            return dealt.variance
        if self.part.sheet.link is not None and self.part.variance is not None:
            # The amounts that a meter pays are not in the outcomes, only their average.
            label, variance = "Variance of one wager", self.part.variance
            self.cells.named["variance"] = self.cells.put_known(label, variance, DECIMAL, is_input=True)
            return variance
        variance = self.weighed(square_of) - self.weighed(net_of) ** 2
        self.cells.put_figure(
            "Variance", "SUM(Square)-SUM(Contribution)^2", variance, DECIMAL, name="variance"
        )
        return variance

    def put_deviation(self) -> None:
        named, variance = self.cells.named, self.put_variance()
        deviation = sqrt(variance)
        self.cells.put_figure(
            "Standard deviation", f"SQRT({named['variance']})", deviation, DECIMAL, name="deviation"
        )
        index = f"{VOLATILITY_Z}*{named['deviation']}"
        self.cells.put_figure("Volatility index", index, VOLATILITY_Z * deviation, DECIMAL)
        if self.part.sheet.link is not None:
            label, over = "Variance over the link", sqrt(self.part.sheet.link)
            link = self.cells.put_known(label, self.part.sheet.link, DECIMAL, is_input=True)
            self.cells.put_figure("Deviation over the link", f"SQRT({link})", over, DECIMAL, name="of link")


def write_wager(part: SheetPart, cells: SheetCells) -> None:
    WagerCells(part, cells, MeterCells(part, cells), terms_of(part)).write()
    cells.sheet.set_column(0, 0, 42)
    cells.sheet.set_column(1, DIGITS, 18)
    cells.sheet.freeze_panes(1, 1)


def net_of(term: Term) -> Fraction:
    return term.net


def square_of(term: Term) -> Fraction:
    return term.net**2


def about_ways(ways: Ways | None) -> Sequence[str]:
    if ways is None:
        return ()
    found = [SHARED.format(divisor=ways.divisor)] if ways.divisor > 1 else []
    return found if ways.is_exact else [*found, ROUNDED]


def paid_as(pay: Pay) -> str:
    if pay.kind is Kind.METER:
        return f"of the {pay.level} meter" if pay.level else "of the meter"
    return f"{pay.kind.value} 1"


def as_number(value: Fraction) -> str:
    """In a formula: a fraction as a division, so that nothing is rounded before it is computed."""
    return str(value.numerator) if value.denominator == 1 else f"({value.numerator}/{value.denominator})"


# -- the chart -------------------------------------------------------------------------------------


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

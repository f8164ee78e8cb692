"""A wager analysed, with the same attributes whichever engine counted it; and all wagers of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.audit.sheet import WagerSheet
from pitboss.base.error import find_name
from pitboss.base.extra import naming_extra
from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.library.frame import Row, pandas_frame, polars_frame, with_floats
from pitboss.library.outcome import Outcomes
from pitboss.reports.audit_sheet import say_assumptions
from pitboss.reports.form import format_text
from pitboss.reports.wager_page import analysis_data, analysis_page, wager_data, wager_page

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes

    from pitboss.reports.form import Json


@dataclass(frozen=True, repr=False)
class Analysis:
    """The figures of one unit on a wager.

    Fractions are exact. Where only bounds are known, a figure is their middle, and `is_exact` is false.
    """

    sheet: WagerSheet
    """What the reports make of it; it may change."""

    # -- what it is about ------------------------------------------------------------------------

    @property
    def wager(self) -> str:
        """The wager's id: 'pair_plus'."""
        return self.sheet.analysis.wager.id

    @property
    def title(self) -> str:
        """'Pair Plus of Three Card Poker'."""
        return f"{self.sheet.analysis.wager.label} of {self.sheet.analysis.game.name}"

    @property
    def paytables(self) -> tuple[str, ...]:
        """The paytables in force."""
        return tuple(table.id for table in self.sheet.analysis.tables)

    @property
    def method(self) -> str:
        """The engine that counted it."""
        return self.sheet.analysis.method

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken for granted, in sentences."""
        return say_assumptions(self.sheet.assumptions)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What looks wrong: pays that fall, an edge of the player."""
        return self.sheet.warnings

    # -- figures ---------------------------------------------------------------------------------

    @property
    def house_advantage(self) -> Fraction:
        """Expected loss over the initial wager."""
        return self.sheet.analysis.house_advantage

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss over all the money wagered."""
        return self.sheet.element_of_risk

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player comes out ahead."""
        return self.sheet.hit.middle

    @property
    def sd(self) -> float:
        """The standard deviation of one wager, in units of it."""
        return sum(self.sd_bounds) / 2

    @property
    def house_advantage_bounds(self) -> tuple[Fraction, Fraction]:
        """Between which the advantage lies; the same twice where it is exact."""
        interval = self.sheet.analysis.interval
        if interval is None:
            return self.house_advantage, self.house_advantage
        return 1 - interval.high, 1 - interval.low

    @property
    def hit_frequency_bounds(self) -> tuple[Fraction, Fraction]:
        """Between which the hit frequency lies; the same twice where it is exact."""
        return self.sheet.hit.low, self.sheet.hit.high

    @property
    def sd_bounds(self) -> tuple[float, float]:
        """Between which the deviation lies: two figures where rounds are split, of which only the average is
        counted."""
        known, drawn = self.sheet.standard_deviation, self.sheet.analysis.drawn
        if known is not None:
            return known, known
        assert drawn is not None, "only rounds drawn to a total have no deviation"
        return drawn.deviation_bounds

    @property
    def is_exact(self) -> bool:
        """Whether advantage, hit frequency and deviation are known exactly, not between bounds."""
        pairs = (self.house_advantage_bounds, self.hit_frequency_bounds, self.sd_bounds)
        return all(low == high for low, high in pairs)

    @property
    def confidence(self) -> float:
        """With which bounds hold that a sampled remainder is in; 1 for what is counted or proved."""
        interval = self.sheet.analysis.interval
        return 1 - interval.miss if interval else 1.0

    def pmf(self) -> dict[Fraction, Fraction]:
        """The probability of each net result of the player's own hand, the worst first.

        Awards from a meter stand at the amount that the figures are for, split rounds at their average.
        """
        found: dict[Fraction, Fraction] = {}
        for line in self.sheet.outcomes:
            if line.probability:
                found[line.net] = found.get(line.net, Fraction(0)) + line.probability
        return dict(sorted(found.items()))

    @property
    def outcomes(self) -> Outcomes:
        """Every outcome, the best first."""
        return Outcomes(self.title, self.sheet.outcomes)

    # -- forms -----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Json]:
        """As `pitboss analyze --json` prints it."""
        return wager_data(self.sheet)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The probability of each net result as bars on a logarithmic scale, in these axes or new ones."""
        with naming_extra():
            from matplotlib import pyplot

            from pitboss.reports.paper.plot import draw_bars
        from pitboss.reports.par.picture import ACROSS, bars_of

        axes = ax or pyplot.subplots(layout="constrained")[1]
        draw_bars(axes, bars_of(self.pmf()), across=ACROSS)
        axes.set_title(f"{self.title}: house advantage {format_percent(self.house_advantage)}")
        return axes

    def __repr__(self) -> str:
        return f"<{self.title}: {summary(self)}>"

    def __str__(self) -> str:
        return format_text(wager_page(self.sheet))

    def _repr_html_(self) -> str:
        return html_table(f"{self.title}: {summary(self)}", HEAD, [cells(self)]) + self.outcomes._repr_html_()


def summary(found: Analysis) -> str:
    """In a few words: 'house advantage 2.3166%, hit frequency 25.6109%, sd 2.8466'."""
    about = "" if found.is_exact else "about "
    return (
        f"house advantage {format_percent(found.house_advantage)}, "
        f"hit frequency {about}{format_percent(found.hit_frequency)}, sd {about}{found.sd:.4f}"
    )


HEAD = ("wager", "paytable", "house advantage", "element of risk", "hit frequency", "sd")


def cells(found: Analysis) -> tuple[str, ...]:
    return (
        found.wager,
        ", ".join(found.paytables),
        format_percent(found.house_advantage),
        format_percent(found.element_of_risk),
        format_percent(found.hit_frequency),
        f"{found.sd:.4f}",
    )


@dataclass(frozen=True, repr=False)
class Analyses(Mapping[str, Analysis]):
    """All wagers that were asked for, by their ids; a name may be written as for a command."""

    name: str
    """Of the game."""
    found: Mapping[str, Analysis]
    """All of them, by the wager's id."""

    def __getitem__(self, wager: str) -> Analysis:
        return self.found[find_name("wager", wager, self.found)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def to_dicts(self, *, exact: bool = True) -> list[Row]:
        """A dictionary for each wager, with fractions; with floats if not `exact`."""
        rows: list[Row] = [
            {
                "wager": one.wager,
                "paytable": ", ".join(one.paytables),
                "house_advantage": one.house_advantage,
                "element_of_risk": one.element_of_risk,
                "hit_frequency": one.hit_frequency,
                "sd": one.sd,
                "is_exact": one.is_exact,
            }
            for one in self.values()
        ]
        return rows if exact else [with_floats(row) for row in rows]

    def to_dict(self) -> dict[str, Json]:
        """As `pitboss analyze --json` prints it."""
        sheets = [one.sheet for one in self.values()]
        return analysis_data(sheets[0].analysis.game, sheets)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a wager a row, in floats."""
        return pandas_frame(self.to_dicts(exact=False))

    def to_polars(self) -> polars.DataFrame:
        """A data frame with a wager a row, in floats."""
        return polars_frame(self.to_dicts(exact=False))

    def __repr__(self) -> str:
        figures = (f"{one.wager} {format_percent(one.house_advantage)}" for one in self.values())
        return f"<{self.name}: house advantage of {', '.join(figures)}>"

    def __str__(self) -> str:
        sheets = [one.sheet for one in self.values()]
        return format_text(analysis_page(sheets[0].analysis.game, sheets))

    def _repr_html_(self) -> str:
        return html_table(self.name, HEAD, [cells(one) for one in self.values()])

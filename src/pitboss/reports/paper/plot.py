"""Plots for papers: SVG in the paper's colours, the same bytes each time.

Letters are drawn as paths from a font that comes with Matplotlib, found by its file: what fonts a machine
has makes no difference. Names inside the drawing come from a fixed salt, and no date is written.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, floor, log10
from pathlib import Path
from typing import Literal

import matplotlib
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patheffects import withStroke

from pitboss.reports.paper.paper import BANDS, GOLD, HAIRLINE, INK, SOFT

WIDTH = 7.0
"""Inches: as wide as a page's text, so that letters come out in their own size."""
BARS_HEIGHT, FUNNEL_HEIGHT = 1.3, 1.3
"""Without the labels of bars. So low that a sheet of a few lines has both drawings on its first page."""
TOP, LEGEND = 0.06, 0.2
"""Inches above a plot, without and with a legend: it stands outside, where no line crosses it."""
POINTS = 7.5
MOST_VALUES = 14
"""Bars up to which each has its value on top."""
LETTER = 0.056
"""Inches that a letter takes, on average: margins are reckoned with it, which is faster than measuring."""
MOST_LABELS = 20
"""Bars up to which each has its label below, side by side."""

matplotlib.rcParams["svg.hashsalt"] = "pitboss"
matplotlib.rcParams["svg.fonttype"] = "path"


@dataclass(frozen=True)
class Bar:
    label: str
    chance: float
    tone: int
    """Below zero for a loss, zero for a push, above for a win."""


@dataclass(frozen=True)
class Funnel:
    """A value that settles as rounds go by: `middle`, and how far off it is at each number of rounds."""

    rounds: Sequence[int]
    middle: float
    bands: Sequence[tuple[str, Sequence[tuple[float, float]]]]
    """Named, the widest first; low and high at each number of rounds."""
    poor_until: float | None = None
    """Rounds up to which the bands are no good guide."""


def distribution_plot(bars: Sequence[Bar], *, across: str) -> str:
    rotation = rotation_of(bars)
    below = LETTER * (max(len(bar.label) for bar in bars) if rotation else 1)
    figure, axes = open_plot(BARS_HEIGHT + below)
    ticks = draw_bars(axes, bars, across=across)
    set_margins(figure, left=max(map(len, map(share_words, ticks))), below=below)
    return write_svg(figure)


def draw_bars(axes: Axes, bars: Sequence[Bar], *, across: str) -> list[float]:
    """Bars in order, not to scale; their heights on a logarithmic scale, whose ticks are returned."""
    lowest = 10.0 ** floor(log10(min(bar.chance for bar in bars)) - 0.15)
    colours = [{-1: INK, 0: HAIRLINE, 1: GOLD}[bar.tone] for bar in bars]
    places = range(len(bars))
    axes.bar(places, [bar.chance - lowest for bar in bars], 0.72, bottom=lowest, color=colours)
    axes.set_yscale("log")
    axes.set_ylim(lowest, 3.0 if len(bars) <= MOST_VALUES else 1.0)
    axes.set_xlim(-0.7, len(bars) - 0.3)
    ticks = [10.0**power for power in range(round(log10(lowest)), 1)]
    set_ticks(axes.yaxis, ticks, share_words)
    labels = [bar.label for bar in bars]
    axes.set_xticks(list(places), labels, rotation=rotation_of(bars), fontproperties=font())
    if len(bars) <= MOST_VALUES:
        for place, bar in enumerate(bars):
            put_words(axes, place, bar.chance * 1.15, short_share(bar.chance), ha="center", va="bottom")
    name_axes(axes, across, "probability")
    return ticks


def rotation_of(bars: Sequence[Bar]) -> int:
    return 0 if len(bars) <= MOST_LABELS else 90


def funnel_plot(funnel: Funnel, *, up: str) -> str:
    figure, axes = open_plot(FUNNEL_HEIGHT)
    for colour, (name, band) in zip(BANDS, funnel.bands, strict=True):
        lows, highs = [low for low, _ in band], [high for _, high in band]
        axes.fill_between(funnel.rounds, lows, highs, color=colour, linewidth=0, label=name)
    axes.axhline(funnel.middle, color=INK, linewidth=0.9)
    axes.set_xscale("log")
    axes.set_xlim(funnel.rounds[0], funnel.rounds[-1])
    low, high = frame(funnel)
    axes.set_ylim(low, high)
    powers = range(ceil(log10(funnel.rounds[0])), floor(log10(funnel.rounds[-1])) + 1)
    set_ticks(axes.xaxis, [10**power for power in powers], count_words)
    ticks = even_steps(low, high)
    set_ticks(axes.yaxis, ticks, percent_words)
    last = len(f"{funnel.rounds[-1]:,}")
    set_margins(figure, left=max(map(len, map(percent_words, ticks))), right=LETTER * last / 2, top=LEGEND)
    if funnel.poor_until and funnel.poor_until > funnel.rounds[0]:
        shade_poor(axes, funnel)
    put_legend(axes)
    name_axes(axes, "rounds", up)
    return write_svg(figure)


# -- the parts of a plot ---------------------------------------------------------------------------


def open_plot(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height))
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    axes.tick_params(axis="both", which="minor", length=0)
    dress(axes, grid="y")
    return figure, axes


def dress(axes: Axes, *, grid: Literal["both", "y"] = "both") -> None:
    axes.tick_params(colors=SOFT, width=0.5, length=3)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(HAIRLINE)
    axes.grid(axis=grid, color=HAIRLINE, linewidth=0.35, alpha=0.6)
    axes.set_axisbelow(True)


def name_axes(axes: Axes, across: str, up: str = "") -> None:
    axes.set_xlabel(across, color=SOFT, fontproperties=font())
    axes.set_ylabel(up, color=SOFT, fontproperties=font())


@cache
def font() -> FontProperties:
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "STIXGeneral.ttf"
    return FontProperties(fname=str(path), size=POINTS)


def put_words(axes: Axes, x: float, y: float, words: str, *, ha: str, va: str) -> None:
    halo = withStroke(linewidth=2, foreground="white")
    axes.text(x, y, words, ha=ha, va=va, color=SOFT, fontproperties=font(), path_effects=[halo])


def put_legend(axes: Axes) -> None:
    """In a row above the plot."""
    axes.legend(
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),
        borderaxespad=0.1,
        ncols=2,
        frameon=False,
        prop=font(),
        labelcolor=INK,
        handleheight=0.6,
    )


def set_ticks(axis: Axis, places: Sequence[float], words: Callable[[float], str]) -> None:
    axis.set_ticks(list(places), [words(place) for place in places], fontproperties=font())
    axis.set_ticks([], minor=True)


def count_words(number: float) -> str:
    return f"{number:,.0f}"


def dollar_words(amount: float) -> str:
    return f"{'-' if amount < 0 else ''}${abs(amount):,.0f}"


def shade_poor(axes: Axes, funnel: Funnel) -> None:
    """Hatched, over the whole height: what is drawn there is not to be relied on."""
    assert funnel.poor_until is not None
    end = min(funnel.poor_until, funnel.rounds[-1])
    axes.axvspan(
        funnel.rounds[0], end, facecolor="none", edgecolor=SOFT, hatch="////", linewidth=0, alpha=0.35
    )


def frame(funnel: Funnel) -> tuple[float, float]:
    """From the lowest to the highest point of the bands, with a little air."""
    ends = [end for _, band in funnel.bands for pair in band for end in pair]
    air = (max(ends) - min(ends)) * 0.04 or 0.01
    return min(ends) - air, max(ends) + air


def even_steps(low: float, high: float) -> list[float]:
    """Five or so round numbers between."""
    rough = (high - low) / 5
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return [n * step for n in range(ceil(low / step), floor(high / step) + 1)]


def share_words(share: float) -> str:
    """A power of ten as a percentage: '0.01%'."""
    power = round(log10(share)) + 2
    return f"{10**power}%" if power >= 0 else f"{share * 100:.{-power}f}%"


def short_share(share: float) -> str:
    """Three digits that mean something."""
    if share * 100 >= 10:
        return f"{share * 100:.1f}%"
    return f"{share * 100:.{max(2 - floor(log10(share * 100)), 0)}f}%"


def percent_words(share: float) -> str:
    """No more digits than it needs; a zero without a sign."""
    return f"{round(share * 100, 6) + 0:.6f}".rstrip("0").rstrip(".") + "%"


def set_margins(
    figure: Figure, *, left: int, below: float = LETTER, right: float = 0.1, top: float = TOP
) -> None:
    """Room for labels: n letters to the left, inches below the axis, to its right and above."""
    height = figure.get_figheight()
    figure.subplots_adjust(
        left=(0.34 + left * LETTER) / WIDTH,
        right=1 - right / WIDTH,
        top=1 - top / height,
        bottom=(0.35 + below) / height,
    )


def write_svg(figure: Figure) -> str:
    out = io.BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue().decode()

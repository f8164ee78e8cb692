"""Pictures of a simulation: intervals around the exact figures, meters as they went, how sessions ended."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pitboss.audit.simulation import Simulation
from pitboss.reports.paper.paper import GOLD, INK, SOFT
from pitboss.reports.paper.plot import (
    count_words,
    dollar_words,
    dress,
    even_steps,
    font,
    name_axes,
    percent_words,
    set_ticks,
    write_svg,
)
from pitboss.simulation.estimate import WagerEstimate
from pitboss.simulation.meter import MeterCourse

WIDTH, HEIGHT = 7.0, 2.3
ROW = 0.32
BINS = 60
MOST_AWARDS = 40
"""Awards of a meter that a picture can hold."""
Panel = tuple[float, Callable[[Axes], None]]
"""How high, and what draws it."""


def draw_simulation(one: Simulation) -> str:
    """Everything there is to draw, one panel below the other, as SVG."""
    panels = list(session_panels(one)) if one.pocket else list(round_panels(one))
    figure = Figure(figsize=(WIDTH, sum(height for height, _ in panels)), layout="constrained")
    found = figure.subplots(
        len(panels), 1, squeeze=False, gridspec_kw={"height_ratios": [height for height, _ in panels]}
    )
    for axes, (_, draw) in zip(found[:, 0], panels, strict=True):
        dress(axes)
        draw(axes)
    return write_svg(figure)


# -- rounds ------------------------------------------------------------------------------------------


def round_panels(one: Simulation) -> list[Panel]:
    shown = [found for found in one.estimates if abs(found.advantage.low) != float("inf")]
    panels: list[Panel] = [(0.9 + ROW * len(shown), lambda axes: draw_intervals(axes, one, shown))]
    for wager, courses in one.courses.items():
        for course in courses:
            if course.tops and course.terms.contribution:
                label = f"{one.ready.table.game.wagers[wager].label} {course.level}".rstrip()
                panels.append((HEIGHT, partial(draw_meter, one=one, course=course, label=label)))
    return panels


def draw_intervals(axes: Axes, one: Simulation, shown: list[WagerEstimate]) -> None:
    """Every interval around its exact figure, which stands in the middle."""
    reach = 0.0
    for row, found in enumerate(reversed(shown)):
        middle = float(found.exact.advantage if found.exact.advantage is not None else found.advantage.seen)
        low, high = found.advantage.low - middle, found.advantage.high - middle
        colour = INK if found.agrees is False else GOLD
        axes.plot([low, high], [row, row], color=colour, linewidth=3, solid_capstyle="butt")
        axes.plot([float(found.advantage.seen) - middle], [row], marker="|", color=INK, markersize=9)
        reach = max(reach, abs(low), abs(high))
    axes.axvline(0, color=INK, linewidth=0.8)
    labels = [interval_label(one, found) for found in reversed(shown)]
    axes.set_yticks(range(len(shown)), labels, fontproperties=font())
    axes.set_ylim(-0.6, len(shown) - 0.4)
    reach = reach * 1.05 or 0.01
    axes.set_xlim(-reach, reach)
    set_ticks(axes.xaxis, even_steps(-reach, reach), percent_words)
    name_axes(
        axes,
        f"advantage seen less exact, with intervals that hold together with {percent_words(one.confidence)}",
    )


def interval_label(one: Simulation, found: WagerEstimate) -> str:
    label = one.ready.table.game.wagers[found.wager].label
    exact = found.exact.advantage
    return f"{label}: {'not counted' if exact is None else percent_words(round(float(exact), 6))}"


def draw_meter(axes: Axes, one: Simulation, course: MeterCourse, label: str) -> None:
    """The meter from award to award, as far as a picture can hold it."""
    seats = one.ready.table.seats
    growth = float(course.terms.contribution) * seats
    x, y, level = [0], [float(course.start)], float(course.start)
    for award in course.awards[:MOST_AWARDS]:
        before = level + growth * (award.round + 1 - x[-1])
        level = float(award.left)
        x += [award.round + 1, award.round + 1]
        y += [before, level]
    axes.plot(x, y, color=GOLD, linewidth=1.0)
    axes.set_xlim(0, x[-1])
    axes.set_ylim(0, max(y) * 1.05)
    set_ticks(axes.xaxis, even_steps(0, x[-1]), count_words)
    set_ticks(axes.yaxis, even_steps(0, max(y) * 1.05), dollar_words)
    name_axes(axes, f"rounds, until award {min(len(course.awards), MOST_AWARDS)}", label)


# -- sessions ----------------------------------------------------------------------------------------


def session_panels(one: Simulation) -> list[Panel]:
    played, terms = one.ran.gathered.all_sessions(), one.ran.gathered.work.sessions
    assert terms is not None
    paths = played.paths / terms.unit
    results, falls = played.results / terms.unit, played.falls / terms.unit
    expected = one.outlook.expected if one.outlook else None
    return [
        (HEIGHT, lambda axes: draw_paths(axes, paths, terms.every, terms.bankroll / terms.unit)),
        (HEIGHT, lambda axes: draw_shares(axes, results, "result of a session", expected)),
        (HEIGHT, lambda axes: draw_shares(axes, falls, "deepest fall from a peak", None)),
    ]


def draw_paths(axes: Axes, paths: NDArray[np.float64], every: int, bankroll: float) -> None:
    rounds = np.arange(paths.shape[1]) * every
    for path in paths:
        axes.plot(rounds, path, color=GOLD, linewidth=0.5, alpha=0.5)
    axes.axhline(-bankroll, color=INK, linewidth=0.8)
    axes.axhline(0, color=SOFT, linewidth=0.6)
    axes.set_xlim(0, max(int(rounds[-1]), 1))
    low, high = min(float(paths.min(initial=0)), -bankroll) * 1.03, float(paths.max(initial=1)) * 1.03
    axes.set_ylim(low, high)
    set_ticks(axes.yaxis, even_steps(low, high), dollar_words)
    set_ticks(axes.xaxis, even_steps(0, max(int(rounds[-1]), 1)), count_words)
    name_axes(axes, f"rounds; the first {len(paths)} sessions", "won or lost")


def draw_shares(axes: Axes, values: NDArray[np.float64], across: str, expected: Fraction | None) -> None:
    """How often a value comes, in bins from the first to the last percent but a half."""
    low, high = (float(value) for value in np.percentile(values, (0.5, 99.5)))
    if high <= low:
        low, high = low - 1, high + 1
    counts, edges = np.histogram(np.clip(values, low, high), bins=BINS, range=(low, high))
    shares = counts / len(values)
    axes.bar(edges[:-1], shares, np.diff(edges), align="edge", color=GOLD, linewidth=0)
    if expected is not None:
        axes.axvline(float(expected), color=INK, linewidth=0.9)
    axes.set_xlim(low, high)
    set_ticks(axes.xaxis, even_steps(low, high), dollar_words)
    set_ticks(axes.yaxis, even_steps(0, float(shares.max()) * 1.1), percent_words)
    name_axes(axes, across + ("; the line: expected, exactly" if expected is not None else ""), "sessions")

"""Plots of a progressive's plan: the amount at a hit, the meter as it could go, and who has the edge."""

from fractions import Fraction
from math import log
from random import Random

from pitboss.design.plan import LevelPlan, ProgressivePlan
from pitboss.reports.paper.paper import BANDS, GOLD, HAIRLINE, INK, SOFT
from pitboss.reports.paper.plot import (
    dollar_words,
    even_steps,
    name_axes,
    open_plot,
    percent_words,
    put_words,
    set_margins,
    set_ticks,
    write_svg,
)

HEIGHT = 2.1
MARGIN = 8
"""Letters that the labels of an axis have room for."""
POINTS = 240
PATH_HITS = 9
SEED = 1
"""Of the path that is drawn: the same one each time."""


def amount_plot(plan: LevelPlan) -> str:
    """The chance that the meter holds at least so much when it is won."""
    figure, axes = open_plot(HEIGHT)
    end = float(plan.amount.quantile(Fraction(995, 1000)).high) * 1.02
    start = float(plan.law.seed) if not plan.law.parts else 0.0
    amounts = [start + (end - start) * n / POINTS for n in range(POINTS + 1)]
    chances = [plan.amount.chance_from(Fraction(amount)) for amount in amounts]
    axes.fill_between(amounts, [0.0] * len(amounts), [low for low, _ in chances], color=BANDS[0], linewidth=0)
    axes.plot(amounts, [high for _, high in chances], color=GOLD, linewidth=1.2)
    for share in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)):
        found = next(one for one in plan.quantiles if one.share == share)
        x, y = float(found.amount.high), 1 - float(share)
        axes.plot([x, x], [0, y], color=INK, linewidth=0.6)
        put_words(axes, x, y + 0.02, f"{float(share):.0%} below {dollar_words(x)}", ha="left", va="bottom")
    axes.set_xlim(start, end)
    axes.set_ylim(0, 1.08)
    set_ticks(axes.yaxis, [0, 0.25, 0.5, 0.75, 1.0], percent_words)
    set_ticks(axes.xaxis, even_steps(start, end), dollar_words)
    name_axes(axes, "the meter when it is won", "holds at least this")
    set_margins(figure, left=MARGIN)
    return write_svg(figure)


def path_plot(plan: ProgressivePlan, level: LevelPlan) -> str:
    """One way that the meter could go, drawn by a seeded generator, with its average."""
    figure, axes = open_plot(HEIGHT)
    days, meters = draw_path(plan, level)
    axes.plot(days, meters, color=GOLD, linewidth=0.9)
    axes.axhline(float(level.mean.middle), color=INK, linewidth=0.7)
    put_words(axes, 0, float(level.mean.middle), " average at a hit", ha="left", va="bottom")
    if level.break_even is not None and float(level.break_even) < max(meters) * 1.3:
        axes.axhline(float(level.break_even), color=SOFT, linewidth=0.7, linestyle=(0, (4, 3)))
        put_words(axes, 0, float(level.break_even), " break-even", ha="left", va="bottom")
    axes.set_xlim(0, days[-1])
    axes.set_ylim(0, max(meters) * 1.08)
    set_ticks(axes.yaxis, even_steps(0, max(meters) * 1.05), dollar_words)
    set_ticks(axes.xaxis, even_steps(0, days[-1]), "{:g}".format)
    name_axes(axes, "days", "in the meter")
    set_margins(figure, left=MARGIN)
    return write_svg(figure)


def draw_path(plan: ProgressivePlan, level: LevelPlan) -> tuple[list[float], list[float]]:
    """Corners of the path: awards of the whole or of a part, with their waits drawn at random."""
    random, law = Random(SEED), level.law
    kinds = [(float(law.top), 1.0), *((float(chance), float(share)) for chance, share in law.parts)]
    total = sum(chance for chance, _ in kinds)
    a_day, cap = float(plan.traffic.wagers_a_day), float(level.amount.cap or 10**15)
    day, meter, since = 0.0, float(law.seed), 0.0
    days, meters, hits = [0.0], [meter], 0
    while hits < PATH_HITS:
        wait = max(1.0, -log(1 - random.random()) / total)
        day, since = day + wait / a_day, since + wait
        meter = min(cap, meter + float(law.fed) * wait)
        days.append(day)
        meters.append(meter)
        share = random.choices([share for _, share in kinds], [chance for chance, _ in kinds])[0]
        meter = meter * (1 - share)
        if share == 1:
            meter = min(cap, float(law.seed) + float(law.reserved) * since)
            since, hits = 0.0, hits + 1
        days.append(day)
        meters.append(meter)
    return days, meters


def overlay_plot(plan: LevelPlan) -> str:
    """The house's advantage on the next wager, falling as the meter rises."""
    figure, axes = open_plot(HEIGHT)
    first, last = plan.overlay[0], plan.overlay[-1]
    xs = [float(first.meter), float(last.meter)]
    ys = [float(first.advantage), float(last.advantage)]
    axes.plot(xs, ys, color=GOLD, linewidth=1.2)
    axes.axhline(0, color=INK, linewidth=0.7)
    if plan.break_even is not None and xs[0] < float(plan.break_even) < xs[1]:
        even = float(plan.break_even)
        axes.fill_between([even, xs[1]], [0, ys[1]], [0, 0], color=BANDS[0], linewidth=0)
        put_words(axes, even, 0.01, f"break-even {dollar_words(even)}", ha="left", va="bottom")
    for one in plan.overlay:
        if one.label not in ("break-even", "average"):
            axes.plot([float(one.meter)], [float(one.advantage)], "o", color=INK, markersize=2.4)
            put_words(axes, float(one.meter), float(one.advantage), f"  {one.label}", ha="left", va="bottom")
    axes.set_xlim(xs[0] * 0.97, xs[1] * 1.06)
    low, high = min(*ys, 0.0), max(*ys, 0.0)
    air = (high - low) * 0.12
    axes.set_ylim(low - air, high + air)
    set_ticks(axes.yaxis, even_steps(low - air, high + air), percent_words)
    set_ticks(axes.xaxis, even_steps(xs[0], xs[1]), dollar_words)
    name_axes(axes, "the meter", "house advantage")
    axes.grid(axis="x", color=HAIRLINE, linewidth=0.2)
    set_margins(figure, left=MARGIN)
    return write_svg(figure)

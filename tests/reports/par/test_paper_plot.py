"""Plots: each bar and band is drawn where it belongs, and nothing of the machine gets into the drawing."""

import re

import pytest

from pitboss.reports.paper.plot import (
    Bar,
    Funnel,
    distribution_plot,
    even_steps,
    frame,
    funnel_plot,
    percent_words,
    share_words,
    short_share,
)

BARS = [Bar("-1", 0.744, -1), Bar("0", 0.05, 0), Bar("+1", 0.2, 1), Bar("+40", 0.006, 1)]
ROUNDS = [1000, 10_000, 100_000]
FUNNEL = Funnel(
    ROUNDS,
    0.97,
    [("99% of runs", [(0.7, 1.24), (0.9, 1.04), (0.95, 0.99)]), ("95% of runs", [(0.8, 1.14)] * 3)],
    poor_until=5000.0,
)
GOLD, INK, PALE = "#8a6a1f", "#1f1a14", "#cbbb9a"


def bar_heights(svg, colour):
    """Of the rectangles filled with a colour: how far they reach up, from their path."""
    found = []
    for path in re.findall(r'<path d="([^"]*z)[^"]*"[^>]*style="fill: ' + colour, svg):
        heights = [float(y) for _, y in re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", path)]
        found.append(max(heights) - min(heights))
    return found


def test_wins_losses_and_pushes_have_colours_of_their_own():
    svg = distribution_plot(BARS, across="net")
    assert [len(bar_heights(svg, colour)) for colour in (INK, PALE, GOLD)] == [1, 1, 2]


def test_on_the_logarithmic_scale_a_tenth_is_as_far_down_anywhere():
    bars = [Bar("a", 0.1, 1), Bar("b", 0.01, 1), Bar("c", 0.001, 1)]
    first, second, third = bar_heights(distribution_plot(bars, across="net"), GOLD)
    assert first - second == pytest.approx(second - third, abs=0.01)
    assert first - second > 10


def test_the_same_plot_is_the_same_text_and_letters_are_paths():
    for draw in (lambda: distribution_plot(BARS, across="net"), lambda: funnel_plot(FUNNEL, up="return")):
        svg = draw()
        assert svg == draw()
        assert "<text" not in svg
        assert "matplotlib" not in svg.lower().replace("matplotlib.axis", "")


def test_no_line_of_the_grid_crosses_the_legend():
    """It lies above the highest point of the plot, which is that of the hatched part."""
    svg = funnel_plot(FUNNEL, up="return")
    _, legend = svg.split('<g id="legend_1">')
    heights = [float(y) for _, y in re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", legend.split("<defs>")[0])]
    (top,) = set(re.findall(r'<clipPath id="[^"]+">\s*<rect x="[^"]+" y="([^"]+)"', svg))
    assert 0 < max(heights) < float(top)


def test_many_bars_are_drawn_too():
    many = [Bar(f"+{n}", 0.5 / 2**n, 1) for n in range(40)]
    heights = bar_heights(distribution_plot(many, across="net"), GOLD)
    assert len(heights) == 40
    few = bar_heights(distribution_plot(many[:10], across="net"), GOLD)
    assert max(heights) > 0.9 * max(few)  # labels that stand upright take nothing from the bars


def test_the_frame_holds_every_band():
    low, high = frame(FUNNEL)
    assert low < 0.7
    assert high > 1.24
    assert all(low <= step <= high for step in even_steps(low, high))


def test_ticks_are_round_numbers():
    assert even_steps(0.72, 1.23) == pytest.approx([0.8, 1.0, 1.2])
    assert [share_words(10.0**power) for power in (0, -1, -2, -3, -6)] == [
        "100%",
        "10%",
        "1%",
        "0.1%",
        "0.0001%",
    ]
    assert [percent_words(share) for share in (1.2, -0.0, 0.975)] == ["120%", "0%", "97.5%"]
    assert [short_share(share) for share in (0.74389, 0.0496, 0.00217, 0.0000045)] == [
        "74.4%",
        "4.96%",
        "0.217%",
        "0.000450%",
    ]

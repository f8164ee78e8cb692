"""One colour in a game's layout, three lights of it for print: the same lightness as on the screen's felt.

The browser takes any colour of a style sheet and sets its lightness in OKLCH, so that cream letters can be
read on every felt. This does the same arithmetic once, for forms that are no browser.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.rules import Game

Channels = tuple[float, float, float]
USUAL = "green"
LINEAR_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
CONES_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
LAB_TO_CONES = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
CONES_TO_LINEAR = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
"""The matrices of Oklab (Ottosson, 2020)."""


class Lights(NamedTuple):
    """Under the lamp, beside it and at the rail."""

    lit: str
    middle: str
    deep: str


STRENGTHS = ((0.47, 0.10), (0.36, 0.09), (0.26, 0.07))
"""Lightness and the most chroma of each light."""


def felt_lights(game: Game) -> Lights:
    colour = read_colour(str(game.layout.get("felt", USUAL)))
    lit, middle, deep = (relight(colour, *strength) for strength in STRENGTHS)
    return Lights(lit, middle, deep)


def read_colour(name: str) -> Channels:
    """By its name in a style sheet or as '#rrggbb'; what is no colour counts as green, as in the browser."""
    from matplotlib.colors import CSS4_COLORS, to_rgb

    known = CSS4_COLORS.get(name.lower(), name if name.startswith("#") else USUAL)
    try:
        red, green, blue = to_rgb(known)
    except ValueError:
        red, green, blue = to_rgb(USUAL)
    return float(red), float(green), float(blue)


def relight(colour: Channels, lightness: float, most_chroma: float) -> str:
    """The hue as it is, the lightness as given, no more chroma than given."""
    linear = [undo_gamma(part) for part in colour]
    cones = [part ** (1 / 3) for part in times(LINEAR_TO_CONES, linear)]
    _, a, b = times(CONES_TO_LAB, cones)
    chroma = (a * a + b * b) ** 0.5
    less = min(1.0, most_chroma / chroma) if chroma else 1.0
    cones = [part**3 for part in times(LAB_TO_CONES, (lightness, a * less, b * less))]
    shown = [round(255 * do_gamma(part)) for part in times(CONES_TO_LINEAR, cones)]
    return "#" + "".join(f"{part:02x}" for part in shown)


def times(matrix: Sequence[Sequence[float]], parts: Sequence[float]) -> Channels:
    one, two, three = (sum(factor * part for factor, part in zip(row, parts, strict=True)) for row in matrix)
    return one, two, three


def undo_gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def do_gamma(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055

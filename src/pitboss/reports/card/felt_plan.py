"""The felt as a plan for print: the spots of one seat as the layout has them, seen from either side.

A ring is for money placed before the cards, a double ring for a wager that stands alone, a dashed one for
money that is added later; a lamp marks a progressive's sensor. Letters stay text, in the typesetter's own
font: a printed plan can be searched, and a browser without the font takes its own.

One colour in a game's layout gives three lights of it. The browser sets the lightness of any colour in
OKLCH, so that cream letters can be read on every felt; this does the same arithmetic for print.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import pairwise
from typing import NamedTuple

from pitboss.reports.page import Picture
from pitboss.reports.wording import Spot, offered_spots, spot_of
from pitboss.rules import Game
from pitboss.table.setup import is_progressive

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


# -- the plan --------------------------------------------------------------------------------------


FONT = "Libertinus Serif, Georgia, serif"
WIDTH, ROW = 360, 46
TOP, BOTTOM, SIDE = 74, 22, 22
"""Kept free of spots: for the game's name, and for the rail."""
LARGEST_ROUND, LARGEST_WIDE, GAP = 24.0, 60.0, 6.0
SAME_ROW = 12
"""Spots whose places differ by less than n percent stand beside each other."""
LETTERS, SMALLEST_LETTERS, LINE = 15.0, 9.0, 1.05
LETTER_WIDTH, NAME_WIDTH = 0.5, 0.82
"""Of the size of the letters, on the safe side: small letters, and capitals that stand apart."""
CREAM, GOLD, LAMP, DARK = "#f6eedd", "#d9b25f", "#d8432f", "#1f1a14"


@dataclass(frozen=True)
class Oval:
    """A spot as it is drawn."""

    spot: Spot
    x: float
    y: float
    wide: float
    high: float
    kind: str
    badge: str = ""


def draw_felt_plan(
    game: Game,
    *,
    wagers: Collection[str] | None = None,
    badges: Mapping[str, str] | None = None,
    from_dealer: bool = False,
) -> Picture:
    """The spots of the wagers offered, with a number at each where `badges` has one for the bet.

    A dealer stands on the other side: everything is turned round, and the name would be upside down.
    """
    offered = wagers if wagers is not None else list(game.wagers)
    spots = offered_spots(game, offered)
    spots, top = (turned(spots), BOTTOM) if from_dealer else (spots, TOP)
    room = ROW * max(2, len(list(rows_of(spots))))
    high = top + room + BOTTOM
    ovals = lay_out(game, spots, offered, badges or {}, top, room)
    draw = partial(draw_ovals, game, ovals, high, is_named=not from_dealer)
    return Picture(draw, plan_words(ovals, "dealer" if from_dealer else "player"))


def draw_ovals(game: Game, ovals: tuple[Oval, ...], high: float, *, is_named: bool) -> str:
    drawn = (part for oval in ovals for part in draw_oval(oval))
    name = name_arc(game.name) if is_named else ()
    body = "\n".join([*ground(game, high), *name, *drawn])
    box = f'viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="{FONT}">\n{body}\n</svg>'


def plan_words(ovals: tuple[Oval, ...], who: str) -> str:
    names = ", ".join(oval.spot.label for oval in ovals)
    later = "; dashed: added after the cards" if any(oval.kind == "later" for oval in ovals) else ""
    order = "; numbers: order of settling" if any(oval.badge for oval in ovals) else ""
    return f"One seat, seen from the {who}: {names}{later}{order}"


# -- where the spots go ----------------------------------------------------------------------------


def turned(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    other = (spot._replace(x=100 - spot.x, y=100 - spot.y) for spot in spots)
    return tuple(sorted(other, key=lambda spot: (spot.y, spot.x)))


def rows_of(spots: tuple[Spot, ...]) -> Iterator[int]:
    """Where each row begins, in percent from the dealer's side."""
    last = -100
    for spot in spots:
        if spot.y - last >= SAME_ROW:
            last = spot.y
            yield last


def lay_out(
    game: Game,
    spots: tuple[Spot, ...],
    wagers: Collection[str],
    badges: Mapping[str, str],
    top: float,
    room: float,
) -> tuple[Oval, ...]:
    """`room` is how high the part of the plan is that spots may take, from `top` downwards."""
    low, span = spots[0].y, spots[-1].y - spots[0].y
    half = fit_height(spots, room)
    return tuple(
        Oval(
            spot,
            x=SIDE + (WIDTH - 2 * SIDE) * spot.x / 100,
            y=top + half + (room - 2 * half) * ((spot.y - low) / span if span else 0.5),
            wide=fit_width(spot, spots),
            high=half,
            kind=kind_of(game, spot.bet, wagers),
            badge=badges.get(spot.bet, ""),
        )
        for spot in spots
    )


def fit_height(spots: tuple[Spot, ...], room: float) -> float:
    """Half a spot's height: rows must not touch each other."""
    rows = list(rows_of(spots))
    if len(rows) == 1:
        return LARGEST_ROUND
    share = min(two - one for one, two in pairwise(rows)) / (spots[-1].y - spots[0].y)
    return min(LARGEST_ROUND, (room * share - GAP) / (2 + 2 * share))


def fit_width(spot: Spot, spots: tuple[Spot, ...]) -> float:
    """Half a spot's width: neighbours of one row and the rail must not be touched."""
    beside = [abs(other.x - spot.x) for other in spots if other != spot and abs(other.y - spot.y) < SAME_ROW]
    edge = min(spot.x, 100 - spot.x) + SIDE * 100 / WIDTH / 2
    nearest = min([2 * edge, *beside]) * (WIDTH - 2 * SIDE) / 100
    return min(LARGEST_WIDE, (nearest - GAP) / 2)


def kind_of(game: Game, bet: str, wagers: Collection[str]) -> str:
    """What lies there: a progressive, a wager that stands alone, one that rides along, or later money."""
    placed = next((wager for wager in wagers if bet in placed_on(game, wager)), None)
    if placed is None:
        return "later"
    if is_progressive(game, placed):
        return "sensor"
    return "base" if game.stands_alone(game.wagers[placed]) else "side"


def placed_on(game: Game, wager: str) -> tuple[str, ...]:
    """Where its money lies before the cards: on its own spot, and on one for each further equal stake."""
    return wager, spot_of(game, wager), *game.wagers[wager].laid


# -- drawing ---------------------------------------------------------------------------------------


def ground(game: Game, high: float) -> Iterator[str]:
    """Rail, felt under a lamp, and a gold line."""
    lights = felt_lights(game)
    stops = ((0, lights.lit), (0.55, lights.middle), (1, lights.deep))
    colours = "".join(f'<stop offset="{where}" stop-color="{colour}"/>' for where, colour in stops)
    yield f'<defs><radialGradient id="felt" cx="0.5" cy="0.1" r="0.95">{colours}</radialGradient></defs>'
    yield frame(high, 0, 16, 'fill="#4a2d19"')
    yield frame(high, 1.5, 14.5, 'fill="none" stroke="#7c5330" stroke-width="1.2"')
    yield frame(high, 6, 11, 'fill="url(#felt)"')
    yield frame(high, 10.5, 8, f'fill="none" stroke="{GOLD}" stroke-width="0.7" stroke-opacity="0.75"')


def frame(high: float, inset: float, corner: float, look: str) -> str:
    size = f'width="{WIDTH - 2 * inset}" height="{high - 2 * inset}"'
    return f'<rect x="{inset}" y="{inset}" {size} rx="{corner}" {look}/>'


def name_arc(name: str) -> Iterator[str]:
    """The game's name, bent as it is on a felt."""
    size = min(21.0, (WIDTH - 3 * SIDE) / (len(name) * NAME_WIDTH))
    path = f"M{SIDE} 40 Q{WIDTH / 2} 66 {WIDTH - SIDE} 40"
    yield f'<path id="arc" d="{path}" fill="none"/>'
    look = f'font-size="{size:.1f}" letter-spacing="{size * 0.14:.1f}" fill="{CREAM}" text-anchor="middle"'
    yield f'<text {look}><textPath href="#arc" startOffset="50%">{escape(name.upper())}</textPath></text>'


def draw_oval(oval: Oval) -> Iterator[str]:
    at = f'cx="{oval.x:.1f}" cy="{oval.y:.1f}"'
    dashes = ' stroke-dasharray="4 3"' if oval.kind == "later" else ""
    stroke = GOLD if oval.kind == "sensor" else CREAM
    look = f'fill="#000000" fill-opacity="0.18" stroke="{stroke}" stroke-width="1.5"{dashes}'
    yield f'<ellipse {at} rx="{oval.wide:.1f}" ry="{oval.high:.1f}" {look}/>'
    if oval.kind in ("base", "sensor"):
        inner = f'rx="{oval.wide - 3:.1f}" ry="{oval.high - 3:.1f}"'
        yield f'<ellipse {at} {inner} fill="none" stroke="{stroke}" stroke-width="0.6" stroke-opacity="0.8"/>'
    if oval.kind == "sensor":
        x, y = oval.x, oval.y - oval.high
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{LAMP}" stroke="{GOLD}" stroke-width="1"/>'
    yield from label(oval)
    if oval.badge:
        yield from badge(oval)


def label(oval: Oval) -> Iterator[str]:
    """The spot's name on one line or two, as large as fits."""
    lines, size = fit_label(oval.spot.label, oval)
    first = oval.y + size * 0.33 - (len(lines) - 1) * size * LINE / 2
    for number, line in enumerate(lines):
        yield letters(oval.x, first + number * size * LINE, size, CREAM, line)


def fit_label(words: str, oval: Oval) -> tuple[list[str], float]:
    size = LETTERS
    while size > SMALLEST_LETTERS:
        lines = wrap(words, widest=1.75 * oval.wide / (size * LETTER_WIDTH))
        is_wide = max(map(len, lines)) * size * LETTER_WIDTH <= 1.75 * oval.wide
        if is_wide and len(lines) * size * LINE <= 1.65 * oval.high:
            return lines, size
        size -= 0.5
    return wrap(words, widest=1.75 * oval.wide / (size * LETTER_WIDTH)), size


def wrap(words: str, *, widest: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= widest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def badge(oval: Oval) -> Iterator[str]:
    """A number on the spot's rim."""
    x, y = oval.x - oval.wide * 0.74, oval.y - oval.high * 0.8
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{GOLD}" stroke="{DARK}" stroke-width="0.8"/>'
    yield letters(x, y + 4, 12 if len(oval.badge) == 1 else 9.5, DARK, oval.badge)


def letters(x: float, y: float, size: float, fill: str, words: str) -> str:
    look = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{fill}" text-anchor="middle"'
    return f"<text {look}>{escape(words)}</text>"

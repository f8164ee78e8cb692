"""The colours of the room: dim and warm, cream letters, gold where the money is, each game its own felt.

Colour never carries a meaning alone: suits have their sign, the chosen spot a heavy frame, wins a plus.
"""

from rich.color import Color

from pitboss.rules import Game

ROOM = "#e8dfcd on #15110e"
BAR = "#e8dfcd on #211a14"
GOLD = "#e0bb6c"
CREAM = "#f4ecda"
DIM = "#a99f8d"
WIN = "#8fd694"
LOSS = "#f0a18f"
ALARM = "bold #fff4e0 on #8c2f22"
RAIL = "#6b4427 on #4a2d19"
CARD_GROUND = "#fbf7ee"
RED_SUIT, BLACK_SUIT, CARD_EDGE = "#b01e28", "#16130f", "#c9c0ad"
BACK = "#c58a86 on #6d1a27"
ASIDE = "#4c463d on #9d9585"
KEY = "bold #15110e on #e0bb6c"
BUTTON, MAIN_BUTTON, CLOSED_BUTTON = "#f4ecda on #46331f", "#15110e on #e0bb6c", "#a99f8d on #2a231c"
SHADE = 0.42
"""How much of a felt's own colour is left in the dim room."""
DARKEST = (10, 16, 14)


def tone(net_micros: int) -> str:
    """Won, lost or neither."""
    return WIN if net_micros > 0 else LOSS if net_micros < 0 else CREAM


def felt_style(game: Game) -> str:
    """Cream letters on the game's felt, dimmed."""
    red, green, blue = Color.parse(css_colour(str(game.layout.get("felt", "green")))).get_truecolor()
    parts = zip((red, green, blue), DARKEST, strict=True)
    mixed = [round(part * SHADE + dark * (1 - SHADE)) for part, dark in parts]
    return f"{CREAM} on #{mixed[0]:02x}{mixed[1]:02x}{mixed[2]:02x}"


def css_colour(name: str) -> str:
    """The layout names colours as style sheets do; those that are not written out here count as green."""
    return CSS_COLOURS.get(name, name if name.startswith("#") else CSS_COLOURS["green"])


CSS_COLOURS = {
    "green": "#008040",
    "darkgreen": "#006400",
    "teal": "#008080",
    "maroon": "#800000",
    "midnightblue": "#191970",
    "navy": "#000080",
    "darkolivegreen": "#556b2f",
    "purple": "#800080",
    "indigo": "#4b0082",
    "saddlebrown": "#8b4513",
    "darkslategray": "#2f4f4f",
    "black": "#202020",
}

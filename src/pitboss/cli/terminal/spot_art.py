"""The spots of the player's seat, where the layout has them, with the money that lies on them."""

from collections.abc import Sequence

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import MOST_DISCS, chip_colours, draw_stack
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.palette import CREAM, DIM, GOLD, LOSS, WIN
from pitboss.cli.terminal.scene import Scene
from pitboss.reports.sentence import won_micros
from pitboss.reports.wording import Spot, short_dollars, signed_dollars, spot_of, spots_of

BOX_ROWS, BOX_WIDTHS = 3, (12, 11, 10)
THIN, HEAVY = "╭─╮│╰╯", "┏━┓┃┗┛"


def draw_spots(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    levels = spot_levels(spots_of(scene.game), frame.felt_rows // BOX_ROWS)
    spread = (frame.felt_rows - BOX_ROWS) / max(1, len(levels) - 1)
    for number, level in enumerate(levels):
        y = frame.felt_top + round(number * spread) if len(levels) > 1 else frame.felt_top + 4
        for spot, x, width in lay_out(level, frame.spots_width):
            draw_spot(canvas, scene, spot, frame.cards_width + x, y, width)


def spot_levels(spots: Sequence[Spot], most: int) -> list[list[Spot]]:
    """Spots in rows by their depth on the layout; the closest rows become one where there are too many."""
    levels: dict[int, list[Spot]] = {}
    for spot in spots:
        levels.setdefault(spot.y, []).append(spot)
    rows = [levels[y] for y in sorted(levels)]
    while len(rows) > most:
        near = min(range(len(rows) - 1), key=lambda n: rows[n + 1][0].y - rows[n][0].y)
        rows[near : near + 2] = [sorted(rows[near] + rows[near + 1], key=lambda spot: spot.x)]
    return rows


def lay_out(level: Sequence[Spot], room: int) -> list[tuple[Spot, int, int]]:
    """Where each box of a row begins and how wide it is: centred on its spot, never on its neighbour."""
    for least in BOX_WIDTHS:
        widths = [max(least, len(spot.label) + 2) for spot in level]
        if sum(widths) + len(level) - 1 <= room:
            break
    gap = 1 if sum(widths) + len(level) - 1 <= room else 0
    starts: list[int] = []
    for number, (spot, width) in enumerate(zip(level, widths, strict=True)):
        free = starts[-1] + widths[number - 1] + gap if starts else 0
        last = room - sum(widths[number:]) - gap * (len(level) - number - 1)
        starts.append(max(free, min(round(spot.x * room / 100 - width / 2), last)))
    return list(zip(level, starts, widths, strict=True))


def draw_spot(canvas: Canvas, scene: Scene, spot: Spot, x: int, y: int, width: int) -> None:
    is_chosen = scene.moment is Moment.BETTING and spot_of(scene.game, scene.selected) == spot.bet
    signs = HEAVY if is_chosen else THIN
    style = f"bold {GOLD}" if is_chosen else DIM
    inside = width - 2
    canvas.put(x, y, f"{signs[0]}{signs[1] * inside}{signs[2]}", style)
    canvas.put_centre(x + 1, y, inside, spot.label, f"bold {GOLD}" if is_chosen else CREAM)
    canvas.put(x, y + 1, signs[3], style)
    canvas.put(x + width - 1, y + 1, signs[3], style)
    canvas.put(x, y + 2, f"{signs[4]}{signs[1] * inside}{signs[5]}", style)
    draw_money(canvas, scene, spot, x + 1, y + 1, inside)


def draw_money(canvas: Canvas, scene: Scene, spot: Spot, x: int, y: int, width: int) -> None:
    """What lies on the spot; when it is settled, what came of it; while it is empty, what it takes."""
    session = scene.session
    laid = scene.felt.spots.get(session.seat, {}).get(spot.bet, 0)
    won = [settled for settled in session.settled if (settled.seat, settled.bet) == (session.seat, spot.bet)]
    if laid and not won:
        draw_chips(canvas, laid, x, y, width)
    elif won:
        net = won_micros(won[0])
        words = signed_dollars(net) if net else "push"
        canvas.put_centre(x, y, width, words, f"bold {WIN}" if net > 0 else LOSS if net else CREAM)
    elif scene.moment is Moment.BETTING:
        canvas.put_centre(x, y, width, takes_words(scene, spot), DIM)


def draw_chips(canvas: Canvas, micros: int, x: int, y: int, width: int) -> None:
    """A stack and its amount, in the middle of the spot."""
    amount = format_dollars(micros)
    discs = min(len(list(chip_colours(micros))), MOST_DISCS, max(0, width - len(amount) - 1))
    start = x + (width - len(amount) - discs - (discs > 0)) // 2
    end = draw_stack(canvas, start, y, micros, most=discs)
    canvas.put(end + (discs > 0), y, amount, f"bold {CREAM}")


def takes_words(scene: Scene, spot: Spot) -> str:
    for wager, limit in scene.session.table.setup.posted.items():
        if spot_of(scene.game, wager) == spot.bet:
            low, high = short_dollars(limit.minimum_micros), short_dollars(limit.maximum_micros)
            return low if low == high else f"{low}-{high}"
    return ""

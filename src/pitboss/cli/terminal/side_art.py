"""The side of a wide screen: what the wagers pay, and under it the last rounds."""

from collections.abc import Sequence

from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import draw_small_cards
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.palette import BAR, CREAM, DIM, GOLD
from pitboss.cli.terminal.panel_art import tone
from pitboss.cli.terminal.scene import Scene, wager_order
from pitboss.cli.terminal.session import Past
from pitboss.cli.terminal.wording import (
    line_words,
    short_dollars,
    signed_dollars,
    table_in_force,
    wager_label,
)
from pitboss.rules import Paytable

MARGIN = 2
PAST_ROWS = 8


def draw_side(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    bottom = frame.height - 3
    canvas.fill(frame.main, 1, frame.side, bottom - 1, BAR)
    left, right = frame.main + MARGIN, frame.width - MARGIN
    draw_tables(canvas, scene, left, right, bottom - PAST_ROWS - 2)
    draw_past(canvas, scene, left, right, bottom - PAST_ROWS - 1)


def draw_tables(canvas: Canvas, scene: Scene, left: int, right: int, bottom: int) -> None:
    """The chosen wager's paytable first, then the others as far as they fit whole."""
    y = 2
    order = sorted(wager_order(scene.game), key=lambda wager: wager != scene.selected)
    for wager in order:
        table = table_in_force(scene.game, wager, scene.session.hands)
        if table and y + len(table.pays) + 1 <= bottom:
            canvas.put(left, y, wager_label(scene.game, wager), f"bold {GOLD}")
            y = draw_pays(canvas, table, left, right, y + 1) + 1


def draw_pays(canvas: Canvas, table: Paytable, left: int, right: int, y: int) -> int:
    for line, pay in table.pays.items():
        start = canvas.put_right(right, y, str(pay), CREAM)
        envy = table.envy_micros.get(line)
        name = line_words(line) + (f" +{short_dollars(envy)}" if envy else "")
        end = canvas.put(left, y, name, CREAM)
        canvas.put(end + 1, y, "·" * max(0, start - end - 2), DIM)
        y += 1
    return y


def draw_past(canvas: Canvas, scene: Scene, left: int, right: int, top: int) -> None:
    canvas.put(left, top, "Last rounds", f"bold {GOLD}")
    past: Sequence[Past] = scene.session.past[-PAST_ROWS:]
    for row, one in enumerate(reversed(past), start=1):
        x = canvas.put(left, top + row, f"{one.round:>3} ", DIM)
        hands = one.felt.hands.get(scene.session.seat, ())
        draw_small_cards(canvas, x, top + row, hands[0].cards[:6] if hands else ())
        canvas.put_right(right, top + row, signed_dollars(one.net_micros), tone(one.net_micros))
    if not past:
        canvas.put(left, top + 1, "none yet", DIM)

"""The side of a wide screen: what the wagers pay, and under it the last rounds."""

from collections.abc import Iterator, Sequence

from pitboss.cards.hand_name import line_words
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import draw_small_cards
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.moment import Moment, Past
from pitboss.cli.terminal.palette import BAR, CREAM, DIM, GOLD, tone
from pitboss.cli.terminal.scene import Scene
from pitboss.reports.wording import (
    short_dollars,
    signed_dollars,
    table_in_force,
    wager_label,
)
from pitboss.rules import Paytable

MARGIN = 2
LEAST_PAST = 6


def draw_side(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """Paytables from the top, past rounds in what is left."""
    bottom = frame.height - 3
    canvas.fill(frame.main, 1, frame.side, bottom - 1, BAR)
    left, right = frame.main + MARGIN, frame.width - MARGIN
    y = draw_tables(canvas, scene, left, right, bottom - LEAST_PAST - 1)
    draw_past(canvas, scene, left, right, y, bottom - y - 2)


def draw_tables(canvas: Canvas, scene: Scene, left: int, right: int, bottom: int) -> int:
    """Every paytable that fits whole, while bets are open that of the chosen wager first; where they end."""
    y = 2
    is_betting = scene.moment is Moment.BETTING
    for wager in sorted(scene.game.wagers, key=lambda wager: is_betting and wager != scene.selected):
        table = table_in_force(scene.game, wager, scene.session.hands)
        rows = list(pay_rows(table, right - left)) if table else []
        if rows and y + len(rows) + 1 <= bottom:
            canvas.put(left, y, wager_label(scene.game, wager), f"bold {GOLD}")
            for row, (name, pay) in enumerate(rows, start=1):
                draw_pay(canvas, left, right, y + row, name, pay)
            y += len(rows) + 2
    return y


def pay_rows(table: Paytable, room: int) -> Iterator[tuple[str, str]]:
    """A line and its pay; envy beside it, or under it where there is no room."""
    for line, pay in table.pays.items():
        name, envy = line_words(line), table.envy_micros.get(line)
        beside = f"{name}, envy {short_dollars(envy)}" if envy else name
        is_wide = len(beside) + 1 + len(str(pay)) > room
        yield name if is_wide else beside, str(pay)
        if envy and is_wide:
            yield "  envy", short_dollars(envy)


def draw_pay(canvas: Canvas, left: int, right: int, y: int, name: str, pay: str) -> None:
    start = canvas.put_right(right, y, pay, CREAM)
    end = canvas.put(left, y, name, CREAM)
    canvas.put(end + 1, y, "·" * max(0, start - end - 2), DIM)


def draw_past(canvas: Canvas, scene: Scene, left: int, right: int, top: int, rows: int) -> None:
    """The last rounds, the newest first."""
    canvas.put(left, top, "Last rounds", f"bold {GOLD}")
    past: Sequence[Past] = scene.session.past[-rows:]
    for row, one in enumerate(reversed(past), start=1):
        x = canvas.put(left, top + row, f"{one.round:>3} ", DIM)
        hands = one.felt.hands.get(scene.session.seat, ())
        draw_small_cards(canvas, x, top + row, hands[0].cards[:5] if hands else ())
        canvas.put_right(right, top + row, signed_dollars(one.net_micros), tone(one.net_micros))
    if not past:
        canvas.put(left, top + 1, "none yet", DIM)

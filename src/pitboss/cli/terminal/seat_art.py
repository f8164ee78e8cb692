"""The other seats in two rows: names with what was decided or won, and under them the cards."""

from collections.abc import Sequence

from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import card_sign, draw_small_cards
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.palette import CREAM, DIM, tone
from pitboss.cli.terminal.scene import Scene
from pitboss.reports.wording import short_dollars, signed_dollars
from pitboss.table.glance import SeatView

MARGIN = 1


def seat_rows(scene: Scene) -> int:
    """Rows for the other seats: names, and cards as soon as there are any."""
    return 2 if scene.felt.shared else 1


def draw_seats(canvas: Canvas, scene: Scene, frame: Frame, top: int) -> None:
    """Everybody else: a name with what was decided or won, and under it the cards."""
    session = scene.session
    width = (frame.main - MARGIN) // len(session.others)
    for number, seat in enumerate(seat for seat in scene.view.seats if seat.number != session.seat):
        x = MARGIN + number * width
        words, style = seat_words(scene, seat)
        name = f"{seat.number} {seat.player}"
        if len(name) + 1 + len(words) >= width:
            name = str(seat.number) if len(words) + 2 < width else name
        end = canvas.put(x, top, name, f"bold {CREAM}")
        canvas.put(end + 1, top, words if end - x + 1 + len(words) < width else "", style)
        draw_seat_cards(canvas, scene, seat.number, x, top + 1, width - 1)


def draw_seat_cards(canvas: Canvas, scene: Scene, seat: int, x: int, y: int, room: int) -> None:
    """All cards of the seat in one row, close together where there are many; what has no room is counted."""
    cards = [card for hand in scene.felt.hands.get(seat, ()) for card in hand.cards]
    gap = 1 if cards_length(cards, 1) <= room else 0
    shown = list(cards)
    while cards_length(shown, gap) + (len(" +9") if len(shown) < len(cards) else 0) > room:
        shown.pop()
    end = draw_small_cards(canvas, x, y, shown, gap=gap)
    if len(shown) < len(cards):
        canvas.put(end, y, f" +{len(cards) - len(shown)}", CREAM)


def cards_length(cards: Sequence[str], gap: int) -> int:
    return sum(len(card_sign(card)) + gap for card in cards) - gap


def seat_words(scene: Scene, seat: SeatView) -> tuple[str, str]:
    if scene.moment is Moment.RESULT:
        net = scene.session.net_of(seat.number)
        return signed_dollars(net).removesuffix(".00") if net else "even", tone(net)
    if seat.choices:
        return list(seat.choices.values())[-1], CREAM
    return short_dollars(sum(seat.wagers.values())), DIM

"""The felt: the dealer's cards and words, the player's hands, and the spots where the layout has them."""

from collections.abc import Sequence
from textwrap import wrap

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import (
    MOST_DISCS,
    cards_width,
    chip_colours,
    draw_hand,
    draw_small_cards,
    draw_stack,
)
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.palette import CREAM, DIM, GOLD, LOSS, RAIL, WIN, felt_style
from pitboss.cli.terminal.scene import Scene
from pitboss.cli.terminal.sentence import won_micros
from pitboss.cli.terminal.session import Moment
from pitboss.cli.terminal.wording import Spot, short_dollars, signed_dollars, spot_of, spots_of
from pitboss.table.felt import HandView

MARGIN = 2
BOX_ROWS, BOX_WIDTHS = 3, (12, 11, 10)
THIN, HEAVY = "╭─╮│╰╯", "┏━┓┃┗┛"


def draw_felt(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    canvas.fill(0, 1, frame.main, frame.panel_top - 1, RAIL)
    canvas.fill(0, 1 + frame.rail, frame.main, frame.panel_top - 1 - 2 * frame.rail, felt_style(scene.game))
    draw_dealer_side(canvas, scene, frame)
    draw_own_side(canvas, scene, frame)
    draw_spots(canvas, scene, frame)


# -- cards -----------------------------------------------------------------------------------------


def draw_dealer_side(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """Hands that everybody shares, side by side, and under them what the dealer says."""
    top, x = frame.felt_top, MARGIN
    shared = scene.session.felt.shared
    if not shared:
        draw_motto(canvas, scene, frame)
    room = (frame.cards_width - MARGIN - len(shared)) // max(1, len(shared))
    for hand in shared:
        draw_label(canvas, x, top, (hand.name.upper(),), hand.words, room)
        x = max(draw_hand(canvas, x, top + 1, hand, frame.card, room), x + len(hand.name)) + 1
    draw_words(canvas, scene, frame)


def draw_motto(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """Before the cards: the game in a sentence, as lettering on the felt."""
    lines = wrap(scene.game.summary, frame.cards_width - 2 * MARGIN)
    if len(lines) <= frame.card.height + 1:
        for row, line in enumerate(lines):
            canvas.put(MARGIN, frame.felt_top + row, line, f"italic {DIM}")


def draw_words(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The dealer's last words, between the two hands."""
    said = scene.said[-1] if scene.said else ""
    lines = wrap(f"“{said}”", frame.cards_width - 2 * MARGIN) if said else []
    for row, line in enumerate(lines[-2:]):
        canvas.put(MARGIN, frame.felt_top + frame.card.height + 1 + row, line, f"italic {GOLD}")


def draw_own_side(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    top = frame.felt_top + frame.card.height + 3
    seat = scene.session.seat
    hands = scene.session.felt.hands.get(seat, ())
    numbered = [hand for hand in hands if hand.name.startswith("hand ")]
    words = hands[0].words if hands and len(numbered) < 2 else ""
    draw_label(canvas, MARGIN, top, (f"YOU, SEAT {seat}", "YOU"), words, frame.cards_width - 2 * MARGIN)
    if len(numbered) > 1:
        draw_hand_list(canvas, scene, numbered, top + 1)
    else:
        draw_hand_row(canvas, hands, top + 1, frame)


def draw_label(canvas: Canvas, x: int, y: int, names: Sequence[str], words: str, room: int) -> None:
    """Whose hand it is and what it makes; where there is no room for both, what it makes."""
    name = next((name for name in names if len(name) + 2 + len(words) <= room), "")
    x = canvas.put(x, y, name, f"bold {GOLD}") + 2 if name else x
    canvas.put(x, y, words, f"bold {CREAM}")


def draw_hand_row(canvas: Canvas, hands: Sequence[HandView], top: int, frame: Frame) -> None:
    """The player's hand, and beside it cards that lie apart."""
    apart = sum(cards_width(len(hand.cards), frame.card) + 2 for hand in hands[1:])
    x = MARGIN
    for number, hand in enumerate(hands):
        room = frame.cards_width - MARGIN - apart if not number else apart
        x = draw_hand(canvas, x, top, hand, frame.card, room) + 2


def draw_hand_list(canvas: Canvas, scene: Scene, hands: Sequence[HandView], top: int) -> None:
    """Several hands, one on a line; a pointer stands before the one that is asked about."""
    asked = scene.session.asked
    for row, hand in enumerate(hands):
        is_asked = asked is not None and asked.question.startswith(f"{hand.name} ")
        canvas.put(MARGIN - 1, top + row, "▶" if is_asked else " ", f"bold {GOLD}")
        canvas.put(MARGIN + 1, top + row, hand.name[-1], f"bold {CREAM}" if is_asked else DIM)
        x = draw_small_cards(canvas, MARGIN + 3, top + row, hand.cards)
        canvas.put(x + 2, top + row, hand.words, f"bold {CREAM}" if is_asked else CREAM)


# -- spots -----------------------------------------------------------------------------------------


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
    is_chosen = scene.session.moment is Moment.BETTING and spot_of(scene.game, scene.selected) == spot.bet
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
    laid = session.felt.spots.get(session.seat, {}).get(spot.bet, 0)
    won = [settled for settled in session.settled if (settled.seat, settled.bet) == (session.seat, spot.bet)]
    if laid and not won:
        draw_chips(canvas, laid, x, y, width)
    elif won:
        net = won_micros(won[0])
        words = signed_dollars(net) if net else "push"
        canvas.put_centre(x, y, width, words, f"bold {WIN}" if net > 0 else LOSS if net else CREAM)
    elif session.moment is Moment.BETTING:
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

"""The cards on the felt: what everybody shares, the dealer's words under it, and the player's own hands."""

from collections.abc import Sequence
from textwrap import wrap

from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import SMALL, cards_width, draw_hand, draw_small_cards, fan_width
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.palette import CREAM, DIM, GOLD
from pitboss.cli.terminal.scene import Scene
from pitboss.reports.wording import as_set
from pitboss.table.glance import HandView

MARGIN, FAN_GAP = 2, 2


def draw_dealer_side(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """Hands that everybody shares, side by side, and under them what the dealer says."""
    top, x = frame.felt_top, MARGIN
    shared = [as_set(scene.game, hand) for hand in scene.felt.shared]
    if not shared:
        draw_motto(canvas, scene, frame)
    for hand, room in zip(shared, share_room(shared, frame), strict=True):
        draw_label(canvas, x, top, (hand.name.upper(),), hand.words, room)
        x = max(draw_hand(canvas, x, top + 1, hand, frame.card, room), x + len(hand.name)) + 1
    draw_words(canvas, scene, frame)


def share_room(hands: Sequence[HandView], frame: Frame) -> list[int]:
    """Columns for each hand: all that is left for one alone, and of several the widest gives way."""
    room = frame.cards_width - MARGIN
    if len(hands) < 2:
        return [room - 1] * len(hands)
    wide = [cards_width(len(hand.cards), frame.card) for hand in hands]
    wide[wide.index(max(wide))] -= max(0, sum(wide) + len(hands) - room)
    return wide


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
    canvas.cut += lines[:-2]
    for row, line in enumerate(lines[-2:]):
        canvas.put(MARGIN, frame.felt_top + frame.card.height + 1 + row, line, f"italic {GOLD}")


def draw_own_side(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """One hand in full size; several as fans side by side, or listed where they are too many."""
    top = frame.felt_top + frame.card.height + 3
    seat = scene.session.seat
    hands = scene.felt.hands.get(seat, ())
    numbered = [hand for hand in hands if hand.name.startswith("hand ")]
    if len(numbered) > 1 and draw_fans(canvas, scene, numbered, top, frame):
        return
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


def caption(scene: Scene, hand: HandView) -> tuple[str, str]:
    """The number of a hand and what it makes; a pointer at the one that is asked about."""
    asked = scene.session.asked
    is_asked = asked is not None and asked.question.startswith(f"{hand.name} ")
    text = f"{'▶' if is_asked else ''}{hand.name[-1]}  {hand.words}".rstrip()
    return text, f"bold {GOLD}" if is_asked else CREAM


def draw_fans(canvas: Canvas, scene: Scene, hands: Sequence[HandView], top: int, frame: Frame) -> bool:
    """Several hands side by side, each a fan, in the largest size that fits; whether one does."""
    room = frame.cards_width - MARGIN
    for size in (frame.card, SMALL):
        wide = [max(fan_width(len(hand.cards), size), len(caption(scene, hand)[0])) for hand in hands]
        if sum(wide) + FAN_GAP * (len(wide) - 1) <= room:
            break
    else:
        return False
    x = MARGIN
    for hand, width in zip(hands, wide, strict=True):
        canvas.put(x, top, *caption(scene, hand))
        draw_hand(canvas, x, top + 1, hand, size, fan_width(len(hand.cards), size))
        x += width + FAN_GAP
    return True


def draw_hand_list(canvas: Canvas, scene: Scene, hands: Sequence[HandView], top: int) -> None:
    """Several hands, one on a line."""
    for row, hand in enumerate(hands):
        text, style = caption(scene, hand)
        x = draw_small_cards(canvas, MARGIN + 3, top + row, hand.cards)
        number, _, words = text.partition("  ")
        canvas.put_right(MARGIN + 2, top + row, number, style)
        canvas.put(x + 2, top + row, words, style)

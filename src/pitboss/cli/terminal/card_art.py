"""Cards and chips in character cells: boxes with a big index, backs with a pattern, stacks of discs.

A card always shows rank and suit sign, so that nothing is lost without colour. Cards that do not fit side by
side are fanned: each covers the one before except for its index.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.base.money import MICROS
from pitboss.cards import parse_card
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.palette import ASIDE, BACK, BLACK_SUIT, CARD_EDGE, CARD_GROUND, RED_SUIT
from pitboss.rules.step import HIDDEN
from pitboss.table.glance import HandView

SIGNS = "♣♦♥♠"
RANKS = {10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}
LEAST_SHOWN = 4
"""Columns of a covered card that still show its index."""


@dataclass(frozen=True)
class CardSize:
    width: int
    height: int


SMALL = CardSize(5, 4)
LARGE = CardSize(9, 7)


def card_sign(card: str) -> str:
    """'Q♥', or two blocks for a card that nobody sees."""
    if card == HIDDEN:
        return "▒▒"
    rank, suit = parse_card(card)
    return f"{RANKS.get(rank, rank)}{SIGNS[suit]}"


def card_ink(card: str) -> str:
    """The style of a card's face, or of its back."""
    if card == HIDDEN:
        return BACK
    ink = RED_SUIT if parse_card(card).suit in (1, 2) else BLACK_SUIT
    return f"bold {ink} on {CARD_GROUND}"


def face_lines(card: str, size: CardSize) -> list[str]:
    """The inside of a card, without its frame: an index in two corners, on a large one a suit between."""
    width, rows = size.width - 2, size.height - 2
    if card == HIDDEN:
        return ["▒" * width] * rows
    index = card_sign(card)
    rank, sign = index[:-1], index[-1]
    lines = [" " * width for _ in range(rows)]
    lines[0], lines[-1] = index.ljust(width), f"{sign}{rank}".rjust(width)
    if rows > 2:
        lines[rows // 2] = sign.center(width)
    return lines


def draw_card(canvas: Canvas, x: int, y: int, card: str, size: CardSize, *, is_aside: bool = False) -> None:
    """A card that lies aside is grey and crossed out."""
    ink = ASIDE if is_aside else card_ink(card)
    edge = ASIDE if is_aside else BACK if card == HIDDEN else f"{CARD_EDGE} on {CARD_GROUND}"
    inside = size.width - 2
    lines = face_lines(card, size)
    if is_aside:
        lines[-1] = "×".center(inside)
    canvas.put(x, y, f"╭{'─' * inside}╮", edge)
    for row, line in enumerate(lines, start=1):
        canvas.put(x, y + row, "│", edge)
        canvas.put(x + 1, y + row, line, ink)
        canvas.put(x + size.width - 1, y + row, "│", edge)
    canvas.put(x, y + size.height - 1, f"╰{'─' * inside}╯", edge)


def cards_width(count: int, size: CardSize) -> int:
    """Columns for so many cards with felt between them."""
    return count * (size.width + 1) - 1


def fan_width(count: int, size: CardSize) -> int:
    """Columns for so many cards, each covering the one before."""
    return (count - 1) * LEAST_SHOWN + size.width


def draw_hand(canvas: Canvas, x: int, y: int, hand: HandView, size: CardSize, room: int) -> int:
    """Side by side with felt between them, or fanned where there is no room; where they end.

    A hand that is too long for a fan is written in one line.
    """
    cards, step = hand.cards, size.width + 1
    if cards and cards_width(len(cards), size) > room:
        step = (room - size.width) // max(1, len(cards) - 1)
    if step < LEAST_SHOWN:
        return draw_small_cards(canvas, x, y + 1, cards)
    for number, card in enumerate(cards):
        is_aside = number in hand.aside and card != HIDDEN
        draw_card(canvas, x + number * step, y, card, size, is_aside=is_aside)
    return x + (len(cards) - 1) * step + size.width if cards else x


def draw_small_cards(canvas: Canvas, x: int, y: int, cards: Sequence[str], *, gap: int = 1) -> int:
    """Cards as a word each, on one line; where they end."""
    for card in cards:
        x = canvas.put(x, y, card_sign(card), card_ink(card)) + gap
    return x - gap if cards else x


# -- chips -----------------------------------------------------------------------------------------

DENOMINATIONS = (
    (100, "#9a93a8"),
    (25, "#2f9e5b"),
    (5, "#d2453b"),
    (1, "#efe9dc"),
)
MOST_DISCS = 3


def chip_colours(micros: int) -> Iterator[str]:
    """The colours of a stack for an amount, the dearest chips first."""
    dollars = micros // MICROS
    for worth, colour in DENOMINATIONS:
        yield from [colour] * (dollars // worth)
        dollars %= worth


def draw_stack(canvas: Canvas, x: int, y: int, micros: int, *, most: int = MOST_DISCS) -> int:
    """A few discs that stand for a stack; where they end."""
    for colour in list(chip_colours(micros))[:most]:
        x = canvas.put(x, y, "●", colour)
    return x

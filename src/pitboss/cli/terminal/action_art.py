"""The foot of the screen: what the player has, what can be done now and what it costs, and the keys."""

from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.palette import (
    BAR,
    BUTTON,
    CLOSED_BUTTON,
    CREAM,
    DIM,
    GOLD,
    KEY,
    MAIN_BUTTON,
    ROOM,
    tone,
)
from pitboss.cli.terminal.scene import Action, Scene, hints_of
from pitboss.reports.wording import signed_dollars

MARGIN = 1
PURSE = 21
"""Columns for what the player has."""


def draw_actions(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """What the player has, and beside it what can be done: a key, a name, and the cost under it."""
    top = frame.height - 3
    canvas.fill(0, top, frame.width, 2, BAR)
    draw_purse(canvas, scene, top)
    faces = [face_of(action) for action in scene.actions]
    if sum(map(face_width, faces)) + len(faces) > frame.width - PURSE:
        faces = [broken(face) for face in faces]
    x = PURSE
    for action, face in zip(scene.actions, faces, strict=True):
        ground = BUTTON if action.is_open else CLOSED_BUTTON
        x = draw_button(canvas, x, top, face, MAIN_BUTTON if action.is_main else ground)


class Face(NamedTuple):
    """What stands on a button."""

    key: str
    name: str
    under: str


def face_of(action: Action) -> Face:
    cost = action.cost if action.is_open else f"{action.cost}: b buys chips"
    return Face(action.key.upper(), action.name, cost)


def face_width(face: Face) -> int:
    return len(face.key) + max(len(face.name), len(face.under)) + 4


def broken(face: Face) -> Face:
    """A long name on two lines."""
    first, _, rest = face.name.partition(" ")
    return face if face.under or not rest else Face(face.key, first, rest)


def draw_button(canvas: Canvas, x: int, y: int, face: Face, style: str) -> int:
    width = face_width(face)
    canvas.fill(x, y, width, 2, style)
    end = canvas.put(x, y, f" {face.key} ", KEY)
    canvas.put(end + 1, y, face.name, "bold")
    canvas.put(end + 1, y + 1, face.under)
    return x + width + 1


def draw_purse(canvas: Canvas, scene: Scene, top: int) -> None:
    """The bankroll, and under it what lies on the felt or what the round brought."""
    session = scene.session
    draw_amount(canvas, top, "Bankroll", format_dollars(session.chips_micros), f"bold {GOLD}")
    if scene.moment is Moment.RESULT and session.last_past:
        net = session.last_past.net_micros
        draw_amount(canvas, top + 1, "Round", signed_dollars(net), tone(net))
    else:
        laid = sum(scene.felt.spots.get(session.seat, {}).values())
        draw_amount(canvas, top + 1, "Wagered", format_dollars(laid), f"bold {CREAM}")


def draw_amount(canvas: Canvas, y: int, name: str, amount: str, style: str) -> None:
    """An amount and its name; a very large one stands alone."""
    start = canvas.put_right(PURSE - 2, y, amount, style)
    if start > MARGIN + len(name):
        canvas.put(MARGIN, y, name, DIM)


def draw_keys(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    canvas.fill(0, frame.height - 1, frame.width, 1, ROOM)
    canvas.put(MARGIN, frame.height - 1, hints_of(scene), DIM)

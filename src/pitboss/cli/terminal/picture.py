"""The whole screen of a moment, drawn on one canvas."""

from textwrap import wrap

from pitboss.cli.terminal.action_art import draw_actions, draw_keys
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.felt_art import draw_felt
from pitboss.cli.terminal.frame import LEAST_HEIGHT, LEAST_WIDTH, frame_of
from pitboss.cli.terminal.palette import CREAM, ROOM
from pitboss.cli.terminal.panel_art import draw_header, draw_panel
from pitboss.cli.terminal.scene import Scene
from pitboss.cli.terminal.side_art import draw_side


def draw(scene: Scene, width: int, height: int) -> Canvas:
    canvas = Canvas(width, height, ROOM)
    frame = frame_of(width, height)
    if frame is None:
        draw_too_small(canvas)
        return canvas
    draw_header(canvas, scene, frame)
    draw_felt(canvas, scene, frame)
    draw_panel(canvas, scene, frame)
    if frame.side:
        draw_side(canvas, scene, frame)
    draw_actions(canvas, scene, frame)
    draw_keys(canvas, scene, frame)
    return canvas


def draw_too_small(canvas: Canvas) -> None:
    """The round waits; nothing is lost while the window is small."""
    text = (
        f"The table needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows; here are {canvas.width} and "
        f"{canvas.height}. Make the window larger, or leave with q and use --plain."
    )
    for row, line in enumerate(wrap(text, max(1, canvas.width - 2))[: canvas.height]):
        canvas.put(1, row, line, CREAM)

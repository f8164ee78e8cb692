"""The felt between its rails: cards to the left, the seat's spots to the right."""

from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.hand_art import draw_dealer_side, draw_own_side
from pitboss.cli.terminal.palette import RAIL, felt_style
from pitboss.cli.terminal.scene import Scene
from pitboss.cli.terminal.spot_art import draw_spots


def draw_felt(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    canvas.fill(0, 1, frame.main, frame.panel_top - 1, RAIL)
    canvas.fill(0, 1 + frame.rail, frame.main, frame.panel_top - 1 - 2 * frame.rail, felt_style(scene.game))
    draw_dealer_side(canvas, scene, frame)
    draw_own_side(canvas, scene, frame)
    draw_spots(canvas, scene, frame)

"""Around the felt: the bar on top, and the panel for what is said and paid."""

from textwrap import wrap

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.palette import (
    ALARM,
    BAR,
    CREAM,
    DIM,
    GOLD,
    ROOM,
)
from pitboss.cli.terminal.payment_art import DOT, Line, join_wrapped, payment_lines
from pitboss.cli.terminal.scene import Scene, selected_label
from pitboss.cli.terminal.seat_art import draw_seats, seat_rows
from pitboss.reports.wording import (
    limit_words,
    meter_labels,
    pay_lines,
    table_in_force,
)

MARGIN = 1


def draw_header(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The game on the left, the meters on the right."""
    canvas.fill(0, 0, frame.width, 1, BAR)
    x = frame.width - MARGIN
    for label, micros in reversed(meter_labels(scene.game, scene.view.meters).items()):
        x = canvas.put_right(x, 0, format_dollars(micros), f"bold {GOLD}")
        x = canvas.put_right(x - 1, 0, label, DIM) - 2
    end = canvas.put(MARGIN, 0, scene.game.name, f"bold {GOLD}") + 2
    for words in header_words(scene):
        if end + len(words) <= x:
            canvas.put(end, 0, words, DIM)
            return


def header_words(scene: Scene) -> list[str]:
    """What else the bar may say, from the longest to the shortest."""
    randomness = scene.session.table.source.randomness
    kind = f"training, {randomness.source} repeats" if randomness.is_seeded else "live"
    short = randomness.source if randomness.is_seeded else "live"
    number = f"round {scene.view.round}"
    return [f"{number}{DOT}{kind}", f"{number}{DOT}{short}", short]


# -- the panel -------------------------------------------------------------------------------------


def draw_panel(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The other seats on top, then what this moment is about; a refusal or the seal at the bottom."""
    top = frame.panel_top
    canvas.fill(0, top, frame.main, frame.panel_rows, ROOM)
    lines = panel_lines(scene, frame)
    rows = frame.panel_rows - (scene.moment is Moment.BETTING)
    spare = rows - len(lines) - seat_rows(scene)
    if scene.session.others and spare >= 0:
        draw_seats(canvas, scene, frame, top)
        top += seat_rows(scene) + (spare > 1)
    for row, (text, style) in enumerate(lines[:rows]):
        canvas.put(MARGIN, top + row, text, style)
    canvas.cut += [text for text, _ in lines[rows:]]
    draw_foot(canvas, scene, frame)


def panel_lines(scene: Scene, frame: Frame) -> list[Line]:
    room = frame.main - 2 * MARGIN
    match scene.moment:
        case Moment.BETTING:
            return wager_lines(scene, room)
        case Moment.RESULT:
            return payment_lines(scene, frame.main - 2 * MARGIN, frame.panel_rows)
        case _:
            return said_lines(scene, frame, room)


def wager_lines(scene: Scene, room: int) -> list[Line]:
    """The chosen wager: what it takes, what it is, what it pays."""
    session = scene.session
    wager, limit = scene.game.wagers[scene.selected], session.table.setup.posted[scene.selected]
    table = table_in_force(scene.game, scene.selected, session.hands)
    name = f", {table.id}" if table else ""
    lines = [(f"{selected_label(scene)}: {limit_words(limit)}{name}", f"bold {GOLD}")]
    lines += [(line, CREAM) for line in wrap(wager.summary, room)]
    if table:
        lines += [(line, DIM) for line in join_wrapped(pay_lines(table), room)]
    return lines


def said_lines(scene: Scene, frame: Frame, room: int) -> list[Line]:
    """What has happened, the newest last; or the advice that was asked for."""
    if scene.advice:
        head, *rest = (line for text in scene.advice for line in wrap(text, room))
        return [(head, f"bold {GOLD}"), *((line, CREAM) for line in rest)]
    rows = frame.panel_rows - (seat_rows(scene) if scene.session.others else 0)
    told = [line for text in scene.log for line in wrap(text, room)][-rows:]
    return [(line, CREAM if number == len(told) - 1 else DIM) for number, line in enumerate(told)]


def draw_foot(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The last row of the panel: a refusal, or the seal that the open round will be dealt under."""
    bottom = frame.panel_top + frame.panel_rows - 1
    if scene.message:
        lines = wrap(scene.message, frame.main - 2 * MARGIN - 2)
        for row, line in enumerate(reversed(lines)):
            canvas.fill(0, bottom - row, frame.main, 1, ALARM)
            canvas.put(MARGIN + 1, bottom - row, line, ALARM)
    elif scene.moment is Moment.BETTING:
        canvas.fill(0, bottom, frame.main, 1, ROOM)
        end = canvas.put(MARGIN, bottom, "Sealed ", DIM)
        end = canvas.put(end, bottom, scene.view.commitment, DIM)
        canvas.put(end, bottom, f" at {scene.session.table.source.position}", DIM)

"""Around the felt: the bar on top, and the panel for what is said and paid."""

from collections.abc import Sequence
from textwrap import wrap

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.moment import Moment, Past
from pitboss.cli.terminal.palette import (
    ALARM,
    BAR,
    CREAM,
    DIM,
    GOLD,
    LOSS,
    ROOM,
    WIN,
    tone,
)
from pitboss.cli.terminal.report import net_line, payments_of
from pitboss.cli.terminal.scene import Scene, selected_label
from pitboss.cli.terminal.seat_art import draw_seats, seat_rows
from pitboss.cli.terminal.sentence import won_micros
from pitboss.cli.terminal.wording import (
    limit_words,
    meter_labels,
    pay_lines,
    table_in_force,
)

MARGIN = 1
DOT = " · "
GAP = 2
"""Between columns."""


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


Line = tuple[str, str]
"""A text and its style."""


def panel_lines(scene: Scene, frame: Frame) -> list[Line]:
    room = frame.main - 2 * MARGIN
    match scene.moment:
        case Moment.BETTING:
            return wager_lines(scene, room)
        case Moment.RESULT:
            return payment_panel(scene, frame)
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


def join_wrapped(parts: Sequence[str], room: int) -> list[str]:
    """Parts with dots between them, broken only between parts."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(DOT) + len(part) <= room:
            lines[-1] += DOT + part
        else:
            lines.append(part)
    return lines


def said_lines(scene: Scene, frame: Frame, room: int) -> list[Line]:
    """What has happened, the newest last; or the advice that was asked for."""
    if scene.advice:
        head, *rest = (line for text in scene.advice for line in wrap(text, room))
        return [(head, f"bold {GOLD}"), *((line, CREAM) for line in rest)]
    rows = frame.panel_rows - (seat_rows(scene) if scene.session.others else 0)
    told = [line for text in scene.log for line in wrap(text, room)][-rows:]
    return [(line, CREAM if number == len(told) - 1 else DIM) for number, line in enumerate(told)]


def payment_panel(scene: Scene, frame: Frame) -> list[Line]:
    """Every payment with its arithmetic; the lost ones share a line where there is no room for each."""
    past = scene.session.last_past
    if past is None:
        return [(net_line(past), f"bold {CREAM}")]
    room, rows = frame.main - 2 * MARGIN, frame.panel_rows
    lines = payment_table(scene, past, room)
    if len(lines) > rows:
        lines = merge_lost(lines, room)
    if len(lines) < rows:
        lines.insert(0, (net_line(past), f"bold {WIN if past.net_micros > 0 else CREAM}"))
    return lines


def payment_table(scene: Scene, past: Past, room: int) -> list[Line]:
    """Payments in columns, or as sentences where the columns are too wide."""
    paid = payments_of(scene.session, past)
    nets = [won_micros(settled) for settled in past.settled] + [envy.micros for envy in past.envies]
    wide = [max(len(part) for part in column) for column in zip(*paid, strict=True)] if paid else []
    if sum(wide) + GAP * len(wide) <= room + GAP:
        texts = ["".join(part.ljust(w + GAP) for part, w in zip(one, wide, strict=True)) for one in paid]
        return [(text.rstrip(), tone(net)) for text, net in zip(texts, nets, strict=True)]
    return [(line, tone(net)) for one, net in zip(paid, nets, strict=True) for line in wrap(one.words, room)]


def merge_lost(lines: list[Line], room: int) -> list[Line]:
    lost = [" ".join(text.split()) for text, style in lines if style == LOSS]
    kept = [line for line in lines if line[1] != LOSS]
    return kept + [(line, LOSS) for line in join_wrapped(lost, room)]


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
        canvas.put(end, bottom, scene.view.commitment, DIM)

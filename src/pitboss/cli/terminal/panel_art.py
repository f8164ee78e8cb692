"""Around the felt: the bar on top, the panel for what is said and paid, the actions, the line of keys."""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.canvas import Canvas
from pitboss.cli.terminal.card_art import card_sign, draw_small_cards
from pitboss.cli.terminal.frame import Frame
from pitboss.cli.terminal.palette import (
    ALARM,
    BAR,
    BUTTON,
    CLOSED_BUTTON,
    CREAM,
    DIM,
    GOLD,
    KEY,
    LOSS,
    MAIN_BUTTON,
    ROOM,
    WIN,
)
from pitboss.cli.terminal.report import net_line, payments_of
from pitboss.cli.terminal.scene import HINTS, Action, Scene, selected_label
from pitboss.cli.terminal.sentence import won_micros
from pitboss.cli.terminal.session import Moment, Past
from pitboss.cli.terminal.wording import (
    limit_words,
    meter_labels,
    pay_lines,
    short_dollars,
    signed_dollars,
    table_in_force,
)
from pitboss.table.glance import SeatView

MARGIN = 1
PURSE = 21
"""Columns for what the player has."""
DOT = " · "
GAP = 2
"""Between columns."""


def draw_header(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The game on the left, the meters on the right."""
    canvas.fill(0, 0, frame.width, 1, BAR)
    x = frame.width - MARGIN
    for label, micros in reversed(meter_labels(scene.game, scene.session.view.meters).items()):
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
    number = f"round {scene.session.view.round}"
    return [f"{number}{DOT}{kind}", f"{number}{DOT}{short}", short]


# -- the panel -------------------------------------------------------------------------------------


def draw_panel(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The other seats on top, then what this moment is about; a refusal or the seal at the bottom."""
    top = frame.panel_top
    canvas.fill(0, top, frame.main, frame.panel_rows, ROOM)
    lines = panel_lines(scene, frame)
    rows = frame.panel_rows - (scene.session.moment is Moment.BETTING)
    spare = rows - len(lines) - seat_rows(scene)
    if scene.session.others and spare >= 0:
        draw_seats(canvas, scene, frame, top)
        top += seat_rows(scene) + (spare > 1)
    for row, (text, style) in enumerate(lines[:rows]):
        canvas.put(MARGIN, top + row, text, style)
    canvas.cut += [text for text, _ in lines[rows:]]
    draw_foot(canvas, scene, frame)


def seat_rows(scene: Scene) -> int:
    """Rows for the other seats: names, and cards as soon as there are any."""
    return 2 if scene.session.felt.shared else 1


Line = tuple[str, str]
"""A text and its style."""


def panel_lines(scene: Scene, frame: Frame) -> list[Line]:
    room = frame.main - 2 * MARGIN
    match scene.session.moment:
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


def tone(net: int) -> str:
    return WIN if net > 0 else LOSS if net < 0 else CREAM


def draw_foot(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    """The last row of the panel: a refusal, or the seal that the open round will be dealt under."""
    bottom = frame.panel_top + frame.panel_rows - 1
    if scene.message:
        lines = wrap(scene.message, frame.main - 2 * MARGIN - 2)
        for row, line in enumerate(reversed(lines)):
            canvas.fill(0, bottom - row, frame.main, 1, ALARM)
            canvas.put(MARGIN + 1, bottom - row, line, ALARM)
    elif scene.session.moment is Moment.BETTING:
        canvas.fill(0, bottom, frame.main, 1, ROOM)
        end = canvas.put(MARGIN, bottom, "Sealed ", DIM)
        canvas.put(end, bottom, scene.session.view.commitment, DIM)


# -- the other seats -------------------------------------------------------------------------------


def draw_seats(canvas: Canvas, scene: Scene, frame: Frame, top: int) -> None:
    """Everybody else: a name with what was decided or won, and under it the cards."""
    session = scene.session
    width = (frame.main - MARGIN) // len(session.others)
    for number, seat in enumerate(seat for seat in session.view.seats if seat.number != session.seat):
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
    cards = [card for hand in scene.session.felt.hands.get(seat, ()) for card in hand.cards]
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
    if scene.session.moment is Moment.RESULT:
        net = scene.session.net_of(seat.number)
        return signed_dollars(net).removesuffix(".00") if net else "even", tone(net)
    if seat.choices:
        return list(seat.choices.values())[-1], CREAM
    return short_dollars(sum(seat.wagers.values())), DIM


# -- actions and keys ------------------------------------------------------------------------------


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
    session = scene.session
    canvas.put(MARGIN, top, "Bankroll", DIM)
    canvas.put_right(PURSE - 2, top, format_dollars(session.chips_micros), f"bold {GOLD}")
    if session.moment is Moment.RESULT and session.last_past:
        net = session.last_past.net_micros
        canvas.put(MARGIN, top + 1, "Round", DIM)
        canvas.put_right(PURSE - 2, top + 1, signed_dollars(net), tone(net))
        return
    laid = sum(session.felt.spots.get(session.seat, {}).values())
    canvas.put(MARGIN, top + 1, "Wagered", DIM)
    canvas.put_right(PURSE - 2, top + 1, format_dollars(laid), f"bold {CREAM}")


def draw_keys(canvas: Canvas, scene: Scene, frame: Frame) -> None:
    canvas.fill(0, frame.height - 1, frame.width, 1, ROOM)
    canvas.put(MARGIN, frame.height - 1, HINTS[scene.session.moment], DIM)

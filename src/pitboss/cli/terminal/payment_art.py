"""The payments of a round as lines of the panel: in columns, or closer where there is little room."""

from collections.abc import Sequence
from textwrap import wrap

from pitboss.cli.terminal.moment import Past
from pitboss.cli.terminal.palette import CREAM, LOSS, WIN, tone
from pitboss.cli.terminal.report import net_line, payments_of
from pitboss.cli.terminal.scene import Scene
from pitboss.reports.sentence import Payment, won_micros

DOT = " · "
GAPS = (2, 1)
"""Between columns, from the widest to the closest."""
Line = tuple[str, str]
"""A text and its style."""


def payment_lines(scene: Scene, room: int, rows: int) -> list[Line]:
    """Every payment with its arithmetic, and the net before them if there is a row for it.

    Where there are too many, the lost ones share a line and so do envies; the history has all in full.
    """
    past = scene.session.last_past
    if past is None:
        return [(net_line(past), f"bold {CREAM}")]
    bets, envies = bet_lines(scene, past, room), envy_lines(scene, past)
    lines = bets + envies
    if len(lines) > rows:
        lines = merged(bets, LOSS, room) + merged(envies, WIN, room)
    if len(lines) > rows:
        lines[rows - 1 :] = [("and more: h shows every payment", CREAM)]
    if len(lines) < rows:
        lines.insert(0, (net_line(past), f"bold {WIN if past.net_micros > 0 else CREAM}"))
    return lines


def bet_lines(scene: Scene, past: Past, room: int) -> list[Line]:
    """Bets in columns, or one after the other where the columns are too wide."""
    paid = payments_of(scene.session, past)[: len(past.settled)]
    tones = [tone(won_micros(settled)) for settled in past.settled]
    columns = in_columns(paid, room)
    if columns is not None:
        return list(zip(columns, tones, strict=True))
    texts = [f"{one.label}: {', '.join(filter(None, one.columns[1:]))}" for one in paid]
    return [(line, style) for text, style in zip(texts, tones, strict=True) for line in wrap(text, room)]


def in_columns(paid: Sequence[Payment], room: int) -> list[str] | None:
    wide = [max(map(len, column)) for column in zip(*(one.columns for one in paid), strict=True)]
    for gap in GAPS:
        if sum(wide) + gap * (len(wide) - 1) <= room:
            rows = (zip(one.columns, wide, strict=True) for one in paid)
            return ["".join(part.ljust(width + gap) for part, width in row).rstrip() for row in rows]
    return None


def envy_lines(scene: Scene, past: Past) -> list[Line]:
    return [(one.words, WIN) for one in payments_of(scene.session, past)[len(past.settled) :]]


def merged(lines: Sequence[Line], style: str, room: int) -> list[Line]:
    """Lines of one style together at the end, as many on a row as it takes."""
    alike = [" ".join(text.split()) for text, tone_ in lines if tone_ == style]
    return [line for line in lines if line[1] != style] + [(row, style) for row in join_wrapped(alike, room)]


def join_wrapped(parts: Sequence[str], room: int) -> list[str]:
    """Parts with dots between them, broken only between parts."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(DOT) + len(part) <= room:
            lines[-1] += DOT + part
        else:
            lines.append(part)
    return lines

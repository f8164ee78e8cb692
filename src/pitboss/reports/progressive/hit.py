"""The hits: wins from the meters, the latest first, at least the last 25 of them (NY 5320.8(b)(4))."""

from datetime import tzinfo

from pitboss.cards.hand_name import line_words
from pitboss.jackpot.state import Floor
from pitboss.jackpot.win import Win, WinStatus
from pitboss.reports.cell import money, ordinal
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.reports.progressive.instant import format_instant

TONES = {
    WinStatus.POSTED: Tone.CAREFUL,
    WinStatus.CONFIRMED: Tone.GOOD,
    WinStatus.WITHDRAWN: Tone.DIM,
    WinStatus.BACKED_OUT: Tone.BAD,
}
COLUMNS = (
    Column("No.", right=True),
    Column("Posted"),
    Column("Progressive"),
    Column("Level"),
    Column("Table"),
    Column("Seat", right=True),
    Column("Hand"),
    Column("Amount", right=True),
    Column("Status"),
)


def last_hits(floor: Floor, most: int, *, progressive: str = "", is_confirmed: bool = False) -> list[Win]:
    """The latest wins in the order of posting, the last first."""
    found = [
        win
        for win in floor.wins.values()
        if progressive in ("", win.progressive) and (win.status is WinStatus.CONFIRMED or not is_confirmed)
    ]
    return sorted(found, key=lambda win: -win.order)[:most]


def hits_page(wins: list[Win], zone: tzinfo | None) -> Page:
    if not wins:
        return (Heading("Hits"), Lines(("No meter has been won yet.",)))
    title = f"The last {len(wins)} hits" if len(wins) > 1 else "One hit"
    return (Heading(title), make_table(COLUMNS, (hit_row(win, zone) for win in wins)))


def hit_row(win: Win, zone: tzinfo | None) -> tuple[Cell, ...]:
    return (
        ordinal(win.order),
        format_instant(win.posted_at, zone),
        win.progressive,
        win.level,
        win.table,
        ordinal(win.seat),
        hand_words(win),
        money(win.micros),
        Toned(win.status.value, TONES[win.status]),
    )


def hand_words(win: Win) -> str:
    return line_words(win.line)

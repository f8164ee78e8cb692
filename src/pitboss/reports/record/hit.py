"""The hits: wins from the meters, the latest first, at least the last 25 of them (NY 5320.8(b)(4))."""

from collections.abc import Collection, Sequence
from datetime import tzinfo

from pitboss.cards.hand_name import line_words
from pitboss.jackpot.books import Books
from pitboss.jackpot.win import Win, WinStatus
from pitboss.reports.cell import money, whole
from pitboss.reports.field import Field, amount, number, words
from pitboss.reports.page import Tone, Toned
from pitboss.reports.record.frame import Facing, Sheet, listed
from pitboss.reports.record.inquiry import Inquiry, JournalSource, cut_words
from pitboss.reports.record.row import format_instant, rows_data

TONES = {
    WinStatus.POSTED: Tone.CAREFUL,
    WinStatus.CONFIRMED: Tone.GOOD,
    WinStatus.WITHDRAWN: Tone.DIM,
    WinStatus.BACKED_OUT: Tone.BAD,
}


def last_hits(
    floor: Books, most: int = 0, *, progressives: Collection[str] = (), is_confirmed: bool = False
) -> list[Win]:
    """The latest wins in the order of posting, the last first; n of them, or all."""
    found = [
        win
        for win in floor.wins.values()
        if (not progressives or win.progressive in progressives)
        and (win.status is WinStatus.CONFIRMED or not is_confirmed)
    ]
    return sorted(found, key=lambda win: -win.order)[: most or len(found)]


def make_hits(source: JournalSource, inquiry: Inquiry) -> Sheet:
    """The latest first, as many as there are."""
    hits = last_hits(source.books.floor, progressives=inquiry.progressives, is_confirmed=inquiry.is_confirmed)
    wins = [win for win in hits if inquiry.is_within(win.posted_at)]
    shown = wins[: inquiry.last or len(wins)]
    page = listed(hit_fields(inquiry.zone), shown, "No meter has been won yet.", cut_words(wins, inquiry))
    return Sheet("Hits", page, rows_data(shown, inquiry.zone), hit_facts(wins))


def hit_facts(wins: Sequence[Win]) -> Facing:
    confirmed = [win.micros for win in wins if win.status is WinStatus.CONFIRMED]
    return (
        ("Wins posted", whole(len(wins))),
        ("Confirmed", whole(len(confirmed))),
        ("Confirmed in money", money(sum(confirmed))),
    )


def hit_fields(zone: tzinfo | None) -> tuple[Field[Win], ...]:
    return (
        number("No.", lambda win: win.order),
        words("Posted", lambda win: format_instant(win.posted_at, zone)),
        words("Progressive", lambda win: win.progressive),
        words("Level", lambda win: win.level),
        words("Table", lambda win: win.table),
        number("Seat", lambda win: win.seat),
        words("Hand", lambda win: line_words(win.line)),
        amount("Amount", lambda win: win.micros),
        words("Status", lambda win: Toned(win.status.value, TONES[win.status])),
    )

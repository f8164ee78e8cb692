"""How meters stand, and what the display at a table says: the amounts, their notices, and wins.

`read_standing` is the one reading that every screen takes its amounts from: the display over a table, the
plaque of a player's page, the lobby, the keypad and the command line. So they agree at every moment.

A display is a pure reading of the books, so that every display of a link says the same as soon as it has read
the same entries (WAC 230-15-685(2)). A win is announced with its amount and its table, then with what is
played for now (IN 68 IAC 2-6-38(c)): posting locks both, whether the meter falls then or when the win is
confirmed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.base.money import MICROS, format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.books import Books, ProgressiveState
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.jackpot.win import Win, WinStatus

ANNOUNCED_MICROS = 60 * MICROS
"""A win stays on the displays as long as its round is open, and at least n microseconds after it was
posted and after it was confirmed."""
TOLD = (WinStatus.POSTED, WinStatus.CONFIRMED)


@dataclass(frozen=True)
class Waiting:
    """A posted win that nobody has confirmed yet: its value and its place in the order are locked."""

    order: int
    micros: int
    table: str
    seat: int
    hand: str


@dataclass(frozen=True)
class Standing:
    level: str
    micros: int
    """What is played for now: the live amount."""
    shown_micros: int
    """The large amount on a display: the live one, or the meter as it stood when the first waiting win was
    posted. Then it is marked as waiting, and the live one stands beside it."""
    waiting: tuple[Waiting, ...]

    @property
    def is_held(self) -> bool:
        """Whether the large amount is not the live one."""
        return self.shown_micros != self.micros


def read_standing(books: Books, progressive: str, level: str) -> Standing:
    wins = books.waiting(progressive, level)
    playing = books.shown(progressive, level)
    held = next((win.before_micros for win in wins if win.is_claim), playing)
    waiting = (Waiting(win.order, win.micros, win.table, win.seat, line_words(win.line)) for win in wins)
    return Standing(level, playing, held, tuple(waiting))


def stand_at(books: Books, table: str) -> tuple[Standing, ...]:
    """The meters of the progressive that a table is on, in its order of levels."""
    state = books.progressive_of(table)
    if state is None:
        return ()
    return tuple(read_standing(books, state.terms.id, level.name) for level in state.terms.levels)


@dataclass(frozen=True)
class Amount(Standing):
    """One level as it hangs over the table."""

    notices: tuple[str, ...]


@dataclass(frozen=True)
class Announcement:
    """A win, in the order in which a display tells it."""

    order: int
    level: str
    micros: int
    table: str
    hand: str
    now_micros: int
    """What is played for now."""
    is_confirmed: bool

    @property
    def lines(self) -> tuple[str, ...]:
        what = f" ({self.level})" if self.level else ""
        became = "won" if self.is_confirmed else "waits to be verified"
        return (
            f"{format_dollars(self.micros)}{what} {became} at {self.table}",
            f"Now {format_dollars(self.now_micros)}",
        )


@dataclass(frozen=True)
class Display:
    table: str
    progressive: str
    kind: str
    is_open: bool
    message: str
    """Why no wager is taken, for patrons; empty while it is."""
    amounts: tuple[Amount, ...]
    wins: tuple[Announcement, ...]


def read_display(books: Books, table: str, now: int) -> Display:
    state = books.progressive_of(table)
    if state is None:
        raise RefusedError(f"{table} is on no progressive: nothing is displayed there")
    terms = state.terms
    return Display(
        table=table,
        progressive=terms.id,
        kind=terms.jackpot_kind,
        is_open=state.is_open,
        message="" if state.is_open else f"This {terms.jackpot_kind} is closed.",
        amounts=tuple(
            Amount(**vars(read_standing(books, terms.id, level.name)), notices=notices(terms, level))
            for level in terms.levels
        ),
        wins=tuple(announce(books, win) for win in announced(books, state, now)),
    )


def notices(terms: Terms, level: LevelTerms) -> tuple[str, ...]:
    """What must stand beside the amount: the three words of a house jackpot, or where a meter stops."""
    if terms.is_house:
        return (
            f"This jackpot is {format_dollars(level.seed_micros)}, in full for every hand that wins it.",
            "The house pays this jackpot out of its own money; no part of any wager goes into it.",
            "The house may take this jackpot off the table at any time without notice.",
        )
    if level.cap_micros is None:
        return ()
    return (f"This meter stops at {format_dollars(level.cap_micros)}.",)


def announced(books: Books, state: ProgressiveState, now: int) -> Iterator[Win]:
    """Wins of the whole link that are not withdrawn and not long over, in the order of posting."""
    playing = {(table, round_.number) for table, round_ in books.rounds.items()}
    for win in books.wins.values():
        is_fresh = (
            now - max(win.posted_at, win.settled_at) <= ANNOUNCED_MICROS or (win.table, win.round) in playing
        )
        if is_fresh and win.progressive == state.terms.id and win.status in TOLD:
            yield win


def announce(books: Books, win: Win) -> Announcement:
    return Announcement(
        order=win.order,
        level=win.level,
        micros=win.micros,
        table=win.table,
        hand=line_words(win.line),
        now_micros=books.shown(win.progressive, win.level),
        is_confirmed=win.status is WinStatus.CONFIRMED,
    )

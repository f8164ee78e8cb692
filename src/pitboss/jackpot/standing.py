"""How a meter stands: what waits to be verified, what is played for now, and what its displays show.

The one reading that every screen takes its amounts from: the display over a table, the plaque of a player's
page, the lobby, the keypad and the command line. So they agree at every moment.
"""

from dataclasses import dataclass

from pitboss.cards.hand_name import line_words
from pitboss.jackpot.state import Floor
from pitboss.jackpot.win import Win


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


def read_standing(floor: Floor, progressive: str, level: str) -> Standing:
    wins = floor.waiting(progressive, level)
    playing = floor.shown(progressive, level)
    held = next((win.before_micros for win in wins if win.is_claim), playing)
    return Standing(level, playing, held, tuple(map(describe_waiting, wins)))


def stand_at(floor: Floor, table: str) -> tuple[Standing, ...]:
    """The meters of the progressive that a table is on, in its order of levels."""
    state = floor.progressive_of(table)
    if state is None:
        return ()
    return tuple(read_standing(floor, state.terms.id, level.name) for level in state.terms.levels)


def describe_waiting(win: Win) -> Waiting:
    return Waiting(win.order, win.micros, win.table, win.seat, line_words(win.line))

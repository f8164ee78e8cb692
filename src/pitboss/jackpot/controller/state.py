"""What a controller is at a moment, and what its sensors say because of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.base.money import MICROS
from pitboss.jackpot.controller import event
from pitboss.jackpot.controller.event import Sensor
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.layout import NO_LAYOUT, HandButton, Layout
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.jackpot.system import System, needs_executive
from pitboss.jackpot.terms import Terms
from pitboss.rules.envy import Envy, share_envy

Events = list[event.Event]


@dataclass(frozen=True)
class Lamp:
    """A hand button that is lit for a seat."""

    seat: int
    button: HandButton
    cards: str
    by: str


@dataclass(frozen=True)
class TableWin:
    """A win of this round that the manager has posted."""

    id: str
    lamp: Lamp
    micros: int
    order: int
    is_confirmed: bool = False
    is_recorded: bool = False
    """Whether J-POT was pressed for it: it stands, and the meter falls with the key back at Run."""


@dataclass(frozen=True)
class Review:
    """The win that a supervisor looks at."""

    seat: int
    closes_itself: bool
    is_settled: bool = False


@dataclass
class Round:
    """A round, from the first wager on a sensor to GAME OVER."""

    number: int
    placed: dict[int, int] = field(default_factory=dict)
    """What lies on the sensors, by seat."""
    locked: dict[int, int] = field(default_factory=dict)
    """What the manager has counted, by seat."""
    folded: set[int] = field(default_factory=set)
    lamps: dict[int, Lamp] = field(default_factory=dict)
    """What the dealer says has won: the manager is told until it agrees."""
    wins: dict[int, TableWin] = field(default_factory=dict)
    """What the manager says has won, by seat."""
    taken_back: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Who put out the lamp of a seat, and why."""
    stays: dict[int, int] = field(default_factory=dict)
    """By seat, of shares that were refused after another was confirmed: what stays in the meter."""
    posts: int = 0
    """How many wins were asked for: numbers the requests."""
    review: Review | None = None
    players: Mapping[int, str] = field(default_factory=dict)
    """Who plays each seat, as far as anybody has said."""

    @property
    def open_wins(self) -> list[TableWin]:
        """Posted and neither confirmed nor withdrawn, in the order of posting."""
        waiting = (win for win in self.wins.values() if not win.is_confirmed)
        return sorted(waiting, key=lambda win: win.order)

    @property
    def winners(self) -> list[Lamp]:
        """Lit hands of seats with a counted wager, from the dealer's right; others only bring envy."""
        lit = (lamp for seat, lamp in self.lamps.items() if seat in self.locked)
        return sorted(lit, key=lambda lamp: -lamp.seat)

    @property
    def open_seats(self) -> list[int]:
        """Seats with a win from a meter that is neither confirmed nor out."""
        lit = {lamp.seat for lamp in self.winners if lamp.button.is_from_meter}
        recorded = {seat for seat, win in self.wins.items() if win.is_confirmed}
        return sorted((lit | self.wins.keys()) - recorded, reverse=True)

    def copy(self) -> "Round":
        """Another round that can go its own way."""
        return replace(
            self,
            placed=dict(self.placed),
            locked=dict(self.locked),
            folded=set(self.folded),
            lamps=dict(self.lamps),
            wins=dict(self.wins),
            taken_back=dict(self.taken_back),
            stays=dict(self.stays),
        )


@dataclass
class State:
    table: str
    seats: int
    round: Round
    phase: Phase = Phase.CLOSED
    is_online: bool = True
    is_in_book: bool = False
    """Whether it belongs to a live table, whose tray and round numbers are in the book."""
    system: System = System.GAME_MANAGER
    """Whose keypad stands at the table."""
    closed_why: str = "it was never opened"
    """Why the progressive takes no wager; empty while it does."""
    terms: Terms | None = None
    layout: Layout = NO_LAYOUT
    asked: tuple[Request, ...] = ()
    """Sent together and not answered yet."""
    refused: str = ""
    """What the manager has refused and why, until the next press."""

    @property
    def idle_phase(self) -> Phase:
        return Phase.CLOSED if self.closed_why else Phase.OPEN

    @property
    def in_force(self) -> Terms:
        if self.terms is None:
            raise RefusedError(f"{self.table} has no progressive yet: have it opened")
        return self.terms

    # -- sensors ---------------------------------------------------------------------------------

    @property
    def sensors(self) -> dict[int, Sensor]:
        return {seat: self.sensor(seat) for seat in range(1, self.seats + 1)}

    def sensor(self, seat: int) -> Sensor:
        """Dark without a manager: nothing looks locked that nobody can vouch for (req. 49)."""
        if not self.is_online:
            return Sensor.DARK
        if seat in self.round.locked:
            return Sensor.LOCKED
        if self.phase in (Phase.OPEN, Phase.COUNTING) and seat in self.round.placed:
            return Sensor.PLACED
        return Sensor.INVITED if self.phase is Phase.OPEN else Sensor.DARK

    # -- envy ------------------------------------------------------------------------------------

    @property
    def envies(self) -> tuple[Envy, ...]:
        """For every lit hand on the list, what each other seat with a counted wager gets; from the right.

        It is paid from the tray as part of the close, once no win is open: a hand that is taken back brings
        no envy. Who gets how much is counted as at the live table (`rules.envy`), from the lamps that are
        lit.
        """
        round_, envy = self.round, self.layout.envy
        holders = {
            seat: lamp.button.line
            for seat, lamp in sorted(round_.lamps.items(), reverse=True)
            if lamp.button.line in envy.micros
        }
        if not holders:
            return ()
        locked = sorted(round_.locked.items(), reverse=True)
        stakes = {seat: Fraction(stake, MICROS) for seat, stake in locked}
        return tuple(share_envy(envy, stakes, holders, round_.players))

    # -- what handlers check -----------------------------------------------------------------------

    def check_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.seats:
            raise RefusedError(f"{self.table} has no seat {seat}; its seats are 1 to {self.seats}")

    def check_online(self) -> None:
        if not self.is_online:
            raise RefusedError("the game manager cannot be reached: wait for it, the base game goes on")

    def check_no_open_win(self, what_to_do: str) -> None:
        if seats := self.round.open_seats:
            named = ", ".join(map(str, seats))
            raise RefusedError(f"a win of seat {named} is neither confirmed nor taken back: {what_to_do}")

    def check_answered(self) -> None:
        if self.asked:
            raise RefusedError("the game manager has not answered yet: wait for it")

    def request_id(self, what: str) -> str:
        """The same for the same thing in the same round, even from a controller that has started anew."""
        return f"{self.table}/{self.round.number}/{what}"

    def needs(self, micros: int) -> str:
        """Who confirms a win of so much."""
        return "an executive" if needs_executive(self.in_force, self.system, micros) else "a supervisor"

    # -- moving on -------------------------------------------------------------------------------

    def open_next_round(self) -> None:
        """At a live table it is still the last one: the table counts, and says so with BeginRound."""
        self.round = Round(self.round.number + (0 if self.is_in_book else 1))
        self.phase = self.idle_phase

    def put_out(self, seat: int, by: str, why: str) -> event.LampTurned:
        lamp = self.round.lamps.pop(seat)
        self.round.taken_back[seat] = (by, why)
        return event.LampTurned(seat, lamp.button.line, is_lit=False)

    def settle_review(self, seat: int) -> Events:
        """The win that the supervisor looks at is settled: some reviews end with that."""
        review = self.round.review
        if self.phase is not Phase.JACKPOT or review is None or review.seat != seat:
            return []
        if not review.closes_itself:
            self.round.review = replace(review, is_settled=True)
            return []
        self.round.review, self.phase = None, Phase.PLAYING
        return [event.JackpotClosed()]

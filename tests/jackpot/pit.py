"""A pit for tests of the controller: tables of Mississippi Stud on one link, beside a manager in memory.

Seats are numbered from the dealer's left, so the highest number sits farthest to the dealer's right.
"""

from dataclasses import replace
from itertools import count

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.tableside import Tableside, open_controller
from pitboss.jackpot.controller import Keypad, Phase, command, make_layout
from pitboss.jackpot.request import SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.rules import load_game
from pitboss.storage.memory import MemoryStore, Shelf

SEATS = 7
GAME = load_game("mississippi_stud")
LEVELS = (
    LevelTerms("Mega", 10_000 * MICROS, 100_000, 10_000),
    LevelTerms("Major", 1_000 * MICROS, 50_000),
    LevelTerms("Minor", 100 * MICROS, 30_000),
)
ONE_METER = (LevelTerms("", 10_000 * MICROS, 150_000, 10_000),)
OFFICE = ("tess", "sue")
ROYAL, STRAIGHT_FLUSH, QUADS, FLUSH = "royal_flush", "straight_flush", "four_of_a_kind", "flush"


def make_terms(*, paytable="Link ML03", levels=LEVELS, tables=("table 1", "table 2"), **changes):
    return Terms("link", {"mississippi_stud": paytable}, tables, levels, **changes)


def one_meter(**changes):
    """Terms where a royal takes the meter and a straight flush a tenth of it."""
    return make_terms(paytable="Link 01", levels=ONE_METER, **changes)


def keypad_of(dialect, controller, *more):
    """A keypad at a table whose terms name its system."""
    if controller.terms:
        controller.terms = replace(controller.terms, system=dialect.value)
    return Keypad(dialect, controller, *more)


class Pit:
    """A manager with a journal in memory, and a controller at each table."""

    def __init__(self, terms=None, *, guard=None):
        self.terms = terms or make_terms()
        self.shelf = Shelf()
        ticks = count(1_700_000_000_000_000, 1_000_000)
        self.clock = lambda: next(ticks)
        self.guard = {"guard": guard} if guard else {}
        self.manager = self.start_manager()
        self.sides = {}

    def start_manager(self):
        return GameManager(MemoryStore(self.shelf), self.clock, **self.guard)

    def open(self):
        self.manager.ask(SetTerms("terms", OFFICE, self.terms))
        self.manager.ask(Switch("open", ("sue",), self.terms.id, True))
        for table in self.terms.tables:
            self.start_controller(table)
        return self

    def start_controller(self, table="table 1"):
        controller = open_controller(self.manager, table, SEATS, GAME)
        self.sides[table] = Tableside(controller, lambda requests: self.manager.ask_all(requests), self.clock)
        return controller

    @property
    def floor(self):
        return self.manager.floor

    def at(self, table="table 1"):
        return self.sides[table].controller

    def do(self, *asked, table="table 1"):
        """Do all of them; what the last one brought about."""
        events = []
        for one in asked:
            events = self.sides[table].do(one)
            self.floor.book.check()
        return events

    # -- whole stretches -------------------------------------------------------------------------

    def start(self, *seats, table="table 1", stake=MICROS):
        """COIN IN with a wager at each of these seats."""
        self.do(*(command.PlaceWager(seat, stake) for seat in seats), table=table)
        return self.do(command.CountWagers("dan"), table=table)

    def press(self, seat, line=ROYAL, *, table="table 1", by="dan"):
        return self.do(command.PressHand(seat, line, f"cards of {seat}", by), table=table)

    def confirm(self, seat=None, *, table="table 1", by="sue"):
        """A supervisor confirms a win and goes away again."""
        self.do(command.OpenJackpot(seat), table=table)
        events = self.do(command.ConfirmWin(by), table=table)
        if self.at(table).phase.name == "JACKPOT":
            self.do(command.CloseJackpot(), table=table)
        return events

    def end(self, *, table="table 1"):
        """GAME OVER."""
        return self.do(command.EndRound("dan"), table=table)

    def meter(self, level="Mega"):
        return self.floor.meter(self.terms.id, level)

    def wins(self):
        """The wins of the journal, in the order of posting: seat, dollars, status."""
        return [(win.seat, win.micros // MICROS, win.status.value) for win in self.floor.wins.values()]


def open_again(terms):
    return command.OpenProgressive(terms, make_layout(GAME, terms))


def names(events):
    return [type(one).__name__ for one in events]


def lights(controller):
    """The sensors from seat 1 on, by their initials: Dark, Invited, Placed, Locked."""
    return "".join(controller.sensor(seat).name[0] for seat in range(1, SEATS + 1))


def bring_to(phase):
    """A controller in a phase, in the middle of things; messages under way are never answered."""
    pit = Pit().open()
    controller = pit.at()
    if phase is Phase.CLOSED:
        pit.do(command.CloseProgressive("the day is over"))
    elif phase is Phase.OPEN:
        pit.do(command.PlaceWager(1, MICROS))
    elif phase is Phase.PASSED:
        pit.do(command.PassRound())
    elif phase is Phase.COUNTING:
        controller.handle(command.PlaceWager(1, MICROS))
        controller.handle(command.CountWagers("dan"))
    else:
        pit.start(1, 2, 3)
        last = {
            Phase.JACKPOT: command.OpenJackpot(),
            Phase.ENDING: command.EndRound("dan"),
            Phase.VOIDING: command.VoidRound("sue", "wrong count"),
        }
        if phase is Phase.JACKPOT:
            pit.press(2)
        if phase in last:
            controller.handle(last[phase])
    assert controller.phase is phase
    return controller

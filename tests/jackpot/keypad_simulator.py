"""Tables with real controllers on a floor that fails: keypads are pressed at random, messages get lost.

The network loses a message before or after the manager has decided it. The manager's store fails in every
way that stores do, controllers start anew from the journal in the middle of a round, and the progressive is
closed and opened. What a dealer saw happen is remembered, and held against the journal in the end.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from failing_store import PowerCut, open_failing_store, start_manager
from simulator import OFFICE, Clock

from pitboss.base.money import MICROS
from pitboss.house.tableside import Tableside, hear_from, open_tableside
from pitboss.jackpot.controller import Phase, command, event
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.store import StoreError
from pitboss.rules import load_game
from torn_disk import Layer

GAME = load_game("three_card_poker")
TERMS = Terms(
    "link",
    {GAME.id: "TCP Progressive 1"},
    ("table 1", "table 2"),
    (LevelTerms("", 1_000 * MICROS, 133_333, 7_777, cap_micros=1_200 * MICROS),),
)
LINES = ("akq_spades", "akq_spades", "akq_suited", "straight")
LOST = 0.08
"""How often a message is lost, on either way."""
CALM_STEPS = 60


@dataclass
class KeypadTable:
    """A table, its controller, and what its dealer has seen."""

    name: str
    side: Tableside
    counted: dict[int, dict[int, int]] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    voided: set[int] = field(default_factory=set)

    def see(self, events):
        for happened in events:
            match happened:
                case event.WagersCounted(round=number, stakes=stakes):
                    self.counted[number] = dict(stakes)
                    self.voided.discard(number)  # a number whose COIN IN never got through comes again
                case event.RoundEnded(round=number) if number in self.counted:
                    self.ended.add(number)
                case event.RoundVoided(round=number):
                    self.voided.add(number)

    def do(self, asked):
        """A press; what the controller refuses has not happened."""
        with suppress(RefusedError):
            self.see(self.side.do(asked))


@dataclass
class KeypadSimulation:
    seed: int
    failure_rate: float = 0.2
    presses: int = 60
    layer: Layer | None = None

    def __post_init__(self):
        self.random = Random(self.seed)
        self.terms = TERMS
        self.store = open_failing_store(self.random, self.layer)
        self.clock = Clock(self.random)
        self.manager = start_manager(self.store, self.clock)
        self.manager.ask(SetTerms("terms", OFFICE, TERMS))
        self.manager.ask(Switch("open", OFFICE, TERMS.id, True))
        self.switches, self.lost = 0, LOST
        self.tables = [KeypadTable(name, self.start_controller(name)) for name in TERMS.tables]
        self.store.failure_rate = self.failure_rate

    # -- between controller and manager ----------------------------------------------------------

    def start_controller(self, name):
        while True:
            try:
                side = open_tableside(self.manager, name, 7, GAME)
            except (StoreError, PowerCut):
                self.recover()
                continue
            side.ask, side.hear = self.ask, self.hear
            return side

    def ask(self, requests):
        return self.over_the_wire(lambda: self.manager.ask_all(requests))

    def hear(self, controller):
        return self.over_the_wire(lambda: hear_from(self.manager, GAME)(controller))

    def over_the_wire(self, work):
        if self.random.random() < self.lost:
            raise StoreError("the message is lost")
        try:
            found = work()
        except PowerCut as cut:
            self.recover()
            raise StoreError("the manager is gone") from cut
        if self.random.random() < self.lost:
            raise StoreError("the answer is lost")
        return found

    def recover(self):
        self.store.restart()
        self.manager = start_manager(self.store, self.clock)

    # -- presses ---------------------------------------------------------------------------------

    def run(self):
        for _ in range(self.presses * len(self.tables)):
            table = self.random.choice(self.tables)
            chance = self.random.random()
            if chance < 0.03:
                table.side = self.start_controller(table.name)
            elif chance < 0.05:
                self.switch()
            elif chance < 0.4:
                table.see(table.side.listen())
            else:
                table.do(self.press(table.side.controller))
        self.calm_down()

    def switch(self):
        """The floor closes the progressive or opens it, whatever the tables do."""
        self.switches += 1
        try:
            is_open = self.random.random() < 0.7
            self.manager.ask(Switch(f"switch {self.switches}", OFFICE, TERMS.id, is_open))
        except PowerCut:
            self.recover()
        except (StoreError, RefusedError):
            pass

    def press(self, controller):
        """Something that somebody might press now, or might better not."""
        random, seat = self.random, self.random.randint(1, 5)
        often = {
            Phase.OPEN: [command.PlaceWager(seat, random.randint(1, 3) * MICROS), command.CountWagers("dan")],
            Phase.COUNTING: [command.VoidRound("sue", "COIN IN did not get through")],
            Phase.PLAYING: [
                command.PressHand(seat, random.choice(LINES), "", "dan"),
                command.OpenJackpot(random.choice((None, seat))),
                command.EndRound("dan"),
                command.EndRound("dan"),
            ],
            Phase.JACKPOT: [command.ConfirmWin("sue"), command.CloseJackpot()],
        }
        seldom = [
            command.TakeBack(seat),
            command.PassRound(),
            command.FoldHand(seat),
            command.RejectWin("sue", "a misread hand"),
            command.VoidRound("sue", "a misdeal"),
            command.EndRound("dan"),
        ]
        return random.choice(often.get(controller.phase, seldom) if random.random() < 0.85 else seldom)

    # -- the end ---------------------------------------------------------------------------------

    def calm_down(self):
        """Nothing fails any more: every round comes to its end."""
        self.store.failure_rate = self.store.away = 0
        self.lost = 0.0
        for table in self.tables:
            for _ in range(CALM_STEPS):
                table.see(table.side.listen())
                if self.is_over(table.side.controller):
                    break
                table.do(self.finish(table.side.controller))
            assert self.is_over(table.side.controller), f"{table.name} never came to an end"

    def is_over(self, controller):
        return controller.phase in (Phase.OPEN, Phase.CLOSED) and not controller.asked

    def finish(self, controller):
        match controller.phase:
            case Phase.JACKPOT if controller.round.review.is_settled:
                return command.CloseJackpot()
            case Phase.JACKPOT:
                return command.ConfirmWin("sue")
            case Phase.PLAYING if controller.round.open_wins:
                return command.OpenJackpot()
            case _:
                return command.EndRound("dan")

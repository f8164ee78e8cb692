"""A floor that fails on purpose, from a seed: the same seed fails the same way again.

Tables talk to a game manager over a network that loses, doubles and delays messages. The store crashes
before, in the middle of and after a write; it refuses, and another process writes first. The clock jumps.
After a crash a new manager reads the store and the tables ask again with the same ids.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from pitboss.base.error import InputError, PitbossError
from pitboss.base.money import MICROS
from pitboss.house.manager import Answer, GameManager
from pitboss.jackpot.request import (
    CoinIn,
    ConfirmWin,
    EndGame,
    PostWin,
    Record,
    Request,
    SetTerms,
    Switch,
    VoidRound,
    WithdrawWin,
)
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.ledger.entry import Draft, Entry, chain
from pitboss.ledger.store import Checkpoint, MovedOnError, SeenBeforeError, StoreError

TABLES = ("table 1", "table 2", "table 3")
LEVELS = (
    LevelTerms("Mega", 1_000 * MICROS, 133_333, 7_777, cap_micros=1_200 * MICROS),
    LevelTerms("Minor", 50 * MICROS, 20_001, 0),
)
TERMS = Terms("link", {"three_card_poker": "TCP Progressive 1"}, TABLES, LEVELS)
OFFICE = ("technician", "supervisor")


class PowerCut(BaseException):
    """The process is gone."""


@dataclass
class FailingStore:
    """Keeps what is durable and nothing else; a batch that was torn in the middle is gone on recovery."""

    random: Random
    failure_rate: float
    durable: list[Entry] = field(default_factory=list)
    kept: Checkpoint | None = None
    cuts: int = 0

    def append(self, entries: list[Entry], checkpoint: Checkpoint | None = None) -> None:
        fate = self.random.random() / self.failure_rate if self.failure_rate else 1.0
        if fate < 0.2:
            self._cut()
        if fate < 0.4:
            raise StoreError("the disk is full")
        if fate < 0.6:
            self._somebody_else_writes()
        if entries[0].number != len(self.durable) + 1:
            raise MovedOnError("the journal has moved on")
        known = {entry.draft.id for entry in self.durable}
        if any(entry.draft.id in known for entry in entries):
            raise SeenBeforeError("this id is in the journal")
        self.durable += entries
        self.kept = checkpoint or self.kept
        if 0.6 <= fate < 0.8:
            self._cut()

    def _cut(self) -> None:
        self.cuts += 1
        raise PowerCut

    def _somebody_else_writes(self) -> None:
        number = len(self.durable) + 1
        before = self.durable[-1].hash if self.durable else "0" * 64
        draft = Draft(f"elsewhere {number}", "record: news", 0, ("another process",))
        self.durable.append(chain(number, before, draft))

    def last(self) -> Entry | None:
        return self.durable[-1] if self.durable else None

    def entries(self, after: int = 0, *, upto: int | None = None) -> Iterator[Entry]:
        return iter(self.durable[after:upto])

    def find(self, id_: str) -> Entry | None:
        return next((entry for entry in self.durable if entry.draft.id == id_), None)

    def checkpoint(self) -> Checkpoint | None:
        return self.kept

    def close(self) -> None:
        pass


@dataclass
class Dealer:
    """A table that goes through rounds, asking again until it has an answer."""

    table: str
    random: Random
    rounds: int
    answers: dict[str, Answer] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    plan: list[Request] = field(default_factory=list)
    round: int = 0

    @property
    def wanted(self) -> Request | None:
        """The request that still has no answer."""
        if not self.plan and self.round < self.rounds:
            self.round += 1
            self.plan = list(self._round())
        return self.plan[0] if self.plan else None

    def _round(self) -> Iterator[Request]:
        random, name = self.random, f"{self.table} round {self.round}"
        seats = random.sample(range(1, 8), random.randint(1, 7))
        stakes = {seat: random.randint(1, 5) * MICROS for seat in seats}
        yield CoinIn(f"{name} coin in", ("dealer",), self.table, self.round, stakes)
        if random.random() < 0.3:
            yield Record(f"{name} note", ("dealer",), "malfunction", {"text": "a sensor flickers"})
        if random.random() < 0.1:
            yield VoidRound(f"{name} void", ("floor",), self.table, "a misdeal")
            return
        for number in range(random.choice((0, 0, 0, 1, 1, 2))):
            level = random.choice(LEVELS).name
            share = random.choice((PPM, PPM // 10))
            win = f"{name} win {number}"
            seat = seats[number % len(seats)]
            yield PostWin(win, ("dealer",), self.table, seat, level, share, "akq_spades", "As Ks Qs")
            if random.random() < 0.7:
                yield ConfirmWin(f"{win} settled", ("supervisor",), win)
            else:
                yield WithdrawWin(f"{win} settled", ("supervisor",), win, "a misread hand")
        yield EndGame(f"{name} over", ("dealer",), self.table)

    def hear(self, request: Request, outcome: Answer | InputError) -> None:
        first = self.answers.get(request.id)
        if isinstance(outcome, Answer):
            assert first is None or first == outcome, f"{request.id} was answered twice, and differently"
            self.answers[request.id] = outcome
        elif first is None and self.plan and self.plan[0].id == request.id:
            self.refusals.append(f"{request.id}: {outcome}")
        if self.plan and self.plan[0].id == request.id:
            self.plan.pop(0)


@dataclass
class Simulation:
    seed: int
    failure_rate: float = 0.15
    rounds: int = 6

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.store = FailingStore(self.random, 0.0)
        self.now = 1_000_000
        self.manager = self.start()
        self.manager.ask(SetTerms("terms", OFFICE, TERMS))
        self.manager.ask(Switch("open", OFFICE, "link", True))
        self.store.failure_rate = self.failure_rate
        self.dealers = [Dealer(table, Random(f"{self.seed} {table}"), self.rounds) for table in TABLES]
        self.late: list[tuple[Dealer, Request]] = []

    def start(self) -> GameManager:
        return GameManager(self.store, self.clock)

    def clock(self) -> int:
        """Runs, stands still, and sometimes jumps either way."""
        self.now += self.random.choice((0, 1, 1_000, -50_000_000, 3_600_000_000))
        return self.now

    def run(self) -> None:
        for _ in range(100_000):
            asking = [dealer for dealer in self.dealers if dealer.wanted]
            if not asking:
                break
            batch = [(dealer, dealer.wanted) for dealer in asking if self.random.random() < 0.8]
            batch += [self.late.pop(self.random.randrange(len(self.late))) for _ in self.late[:1]]
            self.deliver([(dealer, request) for dealer, request in batch if request])
        else:
            raise AssertionError("the floor never came to an end")
        self.store.failure_rate = 0
        self.deliver(self.late)

    def deliver(self, batch: list[tuple[Dealer, Request]]) -> None:
        sent = []
        for dealer, request in batch:
            if self.random.random() < 0.1:
                continue
            sent.append((dealer, request))
            if self.random.random() < 0.1:
                self.late.append((dealer, request))
        if not sent:
            return
        try:
            outcomes = self.manager.ask_all([request for _, request in sent])
        except PowerCut:
            self.manager = self.start()
            return
        except PitbossError:
            return
        for (dealer, request), outcome in zip(sent, outcomes, strict=True):
            if self.random.random() >= 0.1:
                dealer.hear(request, outcome)

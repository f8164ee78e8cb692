"""A floor that fails on purpose, from a seed: the same seed fails the same way again.

Tables talk to a game manager over a network that loses, doubles and delays messages. Its store fails in
every way that stores do (`failing_store`). The clock jumps. After a crash a new manager reads the store and
the tables ask again with the same ids.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from failing_store import PowerCut, open_failing_store, start_manager

from pitboss.base.error import InputError, PitbossError
from pitboss.base.money import MICROS
from pitboss.house.manager import RequestAnswer
from pitboss.jackpot.request import (
    CoinIn,
    ConfirmWin,
    EndGame,
    EnvyAward,
    PostWin,
    Record,
    Request,
    SetTerms,
    Switch,
    VoidRound,
    WithdrawWin,
)
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from torn_disk import Layer

TABLES = ("table 1", "table 2", "table 3")
LEVELS = (
    LevelTerms("Mega", 1_000 * MICROS, 133_333, 7_777, cap_micros=1_200 * MICROS),
    LevelTerms("Major", 50 * MICROS, 20_001, 0),
)
HANDS = {"Mega": ("royal_flush", "As Ks Qs Js Ts"), "Major": ("straight_flush", "9h 8h 7h 6h 5h")}
"""What takes each level, by the paytable."""
TERMS = Terms("link", {"mississippi_stud": "Link ML01"}, TABLES, LEVELS)
OFFICE = ("technician", "supervisor")


class Clock:
    """Runs, stands still, and sometimes jumps either way."""

    def __init__(self, random: Random) -> None:
        self.random, self.now = random, 1_718_366_400_000_000

    def __call__(self) -> int:
        self.now += self.random.choice((0, 1, 1_000, -50_000_000, 3_600_000_000))
        return self.now


@dataclass
class Dealer:
    """A table that goes through rounds, asking again until it has an answer."""

    table: str
    random: Random
    rounds: int
    pays_envy: bool = False
    answers: dict[str, RequestAnswer] = field(default_factory=dict)
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
            yield Record(f"{name} note", ("dealer",), "malfunction", {"what": "a sensor flickers"})
        if random.random() < 0.1:
            yield VoidRound(f"{name} void", ("floor",), self.table, "a misdeal", self.round)
            return
        for number in range(random.choice((0, 0, 0, 1, 1, 2))):
            level = random.choice(LEVELS).name
            win = f"{name} win {number}"
            seat = seats[number % len(seats)]
            yield PostWin(win, ("dealer",), self.table, seat, level, PPM, *HANDS[level], round=self.round)
            if random.random() < 0.7:
                yield ConfirmWin(f"{win} settled", ("supervisor",), win)
            else:
                yield WithdrawWin(f"{win} settled", ("supervisor",), win, "a misread hand")
        envy = tuple(EnvyAward(seat, seats[0], "royal_flush", 100 * MICROS) for seat in seats[1:])
        is_envied = self.pays_envy and random.random() < 0.3
        yield EndGame(f"{name} over", ("dealer",), self.table, (), envy if is_envied else (), self.round)

    def hear(self, request: Request, outcome: RequestAnswer | InputError) -> None:
        first = self.answers.get(request.id)
        if isinstance(outcome, RequestAnswer):
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
    layer: Layer | None = None
    """Where the journal is on a disk that forgets."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.terms = TERMS
        self.store = open_failing_store(self.random, self.layer)
        self.clock = Clock(self.random)
        self.manager = start_manager(self.store, self.clock)
        self.manager.ask(SetTerms("terms", OFFICE, TERMS))
        self.manager.ask(Switch("open", OFFICE, "link", True))
        self.store.failure_rate = self.failure_rate
        self.dealers = [
            Dealer(table, Random(f"{self.seed} {table}"), self.rounds, pays_envy=True) for table in TABLES
        ]
        self.late: list[tuple[Dealer, Request]] = []

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
        self.store.failure_rate = self.store.away = 0
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
            self.store.restart()
            self.manager = start_manager(self.store, self.clock)
            return
        except PitbossError:
            return
        for (dealer, request), outcome in zip(sent, outcomes, strict=True):
            if self.random.random() >= 0.1:
                dealer.hear(request, outcome)

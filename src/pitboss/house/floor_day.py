"""A stretch of a floor's day through the real manager, as fast as it goes: what the journal of many tables
costs.

Tables count their rounds in turn, a COIN IN of all seats and a game over; hits are drawn from a seed,
posted by the dealer and confirmed by a supervisor. Requests that wait are written together, as by `Desk`.
What is written is read back from the store and verified, entry by entry.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from random import Random

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.request import CoinIn, ConfirmWin, EndGame, PostWin, Request, SetTerms, Switch
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.ledger.store import Store
from pitboss.ledger.verify import verify

SEATS = 7
BATCH = 512
TABLES_OF_A_LINK = 15
"""At most, by law, in one location: the tables of a floor are many links on one journal."""
DEALER, SUPERVISOR, OFFICE = ("dealer",), ("supervisor",), ("technician", "accounting")
GAME, PAYTABLE, TOP_LINE = "three_card_poker", "TCP Progressive 1", "akq_spades"
CHANCE = Fraction(1, 22_100)
ROUND_MICROS = 90 * MICROS
FIRST = 1_763_000_000 * MICROS


@dataclass
class FloorDay:
    """So many tables on one journal, with a clock that goes by the rounds."""

    store: Store
    tables: int
    random: Random
    rounds: int = 0
    hits: int = 0
    write_seconds: float = 0.0
    verify_seconds: float = 0.0
    entries: int = 0
    manager: GameManager = field(init=False)

    def __post_init__(self) -> None:
        self.manager = GameManager(self.store, self.now)
        self.names = tuple(f"T{number}" for number in range(1, self.tables + 1))
        level = LevelTerms("", 1_000 * MICROS, 140_000, 10_000)
        for house, start in enumerate(range(0, self.tables, TABLES_OF_A_LINK)):
            names = self.names[start : start + TABLES_OF_A_LINK]
            link = Terms(f"link {house}", {GAME: PAYTABLE}, names, (level,), location=f"house {house}")
            self.ask(SetTerms(f"terms {house}", OFFICE, link), Switch(f"open {house}", OFFICE, link.id, True))

    def now(self) -> int:
        """Every table has a round in ninety seconds."""
        return FIRST + self.rounds * ROUND_MICROS // self.tables

    def play(self, *, rounds: int | None = None, seconds: float | None = None) -> None:
        """So many rounds, or for so long by the clock on the wall."""
        started, coming = time.perf_counter(), self.requests()
        while (rounds is None or self.rounds < rounds) and (
            seconds is None or time.perf_counter() - started < seconds
        ):
            self.ask(*islice(coming, BATCH))
        self.write_seconds += time.perf_counter() - started
        self.entries = self.manager.number

    def requests(self) -> Iterator[Request]:
        stakes = dict.fromkeys(range(1, SEATS + 1), MICROS)
        while True:
            table = self.names[self.rounds % self.tables]
            number = self.rounds // self.tables + 1
            self.rounds += 1
            yield CoinIn(f"{table} coin in {number}", DEALER, table, number, stakes)
            if self.random.random() < SEATS * CHANCE:
                yield from self.win(table, number)
            yield EndGame(f"{table} over {number}", DEALER, table)

    def win(self, table: str, number: int) -> Iterator[Request]:
        self.hits += 1
        id_ = f"{table} win {number}"
        seat = self.random.randint(1, SEATS)
        yield PostWin(id_, DEALER, table, seat, "", PPM, TOP_LINE, "drawn")
        yield ConfirmWin(f"{id_} confirmed", SUPERVISOR, id_)

    def ask(self, *requests: Request) -> None:
        for outcome in self.manager.ask_all(requests):
            if isinstance(outcome, InputError):
                raise outcome

    def verify(self) -> None:
        """Everything that was written, from the store: hashes, chain and books."""
        started = time.perf_counter()
        verdict = verify(self.store.entries())
        self.verify_seconds = time.perf_counter() - started
        assert (verdict.entries, verdict.fault) == (self.entries, None), verdict

    @property
    def written_a_second(self) -> float:
        return self.entries / self.write_seconds

    @property
    def verified_a_second(self) -> float:
        return self.entries / self.verify_seconds

    @property
    def round_bytes(self) -> float:
        """Bodies and hashes, on average, with what a win and the setting up took."""
        size = sum(len(entry.body.encode()) + len(entry.hash) for entry in self.store.entries())
        return size / self.rounds

"""Casino years against the real ledger: wagers are counted, meters are won, and everything is booked.

What is real: the game manager, the deciders, the journal with its hashes, every COIN IN, posting,
confirmation and GAME OVER that is written. What is drawn in bulk: the number of wagers until the next
award, as a geometric number, and which award it is. What is put together: the wagers of a day until the
next award are one COIN IN at one table, so the count of wagers is that of seats, while the money is that of
all the wagers. Hands of one round are drawn as if they were independent; averages do not depend on it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from math import log, log1p
from random import Random

from pitboss.base.error import InputError
from pitboss.house.manager import GameManager
from pitboss.jackpot.chance import MeterAward
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.request import CoinIn, ConfirmWin, EndGame, PostWin, Request, SetTerms, Switch
from pitboss.jackpot.terms import PPM, Terms
from pitboss.jackpot.win import Win
from pitboss.ledger.store import Store

DAY_MICROS = 24 * 3600 * 1_000_000
FIRST_DAY = 1_704_067_200 * 1_000_000
"""1 January 2024: where the fast clock starts."""
DEALER, SUPERVISOR, TECHNICIAN = ("dealer",), ("supervisor",), ("technician", "accounting")

Progress = Callable[[int], None]
"""Told how many hits of the rarest level there are."""


@dataclass(frozen=True)
class YearCase:
    """A progressive to play for years: its terms, and what wins from its meters in its game."""

    terms: Terms
    awards: tuple[MeterAward, ...]

    def check(self) -> None:
        """What is played has exact figures to be held against."""
        if self.terms.all_from_meter:
            raise InputError(f"{self.terms.id}: fixed awards from the meter are not simulated")
        if any(level.cap_micros is not None for level in self.terms.levels):
            raise InputError(f"{self.terms.id}: the average of a capped meter is not known exactly")
        for level in self.terms.levels:
            if not any(award.share == 1 for award in self.awards if award.level == level.name):
                raise InputError(f"{self.terms.id}: nothing wins the whole of {level.name or 'the meter'}")


@dataclass
class Years:
    """What was played."""

    wagers: int = 0
    awards: Counter[str] = field(default_factory=Counter)
    """By line."""
    tops: dict[str, list[int]] = field(default_factory=dict)
    """By level: every award of the whole meter, in micro-dollars, in order."""
    entries: int = 0

    def years(self, wagers_a_day: int) -> Fraction:
        return Fraction(self.wagers, wagers_a_day * 365)


@dataclass
class Casino:
    """One link, played on a fast clock."""

    case: YearCase
    pace: Pace
    random: Random
    store: Store
    years: Years = field(default_factory=Years)
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    rounds: int = 0

    def __post_init__(self) -> None:
        self.case.check()
        self.manager = GameManager(self.store, self.now)
        self.years.tops = {level.name: [] for level in self.case.terms.levels}
        self.chance = float(sum(award.chance for award in self.case.awards))
        self.weights = [float(award.chance) for award in self.case.awards]
        terms = replace(self.case.terms, most_wager_micros=self.wagers_a_day * self.case.terms.wager_micros)
        self.write(
            SetTerms(self.next_id(), TECHNICIAN, terms), Switch(self.next_id(), TECHNICIAN, terms.id, True)
        )

    # -- the fast clock --------------------------------------------------------------------------

    @property
    def wagers_a_day(self) -> int:
        return self.pace.rounds_a_day(len(self.case.terms.tables)) * self.pace.seats

    def now(self) -> int:
        """A wager after a wager, evenly over the day."""
        return FIRST_DAY + self.years.wagers * DAY_MICROS // self.wagers_a_day

    # -- playing ---------------------------------------------------------------------------------

    def play(self, hits: int, progress: Progress = lambda _: None) -> Years:
        """Until every level has been won as a whole n times."""
        while (rarest := min(map(len, self.years.tops.values()))) < hits:
            progress(rarest)
            self.play_until_award()
        self.years.entries = self.manager.number
        return self.years

    def play_until_award(self) -> None:
        gap = draw_gap(self.random, self.chance)
        while gap > (left := self.wagers_a_day - self.years.wagers % self.wagers_a_day):
            self.write(*self.count_in(left))
            gap -= left
        (award,) = self.random.choices(self.case.awards, self.weights)
        coin_in, over = self.count_in(gap)
        win = self.next_id()
        share = int(award.share * PPM)
        seat = self.random.choice(list(coin_in.stakes))
        self.write(
            coin_in,
            PostWin(win, DEALER, coin_in.table, seat, award.level, share, award.line, "drawn"),
            ConfirmWin(self.next_id(), SUPERVISOR, win),
            over,
        )
        self.keep(award, self.manager.floor.wins[win])

    def count_in(self, wagers: int) -> tuple[CoinIn, EndGame]:
        """So many wagers as one COIN IN, spread over the seats, at the tables in turn."""
        self.years.wagers += wagers
        self.rounds += 1
        table = self.case.terms.tables[self.rounds % len(self.case.terms.tables)]
        each, more = divmod(wagers, self.pace.seats)
        stakes = {
            seat: (each + (seat <= more)) * self.case.terms.wager_micros
            for seat in range(1, self.pace.seats + 1)
            if each or seat <= more
        }
        return (
            CoinIn(self.next_id(), DEALER, table, self.rounds, stakes),
            EndGame(self.next_id(), DEALER, table),
        )

    def keep(self, award: MeterAward, win: Win) -> None:
        self.years.awards[award.line] += 1
        if award.share == 1:
            self.years.tops[award.level].append(win.micros)

    def write(self, *requests: Request) -> None:
        """All of them in one commit; a refusal would be a fault of the simulation."""
        for outcome in self.manager.ask_all(requests):
            if isinstance(outcome, InputError):
                raise outcome

    def next_id(self) -> str:
        return f"simulated {next(self.ids)}"


def draw_gap(random: Random, chance: float) -> int:
    """Wagers up to and with the next award: geometric."""
    return 1 + int(log(1 - random.random()) / log1p(-chance))


def average(amounts: Sequence[int]) -> Fraction:
    return Fraction(sum(amounts), len(amounts) * 1_000_000)

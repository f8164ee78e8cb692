"""How a bet is settled: what it may see, and what comes out.

A bet sees only the line that a look falls on, the order between two looks, the stakes and the
choices: never a card. So its result is a function of a few cells, which is what lets one engine
count any game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from pitboss.base.error import InputError
from pitboss.base.odds import EVEN, LOSE, PUSH, Kind, Pay
from pitboss.cards import Ranking
from pitboss.rules.paytable import Paytable, Shape
from pitboss.rules.record import Place
from pitboss.rules.step import Slot


@dataclass(frozen=True)
class Look:
    """Cards judged by a ranking; more cards than it keeps means the best of them."""

    ranking: Ranking
    cards: tuple[Slot, ...]
    ruled_out: tuple[str, ...] = ()
    """Lines that it is known not to be on while a card is hidden: a peek found nothing."""


@dataclass(frozen=True)
class Highest:
    """The highest of several hands, whoever holds it."""

    ranking: Ranking
    hands: tuple[tuple[Slot, ...], ...]


Looks = Mapping[str, Look | Highest]


@dataclass(frozen=True)
class Stake:
    """What lies on a bet, in units of its wager: by what the seat has chosen, never by a card."""

    units: int = 1
    """What lies there before the cards."""
    questions: tuple[str, ...] = ()
    """Decisions whose money is added to it, or taken back from it."""
    at_risk: bool = True
    """Whether it is lost with the bet; a bonus is paid on it and has nothing of its own to lose."""
    rule: Callable[[Place], int] | None = None
    """Where units and questions do not say it: how many units lie there."""

    def on(self, place: Place, wager: str) -> Fraction:
        """The money of a seat on a bet of the wager; none where the bet never came about."""
        laid = place.wagers.get(wager, NO_MONEY)
        if self.rule:
            return laid * self.rule(place)
        units: int | Fraction = self.units
        for question in self.questions:
            if option := place.choices.get(question):
                units = units + option.stake if units else option.stake
        return laid if units == 1 else laid * units


NO_MONEY = Fraction(0)
WHOLE = Stake()
"""The wager's own stake: what lies on a bet that declares nothing else."""
BONUS = Stake(at_risk=False)


def raised(*questions: str) -> Stake:
    """The money that was added at these decisions, and nothing before."""
    return Stake(0, questions)


class Judge(Protocol):
    """Answers the two questions a bet may ask about looks."""

    def line(self, look: str, lines: tuple[str, ...]) -> str | None: ...

    def order(self, one: str, other: str) -> int: ...


class Result(NamedTuple):
    """A settled bet. It wins `pay` on `base`; `stake` is the money that was at risk."""

    name: str
    stake: Fraction
    pay: Pay
    base: Fraction

    def net(self, meters: Mapping[str, Fraction]) -> Fraction:
        return self.pay.net(self.base, meters)


FOLD = "fold"
"""The option that gives a hand up, and the result of a bet that is lost by it."""
NOTHING = Result("", NO_MONEY, PUSH, NO_MONEY)


class Sight(NamedTuple):
    """All that one seat's bet may see."""

    place: Place
    settings: Mapping[str, str | bool | int]
    seats: int
    """How many seats are in the round."""
    judge: Judge
    wager: str
    look: str
    shape: Shape | None
    tables: tuple[Paytable, ...]
    stake: Fraction
    """What lies on the bet, as its definition declares; of a bonus, what it is paid on."""

    @property
    def wagered(self) -> Fraction:
        """What was put down for the wager before the cards."""
        return self.place.wagers.get(self.wager, NO_MONEY)

    def chose(self, *options: str) -> bool:
        return self.place.chose(*options)

    def setting(self, name: str) -> str | bool | int:
        return self.settings[name]

    def is_in(self, look: str, line: str) -> bool:
        return self.judge.line(look, (line,)) is not None

    def line(self, look: str, *lines: str) -> str | None:
        return self.judge.line(look, lines)

    def order(self, one: str, other: str) -> int:
        """1 if the first look is higher, 0 if equal, -1 if lower."""
        return self.judge.order(one, other)

    # -- results -------------------------------------------------------------------------------

    def win(self, *, name: str = "win", pay: Pay = EVEN) -> Result:
        return Result(name, self.stake, pay, self.stake)

    def push(self, *, name: str = "push") -> Result:
        return Result(name, self.stake, PUSH, self.stake)

    def lose(self, *, name: str = "lose") -> Result:
        return Result(name, self.stake, LOSE, self.stake)

    def duel(self, one: str, other: str, *, pay: Pay = EVEN) -> Result:
        """Win, push or lose by the order of two looks."""
        order = self.order(one, other)
        if order > 0:
            return self.win(pay=pay)
        return self.push(name="tie") if order == 0 else self.lose()

    def pay(self, *, column: int | None = None, look: str = "") -> Result:
        """By the wager's paytable, of its own look or of another one; a hand on no line loses."""
        table, line = self._table_line(column, look)
        return self.win(name=line, pay=table.pays[line]) if line else self.lose()

    def bonus(self) -> Result:
        """By the wager's paytable, on top of another bet: nothing of its own is at risk."""
        table, line = self._table_line(None, "")
        if not line:
            return NOTHING
        pay = table.pays[line]
        if pay.kind is not Kind.TO:
            raise InputError(f"{table.id}: a bonus has no stake of its own and pays 'to 1', not {pay}")
        return Result(line, NO_MONEY, pay, self.stake)

    def _table_line(self, column: int | None, look: str) -> tuple[Paytable, str | None]:
        if self.shape is None:
            raise InputError(f"the wager {self.wager!r} has no paytable to pay by")
        for table in self.tables:
            if table.hands == column:
                break
        else:
            raise InputError(f"no paytable of {self.wager!r} is for {column or 'any number of'} hands")
        line = self.judge.line(look or self.look, self.shape.allowed)
        if line is None or line in table.pays:
            return table, line
        return table, paid_line(self.shape.ranking, line, table)


def paid_line(ranking: Ranking, line: str, table: Paytable) -> str | None:
    """The narrowest paid line that also holds this one: a royal where only straight flushes are listed."""
    atoms = ranking.line(line)
    holding = [name for name in table.pays if atoms <= ranking.line(name)]
    return min(holding, key=lambda name: len(ranking.line(name)), default=None)


Bet = Callable[[Sight], Result]

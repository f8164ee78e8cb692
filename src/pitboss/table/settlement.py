"""Settling: which bets of a seat can be settled now, and the money that moves when they are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pitboss.base.money import CENT
from pitboss.base.odds import Kind
from pitboss.rules import Game, Highest, Place, Result, Round
from pitboss.rules.envy import Envy, envies, envy_lines
from pitboss.rules.judge import OpenJudge, UnsettledError
from pitboss.rules.record import Award
from pitboss.table import event, meter
from pitboss.table.meter import Claim, MeterLevel, Meters
from pitboss.table.money import HOUSE, METER, TOKES, TRAY, Money, chips_of, pot_of, rides_on, toke_pot
from pitboss.table.setup import TOKE_PAYOUT_MICROS, Setup


class ReadySettlement(NamedTuple):
    """A bet whose outcome is certain."""

    seat: int
    wager: str
    bet: str
    result: Result


@dataclass(repr=False)
class Settlement:
    """The open bets of a round, and how they are paid."""

    setup: Setup
    round: Round
    owners: dict[int, str]
    money: Money
    meters: Meters
    left: dict[int, dict[str, str]] = field(default_factory=dict)
    """The wager of each bet that is still open, by seat, in the house's order."""
    won_micros: dict[str, int] = field(default_factory=dict)
    """What each bet has won by its paytable so far in the round, for limits on a round's payout."""
    closed: Mapping[str, int] = field(default_factory=dict)
    """Hands that only their seat has seen: nobody else gets anything for them."""
    judges: dict[int, OpenJudge] = field(default_factory=dict)
    """By seat; forgotten with every move."""
    held: set[tuple[int, str]] = field(default_factory=set)
    paid_micros: dict[tuple[int, str], int] = field(default_factory=dict)
    """What each bet was paid, its stake included, by seat and bet."""
    tokes: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """What lies for the dealer, by seat and wager."""
    collected: frozenset[str] = frozenset()
    """Wagers that the dealer took when they were counted: the house's money from then on."""
    refused: set[tuple[int, str]] = field(default_factory=set)
    """Hands that nobody verified, by seat and wager: they win nothing, and bring nobody envy."""

    def __post_init__(self) -> None:
        for place in self.round.places:
            self.left[place.number] = {
                bet: wager for bet, wager in self.setup.wager_of.items() if place.wagers.get(wager)
            }

    @property
    def game(self) -> Game:
        return self.setup.game

    def judge(self, place: Place) -> OpenJudge:
        """Whoever asks about the seat's hands while the cards lie as they do."""
        found = self.judges.get(place.number)
        if found is None:
            found = self.judges[place.number] = OpenJudge(self.game.looks(self.round, place))
        return found

    # -- what can be settled ---------------------------------------------------------------------

    def ready(self, place: Place, bets: Iterable[str] = ()) -> tuple[list[ReadySettlement], list[str]]:
        """The bets that can be settled now, of these or of all that are left; and those that must wait."""
        wanted = tuple(bets)
        judge = self.judge(place)
        ready, waiting = [], []
        for bet, wager in self.left[place.number].items():
            if wanted and bet not in wanted:
                continue
            try:
                result = self.game.settle_bet(self.round, place, wager, bet, judge)
            except UnsettledError:
                waiting.append(bet)
            else:
                ready.append(ReadySettlement(place.number, wager, bet, result))
        return ready, waiting

    def is_idle(self, ready: Sequence[ReadySettlement]) -> bool:
        """Whether none of these bets came about, as a second hand without a split; and no money waits."""
        if any(one.result.stake or one.result.base for one in ready):
            return False
        closing = {one.bet for one in ready}
        return not any(
            self.money.balances[pot_of(one.seat, one.wager)]
            and closing.issuperset(bet for bet, wager in self.left[one.seat].items() if wager == one.wager)
            for one in ready
        )

    def strike(self, ready: Iterable[ReadySettlement]) -> None:
        """Close bets that never came about."""
        for one in ready:
            del self.left[one.seat][one.bet]

    # -- paying ----------------------------------------------------------------------------------

    def settle(self, bets: Iterable[ReadySettlement]) -> Iterator[tuple[event.Event, Award | None]]:
        """Meters are asked first: where one refuses, nothing has been paid yet."""
        going = tuple(bets)
        levels = {ready.bet: self.level_of(ready) for ready in going}
        taken = {one.bet: self._take(one, level) for one in going if (level := levels[one.bet])}
        for ready in going:
            del self.left[ready.seat][ready.bet]
            if ready.result.stake or ready.result.base:
                yield self._pay(ready, taken.get(ready.bet))
            if ready.seat in self.tokes:
                yield from ((settled, None) for settled in self._settle_toke(ready))
            if ready.wager not in self.left[ready.seat].values():
                yield from ((returned, None) for returned in self._return_rest(ready.seat, ready.wager))

    def level_of(self, ready: ReadySettlement) -> MeterLevel | None:
        """The meter that pays the bet; none where the tray does, or nobody."""
        result = ready.result
        if not (result.stake and result.pay.amount):
            return None
        return self.meters.level_of(ready.seat, ready.bet, ready.wager, result.pay)

    def _take(self, ready: ReadySettlement, level: MeterLevel) -> meter.MeterPayment:
        pay = ready.result.pay
        share = pay.amount if pay.kind is Kind.METER else Fraction(0)
        taken = self.meters.award(level, share, self._claim(ready))
        if not taken.paid_micros:
            self.refused.add((ready.seat, ready.wager))
        return taken

    def _pay(
        self, ready: ReadySettlement, taken: meter.MeterPayment | None
    ) -> tuple[event.Event, Award | None]:
        result, player = ready.result, chips_of(self.owners[ready.seat])
        pot = pot_of(ready.seat, ready.wager)
        stake = in_micros(result.stake)
        base = stake if result.base is result.stake else in_micros(result.base)
        award, withheld = None, 0
        is_taken = ready.wager in self.collected
        if taken:
            self.money.move(pot, TRAY, 0 if is_taken else stake)
            if not taken.is_owed:
                self.money.move(METER, player, taken.paid_micros)
                self.money.move(HOUSE, METER, taken.seeded_micros)
            payout = taken.paid_micros
            award = Award(ready.seat, ready.bet, payout)
        else:
            won, withheld = self._limited(ready, won_micros(result, base))
            payout = stake + won
            if is_taken:
                self.money.move(TRAY, player, payout)
            elif won >= 0:
                self.money.move(pot, player, stake)
                self.money.move(TRAY, player, won)
            else:
                self.money.move(pot, TRAY, -won)
                self.money.move(pot, player, payout)
        self.paid_micros[ready.seat, ready.bet] = payout
        settled = event.BetSettled(
            ready.seat,
            ready.bet,
            result.name,
            stake,
            result.pay,
            base,
            payout,
            withheld,
            is_owed=bool(taken and taken.is_owed),
        )
        return settled, award

    def _settle_toke(self, ready: ReadySettlement) -> Iterator[event.Event]:
        """A toke goes the way of the bet it lies beside, whatever that bet's own limits are."""
        stake = self.tokes[ready.seat].get(ready.wager, 0)
        if not stake or ready.bet != rides_on(self.game.wagers[ready.wager]):
            return
        pot = toke_pot(ready.seat, ready.wager)
        full = won_micros(ready.result, stake)
        won = min(full, TOKE_PAYOUT_MICROS)
        self.money.move(pot, TOKES, stake + min(won, 0))
        self.money.move(pot, TRAY, -min(won, 0))
        self.money.move(TRAY, TOKES, max(won, 0))
        name, pay = ready.result.name, ready.result.pay
        yield event.TokeSettled(ready.seat, ready.bet, name, stake, pay, stake + won, full - won)

    def _claim(self, ready: ReadySettlement) -> Claim:
        """The cards that the bet looks at, the seat's own and those it shares."""
        look = self.game.looks(self.round, self.round.place(ready.seat))[self.game.wagers[ready.wager].look]
        hands = look.hands if isinstance(look, Highest) else (look.cards,)
        return Claim(ready.seat, ready.result.name, " ".join(str(slot) for hand in hands for slot in hand))

    def _limited(self, ready: ReadySettlement, won: int) -> tuple[int, int]:
        """A win within the limit on what the bet may win by its paytable in one round; and what is kept."""
        limit = self.setup.aggregate_micros(ready.wager)
        if limit is None or won <= 0 or not self.setup.is_prize(ready.wager, ready.result.name):
            return won, 0
        allowed = max(0, min(won, limit - self.won_micros.get(ready.bet, 0)))
        self.won_micros[ready.bet] = self.won_micros.get(ready.bet, 0) + allowed
        return allowed, won - allowed

    def _return_rest(self, seat: int, wager: str) -> Iterator[event.Event]:
        pot = pot_of(seat, wager)
        rest = self.money.balances[pot]
        if rest:
            self.money.move(pot, chips_of(self.owners[seat]), rest)
            yield event.StakeReturned(seat, wager, rest)

    # -- envy ------------------------------------------------------------------------------------

    @cached_property
    def envy_wagers(self) -> tuple[str, ...]:
        return tuple(
            wager
            for wager, tables in self.game.chosen.items()
            if tables and tables[0].envy_micros and any(place.has(wager) for place in self.round.places)
        )

    def envy_hands(self, place: Place) -> Iterator[event.EnvyHandKept]:
        """The seat's hand, if others get envy for it: it stays open."""
        if place.hand in self.closed:
            return
        for wager in self.envy_wagers:
            line = envy_lines(self.game, self.round, wager, self.judge, (place,)).get(place.number)
            if line and any(other.has(wager) for other in self.round.places if other is not place):
                yield event.EnvyHandKept(place.number, wager, line)

    def envies(self) -> Iterator[Envy]:
        shown = tuple(place for place in self.round.places if place.hand not in self.closed)
        for wager in self.envy_wagers:
            right = tuple(place for place in shown if (place.number, wager) not in self.refused)
            yield from envies(self.game, self.round, wager, self.judge, right, owners=self.owners)

    def pay_envy(self, envy: Envy) -> event.EnvyPaid:
        self.money.move(TRAY, chips_of(self.owners[envy.seat]), envy.micros)
        return event.EnvyPaid(envy.seat, envy.wager, envy.holder, envy.line, envy.micros)


def won_micros(result: Result, base: int) -> int:
    """What a fixed pay on the base wins beyond the stake, cut to whole cents."""
    amount = result.pay.amount
    paid = base * amount.numerator // amount.denominator // CENT * CENT
    return paid if result.pay.kind is Kind.TO else paid - base


def in_micros(dollars: Fraction) -> int:
    """Whole cents; a fraction of one that odds leave over stays with the house."""
    return dollars.numerator * 100 // dollars.denominator * CENT

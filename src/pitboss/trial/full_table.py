"""A table of several seats with the same wagers: envy at one of them, and what the house wins of all.

A round is one shuffle, so rounds are independent and their variances add; seats of one round are not. What
the hands of others bring a seat is envy; to the house it is a cost of the hand that brings it. Of a meter the
house pays the seeds and what every wager feeds; what was fed goes to the players in any case.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitboss.analysis.analysis import Terms, analyze, usual_terms
from pitboss.analysis.fit import draws
from pitboss.analysis.highest import Interval
from pitboss.analysis.seat import SeatAnalysis, analyze_seat, solve_jointly
from pitboss.base.error import InputError
from pitboss.base.odds import Kind
from pitboss.rules import Game
from pitboss.rules.paytable import Level
from pitboss.shape.tally import Outcome, net
from pitboss.simulation.money import envy_of
from pitboss.trial.neighbour import Joint, Moments, certain, find_moments
from pitboss.trial.preparing import TrialTable, make_ready


@dataclass(frozen=True)
class FullTable:
    """One unit on each of these wagers at every seat; what the house wins of a round."""

    seats: int
    wagers: tuple[str, ...]
    expected: Fraction
    variance: Interval
    correlation: Interval
    """Of what two seats win."""
    method: str

    def deviation(self, rounds: int) -> tuple[float, float]:
        """Of the sum over n rounds: where it lies, or twice the same where it is exact."""
        return sqrt(self.variance.low * rounds), sqrt(self.variance.high * rounds)


@dataclass(frozen=True)
class SeatMoney:
    """What a joint outcome of a seat means: to its player, to each other player, to the house."""

    game: Game
    wagers: tuple[str, ...]
    meters: Mapping[str, Fraction]
    """Where they stand: at their averages."""

    def won(self, joint: Joint) -> Fraction:
        return sum((net(outcome, self.meters) for outcome in joint), Fraction(0))

    def envy(self, joint: Joint) -> Fraction:
        placed = zip(self.wagers, joint, strict=True)
        return sum((envy_of(self.game, wager, outcome) for wager, outcome in placed), Fraction(0))

    def paid(self, joint: Joint) -> Fraction:
        """What the house loses, a meter's seeds and feeds in place of its awards; envy apart."""
        found = Fraction(0)
        for levels, outcome in zip(self.levels, joint, strict=True):
            found += sum((level.contribution + level.reserve for level in levels.values()), Fraction(0))
            for result in outcome:
                is_whole = result.pay.kind is Kind.METER and result.pay.amount == 1
                seed = levels.get(result.pay.level, Level()).seed if is_whole else Fraction(0)
                found += result.net({result.pay.level: seed})
        return found

    @cached_property
    def levels(self) -> list[Mapping[str, Level]]:
        return [usual_terms(self.game, self.game.chosen.get(wager, ())).levels for wager in self.wagers]


def analyze_table(game: Game, wagers: tuple[str, ...], seats: int) -> tuple[SeatAnalysis | None, FullTable]:
    """One seat with the envy of the others, if its wagers are counted together; and all of the seats."""
    TrialTable(game, wagers, seats)
    seat: SeatAnalysis | None = None
    joint: Mapping[tuple[Outcome, ...], int] = {}
    if not any(draws(game, wager) for wager in wagers):
        seat, joint = analyze_seat(game, wagers), solve_jointly(game, wagers).joint
    ready = make_ready(TrialTable(game, wagers, seats=2))
    money = SeatMoney(game, wagers, seat.figures.meters if seat else {})

    def cost(one: Joint) -> Fraction:
        return money.paid(one) + (seats - 1) * money.envy(one)

    if seats > 1 and any(map(money.envy, joint)) and seat:
        found = find_moments(ready, (cost, money.won, money.envy))
        seat = with_envy(seat, found, seats - 1)
    else:
        found = find_moments(ready, (cost,))
    found_apart = [analyze(game, wager, replace(terms_of(game, wager), players=seats)) for wager in wagers]
    mean = sum((analysis.house_advantage for analysis in found_apart), Fraction(0))
    square = found.own[0][0]
    if joint:
        lost, squared = (
            sum((ways * cost(one) ** power for one, ways in joint.items()), Fraction(0)) / sum(joint.values())
            for power in (1, 2)
        )
        assert not ready.by_rules or found.first[0].middle == lost, "both ways of counting agree"
        square = certain(squared)
    return seat, make_table(seats, wagers, mean, square, found)


def make_table(
    seats: int, wagers: tuple[str, ...], mean: Fraction, square: Interval, found: Moments
) -> FullTable:
    """`mean` is what the house wins at a seat, `square` the average of its square."""
    pair = found.pair[0][0]
    own, shared = ((each.low - mean**2, each.high - mean**2) for each in (square, pair))
    low, high = (seats * one + seats * (seats - 1) * two for one, two in zip(own, shared, strict=True))
    miss = max(pair.miss if seats > 1 else 0.0, square.miss)
    correlation = Interval(shared[0] / (own[1] if shared[0] > 0 else own[0]), shared[1] / own[0], pair.miss)
    method = found.method if miss else "counted"
    return FullTable(
        seats, wagers, mean * seats, Interval(max(low, Fraction(0)), high, miss), correlation, method
    )


def with_envy(seat: SeatAnalysis, found: Moments, others: int) -> SeatAnalysis:
    """The same seat, and what the hands of n other players bring it."""
    (_, won, envy), own, pair = (moment.middle for moment in found.first), found.own, found.pair
    if found.pair[0][0].miss:
        raise InputError("the envy of others has too many deals to be counted: leave the wager with envy out")
    assert won == seat.figures.expected_net, "both ways of counting agree"
    alone = own[2][2].middle - envy**2
    of_envy = others * alone + others * (others - 1) * (pair[2][2].middle - envy**2)
    with_own = 2 * others * (pair[1][2].middle - won * envy)
    return replace(
        seat,
        figures=replace(seat.figures, extra=others * envy),
        variance=seat.variance + of_envy + with_own,
        apart=seat.apart + others * alone,
        others=others,
    )


def terms_of(game: Game, wager: str) -> Terms:
    return usual_terms(game, game.chosen.get(wager, ()))

"""What many sessions say of one: how often it ends in ruin or ahead, how deep it falls, what is left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError, Parameter, ParameterError
from pitboss.simulation.estimate import Range, mean_range, share_range
from pitboss.simulation.money import common
from pitboss.simulation.session import SessionChunk, SessionTerms
from pitboss.trial.preparing import Ready

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


@dataclass(frozen=True)
class Pocket:
    """What a player brings and how long the player stays, in dollars."""

    bankroll: Fraction
    bets: Mapping[str, Fraction]
    """On each wager."""
    rounds_an_hour: int
    hours: Fraction
    goal: Fraction = Fraction(0)
    """Ahead by so much, the player leaves; 0 for never."""

    @property
    def rounds(self) -> int:
        return int(self.rounds_an_hour * self.hours)


@dataclass(frozen=True)
class Outlook:
    """Of one session, from many; money in dollars."""

    sessions: int
    ruin: Range
    ahead: Range
    even: Range
    result: Range
    rounds: Fraction
    """How long a session lasted on average."""
    expected: Fraction | None
    """By Wald's equation: the exact net of a round times the rounds that were played."""
    result_percentiles: Mapping[int, float]
    fall_percentiles: Mapping[int, float]


def session_terms(ready: Ready, pocket: Pocket, count: int) -> SessionTerms:
    """A session in whole numbers."""
    if count < 2:
        raise InputError("play at least two sessions: one says nothing of its like")
    wagers = list(ready.worths)
    missing = [wager for wager in wagers if pocket.bets.get(wager, Fraction(0)) <= 0]
    if missing:
        much = f"how much is bet on {missing[0]}? Give it as "
        raise ParameterError(much, Parameter("bet"), f" {missing[0]}=5")
    unit, worths = common([ready.worths[wager] for wager in wagers], [pocket.bets[wager] for wager in wagers])
    unit, factor = scale(unit, pocket)
    initial = sum(
        (pocket.bets[wager] * ready.table.game.wagers[wager].stakes for wager in wagers), Fraction(0)
    )
    return SessionTerms(
        count=count,
        rounds=pocket.rounds,
        unit=unit,
        bankroll=int(pocket.bankroll * unit),
        needed=int(initial * unit),
        nets=total(factor, [worth.nets for worth in worths]),
        envies=total(factor, [worth.envies for worth in worths]),
        goal=int(pocket.goal * unit),
        bets={wager: pocket.bets[wager] for wager in wagers} if ready.by_rules else {},
        chunk_rounds=ready.prepared.program.chunk_rounds,
    )


def scale(unit: int, pocket: Pocket) -> tuple[int, int]:
    """A unit in which bankroll and goal are whole too."""
    factor = 1
    for amount in (pocket.bankroll, pocket.goal, *pocket.bets.values()):
        factor = np.lcm(factor, (amount * unit).denominator)
    return int(unit * factor), int(factor)


def total(factor: int, arrays: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    found = np.sum(np.stack(arrays), axis=0) * factor
    assert int(np.abs(found).max(initial=0)) < 1 << 44, "a session adds up within 63 bits"
    whole: NDArray[np.int64] = found.astype(np.int64)
    return whole


def exact_net(ready: Ready, pocket: Pocket) -> Fraction | None:
    """What a round takes from the player on average, exactly; None if some wager cannot be counted."""
    net = Fraction(0)
    for wager in ready.worths:
        exact = ready.exact[wager]
        if exact.advantage is None or exact.slack:
            return None
        net -= exact.advantage * pocket.bets[wager]
    return net


def look_ahead(
    played: SessionChunk, terms: SessionTerms, expected: Fraction | None, confidence: float
) -> Outlook:
    """`expected` is the exact net of a round."""
    count = len(played.results)
    results = played.results
    mean = Fraction(sum(int(one) for one in results), count * terms.unit)
    deviation = float(np.std(results.astype(np.float64), ddof=1)) / terms.unit
    rounds = Fraction(int(played.lasted.sum(dtype=np.int64)), count)
    return Outlook(
        count,
        share_range(int(played.ruined.sum()), count, confidence),
        share_range(int((results > 0).sum()), count, confidence),
        share_range(int((results == 0).sum()), count, confidence),
        mean_range(mean, deviation / sqrt(count), confidence),
        rounds,
        None if expected is None else expected * rounds,
        percentiles(results, terms.unit),
        percentiles(played.falls, terms.unit),
    )


def percentiles(values: NDArray[np.int64], unit: int) -> dict[int, float]:
    found = np.percentile(values, PERCENTILES, method="inverted_cdf")
    return {percent: float(value) / unit for percent, value in zip(PERCENTILES, found, strict=True)}

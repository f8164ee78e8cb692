"""What many sessions say of one: how often it ends in ruin or ahead, how deep it falls, what is left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError, Parameter, ParameterError
from pitboss.simulation.estimate import Range, mean_range, share_range
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
    missing = [wager for wager in ready.worths if pocket.bets.get(wager, Fraction(0)) <= 0]
    if missing:
        much = f"how much is bet on {missing[0]}? Give it as "
        raise ParameterError(much, Parameter("bet"), f" {missing[0]}=5")
    bets = {wager: pocket.bets[wager] for wager in ready.worths}
    unit = lcm(
        *(worth.unit * bets[wager].denominator for wager, worth in ready.worths.items()),
        *(amount.denominator for amount in (pocket.bankroll, pocket.goal, *pocket.bets.values())),
    )
    times = {wager: int(unit * bets[wager] / worth.unit) for wager, worth in ready.worths.items()}
    initial = sum((bet * ready.table.game.wagers[wager].stakes for wager, bet in bets.items()), Fraction(0))
    return SessionTerms(
        count=count,
        rounds=pocket.rounds,
        unit=unit,
        bankroll=int(pocket.bankroll * unit),
        needed=int(initial * unit),
        nets=total([worth.nets * times[wager] for wager, worth in ready.worths.items()]),
        envies=total([worth.envies * times[wager] for wager, worth in ready.worths.items()]),
        goal=int(pocket.goal * unit),
        bets=bets if ready.by_rules else {},
        chunk_rounds=ready.prepared.program.chunk_rounds,
    )


def total(arrays: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.sum(arrays, axis=0, dtype=np.int64)
    assert int(np.abs(found).max(initial=0)) < 1 << 44, "a session adds up within 63 bits"
    return found


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

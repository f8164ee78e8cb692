"""What the joint cells are worth: whole numbers of a common unit, made once; the rounds themselves know no
money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.base.money import as_dollars
from pitboss.base.odds import Kind
from pitboss.rules import Game
from pitboss.shape.tally import Outcome, net, staked

LARGEST = 1 << 40
"""Of a cell's worth: two million rounds of it still add up within 63 bits."""
Meters = Mapping[str, Fraction]


@dataclass(frozen=True)
class WagerMoney:
    """One wager, cell by cell, in units of `1 / unit` of the wager."""

    wager: str
    unit: int
    nets: NDArray[np.int64]
    stakes: NDArray[np.int64]
    envies: NDArray[np.int64]
    """What the cell brings to each other seat with the wager."""
    hits: NDArray[np.bool_]
    """Where the wager comes out ahead, awards from a meter included."""
    awards: NDArray[np.bool_]
    """Where a meter pays."""

    def pooled(self, seats: int) -> NDArray[np.int64]:
        """Of all seats together: the envy that a hand brings is counted where the hand is."""
        return self.nets + (seats - 1) * self.envies


def weigh(
    game: Game, wager: str, outcomes: Sequence[Outcome], meters: Meters, *, unit: int | None = None
) -> WagerMoney:
    """The worth of every cell with the meters standing still, in a unit that is given or fits."""
    apart, numbers = tell_apart(outcomes)
    nets = [net(outcome, meters) for outcome in apart]
    stakes = [staked(outcome) for outcome in apart]
    envies = [envy_of(game, wager, outcome) for outcome in apart]
    amounts = {*nets, *stakes, *envies}
    if unit is None:
        unit = lcm(*(value.denominator for value in amounts))
    elif any(unit % value.denominator for value in amounts):
        raise InputError(f"{wager}: a pay is no whole number of 1/{unit:,} of the bet; round it")
    if max((abs(value) for value in amounts), default=Fraction(0)) * unit >= LARGEST:
        raise InputError("these pays are too large to be added up in whole numbers")
    awards = np.array([is_award(outcome) for outcome in apart], np.bool_)
    return WagerMoney(
        wager,
        unit,
        whole(nets, unit)[numbers],
        whole(stakes, unit)[numbers],
        whole(envies, unit)[numbers],
        (np.array([value > 0 for value in nets], np.bool_) | awards)[numbers],
        awards[numbers],
    )


def tell_apart(outcomes: Sequence[Outcome]) -> tuple[list[Outcome], NDArray[np.int64]]:
    """The objects among the outcomes of cells, each once, and which of them is each cell's: most cells have
    the same few."""
    number_of: dict[int, int] = {}
    numbers = [number_of.setdefault(id(outcome), len(number_of)) for outcome in outcomes]
    return list({id(outcome): outcome for outcome in outcomes}.values()), np.array(numbers, np.int64)


def envy_of(game: Game, wager: str, outcome: Outcome) -> Fraction:
    """What an outcome brings each other seat with the wager."""
    tables = [table for table in game.chosen.get(wager, ()) if table.envy_micros]
    return sum(
        (as_dollars(table.envy_micros.get(result.name, 0)) for table in tables for result in outcome),
        Fraction(0),
    )


def whole(values: Sequence[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(value * unit) for value in values], np.int64)


def is_award(outcome: Outcome) -> bool:
    return any(result.pay.kind is Kind.METER for result in outcome)

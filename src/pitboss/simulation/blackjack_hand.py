"""A hand of blackjack as the state of a little machine: every multiset of values that is not bust, and what a
further card makes of it. A policy is a table of actions by such states."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.totals import BEST, VALUES, Held, hold

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
BUST = -1
Values = tuple[int, ...]
"""Cards by value, aces as 0, ascending."""


@dataclass(frozen=True)
class HandMachine:
    hands: tuple[Values, ...]
    """The cards of each state; the first state holds none."""
    following: NDArray[np.int16]
    """`following[state * 10 + value]`: the state with one card more, or -1 if that is bust."""

    @cached_property
    def number(self) -> dict[Values, int]:
        return {hand: number for number, hand in enumerate(self.hands)}

    @cached_property
    def held(self) -> tuple[Held, ...]:
        return tuple(hold(hand) for hand in self.hands)

    @cached_property
    def totals(self) -> NDArray[np.int8]:
        return np.array([held.total for held in self.held], np.int8)

    @cached_property
    def is_soft(self) -> NDArray[np.int8]:
        return np.array([held.is_soft for held in self.held], np.int8)

    def after(self, state: int, value: int) -> int:
        return int(self.following[state * len(VALUES) + value])


@cache
def make_machine() -> HandMachine:
    """Hands in the order in which they are reached, one card at a time; the same for every game."""
    number: dict[Values, int] = {(): 0}
    following: list[int] = []
    pending: list[Values] = [()]
    for hand in pending:
        for value in VALUES:
            longer = tuple(sorted((*hand, value)))
            if hold(longer).total > BEST:
                following.append(BUST)
                continue
            if longer not in number:
                number[longer] = len(number)
                pending.append(longer)
            following.append(number[longer])
    return HandMachine(tuple(number), np.array(following, np.int16))


@dataclass(frozen=True)
class BlackjackPolicy:
    """`first[up, state]` for hands that are not split, `split[pair, up, state]` for those that are."""

    name: str
    machine: HandMachine
    first: NDArray[np.int8]
    split: NDArray[np.int8]
    goals: NDArray[np.int8]
    """`goals[pair, up]`: up to how many hands a pair is split again."""
    insures: bool = False
    house_advantage: Fraction | None = None
    """Exact, where this way of playing can be counted."""


def blank_tables(machine: HandMachine) -> tuple[NDArray[np.int8], ...]:
    states, ups = len(machine.hands), len(VALUES)
    return (
        np.zeros((ups, states), np.int8),
        np.zeros((ups, ups, states), np.int8),
        np.full((ups, ups), 2, np.int8),
    )

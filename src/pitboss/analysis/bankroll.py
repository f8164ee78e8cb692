"""Ruin: how likely a bankroll is lost within n rounds, or before it has grown to a goal.

The chance of every bankroll is followed round by round from the exact distribution of a round. All numbers
are chances: they are multiplied and added, never subtracted, so every rounding is a small part of what it
rounds, and the parts add up to a bound that is stated. Bankrolls that cannot be ruined are not followed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm

import numpy as np

from pitboss.base.error import InputError

MOST_STATES = 1 << 20
MOST_WORK = 20_000_000_000
"""Products of chances: some ten seconds' worth."""
SETTLED = 1e-12
"""Of sessions that have not ended: without a limit of rounds, fewer are not followed."""
ROUNDING = 2.0**-52


@dataclass(frozen=True)
class BankrollRuin:
    """The chance of ruin lies between `low` and `high`, and that of the goal between its ends."""

    low: float
    high: float
    goal_low: float
    goal_high: float
    rounds: int
    """That were followed."""


def find_ruin(
    chances: Mapping[Fraction, Fraction],
    *,
    bankroll: Fraction,
    needed: Fraction,
    rounds: int | None = None,
    goal: Fraction | None = None,
) -> BankrollRuin:
    """Of a session of n rounds, or of any number if it ends at a goal.

    `chances` are those of each net result of a round. The session is ruined when what is left does not cover
    what is `needed` for a next round, and ends when it is ahead by the `goal`.
    """
    if rounds is None and goal is None:
        raise InputError("give a number of rounds, or a goal at which the player leaves")
    if bankroll < needed:
        raise InputError("the bankroll does not cover the wagers of one round")
    if (rounds is not None and rounds < 1) or (goal is not None and goal <= 0):
        raise InputError("rounds and goal are numbers above 0")
    unit = lcm(*(net.denominator for net in chances))
    step = gcd(*(int(net * unit) for net in chances)) or 1
    steps = {int(net * unit) // step: float(chance) for net, chance in chances.items() if chance}
    least = ceil((needed - bankroll) * unit / step)
    loss = max(0, -min(steps))
    top = ceil(goal * unit / step) if goal is not None else least + (rounds or 0) * loss + 1
    states = min(top - least, MOST_STATES)
    if -least >= top - least:
        return BankrollRuin(0.0, 0.0, 0.0, 0.0, rounds or 0)
    if -least >= states:
        raise InputError("these are too many bankrolls to follow; ask for a smaller one")
    most = rounds if rounds is not None else MOST_WORK // (states * len(steps))
    if most * states * len(steps) > MOST_WORK:
        raise InputError(
            f"{most:,} rounds with {states:,} bankrolls are too many to follow; ask for fewer rounds"
        )
    return follow(steps, start=-least, states=states, whole=top - least, rounds=most, is_open=rounds is None)


def follow(
    steps: Mapping[int, float], *, start: int, states: int, whole: int, rounds: int, is_open: bool
) -> BankrollRuin:
    """Bankrolls by number, the least that goes on first; those from `whole` on are safe or at the goal."""
    alive = np.zeros(states)
    alive[start] = 1.0
    ruined = reached = lost = 0.0
    played = 0
    while played < rounds and not (is_open and alive.sum() < SETTLED):
        following = np.zeros(states)
        for net, chance in steps.items():
            if net < 0:
                ruined += chance * float(alive[:-net].sum())
                following[: max(states + net, 0)] += chance * alive[-net:]
            else:
                reached += chance * float(alive[max(whole - net, 0) :].sum())
                lost += chance * float(alive[max(states - net, 0) : max(whole - net, 0)].sum())
                following[net:] += chance * alive[: max(states - net, 0)]
        alive, played = following, played + 1
    left = lost + (float(alive.sum()) if is_open else 0.0)
    part = 1 + (played * (len(steps) + 4) + states) * ROUNDING
    return BankrollRuin(
        ruined / part,
        min((ruined + left) * part, 1.0),
        reached / part,
        min((reached + left) * part, 1.0),
        played,
    )

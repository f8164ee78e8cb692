"""A round of one seat as one machine: a further card, whoever draws it, is a step from state to state.

What the player holds, how the player goes on, and what the dealer holds matter only by how the next cards end
the round. So a state is what each of ten values leads to, and situations from which all ten lead to the same
are one state: thousands of hands against a hundred pairs of the dealer's come to some fifteen hundred states
for best play. Whether a card may be drawn is no matter of the machine.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.totals import ACES, BEST, NOTHING_HELD, STANDS, VALUES, Held
from pitboss.shape.drawing import DrawingRules
from pitboss.simulation.drawn_block import OPEN, REACHED, SPLITTING, STRIDE
from pitboss.simulation.drawn_runtime import (
    DEALER_NATURAL,
    DOUBLE,
    HIT,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURANCES,
    NATURAL,
    NOT_INSURED,
    SINGLE,
    SPLIT,
    SURRENDER,
    SURRENDERED,
    TWO_NATURALS,
)
from pitboss.simulation.hand_machine import BUST, DrawnPolicy

Table = NDArray[np.integer]
Row = tuple[int, ...]
"""What each value leads to."""
NO_PLAYER, GOES_ON = -2, BEST + 1
"""A plan is a total to stand on, `BUST`, no player at all, or from here on the number of a row of plans."""
DEALER_BUST_RANK, NATURAL_RANK = 0, BEST + 1


class Rows:
    """Equal rows get one number."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.numbers: dict[Row, int] = {}
        self.rows: list[Row] = []

    def number(self, row: Row) -> int:
        found = self.numbers.setdefault(row, self.first + len(self.rows))
        if found == self.first + len(self.rows):
            self.rows.append(row)
        return found

    def row(self, number: int) -> Row:
        return self.rows[number - self.first]


class Situation(NamedTuple):
    plan: int
    dealer: Held
    is_natural: bool = False
    is_doubled: bool = False
    insured: int = NOT_INSURED


class RoundMachine:
    def __init__(self, policy: DrawnPolicy, rules: DrawingRules) -> None:
        self.policy, self.rules, self.hands = policy, rules, policy.machine
        self.plans, self.states = Rows(GOES_ON), Rows(OPEN)
        self.plan_of: dict[tuple[int, int], int] = {}
        self.state_of: dict[Situation, int] = {}

    def tables(self) -> dict[str, Table]:
        """Where rounds start by their first four values, where the dealer starts alone, and all steps; a
        value that is none of the ten leads nowhere."""
        pairs = tuple(product(VALUES, VALUES))
        starts = [self.start(*own, *dealers) for own, dealers in product(pairs, pairs)]
        alone = [self.state(alone_with(above, under)) for above, under in pairs]
        count = OPEN + len(self.states.rows)
        steps = np.repeat(np.arange(count), STRIDE).reshape(count, STRIDE)
        steps[OPEN:, : len(VALUES)] = self.states.rows
        kind = np.dtype(np.uint16 if count <= 1 << 16 else np.uint32)
        passed_over = 0
        return {
            "dealers": np.array(alone).astype(kind),
            "starts": np.array([*starts, passed_over]).astype(kind),
            "steps": steps.astype(kind).ravel(),
        }

    def start(self, own: int, other: int, above: int, under: int) -> int:
        """The state of a round with these first cards."""
        hand = self.hands.after(self.hands.after(0, own), other)
        action = int(self.policy.first[above, hand])
        alone, insured = alone_with(above, under), NOT_INSURED
        if self.policy.insures and above == ACES:
            insured = INSURANCE_WON if alone.is_natural else INSURANCE_LOST
        end = end_of(self.rules, int(self.hands.totals[hand]) == BEST, alone.is_natural, action)
        if end is not None:
            return end * INSURANCES + insured
        if action == SPLIT:
            return SPLITTING + insured
        plan = self.double(hand) if action == DOUBLE else self.plan(above, hand)
        return self.state(alone._replace(plan=plan, is_doubled=action == DOUBLE, insured=insured))

    def plan(self, above: int, hand: int) -> int:
        """How the player goes on with a hand against an up card."""
        if hand == BUST:
            return BUST
        if self.policy.first[above, hand] != HIT:
            return int(self.hands.totals[hand])
        if (above, hand) not in self.plan_of:
            row = tuple(self.plan(above, self.hands.after(hand, value)) for value in VALUES)
            self.plan_of[above, hand] = self.plans.number(row)
        return self.plan_of[above, hand]

    def double(self, hand: int) -> int:
        """One card, and no more."""
        after = [self.hands.after(hand, value) for value in VALUES]
        return self.plans.number(
            tuple(BUST if hand == BUST else int(self.hands.totals[hand]) for hand in after)
        )

    def state(self, situation: Situation) -> int:
        if situation not in self.state_of:
            after = tuple(self.after(situation))
            self.state_of[situation] = self.states.number(after) if after else self.ended(situation)
        return self.state_of[situation]

    def after(self, situation: Situation) -> Iterator[int]:
        """The state after each card; none if nobody draws."""
        plan, dealer = situation.plan, situation.dealer
        if plan >= GOES_ON:
            for then in self.plans.row(plan):
                yield self.state(situation._replace(plan=then))
        elif plan != BUST and self.draws(dealer):
            for value in VALUES:
                yield self.state(situation._replace(dealer=dealer.plus(value)))

    def draws(self, dealer: Held) -> bool:
        is_soft_17 = dealer.total == STANDS and dealer.is_soft
        return dealer.total < STANDS or (self.rules.hits_soft_17 and is_soft_17)

    def ended(self, situation: Situation) -> int:
        """The state of a round in which nobody draws any more."""
        own, rank = situation.plan, dealer_rank(situation)
        assert REACHED + rank < OPEN
        if own == NO_PLAYER:
            return REACHED + rank
        level = 0 if own == BUST else 1 if own < rank else 2 if own == rank else 3
        return (SINGLE + 4 * situation.is_doubled + level) * INSURANCES + situation.insured


def alone_with(above: int, under: int) -> Situation:
    """The dealer's first two cards, and nobody against them."""
    held = NOTHING_HELD.plus(above).plus(under)
    return Situation(NO_PLAYER, held, held.total == BEST)


def dealer_rank(situation: Situation) -> int:
    """A bust ranks below every hand, a natural above all."""
    if situation.is_natural:
        return NATURAL_RANK
    return DEALER_BUST_RANK if situation.dealer.total > BEST else situation.dealer.total


def end_of(rules: DrawingRules, is_natural: bool, dealer_natural: bool, action: int) -> int | None:
    """How a round is over with its first cards, if it is."""
    if is_natural:
        return TWO_NATURALS if dealer_natural else NATURAL
    if action == SURRENDER and rules.early_surrender:
        return SURRENDERED
    if dealer_natural and rules.peeks:
        return DEALER_NATURAL
    if action == SURRENDER:  # a natural that was not looked for takes the whole stake all the same
        return SINGLE + 1 if dealer_natural else SURRENDERED
    return None

"""A round of one seat as one machine: a further card, whoever draws it, is a step from state to state.

What the player holds, how the player goes on, and what the dealer holds matter only by how the next cards end
the round. So a state is what each of ten values leads to, and situations from which all ten lead to the same
are one state: thousands of hands against a hundred pairs of the dealer's come to some fifteen hundred states
for best play. Whether a card may be drawn is no matter of the machine.

States below `SPLITTING` have ended, with the outcome and insurance; then come pairs that are split, with
their insurance; then what the dealer has reached, where that is all that is asked; and from `OPEN` on those
that draw. Outcomes are `SINGLE + 4 * doubled + (bust, lose, push, win)` for one hand, and for several
`SEVERAL + (stake - 2) * NETS + net + 8`.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.totals import ACES, BEST, NOTHING_HELD, VALUES, Held
from pitboss.shape.drawing import DrawingRules
from pitboss.simulation.blackjack_hand import BUST, DOUBLE, HIT, SPLIT, STAND, SURRENDER, BlackjackPolicy

NATURAL, TWO_NATURALS, DEALER_NATURAL, SURRENDERED, SINGLE = range(5)
SEVERAL = SINGLE + 2 * 4
NETS = 17
OUTCOMES = SEVERAL + 7 * NETS
NOT_INSURED, INSURANCE_LOST, INSURANCE_WON = range(3)
INSURANCES = 3
SPLITTING = SEVERAL * INSURANCES
REACHED = SPLITTING + INSURANCES
OPEN = 64
VALUE_BITS = 4
STRIDE = 1 << VALUE_BITS
NO_CARD = STRIDE - 1
"""Stands for the value of a card that does not count: nothing is drawn, and no step is taken."""
NO_PLAYER, GOES_ON = -2, BEST + 1
"""A plan is a total to stand on, `BUST`, no player at all, or from here on the number of a row of plans."""
DEALER_BUST_RANK, NATURAL_RANK = 0, BEST + 1

Table = NDArray[np.integer]
Row = tuple[int, ...]
"""What each value leads to."""


class RowNumbers:
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


class MachineSituation(NamedTuple):
    plan: int
    dealer: Held
    is_natural: bool = False
    is_doubled: bool = False
    insured: int = NOT_INSURED


class RoundMachine:
    def __init__(self, policy: BlackjackPolicy, rules: DrawingRules) -> None:
        self.policy, self.rules, self.hands = policy, rules, policy.machine
        self.plans, self.states = RowNumbers(GOES_ON), RowNumbers(OPEN)
        self.plan_of: dict[tuple[int, int], int] = {}
        self.state_of: dict[MachineSituation, int] = {}

    def tables(self) -> dict[str, Table]:
        """Where rounds start by their first four values, where the dealer starts alone, and all steps."""
        pairs = tuple(product(VALUES, VALUES))
        starts = [self.start(*own, *dealers) for own, dealers in product(pairs, pairs)]
        alone = [self.state(alone_with(above, under)) for above, under in pairs]
        count = OPEN + len(self.states.rows)
        kind = np.dtype(np.uint16 if count <= 1 << 16 else np.uint32)
        passed_over = 0
        return {
            "dealers": np.array(alone).astype(kind),
            "insured": np.array([self.insured(*dealers) for dealers in pairs], np.uint8),
            "starts": np.array([*starts, passed_over]).astype(kind),
            "steps": write_steps(count, OPEN, self.states.rows).astype(kind),
        }

    def start(self, own: int, other: int, above: int, under: int) -> int:
        """The state of a round with these first cards."""
        hand = self.hands.after(self.hands.after(0, own), other)
        action = int(self.policy.first[above, hand])
        alone, insured = alone_with(above, under), self.insured(above, under)
        end = end_of(self.rules, int(self.hands.totals[hand]) == BEST, alone.is_natural, action)
        if end is not None:
            return end * INSURANCES + insured
        if action == SPLIT:
            return SPLITTING + insured
        plan = self.double(hand) if action == DOUBLE else self.plan(above, hand)
        return self.state(alone._replace(plan=plan, is_doubled=action == DOUBLE, insured=insured))

    def insured(self, above: int, under: int) -> int:
        if not self.policy.insures or above != ACES:
            return NOT_INSURED
        return INSURANCE_WON if alone_with(above, under).is_natural else INSURANCE_LOST

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

    def state(self, situation: MachineSituation) -> int:
        if situation not in self.state_of:
            after = tuple(self.after(situation))
            self.state_of[situation] = self.states.number(after) if after else self.ended(situation)
        return self.state_of[situation]

    def after(self, situation: MachineSituation) -> Iterator[int]:
        """The state after each card; none if nobody draws."""
        plan, dealer = situation.plan, situation.dealer
        if plan >= GOES_ON:
            for then in self.plans.row(plan):
                yield self.state(situation._replace(plan=then))
        elif plan != BUST and not self.rules.dealer_stands(dealer):
            for value in VALUES:
                yield self.state(situation._replace(dealer=dealer.plus(value)))

    def ended(self, situation: MachineSituation) -> int:
        """The state of a round in which nobody draws any more."""
        own, rank = situation.plan, dealer_rank(situation)
        assert REACHED + rank < OPEN
        if own == NO_PLAYER:
            return REACHED + rank
        level = 0 if own == BUST else 1 if own < rank else 2 if own == rank else 3
        return (SINGLE + 4 * situation.is_doubled + level) * INSURANCES + situation.insured


def alone_with(above: int, under: int) -> MachineSituation:
    """The dealer's first two cards, and nobody against them."""
    held = NOTHING_HELD.plus(above).plus(under)
    return MachineSituation(NO_PLAYER, held, held.total == BEST)


def dealer_rank(situation: MachineSituation) -> int:
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


def write_steps(count: int, first: int, rows: list[Row] | Table) -> Table:
    """`steps[state * 16 + value]`: from the first state on by the rows; all else, and no card, leads
    nowhere."""
    steps = np.repeat(np.arange(count), STRIDE).reshape(count, STRIDE)
    steps[first : first + len(rows), : len(VALUES)] = rows
    return steps.ravel()


def hand_tables(policy: BlackjackPolicy) -> dict[str, Table]:
    """How single hands go on, the bust one last: their steps, their ranks, and the actions, at first for
    every pair and up card that is split, then for every up card of a hand that is not."""
    machine, bust = policy.machine, len(policy.machine.hands)
    following = np.where(machine.following == BUST, bust, machine.following).reshape(bust, len(VALUES))
    every = np.concatenate([policy.split.reshape(-1, bust), policy.first])
    plays = np.where((every == HIT) | (every == DOUBLE), every, STAND)
    return {
        "actions": np.pad(plays, ((0, 0), (0, 1))).astype(np.uint8).ravel(),
        "goals": policy.goals,
        "hand_steps": write_steps(bust + 1, 0, following).astype(np.int16),
        "ranks": np.append(machine.totals, np.int8(BUST)),
    }


class BlackjackTables(NamedTuple):
    """All that the compiled rounds read."""

    actions: Table
    dealers: Table
    goals: Table
    hand_steps: Table
    insured: Table
    """By the dealer's first two cards: what becomes of insurance."""
    is_side_by_side: Table
    """One number: whether the rounds of one seat are played a thousand at a time."""
    order: Table
    """The cards of the shoe, sorted by value."""
    places: Table
    """For each of them its value, and above four bits how many of that value lie before it."""
    ranks: Table
    starts: Table
    steps: Table
    values: Table
    """Of each card of a deck by its number."""

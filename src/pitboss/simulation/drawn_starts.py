"""Tables for rounds that are played side by side: what any four first cards lead to, and how hands go on."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.dealer import ACES, NOTHING_HELD, VALUES, Counts, Held
from pitboss.analysis.drawing import DrawingRules
from pitboss.cards.totals import BEST, STANDS, TEN
from pitboss.simulation.drawn_block import DOUBLED, DRAWS, END, INSURED, OFFSET, SPLITS
from pitboss.simulation.drawn_policy import DrawnPolicy
from pitboss.simulation.drawn_runtime import (
    DEALER_NATURAL,
    DOUBLE,
    HIT,
    INSURANCE_LOST,
    INSURANCE_WON,
    MOST_HANDS,
    NATURAL,
    SINGLE,
    SPLIT,
    STAND,
    SURRENDER,
    SURRENDERED,
    TWO_NATURALS,
)
from pitboss.simulation.hand_machine import BUST

DEALER_HANDS = tuple(Held(hard, has_ace) for hard in range(BEST + 1) for has_ace in (False, True))
DEALER_BUST, DEALER_HAS_NATURAL = len(DEALER_HANDS), len(DEALER_HANDS) + 1
DEALER_NUMBER = {hand: number for number, hand in enumerate(DEALER_HANDS)}
STARTS = tuple(product((0, 1), VALUES, VALUES, VALUES))
"""Whether the dealer has a natural, the player's two cards, and the up card."""
MOST_DRAWN = (MOST_HANDS + 1) * (BEST + TEN)
"""Four hands and the dealer's cannot hold more, aces as one: of a hand of 21 the next card is the last."""
Table = NDArray[np.integer]


def may_go_side_by_side(deck: Counts) -> bool:
    """Whether no round can empty the shoe, and no value but tens comes 64 times."""
    return sum((value + 1) * cards for value, cards in enumerate(deck)) > MOST_DRAWN and max(deck[:-1]) < 64


def lockstep_tables(policy: DrawnPolicy, rules: DrawingRules) -> dict[str, Table]:
    machine = policy.machine
    bust = len(machine.hands)
    hits = np.pad(policy.first == HIT, ((0, 1), (0, 1)))
    plays = np.where((policy.split == HIT) | (policy.split == DOUBLE), policy.split, STAND)
    return {
        "starts": np.array([start_of(policy, rules, *start) for start in STARTS], np.int64),
        "steps": np.where(machine.following == BUST, bust, machine.following),
        "goes_on": hits.astype(np.uint8).ravel(),
        "split_actions": np.pad(plays, ((0, 0), (0, 0), (0, 1))).astype(np.uint8).ravel(),
        "ranks": np.append(machine.totals, np.int8(-1)),
        **dealer_tables(hits_soft_17=rules.hits_soft_17),
    }


def start_of(
    policy: DrawnPolicy, rules: DrawingRules, dealer_natural: int, own: int, other: int, above: int
) -> int:
    """The number of a start; see `drawn_block`. A double draws once: its actions are in the last row."""
    machine = policy.machine
    hand = machine.after(machine.after(0, own), other)
    action = int(policy.first[above, hand])
    end = end_of(rules, int(machine.totals[hand]) == BEST, bool(dealer_natural), action)
    insured = INSURANCE_WON if dealer_natural else INSURANCE_LOST
    draws = end is None and action in (HIT, DOUBLE)
    row = len(VALUES) if action == DOUBLE else above
    return (
        hand
        | row * (len(machine.hands) + 1) << OFFSET
        | (0 if end is None else end + 1) << END
        | (insured if policy.insures and above == ACES else 0) << INSURED
        | draws << DRAWS
        | (draws and action == DOUBLE) << DOUBLED
        | (end is None and action == SPLIT) << SPLITS
    )


def end_of(rules: DrawingRules, is_natural: bool, dealer_natural: bool, action: int) -> int | None:
    """How a round is over with its first cards, if it is."""
    if is_natural:
        return TWO_NATURALS if dealer_natural else NATURAL
    if dealer_natural and rules.peeks:
        return DEALER_NATURAL
    if action == SURRENDER:  # a natural that was not looked for takes the whole stake all the same
        return SINGLE + 1 if dealer_natural else SURRENDERED
    return None


def dealer_start(above: int, under: int) -> int:
    held = NOTHING_HELD.plus(above).plus(under)
    return DEALER_HAS_NATURAL if held.total == BEST else DEALER_NUMBER[held]


def dealer_tables(*, hits_soft_17: bool) -> dict[str, Table]:
    """The dealer's hands by total: which come of two cards, with a bit above eight for a natural; what one
    more card makes of them, who draws, and how high they rank.

    A bust ranks below every hand, a natural above all.
    """
    draws = [
        hand.total < STANDS or (hits_soft_17 and hand.total == STANDS and hand.is_soft)
        for hand in DEALER_HANDS
    ]
    steps = [DEALER_NUMBER.get(hand.plus(value), DEALER_BUST) for hand in DEALER_HANDS for value in VALUES]
    starts = [dealer_start(above, under) for above in VALUES for under in VALUES]
    return {
        "dealer_starts": np.array([start | (start == DEALER_HAS_NATURAL) << 8 for start in starts], np.int16),
        "dealer_steps": np.array(steps, np.int16),
        "dealer_draws": np.array([*draws, False, False], np.uint8),
        "dealer_ranks": np.array([*(hand.total for hand in DEALER_HANDS), 0, BEST + 1], np.int8),
    }

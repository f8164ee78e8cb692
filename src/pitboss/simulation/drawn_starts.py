"""Tables for rounds that are played side by side, and whether a shoe allows it."""

import numpy as np

from pitboss.cards.deck import Deck, make_deck
from pitboss.cards.totals import BEST, TEN, value
from pitboss.shape.drawing import DrawingRules
from pitboss.simulation.drawn_block import SEEN_BITS
from pitboss.simulation.drawn_machine import RoundMachine, Table
from pitboss.simulation.drawn_runtime import DOUBLE, HIT, MOST_HANDS, STAND
from pitboss.simulation.hand_machine import BUST, DrawnPolicy

MOST_DRAWN = (MOST_HANDS + 1) * (BEST + TEN)
"""Four hands and the dealer's cannot hold more, aces as one: of a hand of 21 the next card is the last."""


def may_go_side_by_side(deck: Deck) -> bool:
    """Whether the shoe is whole decks, no round can empty it, and no value but tens comes 64 times."""
    copies = max(deck.copies.values())
    is_whole = deck == make_deck(decks=copies)
    return is_whole and sum(map(value, deck)) > MOST_DRAWN and 4 * copies < 1 << SEEN_BITS


def lockstep_tables(policy: DrawnPolicy, rules: DrawingRules) -> dict[str, Table]:
    """The machine of a round, and how the hands of a split pair go on."""
    machine = policy.machine
    plays = np.where((policy.split == HIT) | (policy.split == DOUBLE), policy.split, STAND)
    return {
        **RoundMachine(policy, rules).tables(),
        "hand_steps": np.where(machine.following == BUST, len(machine.hands), machine.following),
        "ranks": np.append(machine.totals, np.int8(-1)),
        "split_actions": np.pad(plays, ((0, 0), (0, 0), (0, 1))).astype(np.uint8).ravel(),
    }

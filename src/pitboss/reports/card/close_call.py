"""Close calls: the situations in which the second best option costs least, so where a mistake is cheapest."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.analysis.bestplay import Counted, Decision, Solution
from pitboss.cards import Card
from pitboss.cards.card import LOWEST, RANKS, SUIT_SIGNS, SUITS
from pitboss.shape.situations import Situations
from pitboss.shape.unroll import Tree
from pitboss.strategy.feature import DEALER
from pitboss.strategy.words import option_words

MOST_CALLS = 3
LOOKED_AT = 200
"""Of the closest rows, so that hands which differ only by their suits can be told as one."""
SIGNS = {SUITS.index(letter): sign for sign, letter in SUIT_SIGNS.items()}


@dataclass(frozen=True)
class CloseCall:
    question: str
    cards: str
    best: str
    other: str
    cost: Fraction
    """What the other option loses, of the base wager."""
    ranks: tuple[int, ...] = ()
    """Of all cards seen: hands that differ only by suits or by the order of the cards are told as one."""


def close_calls(counted: Counted, solution: Solution) -> tuple[CloseCall, ...]:
    """A few for each question, in the order of the questions."""
    questions = dict.fromkeys(decision.node.question for decision in reversed(solution.decisions))
    return tuple(call for question in questions for call in closest(counted, solution, question))


def closest(counted: Counted, solution: Solution, question: str) -> Iterator[CloseCall]:
    decisions = [decision for decision in solution.decisions if decision.node.question == question]
    calls = sorted(
        (call for decision in decisions for call in calls_at(counted, decision)),
        key=lambda call: (call.cost, call.cards),
    )
    first: dict[tuple[int, ...], CloseCall] = {}
    for call in calls:
        first.setdefault(call.ranks, call)
    yield from list(first.values())[:MOST_CALLS]


def calls_at(counted: Counted, decision: Decision) -> Iterator[CloseCall]:
    """The closest rows of one decision that best play gets to."""
    if decision.reached is None:
        return
    stage = counted.stages[decision.node.stage]
    two = np.partition(decision.options, -2, axis=1)[:, -2:]
    gap = np.where(decision.reached, two[:, 1] - two[:, 0], 0)
    rows = np.flatnonzero(gap > 0)
    for row in rows[np.argsort(gap[rows], kind="stable")[:LOOKED_AT]].tolist():
        best, other = np.argsort(-decision.options[row], kind="stable")[:2].tolist()
        seen = cards_seen(counted.tree, stage, row)
        yield CloseCall(
            decision.node.question,
            " ".join(group_words(counted.tree, group) for group in seen),
            option_words(decision.node.options[best], counted),
            option_words(decision.node.options[other], counted),
            Fraction(int(gap[row]), decision.denominator),
            tuple(sorted(card.rank for group in seen for _, card in group)),
        )


Seen = list[tuple[int, Card]]
"""Tokens of one group with the cards that lie there."""


def cards_seen(tree: Tree, stage: Situations, row: int) -> list[Seen]:
    """The groups seen so far, the cards of each from high to low."""
    numbers = dict(zip(stage.tokens, stage.rows[row].tolist(), strict=True))
    groups = [[token for token in group if token in numbers] for group in tree.groups]
    found = [
        [(token, Card(numbers[token] // 4 + LOWEST, numbers[token] % 4)) for token in group]
        for group in groups
    ]
    return [sorted(group, key=lambda pair: pair[1], reverse=True) for group in found if group]


def group_words(tree: Tree, group: Seen) -> str:
    cards = " ".join(RANKS[card.rank - LOWEST].replace("T", "10") + SIGNS[card.suit] for _, card in group)
    is_dealers = tree.slot_of[group[0][0]][0] == DEALER
    return f"against {cards}" if is_dealers else cards

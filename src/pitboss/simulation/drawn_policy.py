"""How a seat plays hands that are drawn to a total: an action for every hand against every up card.

Best play looks at the cards of the hand, and after a split at the pair as well: exactly the play that the
drawing engine counts, so that both must come to the same figure. A chart looks at totals alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.dealer import VALUES, Counts, count_values, without
from pitboss.analysis.drawing import Drawing, DrawingRules, drawing_once, drawing_rules
from pitboss.analysis.drawn import draw_game, solve_starts
from pitboss.analysis.splitting import Splitting
from pitboss.cards.totals import BEST
from pitboss.rules import Game
from pitboss.simulation.drawn_runtime import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.simulation.hand_machine import BUST, HandMachine, make_machine

ACTIONS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}


@dataclass(frozen=True)
class DrawnPolicy:
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


def best_drawn(game: Game, wager: str) -> DrawnPolicy:
    """Best play by the cards of each hand, as `analysis.drawn` counts it."""
    found = best_tables(count_values(game.deck), drawing_rules(game))
    return replace(found, house_advantage=draw_game(game, wager).house_advantage)


@lru_cache(maxsize=4)
def best_tables(deck: Counts, rules: DrawingRules) -> DrawnPolicy:
    """What a natural pays has no part in how hands are played."""
    machine = make_machine()
    first, split, goals = blank_tables(machine)
    for start in solve_starts(deck, rules):
        state = machine.number[start.hand[0] - 1, start.hand[1] - 1]
        first[start.up - 1, state] = ACTIONS[start.best]
    for up in VALUES:
        if not deck[up]:
            continue
        drawing = drawing_once(deck, rules, up)
        write_hits(machine, drawing, first[up])
        for pair in VALUES:
            if first[up, machine.number[pair, pair]] == SPLIT:
                goals[pair, up] = write_split(machine, drawing, pair, split[pair, up])
    return DrawnPolicy("best play", machine, first, split, goals)


def write_hits(machine: HandMachine, drawing: Drawing, actions: NDArray[np.int8]) -> None:
    """Every hand that a hit can lead to, as best it goes on."""
    pairs = [state for state, hand in enumerate(machine.hands) if len(hand) == 2 and actions[state] == HIT]
    for state, _ in reached(machine, pairs, lambda state: actions[state] == HIT):
        left = drawing.deck
        for value in machine.hands[state]:
            left = without(left, value)
        held = machine.held[state]
        if min(left) >= 0 and held.total < BEST and drawing.best(held, left)[1]:
            actions[state] = HIT


def reached(
    machine: HandMachine, starts: list[int], goes_on: Callable[[int], bool]
) -> Iterator[tuple[int, int]]:
    """Every state that comes of hitting these, each once; whoever takes one decides whether it goes on."""
    seen = set(starts)
    pending = list(starts)
    while pending:
        state = pending.pop()
        if not goes_on(state):
            continue
        for value in VALUES:
            after = machine.after(state, value)
            if after != BUST and after not in seen:
                seen.add(after)
                yield after, value
                pending.append(after)


def write_split(machine: HandMachine, drawing: Drawing, pair: int, actions: NDArray[np.int8]) -> int:
    """The plan of a split pair: what each hand does by its own cards; up to how many hands it is split
    again."""
    left = without(drawing.deck, pair, 2)
    splitting = Splitting(drawing, pair, left)
    starts = []
    for card in VALUES:
        if left[card]:
            state = machine.number[tuple(sorted((pair, card)))]
            held, plan = machine.held[state], without(left, card)
            match splitting.choose(held, plan):
                case "double":
                    actions[state] = DOUBLE
                case "stand or hit" if drawing.best(held, plan)[1]:
                    actions[state] = HIT
                    starts.append(state)
                case _:
                    actions[state] = STAND
    for state, _ in reached(machine, starts, lambda state: actions[state] == HIT):
        drawn = machine.counts(state)
        drawn[pair] -= 1
        plan = left
        for card, times in drawn.items():
            plan = without(plan, card, times)
        held = machine.held[state]
        if min(plan) >= 0 and held.total < BEST and drawing.best(held, plan)[1]:
            actions[state] = HIT
    return splitting.best_number(2, 2)

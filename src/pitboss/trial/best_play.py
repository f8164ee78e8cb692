"""Best play as a table of decisions for simulation, with its exact worth; or other play that is counted.

Hands drawn to a total are played by the cards of the hand, and after a split by the pair as well: exactly the
play that the drawing engine counts, so that both must come to the same figure.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.bestplay import Policy as Choices
from pitboss.analysis.counting import count
from pitboss.analysis.drawing import Drawing, drawing_once
from pitboss.analysis.drawn import draw_game, solve_starts
from pitboss.analysis.splitting import Splitting
from pitboss.base.error import InputError
from pitboss.cards.totals import BEST, VALUES, Counts, count_values, without
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules
from pitboss.shape.unroll import Leaf, Node
from pitboss.simulation.drawn_program import ACTIONS as NAMES
from pitboss.simulation.drawn_runtime import DOUBLE, HIT, SPLIT, STAND
from pitboss.simulation.hand_machine import BUST, DrawnPolicy, HandMachine, blank_tables, make_machine
from pitboss.simulation.piece import Ints
from pitboss.simulation.policy import BEST_PLAY, Policy, leaf_paths


def solve_policy(
    game: Game, wagers: tuple[str, ...], *, name: str = BEST_PLAY, choices: Choices | None = None
) -> Policy:
    """Best play for the deciding wagers, or the play that `choices` prescribe, with its exact worth."""
    counted = count(game, wagers)
    return make_policy(counted, counted.price(game, policy=choices, meters=no_meters(game)), name)


def no_meters(game: Game) -> dict[str, Fraction]:
    """Best play does not hang on a meter that only rides along; its level is asked for all the same."""
    tables = [table for tables in game.chosen.values() for table in tables]
    return {level: Fraction(0) for table in tables for level in table.levels}


def make_policy(counted: Counted, solution: Solution, name: str) -> Policy:
    if not counted.stages or isinstance(counted.tree.root, Leaf):
        return Policy(name, None, (), ((),), np.zeros(1, np.int16), solution.tallies, solution.value)
    stage = counted.stages[-1]
    choice = {id(decision.node): decision.choice for decision in solution.decisions}
    numbers = {id(leaf): number for number, leaf in enumerate(counted.tree.leaves)}
    leaves = np.full(len(stage), -1, np.int16)
    root = counted.tree.root
    pending: list[tuple[Node | Leaf, NDArray[np.int64]]] = [
        (root, np.arange(len(counted.stages[root.stage])))
    ]
    while pending:
        item, rows = pending.pop()
        if isinstance(item, Leaf):
            leaves[rows_below(counted, item.stage, rows)] = numbers[id(item)]
            continue
        if id(item) not in choice:
            raise InputError(f"the strategy has no answer to {item.question!r}")
        for option, child in enumerate(item.children):
            taken = rows[choice[id(item)][rows] == option]
            pending.append((child, rows_below(counted, item.stage, taken, to=child.stage)))
    assert int(leaves.min()) >= 0, "every row has its leaf"
    sizes = tuple(map(len, counted.tree.groups))
    return Policy(name, stage, sizes, leaf_paths(root), leaves, solution.tallies, solution.value)


def rows_below(counted: Counted, stage: int, rows: Ints, *, to: int | None = None) -> Ints:
    """The rows of a later stage that begin with these."""
    last = len(counted.stages) - 1 if to is None else to
    for number in range(stage + 1, last + 1):
        is_here = np.zeros(len(counted.stages[number - 1]), np.bool_)
        is_here[rows] = True
        rows = np.flatnonzero(is_here[counted.stages[number].parent])
    return rows


# -- hands drawn to a total ----------------------------------------------------------------------------

ACTIONS = {name: action for action, name in NAMES.items()}


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
    return DrawnPolicy(BEST_PLAY, machine, first, split, goals)


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

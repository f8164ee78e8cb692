"""Best play as a table of decisions for simulation, with its exact worth; or other play that is counted.

Hands drawn to a total are played by the cards of the hand, and after a split by the pair as well: exactly the
play that the drawing engine counts, so that both must come to the same figure.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.drawing import Drawing, drawing_once
from pitboss.analysis.drawn import draw_game, solve_starts
from pitboss.analysis.splitting import Splitting
from pitboss.base.error import InputError
from pitboss.cards.totals import BEST, VALUES, Counts, count_values, without
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules
from pitboss.shape.unroll import Leaf, Node, names_of
from pitboss.simulation.blackjack_hand import (
    BUST,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    BlackjackPolicy,
    HandMachine,
    blank_tables,
    make_machine,
)
from pitboss.simulation.blackjack_program import ACTIONS as NAMES
from pitboss.simulation.policy import BEST_PLAY, Policy


def no_meters(game: Game) -> dict[str, Fraction]:
    """Best play does not depend on a meter that only rides along; its level is asked for all the same."""
    tables = [table for tables in game.chosen.values() for table in tables]
    return {level: Fraction(0) for table in tables for level in table.levels}


def make_policy(counted: Counted, solution: Solution, name: str) -> Policy:
    if not counted.stages or isinstance(counted.tree.root, Leaf):
        return Policy(name, None, (), ((),), np.zeros(1, np.int16), solution.tallies, solution.value)
    stage = counted.stages[-1]
    solved = {id(decision.node): decision.choice for decision in solution.decisions}
    choices = {id(node): choice_below(counted, node, solved) for node, _ in counted.tree.decisions}
    leaves = np.full(len(stage), -1, np.int16)
    for number, path in enumerate(counted.tree.leaf_paths):
        taken = [choices[id(node)] == node.options.index(option) for node, option in path]
        leaves[np.all(taken, axis=0)] = number
    assert int(leaves.min()) >= 0, "every row has its leaf"
    sizes = tuple(map(len, counted.tree.groups))
    paths = tuple(map(names_of, counted.tree.leaf_paths))
    return Policy(name, stage, sizes, paths, leaves, solution.tallies, solution.value)


def choice_below(counted: Counted, node: Node, solved: Mapping[int, NDArray[np.int8]]) -> NDArray[np.int8]:
    """What is chosen at a decision, for each row of the last stage."""
    if id(node) not in solved:
        raise InputError(f"the strategy has no answer to {node.question!r}")
    choice = solved[id(node)]
    for stage in counted.stages[node.stage + 1 :]:
        choice = choice[stage.parent]
    return choice


# -- hands drawn to a total ----------------------------------------------------------------------------

ACTIONS = {name: action for action, name in NAMES.items()}


def best_drawn(game: Game, wager: str) -> BlackjackPolicy:
    """Best play by the cards of each hand, as `analysis.drawn` counts it."""
    found = best_tables(count_values(game.deck), drawing_rules(game))
    return replace(found, house_advantage=draw_game(game, wager).house_advantage)


@lru_cache(maxsize=4)
def best_tables(deck: Counts, rules: DrawingRules) -> BlackjackPolicy:
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
        pairs = [state for state, hand in enumerate(machine.hands) if len(hand) == 2]
        write_hits(machine, drawing, pairs, drawing.deck, first[up])
        for pair in VALUES:
            if first[up, machine.number[pair, pair]] == SPLIT:
                goals[pair, up] = write_split(machine, drawing, pair, split[pair, up])
    return BlackjackPolicy(BEST_PLAY, machine, first, split, goals)


def write_hits(
    machine: HandMachine, drawing: Drawing, starts: list[int], deck: Counts, actions: NDArray[np.int8]
) -> None:
    """Every hand that hitting these leads to, as best it goes on; `deck` is what their cards come from."""
    seen, pending = set(starts), list(starts)
    for state in pending:
        for after in (machine.after(state, value) for value in VALUES if actions[state] == HIT):
            if after == BUST or after in seen:
                continue
            seen.add(after)
            pending.append(after)
            left, held = deck, machine.held[after]
            for value in machine.hands[after]:
                left = without(left, value)
            if min(left) >= 0 and held.total < BEST and drawing.best(held, left)[1]:
                actions[after] = HIT


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
    write_hits(machine, drawing, starts, without(drawing.deck, pair), actions)
    return splitting.best_number(2, 2)

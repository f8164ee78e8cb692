"""How seats decide: for everything a seat can have seen, the leaf of the game's tree that its choices lead
to.

A strategy is a choice at every row of every decision. The choices in a row make a path, so for given cards
the end of the path is known: one small number, and nothing is decided while rounds are dealt.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.bestplay import Policy as Choices
from pitboss.analysis.counting import count
from pitboss.analysis.situations import Situations
from pitboss.analysis.tally import Tally
from pitboss.analysis.unroll import Leaf, Node
from pitboss.base.error import InputError, PlanError
from pitboss.rules import Game
from pitboss.simulation import canonical
from pitboss.simulation.piece import Ints, masks_of

BEST = "best play"


@dataclass(frozen=True)
class Policy:
    """A strategy with its exact worth: the leaf for each row of all that can be seen."""

    name: str
    stage: Situations | None
    """Everything that can have been seen before the last decision; none if nothing is decided."""
    sizes: tuple[int, ...]
    """How many cards each group has that is seen."""
    paths: tuple[tuple[str, ...], ...]
    """The choices that lead to each leaf."""
    leaves: NDArray[np.int16]
    tallies: Mapping[str, Tally]
    """The exact distribution of each wager under this strategy, where it can be counted."""
    value: Fraction

    def find(self, masks: Ints) -> NDArray[np.int16]:
        """The leaves for situations given as a mask for each group."""
        if self.stage is None:
            return np.zeros(len(masks), np.int16)
        keys = self.keys(np.arange(len(self.stage)))
        order = np.argsort(keys)
        wanted = keys_of(self.stage, masks)
        rows = order[np.searchsorted(keys, wanted, sorter=order)]
        assert bool((keys[rows] == wanted).all()), "every situation has a row"
        return self.leaves[rows]

    def keys(self, rows: Ints) -> NDArray[np.uint64]:
        """A number for each of these rows, no two alike."""
        assert self.stage is not None
        keys = keys_of(self.stage, group_masks(self.stage.rows[rows], self.sizes))
        ordered = np.sort(keys)
        if bool((ordered[1:] == ordered[:-1]).any()):
            raise PlanError("situations that differ by the order of cards have no number of their own")
        return keys


def keys_of(stage: Situations, masks: Ints) -> NDArray[np.uint64]:
    keys = np.zeros(len(masks), np.uint64)
    canonical.situation_keys(masks, stage.room.alike, keys)
    return keys


def group_masks(rows: NDArray[np.int8], sizes: tuple[int, ...]) -> Ints:
    """The cards of every row as one mask for each group."""
    ends = np.cumsum((0, *sizes))
    columns = [masks_of(rows[:, a:b].astype(np.int64)) for a, b in pairwise(ends)]
    return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 0), np.int64)


def solve_policy(
    game: Game, wagers: tuple[str, ...], *, name: str = BEST, choices: Choices | None = None
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


def leaf_paths(root: Node | Leaf) -> tuple[tuple[str, ...], ...]:
    """The choices that lead to each leaf, in the order of the leaves."""
    if isinstance(root, Leaf):
        return ((),)
    return tuple(
        (option.name, *path)
        for option, child in zip(root.options, root.children, strict=True)
        for path in leaf_paths(child)
    )


def rows_below(counted: Counted, stage: int, rows: Ints, *, to: int | None = None) -> Ints:
    """The rows of a later stage that begin with these."""
    last = len(counted.stages) - 1 if to is None else to
    for number in range(stage + 1, last + 1):
        is_here = np.zeros(len(counted.stages[number - 1]), np.bool_)
        is_here[rows] = True
        rows = np.flatnonzero(is_here[counted.stages[number].parent])
    return rows

"""How seats decide: for everything a seat can have seen, the leaf of the game's tree that its choices lead
to.

A strategy is a choice at every row of every decision. The choices in a row make a path, so for given cards
the end of the path is known: one small number, and nothing is decided while rounds are dealt. What a seat has
seen has a number, its key, that is the same for cards that differ by a renaming of suits; the compiled steps
find it as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.shape.situations import Situations
from pitboss.shape.tally import Tally
from pitboss.simulation.piece import Ints, masks_of
from pitboss.simulation.runtime import SUITS, fill_hash, situation_keys

BEST_PLAY = "best play"


@dataclass(frozen=True)
class Hashed:
    """Leaves by the keys of situations, in a table with room to spare."""

    keys: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(1, np.uint64))
    leaves: NDArray[np.int16] = field(default_factory=lambda: np.zeros(1, np.int16))
    alike: Ints = field(default_factory=lambda: np.zeros(SUITS, np.int64))


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

    def hashed(self, rows: Ints) -> Hashed:
        """The leaves of these rows."""
        assert self.stage is not None
        keys = self.keys(rows)
        room = 1 << max(4, int(len(keys) * 2).bit_length())
        found = Hashed(
            np.zeros(room, np.uint64), np.full(room, -1, np.int16), self.stage.room.alike.astype(np.int64)
        )
        fill_hash(keys, self.leaves[rows], found.keys, found.leaves)
        return found

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
    situation_keys(masks, stage.room.alike, keys)
    return keys


def group_masks(rows: NDArray[np.int8], sizes: tuple[int, ...]) -> Ints:
    """The cards of every row as one mask for each group."""
    ends = np.cumsum((0, *sizes))
    columns = [masks_of(rows[:, a:b].astype(np.int64)) for a, b in pairwise(ends)]
    return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 0), np.int64)

"""Awards of a part of the meter, within the chance of running dry: solved step by step.

A walk without parts is solved in two passes (`ruin_walk`). What the parts add is taken from the last step's
values. That alone would come nearer slowly; so what is still missing, which is smooth, is looked for on a
few hundred amounts, where drift and spread stand for the fixed awards.
"""

from dataclasses import dataclass

import numpy as np

from pitboss.design.ruin_walk import Floats, Walk

MOST_STEPS = 8
NODES = 600
FIRST_NODE = 2.0
"""Cells: below, amounts are all the same to the few hundred."""


@dataclass(frozen=True)
class Rough:
    """Drift, spread and parts on a few hundred amounts, nothing running dry but at nothing."""

    walk: Walk
    cells: int

    @property
    def places(self) -> Floats:
        return np.concatenate(([0.0], np.geomspace(FIRST_NODE, self.cells - 1, NODES)))

    @property
    def matrix(self) -> Floats:
        """What is missing at each place, from what should be there after one wager."""
        walk, places = self.walk, self.places
        drift = sum(odds * step for odds, step in walk.steps)
        spread = sum(odds * step * step for odds, step in walk.steps) / 2
        found = np.zeros((len(places), len(places)))
        inner = np.arange(1, len(places) - 1)
        below, above = places[inner] - places[inner - 1], places[inner + 1] - places[inner]
        to_below = 2 * spread / (below * (below + above)) + max(-drift, 0.0) / below
        to_above = 2 * spread / (above * (below + above)) + max(drift, 0.0) / above
        found[inner, inner - 1] = -to_below
        found[inner, inner + 1] = -to_above
        found[inner, inner] = to_below + to_above + 1 - sum(odds for odds, _ in walk.steps)
        for odds, kept, of in walk.parts:
            targets = (places[inner] + walk.fed) * kept / of
            left = np.clip(np.searchsorted(places, targets, side="right") - 1, 0, len(places) - 2)
            weight = (targets - places[left]) / (places[left + 1] - places[left])
            np.subtract.at(found, (inner, left), odds * (1 - weight))
            np.subtract.at(found, (inner, left + 1), odds * weight)
        found[0, 0] = found[-1, -1] = 1.0
        return found


def from_parts(walk: Walk, chance: Floats) -> Floats:
    """What the next wager adds by awards of a part."""
    found, held = np.zeros_like(chance), np.arange(len(chance)) + walk.fed
    for odds, kept, of in walk.parts:
        target = kept * held // of if walk.is_down else -((-kept * held) // of)
        found += odds * np.where(target < len(chance), chance[np.minimum(target, len(chance) - 1)], 0.0)
    return found


def settle_parts(walk: Walk, cells: int, close: float, start: Floats | None = None) -> Floats:
    """The chance in every cell, until one wager looked ahead changes it by no more than `close`."""
    rough = Rough(walk, cells)
    places, inverse = rough.places, np.linalg.inv(rough.matrix)
    due, everywhere = walk.due(cells), np.arange(cells)
    chance = walk.solve(due) if start is None else start
    off = np.inf
    for _ in range(MOST_STEPS):
        following = walk.solve(due + from_parts(walk, chance))
        wanted = from_parts(walk, following - chance)[places.astype(np.int64)]
        wanted[0] = wanted[-1] = 0.0
        following += np.interp(everywhere, places, inverse @ wanted)
        before, off = off, max(walk.look_ahead(following))
        if off >= before:
            break
        chance = following
        if off < close:
            break
    return chance

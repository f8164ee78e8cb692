"""The compiled loops of a meter that may run dry: its chain solved by two recursions, and looked ahead once.

All terms of the recursions are of one sign, so floats lose little there; and whatever they lose, looking
ahead shows it.
"""

from typing import Any

import numba as nb

jit: Any = nb.njit(cache=True, nogil=True)
quick_jit: Any = nb.njit(cache=True, nogil=True, fastmath=True)


@quick_jit
def fall(source, downs_reversed, out):
    """From the bottom up: out(s) = source(s) + sum of the n-th weight from the end times out(s - n)."""
    size, most = out.shape[0], downs_reversed.shape[0]
    for cell in range(size):
        reach = min(most, cell)
        weights, below = downs_reversed[most - reach :], out[cell - reach : cell]
        value = source[cell]
        for n in range(reach):
            value += weights[n] * below[n]
        out[cell] = value


@jit
def after_one_wager(chance, held, awards, odds, quiet, part_odds, nums, dens, is_down):
    """The chance of running dry of a meter that holds so much once the next wager has fed it.

    An award that takes all it holds, or more, makes the house fill it up: it has run dry.
    """
    value = quiet * chance[held]
    for n in range(awards.shape[0]):
        value += odds[n] if awards[n] >= held else odds[n] * chance[held - awards[n]]
    for n in range(part_odds.shape[0]):
        kept = nums[n] * held
        target = kept // dens[n] if is_down else -((-kept) // dens[n])
        value += part_odds[n] * chance[target]
    return value


@jit
def look_ahead(chance, fed, awards, odds, quiet, part_odds, nums, dens, is_down):
    """The most that one wager looked ahead lifts and lowers the chance, where it stays on the lattice."""
    rise = 0.0
    drop = 0.0
    for cell in range(chance.shape[0] - fed):
        value = after_one_wager(chance, cell + fed, awards, odds, quiet, part_odds, nums, dens, is_down)
        rise = max(rise, value - chance[cell])
        drop = max(drop, chance[cell] - value)
    return rise, drop

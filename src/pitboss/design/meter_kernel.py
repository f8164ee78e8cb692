"""The compiled loops of a meter: followed from award to award until it is won, and a recursion upwards.

All terms are of one sign, so floats lose little.
"""

from pitboss.shape.compiled import kept
from pitboss.shape.kernels import jit

quick_jit = kept(fastmath=True)


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
def follow_meter(mass, won, grows, stays, first, is_down, top, chances, nums, dens, cap, left):
    """Follow a meter from award to award until it is won: `won` gathers where it stood then.

    `stays` is the chance that one lattice step passes without an award, `first` that the first one does.
    Rounded down, the wait is cut to whole steps; rounded up, a step that has begun counts.
    """
    size = mass.shape[0]
    following = mass.copy()
    total = 1.0
    while total > left:
        if grows:
            grow(mass, following, stays, first, is_down)
        else:
            following[:] = mass
        for cell in range(cap + 1, size):
            following[cap] += following[cell]
            following[cell] = 0.0
        for cell in range(size):
            won[cell] += top * following[cell]
            mass[cell] = 0.0
        for part in range(chances.shape[0]):
            for cell in range(size):
                if following[cell] > 0.0:
                    kept = nums[part] * cell
                    target = kept // dens[part] if is_down else -((-kept) // dens[part])
                    mass[target] += chances[part] * following[cell]
        total = 0.0
        for cell in range(size):
            total += mass[cell]
    won[size - 1] += total


@jit
def grow(mass, out, stays, first, is_down):
    """Add a waiting time, in steps: what does not fit stays in the last cell."""
    size = mass.shape[0]
    carried = 0.0
    for cell in range(size):
        if is_down:
            # At least one step has passed with chance `first`, each further one with `stays`.
            out[cell] = (1.0 - first) * mass[cell] + (1.0 - stays) * carried
            carried = stays * carried + first * mass[cell]
        else:
            out[cell] = (1.0 - stays) * carried
            carried = stays * carried + mass[cell]
    out[size - 1] += carried

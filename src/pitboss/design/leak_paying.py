"""What every path of decisions pays at a showdown, as whole numbers for the compiled loops.

A path pays for the hand that is compared with the other side's, and on top of that for the hand as it was
dealt. Two paths often differ only in how much is staked: what they pay is then the same function, n times,
and the function is swept once.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.counting import Counting
from pitboss.analysis.signature import Signature
from pitboss.base.error import PlanError
from pitboss.rules import Game
from pitboss.shape.question import CellJudge, Cells
from pitboss.shape.tally import net, staked
from pitboss.shape.unroll import ME, Leaf

SIDES = (0, 1, 2)
"""The other side's hand lies below ours, is level with it, or lies above."""
Pays = tuple[Fraction, ...]


@dataclass(frozen=True)
class Path:
    """A finished path of decisions."""

    exchanged: int | None
    """The place of the card that is given away."""
    stake: Fraction
    compared: tuple[Pays, ...]
    """By game: for each cell of our final hand, each cell of the other side's and each side."""
    dealt: tuple[Pays, ...]
    """By game: what comes on top, for each cell of our dealt hand."""


class Paths(NamedTuple):
    """Paths as arrays. A path wins `add[path, game, cell]`, and `scale[path, game]` times its function."""

    pays: NDArray[np.int64]
    """Of each function, by our cell, the other side's and the side."""
    function: NDArray[np.int64]
    """Of each path and game; -1 where no card matters but the hand as dealt."""
    scale: NDArray[np.int64]
    add: NDArray[np.int64]
    stake: NDArray[np.int64]
    is_exchanged: NDArray[np.bool_]


@dataclass(frozen=True)
class Paying:
    paths: Paths
    unit: int
    stake_unit: int
    highest: int

    @property
    def games(self) -> int:
        return int(self.paths.function.shape[1])


# -- asking the bets -------------------------------------------------------------------------------


def read_paths(
    games: tuple[Game, ...], asked: Counting, hand: tuple[int, ...], cells: tuple[Cells, Cells]
) -> tuple[Path, ...]:
    """Every path once; a card is exchanged at whichever place is best, so one path stands for all places."""
    paths = [
        read_path(games, asked.wagers, leaf, asked.signatures[id(leaf)], hand, cells)
        for leaf in asked.tree.leaves
    ]
    places: dict[object, set[int]] = {}
    for path in paths:
        if path.exchanged is not None:
            places.setdefault((path.stake, path.compared, path.dealt), set()).add(path.exchanged)
    if any(found != set(range(len(hand))) for found in places.values()):
        raise PlanError("not every card of the hand can be exchanged alike")
    return tuple(path for path in paths if not path.exchanged)


def read_path(
    games: tuple[Game, ...],
    wagers: tuple[str, ...],
    leaf: Leaf,
    signature: Signature,
    hand: tuple[int, ...],
    cells: tuple[Cells, Cells],
) -> Path:
    """What one path pays, the hand that is compared apart from the hand as it was dealt."""
    tokens = {look.name: set(look.tokens) for look in signature.looks}
    ours = [name for name in tokens if len(tokens[name] & {*hand}) >= len(hand) - 1]
    final = final_look(signature, ours)
    thrown = [place for place, token in enumerate(hand) if final and token not in tokens[final]]
    if len(thrown) > 1:
        raise PlanError("more than one card is exchanged")
    if any(name != final and tokens[name] != {*hand} for name in ours):
        raise PlanError("bets look at a second hand that is not the dealt one")
    own, other = cells

    def settle(game: Game, dealt: int, ended: int, theirs: int, side: int) -> tuple[Fraction, Fraction]:
        """What is won and staked, by our dealt and final cell, the other side's, and the side."""
        atoms = dict.fromkeys(tokens, (other.ranking, other.atoms[theirs]))
        atoms |= {name: (own.ranking, own.atoms[ended if name == final else dealt]) for name in ours}
        orders = {(one, two): 1 - side if one == final else side - 1 for one, two in signature.orders}
        return settle_leaf(game, wagers, leaf, CellJudge(atoms, orders))

    stakes: set[Fraction] = set()
    compared, extras = [], []
    keys = [*product(range(len(own.atoms)), range(len(own.atoms)), range(len(other.atoms)), SIDES)]
    for game in games:
        settled = {key: settle(game, *key) for key in keys}
        stakes |= {stake for _, stake in settled.values()}
        base = {key[1:]: won for key, (won, _) in settled.items() if not key[0]}
        extra = [settled[cell, 0, 0, 0][0] - base[0, 0, 0] for cell in range(len(own.atoms))]
        if any(won != base[key[1:]] + extra[key[0]] for key, (won, _) in settled.items()):
            raise PlanError("what is paid for the dealt hand does not simply come on top")
        compared.append(tuple(base.values()))
        extras.append(tuple(extra))
    if len(stakes) != 1:
        raise PlanError("what is staked depends on the cards")
    return Path(thrown[0] if thrown else None, stakes.pop(), tuple(compared), tuple(extras))


def final_look(signature: Signature, ours: list[str]) -> str | None:
    """Our look that is compared; where none is, the one and only. Ours hold all our cards but at most one."""
    compared = {name for pair in signature.orders for name in pair if name in ours}
    if len(signature.orders) > 1 or len(compared) > 1:
        raise PlanError("more than two hands are compared")
    found = compared or {*ours}
    return min(found) if len(found) == 1 else None


def settle_leaf(
    game: Game, wagers: tuple[str, ...], leaf: Leaf, judge: CellJudge
) -> tuple[Fraction, Fraction]:
    """What these wagers win and stake at the end of a path."""
    results = [game.settle_wager(leaf.round, ME, wager, judge) for wager in wagers]
    return sum((net(one, {}) for one in results), Fraction(0)), sum(map(staked, results), Fraction(0))


# -- whole numbers ---------------------------------------------------------------------------------


def weigh_paths(paths: tuple[Path, ...]) -> Paying:
    pays = [pay for path in paths for game in (*path.compared, *path.dealt) for pay in game]
    unit = lcm(*(pay.denominator for pay in pays))
    stake_unit = lcm(*(path.stake.denominator for path in paths))
    games, cells = len(paths[0].compared), len(paths[0].dealt[0])
    functions: dict[tuple[int, ...], int] = {}
    function = np.full((len(paths), games), -1, np.int64)
    scale = np.zeros((len(paths), games), np.int64)
    add = np.zeros((len(paths), games, cells), np.int64)
    for number, path in enumerate(paths):
        for game in range(games):
            first, times, shape = take_apart([int(pay * unit) for pay in path.compared[game]])
            add[number, game] = [first + int(pay * unit) for pay in path.dealt[game]]
            if times:
                function[number, game] = functions.setdefault(shape, len(functions))
                scale[number, game] = times
    shapes = np.array([*functions], np.int64).reshape(len(functions), cells, -1, len(SIDES))
    stake = np.array([int(path.stake * stake_unit) for path in paths], np.int64)
    is_exchanged = np.array([path.exchanged is not None for path in paths], np.bool_)
    highest = int(2 * unit * max(map(abs, pays))) + 1
    return Paying(Paths(shapes, function, scale, add, stake, is_exchanged), unit, stake_unit, highest)


def take_apart(pays: list[int]) -> tuple[int, int, tuple[int, ...]]:
    """Numbers as the first of them, and a number of times a shape that begins with 0 and then rises."""
    above = [pay - pays[0] for pay in pays]
    step = next((difference for difference in above if difference), 0)
    times = gcd(*above) * (-1 if step < 0 else 1)
    return pays[0], times, tuple(difference // times if times else 0 for difference in above)

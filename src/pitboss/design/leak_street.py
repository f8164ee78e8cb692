"""Hands that grow card by card against a paytable: what it is worth to know which cards are out.

A game is of this kind if all that counts is the player's hand in the end, shared cards included, and each
decision but the first follows one more card. Cards that are out then only shorten the deck: every essentially
different set of them is a game of its own. Where there are too many, sets are drawn at random. Each of these
is counted exactly as well; what best play wins more than the usual play is averaged, and what the usual play
wins is known.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.counting import ask_bets
from pitboss.analysis.signature import CORES, LIMIT, other_hands
from pitboss.base.error import PlanError
from pitboss.base.progress import Say
from pitboss.design.leak_fold import (
    PLANNED,
    STAKED,
    VALUES,
    WON,
    Decisions,
    Pays,
    Plan,
    fold_back,
    sum_last_cards,
)
from pitboss.design.leak_paying import settle_leaf, take_apart
from pitboss.rules import Game
from pitboss.shape.question import CellJudge, Cells
from pitboss.shape.situations import Room, extend, nothing_seen
from pitboss.shape.tables import Sighted, rank_table
from pitboss.shape.unroll import Leaf, Node

PARTS = 100
"""Sets of known cards are counted in so many parts, to say how far the count is."""
CONFIDENCE = "99.9%"
DEVIATE = 3.2905267314919255
"""Of a two-sided normal interval of that confidence."""
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class End:
    """A finished path: what it wins is `add`, and `times` what the last hand pays. Of one unit."""

    add: int
    times: int
    stake: int


@dataclass(frozen=True)
class Decided:
    """A decision with so many cards of the hand seen; equal ones are one."""

    size: int
    options: tuple["Decided | End", ...]


@dataclass(frozen=True)
class Streets:
    """A game under one paytable, read as a hand that grows."""

    room: Room
    cells: Cells
    size: int
    """Of the whole hand."""
    root: Decided
    pays: tuple[int, ...]
    """The last hand by its cell."""
    unit: int
    stake_unit: int
    takes_last: bool


# -- reading the game ------------------------------------------------------------------------------


def read_streets(game: Game, wagers: tuple[str, ...]) -> Streets:
    """`PlanError` where the game is not of this kind."""
    asked = ask_bets(game, wagers)
    tree, signatures = asked.tree, asked.signatures
    looks = {look.name: look for one in signatures.values() for look in one.looks}
    if len(looks) != 1 or any(one.orders for one in signatures.values()):
        raise PlanError("not one hand alone is looked at")
    (look,) = looks.values()
    seen = [token for group in tree.groups for token in group]
    if not set(seen) < set(look.tokens) or look.cells.names_suits:
        raise PlanError("the hand is not all that is seen, or a line names a suit")
    if isinstance(tree.root, Leaf) or any(len(group) > 1 for group in tree.groups[tree.root.stage :]):
        raise PlanError("more than one card is seen between two decisions")
    if len(look.tokens) != len(seen) + 1:
        raise PlanError("more than one card follows the last decision")
    ends = {id(leaf): read_end(game, wagers, leaf, look) for leaf in tree.leaves}
    unit = lcm(*(pay.denominator for pays, _ in ends.values() for pay in pays))
    stake_unit = lcm(*(stake.denominator for _, stake in ends.values()))
    shapes: set[tuple[int, ...]] = set()

    def grow(item: Node | Leaf) -> Decided | End:
        if isinstance(item, Node):
            size = sum(map(len, tree.groups[: item.stage]))
            return Decided(size, tuple(map(grow, item.children)))
        pays, stake = ends[id(item)]
        first, times, shape = take_apart([int(pay * unit) for pay in pays])
        shapes.update([shape] if times else [])
        return End(first, times, int(stake * stake_unit))

    root = grow(tree.root)
    assert isinstance(root, Decided)
    if len(shapes) != 1:
        raise PlanError("paths pay by more than one paytable")
    takes_last = game.house_rules.takes_dearest
    return Streets(asked.room, look.cells, len(look.tokens), root, shapes.pop(), unit, stake_unit, takes_last)


def read_end(
    game: Game, wagers: tuple[str, ...], leaf: Leaf, look: Sighted
) -> tuple[tuple[Fraction, ...], Fraction]:
    """What a path wins with the hand in each cell, and what it stakes."""
    judges = (CellJudge({look.name: (look.cells.ranking, atom)}, {}) for atom in look.cells.atoms)
    pays, stakes = zip(*(settle_leaf(game, wagers, leaf, judge) for judge in judges), strict=True)
    if len(set(stakes)) != 1:
        raise PlanError("what is staked hangs on the cards")
    return pays, stakes[0]


# -- counting --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sampled:
    """A mean of so many draws by a seeded generator, give or take `margin`: an interval of 99.9%."""

    draws: int
    seed: int
    margin: Fraction


@dataclass
class StreetCount:
    """The game with its tables made, and the usual play as a plan."""

    streets: Streets
    decisions: Decisions = field(init=False)
    pays: Pays = field(init=False)
    plan: NDArray[np.int8] = field(init=False)

    def __post_init__(self) -> None:
        streets, deck = self.streets, self.streets.room.deck
        levels = list_levels(streets.root)
        ends = [
            option for level in levels for one in level for option in one.options if isinstance(option, End)
        ]
        highest = max(abs(end.add) + abs(end.times) * max(map(abs, streets.pays)) for end in ends)
        if highest * self.deals(0) >= LIMIT:
            raise PlanError("these pays are too large to be weighed in whole numbers of 63 bits")
        sizes = [level[0].size for level in levels]
        if sizes != list(range(streets.size - 1, streets.root.size - 1, -1)):
            raise PlanError("not every card is followed by a decision")
        pool = other_hands(deck.tobytes(), streets.cells.ranking, streets.size)
        table = rank_table(streets.cells.ranking, streets.size)
        pays = np.array(streets.pays, np.int32)[table.cell_of_class(streets.cells)[pool.classes]]
        choose = np.array(
            [[comb(n, k) for k in range(streets.size + 1)] for n in range(len(deck) + 1)], np.int64
        )
        sums = np.zeros(comb(len(deck), streets.size - 1), np.int64)
        sum_last_cards(len(deck), streets.size - 1, pays, choose, sums)
        self.pays = Pays(len(deck), pays, sums, choose)
        self.decisions = Decisions(np.array(sizes, np.int64), *level_arrays(levels))
        self.plan = np.zeros((len(levels), len(sums), max(map(len, levels))), np.int8)
        self.fold(np.zeros((1, 0), np.int64), is_made=True)

    def fold(self, dead: Whole, *, is_made: bool = False) -> Whole:
        """By set of dead cards, as deck indices: what best play wins and stakes, and what the plan wins."""
        out = np.zeros((len(dead), VALUES), np.int64)
        fold_back(dead, self.decisions, self.pays, Plan(self.plan, is_made, self.streets.takes_last), out)
        return out

    def fold_all(self, dead: Whole, say: Say) -> Whole:
        found = []
        with ThreadPoolExecutor(CORES) as threads:
            for part in threads.map(self.fold, np.array_split(dead, min(PARTS, len(dead)))):
                found.append(part)
                done = sum(map(len, found))
                say(f"{done:,} of {len(dead):,} sets of known cards", done, len(dead))
        return np.concatenate(found)

    def steps(self, dead: int) -> int:
        """About, for every essentially different set of so many cards: options weighed and values added."""
        deck, longest = len(self.streets.room.deck), self.streets.size - 1
        each = VALUES * longest * int(self.plan.shape[2])
        return comb(deck, dead) // self.streets.room.renamings * comb(deck - dead, longest) * each

    def deals(self, dead: int) -> int:
        """How the player's first cards and all that follow can lie."""
        left, first = len(self.streets.room.deck) - dead, self.streets.root.size
        total = comb(left, first)
        for size in range(first, self.streets.size):
            total *= left - size
        return total

    def exact(self, dead: int, say: Say) -> tuple[Fraction, Fraction]:
        """What best play wins and stakes, knowing so many cards."""
        sets = extend(nothing_seen(self.streets.room), tuple(range(dead)))
        found = self.fold_all(np.searchsorted(self.streets.room.deck, sets.rows).astype(np.int64), say)
        won, money = (
            sum(o * n for o, n in zip(sets.orbit.tolist(), found[:, column].tolist(), strict=True))
            for column in (WON, STAKED)
        )
        deals = sets.deals * self.deals(dead)
        return Fraction(won, deals * self.streets.unit), Fraction(money, deals * self.streets.stake_unit)

    def sample(self, dead: int, draws: int, seed: int, say: Say) -> tuple[Fraction, Fraction, Sampled]:
        """The same from sets of known cards drawn at random; won is right within the margin."""
        random = np.random.Generator(np.random.Philox(seed))
        deck = len(self.streets.room.deck)
        sets = np.array([random.choice(deck, dead, replace=False) for _ in range(draws)], np.int64)
        found = self.fold_all(sets, say)
        deals = self.deals(dead)
        usual = Fraction(
            int(self.fold(np.zeros((1, 0), np.int64))[0, WON]), self.deals(0) * self.streets.unit
        )
        more = (found[:, WON] - found[:, PLANNED]).tolist()
        gain = Fraction(sum(more), draws * deals * self.streets.unit)
        spread = np.std(np.array(more, np.float64) / (deals * self.streets.unit), ddof=1)
        margin = Fraction(DEVIATE * float(spread) / sqrt(draws))
        money = Fraction(sum(found[:, STAKED].tolist()), draws * deals * self.streets.stake_unit)
        return usual + gain, money, Sampled(draws, seed, margin)


def list_levels(root: Decided) -> list[list[Decided]]:
    """All different decisions by the cards seen, the latest first."""
    found: dict[Decided, None] = {}
    pending = [root]
    while pending:
        item = pending.pop()
        if item not in found:
            found[item] = None
            pending += [option for option in item.options if isinstance(option, Decided)]
    sizes = sorted({one.size for one in found}, reverse=True)
    return [[one for one in found if one.size == size] for size in sizes]


def level_arrays(levels: list[list[Decided]]) -> tuple[Whole, ...]:
    """Nodes of each level, their first options, and of each option child, add, times and stake."""
    nodes, first_option = [0], [0]
    child: list[int] = []
    ends: list[tuple[int, int, int]] = []
    for depth, level in enumerate(levels):
        nodes.append(nodes[-1] + len(level))
        for decided in level:
            for option in decided.options:
                if isinstance(option, End):
                    if option.times and depth:
                        raise PlanError("a path ends before the last card is bet on")
                    child.append(-1)
                    ends.append((option.add, option.times, option.stake))
                else:
                    if not depth or option not in levels[depth - 1]:
                        raise PlanError("not every card is followed by a decision")
                    child.append(levels[depth - 1].index(option))
                    ends.append((0, 0, 0))
            first_option.append(len(child))
    return (
        np.array(nodes, np.int64),
        np.array(first_option, np.int64),
        np.array(child, np.int64),
        *np.array(ends, np.int64).T.copy(),
    )

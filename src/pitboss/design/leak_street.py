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
from pitboss.analysis.signature import LIMIT
from pitboss.analysis.sweeper import CORES, other_hands
from pitboss.base.error import PlanError
from pitboss.base.progress import Say
from pitboss.design.leak_fold import (
    PLANNED,
    STAKED,
    VALUES,
    WON,
    LeakDecisions,
    Pays,
    TakenOptions,
    fold_back,
    sum_last_cards,
)
from pitboss.design.leak_paying import settle_leaf, take_apart
from pitboss.rules import Game
from pitboss.shape.question import CellJudge, Cells
from pitboss.shape.situations import SituationRoom, extend, nothing_seen
from pitboss.shape.tables import Sighted, rank_table
from pitboss.shape.unroll import Leaf, Node

PARTS = 100
"""Sets of known cards are counted in this many parts, to say how far the count is."""
TOO_LARGE = "these pays are too large to be weighed in whole numbers of 63 bits"
CONFIDENCE = "99.9%"
DEVIATE = 3.2905267314919255
"""Of a two-sided normal interval of that confidence."""
Whole = NDArray[np.int64]
Option = tuple[int, int, int, int]
"""The number of the decision that follows; or -1, and of a path that ends here `add`, `times` and `stake`."""
Options = tuple[Option, ...]


@dataclass(frozen=True)
class Streets:
    """A game under one paytable, read as a hand that grows."""

    room: SituationRoom
    cells: Cells
    first: int
    """Cards of the hand that are seen at the first decision."""
    size: int
    """Of the whole hand."""
    decisions: LeakDecisions
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
    found: dict[int, dict[Options, int]] = {}

    def place(node: Node) -> int:
        """The number of a decision among all different ones with as many cards seen."""
        options = tuple(map(end, node.children))
        if any(child.stage != node.stage + 1 for child in node.children if isinstance(child, Node)):
            raise PlanError("not every card is followed by a decision")
        level = found.setdefault(sum(map(len, tree.groups[: node.stage])), {})
        return level.setdefault(options, len(level))

    def end(child: Node | Leaf) -> Option:
        if isinstance(child, Node):
            return place(child), 0, 0, 0
        pays, stake = ends[id(child)]
        first, times, shape = take_apart([int(pay * unit) for pay in pays])
        shapes.update([shape] if times else [])
        return -1, first, times, int(stake * stake_unit)

    place(tree.root)
    if len(shapes) != 1:
        raise PlanError("paths pay by more than one paytable")
    first, size = min(found), len(look.tokens)
    decisions = list_decisions([[*found.get(seen, ())] for seen in range(size - 1, first - 1, -1)], size - 1)
    takes_last = game.house_rules.takes_dearest
    room = asked.room(signatures.values())
    return Streets(room, look.cells, first, size, decisions, shapes.pop(), unit, stake_unit, takes_last)


def list_decisions(levels: list[list[Options]], longest: int) -> LeakDecisions:
    """As arrays, the longest hands first."""
    if any(times for level in levels[1:] for options in level for _, _, times, _ in options):
        raise PlanError("a path ends before the last card is bet on")
    if not all(levels):
        raise PlanError("not every card is followed by a decision")
    options = [options for level in levels for options in level]
    if max(abs(number) for one in options for option in one for number in option) >= LIMIT:
        raise PlanError(TOO_LARGE)
    return LeakDecisions(
        np.arange(longest, longest - len(levels), -1, dtype=np.int64),
        np.cumsum([0, *map(len, levels)], dtype=np.int64),
        np.cumsum([0, *map(len, options)], dtype=np.int64),
        *np.array([option for one in options for option in one], np.int64).T.copy(),
    )


def read_end(
    game: Game, wagers: tuple[str, ...], leaf: Leaf, look: Sighted
) -> tuple[tuple[Fraction, ...], Fraction]:
    """What a path wins with the hand in each cell, and what it stakes."""
    judges = (CellJudge({look.name: (look.cells.ranking, atom)}, {}) for atom in look.cells.atoms)
    pays, stakes = zip(*(settle_leaf(game, wagers, leaf, judge) for judge in judges), strict=True)
    if len(set(stakes)) != 1:
        raise PlanError("what is staked depends on the cards")
    return pays, stakes[0]


# -- counting --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sampled:
    """A mean of n draws by a seeded generator, give or take `margin`: an interval of 99.9%."""

    draws: int
    seed: int
    margin: Fraction


@dataclass
class StreetCount:
    """The game with its tables made, and the usual play as a plan."""

    streets: Streets
    pays: Pays = field(init=False)
    plan: NDArray[np.int8] = field(init=False)

    def __post_init__(self) -> None:
        streets, deck = self.streets, self.streets.room.deck
        decided = streets.decisions
        pay, ends = max(map(abs, streets.pays)), np.abs([decided.add, decided.times]).T.tolist()
        if max(add + times * pay for add, times in ends) * self.deals(0) >= LIMIT:
            raise PlanError(TOO_LARGE)
        pool = other_hands(deck.tobytes(), streets.cells.ranking, streets.size)
        table = rank_table(streets.cells.ranking, streets.size)
        pays = np.array(streets.pays, np.int32)[table.cell_of_class(streets.cells)[pool.classes]]
        choose = np.array(
            [[comb(n, k) for k in range(streets.size + 1)] for n in range(len(deck) + 1)], np.int64
        )
        sums = np.zeros(comb(len(deck), streets.size - 1), np.int64)
        sum_last_cards(len(deck), streets.size - 1, pays, choose, sums)
        self.pays = Pays(len(deck), pays, sums, choose)
        self.plan = np.zeros((len(decided.sizes), len(sums), np.diff(decided.nodes).max()), np.int8)
        self.fold(np.zeros((1, 0), np.int64), is_made=True)

    def fold(self, dead: Whole, *, is_made: bool = False) -> Whole:
        """By set of dead cards, as deck indices: what best play wins and stakes, and what the plan wins."""
        out = np.zeros((len(dead), VALUES), np.int64)
        plan = TakenOptions(self.plan, is_made, self.streets.takes_last)
        fold_back(dead, self.streets.decisions, self.pays, plan, out)
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
        """About, for every essentially different set of n cards: options weighed and values added."""
        deck, longest = len(self.streets.room.deck), self.streets.size - 1
        each = VALUES * longest * int(self.plan.shape[2])
        return comb(deck, dead) // self.streets.room.renamings * comb(deck - dead, longest) * each

    def deals(self, dead: int) -> int:
        """How the player's first cards and all that follow can lie."""
        left, first = len(self.streets.room.deck) - dead, self.streets.first
        total = comb(left, first)
        for size in range(first, self.streets.size):
            total *= left - size
        return total

    def exact(self, dead: int, say: Say) -> tuple[Fraction, Fraction]:
        """What best play wins and stakes, knowing n cards."""
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

"""Best play on counts: the best decision everywhere, backwards from the last, and what comes of it.

Counts know no pays. Pricing settles every cell of every leaf once under the paytables in force,
weighs the counts with that, and takes the best option at each situation; then it follows the choices
from the first situation on and adds up the ways of every outcome.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.signature import LIMIT, SignatureCounts
from pitboss.base.error import InputError, PlanError
from pitboss.rules import Blank, Game
from pitboss.shape import kernels
from pitboss.shape.question import CellJudge, Cells, partition
from pitboss.shape.situations import Situations
from pitboss.shape.tables import Sighted, classify
from pitboss.shape.tally import Outcome, Tally, net
from pitboss.shape.unroll import ME, Leaf, Node, Tree

Values = NDArray[np.int64]
Joint = tuple[Outcome, ...]
"""What every wager comes to, in the order of the wagers."""


@dataclass(frozen=True)
class Free:
    """A wager whose result no decision can change: ways of each cell of its one look."""

    wager: str
    look: str
    cells: Cells
    ways: tuple[int, ...]
    leaf: Leaf

    def tally(self, game: Game) -> Tally:
        ways: Counter[Outcome] = Counter()
        for atom, count in zip(self.cells.atoms, self.ways, strict=True):
            judge = CellJudge({self.look: (self.cells.ranking, atom)}, {})
            ways[game.settle_wager(self.leaf.round, ME, self.wager, judge)] += count
        return Tally(self.wager, ways, sum(self.ways))


@dataclass(frozen=True)
class Decision:
    """A decision as solved: the value of every option at every row, over a common denominator."""

    node: Node
    options: Values
    """[row, option], in units of 1/denominator of the base wager."""
    choice: NDArray[np.int8]
    denominator: int
    reached: NDArray[np.bool_] | None = None
    """The rows at which play gets here at all."""
    allowed: NDArray[np.bool_] | None = None
    """[row, option], where some option asks for a line of the hand; what is not
    allowed is worth a little less than the worst of the others."""


@dataclass(frozen=True)
class Solution:
    """Best play and what comes of it."""

    tallies: Mapping[str, Tally]
    value: Fraction
    """Expected net of the deciding wagers."""
    decisions: tuple[Decision, ...]
    joint: Mapping[Joint, int] = field(default_factory=dict)
    """Ways of what all wagers come to together, where they were counted jointly."""


@dataclass
class Counted:
    """A game counted for some wagers. Holds no paytable."""

    game: Game
    wagers: tuple[str, ...]
    deciding: tuple[str, ...]
    tree: Tree
    free: Mapping[str, Free]
    stages: tuple[Situations, ...]
    """What can have been seen, by the number of groups seen."""
    leaf_counts: Mapping[int, SignatureCounts] = field(default_factory=dict)
    """Counts by id of the leaf."""
    jointly: bool = False
    """Whether every cell settles all wagers, so that their results are known together."""

    def price(
        self,
        game: Game | None = None,
        *,
        meters: Mapping[str, Fraction] | None = None,
        policy: "Policy | None" = None,
    ) -> Solution:
        """Put paytables on the counts; best play, or the play that a policy prescribes."""
        return Pricing(self, game or self.game, meters or {}, policy).solve()

    def decide(self, game: Game) -> "tuple[Decision, ...]":
        """The value of every option at every decision, and nothing added up."""
        pricing = Pricing(self, game, {})
        pricing.values_at_root()
        return tuple(pricing.solved.values())


Policy = Callable[[Node, Situations], NDArray[np.int8]]
"""Which option to take at each row of a decision."""


@dataclass
class Pricing:
    """One pricing of a counted game: values, choices, tallies."""

    counted: Counted
    game: Game
    meters: Mapping[str, Fraction]
    policy: Policy | None = None
    outcomes: dict[int, list[dict[str, Outcome]]] = field(default_factory=dict)
    pays: dict[int, Values] = field(default_factory=dict)
    unit: int = 1
    denominators: list[int] = field(default_factory=list)
    solved: dict[int, Decision] = field(default_factory=dict)
    reached: dict[int, NDArray[np.bool_]] = field(default_factory=dict)
    weighed: dict[tuple[int, bytes], Values] = field(default_factory=dict)

    def solve(self) -> Solution:
        counted = self.counted
        tallies = {wager: free.tally(self.game) for wager, free in counted.free.items()}
        if not counted.stages:
            value = sum((expected(tallies[wager], self.meters) for wager in counted.deciding), Fraction(0))
            return Solution({wager: tallies[wager] for wager in counted.wagers}, value, ())
        root = counted.tree.root
        at_root = self.values_at_root()
        stage = counted.stages[root.stage]
        largest = max(int(at_root.max()), -int(at_root.min()), 1)
        if largest * stage.deals < LIMIT:
            top = int(np.dot(at_root, stage.orbit.astype(np.int64)))
        else:
            top = sum(int(v) * int(o) for v, o in zip(at_root, stage.orbit, strict=True))
        value = Fraction(top, stage.deals * self.denominators[root.stage] * self.unit)
        decided, joint = self.tally_paths(root)
        tallies |= decided
        decisions = tuple(
            replace(found, reached=self.reached.get(number)) for number, found in self.solved.items()
        )
        single = {wager: tallies[wager] for wager in counted.wagers}
        return Solution(single, value, decisions, joint)

    def values_at_root(self) -> Values:
        self.settle_leaves()
        self.choose_denominators()
        return self.values(self.counted.tree.root)

    def settle_leaves(self) -> None:
        """Settle every cell of every leaf once, and turn the deciding net into whole numbers."""
        nets: dict[int, list[Fraction]] = {}
        wagers = [wager for wager in self.counted.wagers if wager not in self.counted.free]
        for leaf in self.counted.tree.leaves:
            settled = [
                {wager: self.game.settle_wager(leaf.round, ME, wager, judge) for wager in wagers}
                for judge in self.counted.leaf_counts[id(leaf)].judges
            ]
            self.outcomes[id(leaf)] = settled
            nets[id(leaf)] = [
                sum((net(results[w], self.meters) for w in self.counted.deciding), Fraction(0))
                for results in settled
            ]
        self.unit = lcm(*(value.denominator for values in nets.values() for value in values))
        for leaf_id, values in nets.items():
            whole = [value.numerator * (self.unit // value.denominator) for value in values]
            if max(map(abs, whole), default=0) * self.counted.leaf_counts[leaf_id].total >= LIMIT:
                raise InputError("these pays are too large to be weighed in whole numbers of 63 bits")
            self.pays[leaf_id] = np.array(whole, np.int64)

    def choose_denominators(self) -> None:
        """For each stage a number of continuations that every count at it, and after it, divides."""
        stages = self.counted.stages
        denominators = [1] * len(stages)
        for stage in reversed(range(len(stages))):
            totals = [
                self.counted.leaf_counts[id(x)].total for x in self.counted.tree.leaves if x.stage == stage
            ]
            if stage + 1 < len(stages):
                totals.append(denominators[stage + 1] * stages[stage + 1].branching)
            denominators[stage] = lcm(1, *totals)
        largest = max(int(np.abs(pays).max(initial=0)) for pays in self.pays.values())
        if max(denominators) * max(largest, 1) >= LIMIT:
            raise InputError("these pays are too large to be weighed in whole numbers of 63 bits")
        for leaf in self.counted.tree.leaves:
            if stages[leaf.stage].deals * self.counted.leaf_counts[id(leaf)].total >= LIMIT:
                raise PlanError("there are too many deals to add up in whole numbers of 63 bits")
        self.denominators = denominators

    def values(self, item: Node | Leaf) -> Values:
        """The best expected net at each row of the item's stage, in units of its denominator."""
        if isinstance(item, Leaf):
            return self.weigh(item)
        options = np.zeros((len(self.counted.stages[item.stage]), len(item.children)), np.int64)
        for number, child in enumerate(item.children):
            options[:, number] = self.brought_up(self.values(child), child.stage, item.stage)
        choice = np.zeros(len(options), np.int8)
        best = np.zeros(len(options), np.int64)
        allowed = allowed_options(item, self.counted.stages[item.stage])
        if allowed is not None:
            options[~allowed] = np.repeat(options.min(axis=1) - 1, (~allowed).sum(axis=1))
        if self.policy:
            choice = nearest_allowed(self.policy(item, self.counted.stages[item.stage]), allowed)
            best = options[np.arange(len(options)), choice]
        else:
            kernels.take_best(options, self.game.house_rules.takes_dearest, choice, best)
        denominator = self.denominators[item.stage] * self.unit
        self.solved[id(item)] = Decision(item, options, choice, denominator, allowed=allowed)
        return best

    def weigh(self, leaf: Leaf) -> Values:
        """Leaves that differ in the size of the bets alone are weighed once."""
        counts, pays = self.counted.leaf_counts[id(leaf)], self.pays[id(leaf)]
        size = int(np.gcd.reduce(pays)) or 1
        key = id(counts), (pays // size).tobytes()
        if key not in self.weighed:
            found = np.zeros(len(counts.counts), np.int64)
            scale = self.denominators[leaf.stage] // counts.total
            kernels.weigh(counts.fixed, counts.counts, pays // size, scale, found)
            self.weighed[key] = found
        return self.weighed[key] * size

    def brought_up(self, values: Values, stage: int, to: int) -> Values:
        """Sum over the continuations from a later stage."""
        while stage > to:
            child, before = self.counted.stages[stage], self.counted.stages[stage - 1]
            out = np.zeros((len(before), 1), np.int64)
            no_fixed = np.zeros(len(child), np.int32)
            kernels.fold_up(child.parent, child.ratio, no_fixed, values[:, None], out)
            step = self.denominators[stage] * child.branching
            values = out[:, 0] * (self.denominators[stage - 1] // step)
            stage -= 1
        return values

    def tally_paths(self, root: Node | Leaf) -> tuple[dict[str, Tally], Counter[Joint]]:
        """Follow the choices from the first situation on and add up the ways of every outcome."""
        counted = self.counted
        leaves: list[tuple[Leaf, list[int]]] = []
        pending: list[tuple[Node | Leaf, NDArray[np.bool_]]] = [
            (root, np.ones(len(counted.stages[root.stage]), np.bool_))
        ]
        while pending:
            item, reached = pending.pop()
            if not reached.any():
                continue
            if isinstance(item, Leaf):
                counts = counted.leaf_counts[id(item)]
                ways = np.zeros(len(counts.judges), np.int64)
                kernels.add_up(reached, counted.stages[item.stage].orbit, counts.fixed, counts.counts, ways)
                leaves.append((item, [int(n) for n in ways]))
                continue
            choice = self.solved[id(item)].choice
            self.reached[id(item)] = reached
            for number, child in enumerate(item.children):
                taken = reached & (choice == number)
                for stage in range(item.stage + 1, child.stage + 1):
                    taken = taken[counted.stages[stage].parent]
                pending.append((child, taken))
        return self.merge(leaves)

    def merge(self, leaves: list[tuple[Leaf, list[int]]]) -> tuple[dict[str, Tally], Counter[Joint]]:
        counted = self.counted
        sizes = [counted.stages[leaf.stage].deals * counted.leaf_counts[id(leaf)].total for leaf, _ in leaves]
        total = lcm(*sizes)
        tallies: dict[str, Counter[Outcome]] = {w: Counter() for w in counted.wagers if w not in counted.free}
        joint: Counter[Joint] = Counter()
        for (leaf, ways), size in zip(leaves, sizes, strict=True):
            for results, number in zip(self.outcomes[id(leaf)], ways, strict=True):
                if number:
                    for wager in results:
                        tallies[wager][results[wager]] += number * (total // size)
                    if counted.jointly:
                        joint[tuple(results[wager] for wager in counted.wagers)] += number * (total // size)
        return {wager: Tally(wager, tally, total) for wager, tally in tallies.items()}, joint


def allowed_options(node: Node, rows: Situations) -> NDArray[np.bool_] | None:
    """Which options are open at each row; None where all of them always are."""
    if not any(option.needs for option in node.options):
        return None
    allowed = np.ones((len(rows), len(node.options)), np.bool_)
    for number, needs in enumerate(option.needs for option in node.options):
        if needs:
            tokens = tuple(slot.number for slot in needs.cards if isinstance(slot, Blank))
            cells = partition(needs.ranking, [(needs.line,)])
            is_on = [needs.ranking.pick(atom, (needs.line,)) is not None for atom in cells.atoms]
            judged = classify(Sighted("needed", tokens, cells), rows)
            allowed[:, number] = np.array(is_on, np.bool_)[judged.cells]
    return allowed


def nearest_allowed(choice: NDArray[np.int8], allowed: NDArray[np.bool_] | None) -> NDArray[np.int8]:
    """The choice, or the dearest option below it that is open: the first one always is."""
    if allowed is None:
        return choice
    numbers = np.where(allowed, np.arange(allowed.shape[1], dtype=np.int8), np.int8(0))
    found: NDArray[np.int8] = np.maximum.accumulate(numbers, axis=1)[np.arange(len(choice)), choice]
    return found


def expected(tally: Tally, meters: Mapping[str, Fraction]) -> Fraction:
    return (
        sum((ways * net(outcome, meters) for outcome, ways in tally.ways.items()), Fraction(0)) / tally.total
    )

"""The counting engine: the exact answer of any game by counting classes, not rounds.

`count` unrolls the game on blank cards, finds what its bets can ask, and counts, for everything a
player can have seen, how the rest of the deck falls into cells. `Counted.price` puts paytables on
the counts: it takes the best decision everywhere, backwards from the last, and adds up the ways of
every outcome. The engine knows no game. What it cannot plan raises `PlanError`, with the reason.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import kernels
from pitboss.analysis.question import Answers, CellJudge, Cells, explore, partition
from pitboss.analysis.signature import LIMIT, Counts, Sighted, Signature, count_signature
from pitboss.analysis.situations import Situations, canonical_suits, extend, make_room, nothing_seen
from pitboss.analysis.spread import spread
from pitboss.analysis.tally import Outcome, Tally, net
from pitboss.analysis.unroll import ME, Group, Leaf, Node, Tree, unroll
from pitboss.base.error import PlanError
from pitboss.cards import Card
from pitboss.rules import Blank, Game, Look
from pitboss.rules.bet import Highest, Looks
from pitboss.rules.record import ReadsCardsError

Values = NDArray[np.int64]


@dataclass(frozen=True)
class Free:
    """A wager whose result no decision can change: ways of each cell of its one look."""

    wager: str
    look: str
    cells: Cells
    cards: int
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


@dataclass(frozen=True)
class Solution:
    """Best play and what comes of it."""

    tallies: Mapping[str, Tally]
    value: Fraction
    """Expected net of the deciding wagers."""
    decisions: tuple[Decision, ...]


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
    leaf_counts: Mapping[int, Counts] = field(default_factory=dict)
    """Counts by id of the leaf."""

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


def count(
    game: Game,
    wagers: tuple[str, ...],
    *,
    deciding: tuple[str, ...] | None = None,
    wanted: tuple[str, ...] | None = None,
    given: tuple[tuple[Card, ...], ...] = (),
) -> Counted:
    """Count the game for one seat with these wagers; only as much of it as `wanted` takes, all by default.

    `given` are the cards of the first groups seen: only what can follow them is counted.
    """
    chosen = tuple(w for w in (game.deciding if deciding is None else deciding) if w in wagers)
    tree = unroll(game, wagers)
    return Counting(game, wagers, chosen, tree, wagers if wanted is None else wanted, given).count()


@dataclass
class Counting:
    game: Game
    wagers: tuple[str, ...]
    deciding: tuple[str, ...]
    tree: Tree
    wanted: tuple[str, ...]
    given: tuple[tuple[Card, ...], ...] = ()
    asked: dict[tuple[int, str], tuple[tuple[Answers, Outcome], ...]] = field(default_factory=dict)

    def count(self) -> Counted:
        leaves = self.tree.leaves
        for leaf in leaves:
            for wager in self.wagers:
                settle = partial(self.game.settle_wager, leaf.round, ME, wager)
                self.asked[id(leaf), wager] = tuple(explore(settle))
        free = {wager: found for wager in self.wagers if (found := self.count_free(wager, leaves))}
        if set(self.wanted) <= set(free):
            wanted = {wager: free[wager] for wager in self.wanted}
            decided = tuple(wager for wager in self.deciding if wager in wanted)
            return Counted(self.game, self.wanted, decided, self.tree, wanted, ())
        # What decides is counted with the decisions, or their values would lack its part.
        free = {wager: found for wager, found in free.items() if wager not in self.deciding}
        counted = Counted(self.game, self.wagers, self.deciding, self.tree, free, ())
        signatures = {id(leaf): self.signature(leaf, set(self.wagers) - set(free)) for leaf in leaves}
        cells = [look.cells for signature in signatures.values() for look in signature.looks]
        named = frozenset(suit for found in cells for suit in found.named_suits)
        room = make_room(self.game.deck, named_suits=named)
        stages = [nothing_seen(room)]
        rename = canonical_suits(room, self.given)
        for number, group in enumerate(self.tree.groups):
            following = extend(stages[-1], group, told_apart=is_told_apart(group, signatures.values()))
            stages.append(
                following.keep(rename(self.given[number])) if number < len(self.given) else following
            )
        counted.stages = tuple(stages)
        done: dict[tuple[object, int], Counts] = {}
        counts = {}
        for leaf in leaves:
            signature = signatures[id(leaf)]
            key = (signature_key(signature), leaf.stage)
            if key not in done:
                done[key] = self.counts_at(signature, leaf.stage, counted.stages, done)
            counts[id(leaf)] = done[key]
        counted.leaf_counts = counts
        return counted

    def count_free(self, wager: str, leaves: list[Leaf]) -> Free | None:
        """A wager is free if every leaf settles it alike, by the line of one look on the same cards."""
        first = self.asked[id(leaves[0]), wager]
        looks = {key[0] for answers, _ in first for key in answers}
        if len(looks) != 1 or any(isinstance(key[1], str) for answers, _ in first for key in answers):
            return None
        name = looks.pop()
        seen = {look_tokens(self.looks(leaf), name) for leaf in leaves}
        if len(seen) != 1 or any(self.asked[id(leaf), wager] != first for leaf in leaves):
            return None
        look = self.looks(leaves[0])[name]
        if isinstance(look, Highest):
            raise PlanError("the highest of several hands is bounded, not counted")
        cards = len(look.cards)
        cells = partition(look.ranking, (key[1] for answers, _ in first for key in answers))  # type: ignore[misc]
        return Free(wager, name, cells, cards, tuple(spread(self.game.deck, cells, cards)), leaves[0])

    def looks(self, leaf: Leaf) -> Looks:
        try:
            return self.game.looks(leaf.round, leaf.round.place(ME))
        except ReadsCardsError as problem:
            raise PlanError(f"{problem}: no plan by looks alone") from problem

    def signature(self, leaf: Leaf, wagers: set[str]) -> Signature:
        """Which looks and orders the bets of these wagers ask for at a leaf."""
        lines: dict[str, set[tuple[str, ...]]] = {}
        orders: list[tuple[str, str]] = []
        for wager in self.wagers:
            if wager not in wagers:
                continue
            for answers, _ in self.asked[id(leaf), wager]:
                for one, other in answers:
                    if isinstance(other, tuple):
                        lines.setdefault(one, set()).add(other)
                    elif (one, other) not in orders and (other, one) not in orders:
                        orders.append((one, other))
        looks = self.looks(leaf)
        names = dict.fromkeys([*lines, *(name for pair in orders for name in pair)])
        sighted = []
        for name in names:
            look = looks[name]
            if isinstance(look, Highest):
                raise PlanError("the highest of several hands is bounded, not counted")
            cells = partition(look.ranking, lines.get(name, ()))
            sighted.append(Sighted(name, look_tokens(looks, name), cells))
        return Signature(tuple(sighted), tuple(orders))

    def counts_at(
        self,
        signature: Signature,
        stage: int,
        stages: tuple[Situations, ...],
        done: dict[tuple[object, int], Counts],
    ) -> Counts:
        """Count at the stage itself, or at the next one and fold up if more of the cards are seen there."""
        later = set(self.tree.groups[stage]) if stage < len(self.tree.groups) else set()
        if not any(later & set(look.tokens) for look in signature.looks):
            return count_signature(signature, stages[stage])
        key = (signature_key(signature), stage + 1)
        if key not in done:
            done[key] = self.counts_at(signature, stage + 1, stages, done)
        deeper, child = done[key], stages[stage + 1]
        counts = np.zeros((len(stages[stage]), len(deeper.judges)), np.int64)
        kernels.fold_up(child.parent, child.ratio, deeper.fixed, deeper.counts, counts)
        total = deeper.total * child.branching
        return Counts(np.zeros(len(stages[stage]), np.int32), counts, total, deeper.judges)


def is_told_apart(group: Group, signatures: Iterable[Signature]) -> bool:
    """Whether some look takes a part of a group: its cards are then no mere set any more."""
    looks = [look for signature in signatures for look in signature.looks]
    return any(0 < len(set(group) & set(look.tokens)) < len(group) for look in looks)


def look_tokens(looks: Looks, name: str) -> tuple[int, ...]:
    look = looks[name]
    hands = (look.cards,) if isinstance(look, Look) else look.hands
    return tuple(slot.number for hand in hands for slot in hand if isinstance(slot, Blank))


def signature_key(signature: Signature) -> object:
    looks = tuple((s.name, frozenset(s.tokens), s.cells.of_atom) for s in signature.looks)
    return looks, signature.orders


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
        tallies |= self.tally_paths(root)
        decisions = tuple(
            replace(found, reached=self.reached.get(number)) for number, found in self.solved.items()
        )
        return Solution({wager: tallies[wager] for wager in counted.wagers}, value, decisions)

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
                raise PlanError("the pays are too large for whole numbers of 63 bits")
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
            raise PlanError("the values are too large for whole numbers of 63 bits")
        self.denominators = denominators

    def values(self, item: Node | Leaf) -> Values:
        """The best expected net at each row of the item's stage, in units of its denominator."""
        if isinstance(item, Leaf):
            counts = self.counted.leaf_counts[id(item)]
            found = np.zeros(len(counts.counts), np.int64)
            scale = self.denominators[item.stage] // counts.total
            kernels.weigh(counts.fixed, counts.counts, self.pays[id(item)], scale, found)
            return found
        options = np.zeros((len(self.counted.stages[item.stage]), len(item.children)), np.int64)
        for number, child in enumerate(item.children):
            options[:, number] = self.brought_up(self.values(child), child.stage, item.stage)
        choice = np.zeros(len(options), np.int8)
        best = np.zeros(len(options), np.int64)
        if self.policy:
            choice = self.policy(item, self.counted.stages[item.stage])
            best = options[np.arange(len(options)), choice]
        else:
            kernels.take_best(options, self.game.house.get("tie_rule") == "dearest", choice, best)
        denominator = self.denominators[item.stage] * self.unit
        self.solved[id(item)] = Decision(item, options, choice, denominator)
        return best

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

    def tally_paths(self, root: Node | Leaf) -> dict[str, Tally]:
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

    def merge(self, leaves: list[tuple[Leaf, list[int]]]) -> dict[str, Tally]:
        counted = self.counted
        sizes = [counted.stages[leaf.stage].deals * counted.leaf_counts[id(leaf)].total for leaf, _ in leaves]
        total = lcm(*sizes)
        tallies: dict[str, Counter[Outcome]] = {w: Counter() for w in counted.wagers if w not in counted.free}
        for (leaf, ways), size in zip(leaves, sizes, strict=True):
            for results, number in zip(self.outcomes[id(leaf)], ways, strict=True):
                if number:
                    for wager, tally in tallies.items():
                        tally[results[wager]] += number * (total // size)
        return {wager: Tally(wager, tally, total) for wager, tally in tallies.items()}


def expected(tally: Tally, meters: Mapping[str, Fraction]) -> Fraction:
    return (
        sum((ways * net(outcome, meters) for outcome, ways in tally.ways.items()), Fraction(0)) / tally.total
    )

"""Best play of a game with a shared board: two passes over all boards, and the decisions between them."""

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, product
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import board_kernel as kernel
from pitboss.analysis.bestplay import Solution, expected
from pitboss.analysis.board_room import HAND, BoardLevel, Values
from pitboss.analysis.shared_board import BoardPlan
from pitboss.analysis.signature import LIMIT
from pitboss.analysis.sweeper import CORES
from pitboss.base.error import PlanError
from pitboss.base.progress import Progress, silent
from pitboss.cards import Card
from pitboss.rules import Game
from pitboss.shape.question import CellJudge
from pitboss.shape.situations import card_number
from pitboss.shape.tally import Outcome, Tally, net
from pitboss.shape.unroll import ME, Leaf, Node

ROUNDS = 48
"""How often a pass over the boards says how far it is."""
MOST_SUMS = 120_000_000
"""Sums of all decisions together, for each thread."""
KEPT = 5_000_000
"""Of a decision with no more situations than this, what every option is worth is kept."""
ORDERS = (-1, 0, 1)
Sums = dict[tuple[int, int], Values]
"""By the number of an ending and of the cards seen: [set, pair]."""


@dataclass(frozen=True)
class BoardDecision:
    """A decision before the board is whole: [set, pair]."""

    node: Node
    level: BoardLevel
    choice: NDArray[np.int8]
    options: Values | None
    """[option, set, pair], in units of 1/denominator of the base wager, where they are kept."""
    denominator: int


@dataclass
class BoardPlay:
    """Best play and what comes of it, with what options are worth."""

    solution: Solution
    pricing: "BoardPricing"

    def values(self, node: Node, own: tuple[Card, ...], seen: tuple[Card, ...]) -> tuple[Fraction, ...]:
        """What each option of a decision is worth with these own cards and these of the board."""
        pricing = self.pricing
        room, numbers = pricing.plan.room, np.array([sorted(map(card_number, seen))], np.int8)
        pair = room.pair_number(own)
        if len(seen) == pricing.plan.board:
            return pricing.ending_values(node, numbers[0], pair)
        decision = pricing.decisions[id(node)]
        assert decision.options is not None, "the options of a decision with few situations are kept"
        alone = BoardLevel(len(seen), decision.level.sets, 0, 1)
        named = room.name_parts(numbers.reshape(1, len(seen)), (alone,))
        at = decision.options[:, named.set_number[0, 0], named.pair_after[named.way[0, 0], pair]]
        return tuple(Fraction(int(value), decision.denominator) for value in at)


def play_board(
    plan: BoardPlan,
    game: Game,
    *,
    meters: Mapping[str, Fraction] | None = None,
    only: tuple[Card, ...] = (),
    progress: Progress = silent,
) -> BoardPlay:
    """Best play under the paytables of the game, and what comes of it; with `only`, of these own cards."""
    return BoardPricing(plan, game, meters or {}, progress).solve(only)


@dataclass
class BoardPricing:
    """One pricing of a game of this shape."""

    plan: BoardPlan
    game: Game
    meters: Mapping[str, Fraction]
    progress: Progress = silent
    unit: int = 1
    outcomes: dict[int, dict[tuple[int, int, int], dict[str, Outcome]]] = field(default_factory=dict)
    """Of each leaf, by number: what every wager comes to at (own cell, run of the dealer's, order)."""
    decisions: dict[int, BoardDecision] = field(default_factory=dict)
    ending: kernel.BoardEnding = field(init=False)

    # -- what leaves pay ---------------------------------------------------------------------------

    def settle_leaves(self) -> Values:
        """Settle every leaf at every cell; returns the deciding net in whole numbers.

        [leaf, own cell, run, order]
        """
        plan = self.plan
        own, dealer = plan.own_cells.atoms, plan.run_atoms
        nets = np.zeros((len(plan.tree.leaves), len(own), plan.runs, len(ORDERS)), object)
        for number, leaf in enumerate(plan.tree.leaves):
            settled = self.outcomes.setdefault(number, {})
            for p, run, order in np.ndindex(nets.shape[1:]):
                hands = ((plan.ranking, own[p]), (plan.ranking, dealer[run]))
                judge = CellJudge(dict(zip(plan.names, hands, strict=True)), {plan.names: ORDERS[order]})
                results = {w: self.game.settle_wager(leaf.round, ME, w, judge) for w in plan.counted}
                settled[p, run, order] = results
                won = (net(results[wager], self.meters) for wager in plan.deciding)
                nets[number, p, run, order] = sum(won, Fraction(0))
        self.unit = lcm(1, *(value.denominator for value in nets.flat))
        return nets * self.unit

    def factors(self, nets: Values) -> Values:
        """What a leaf is worth as a sum of columns: [leaf, kind, column]."""
        leaves, own_cells = nets.shape[:2]
        found = np.zeros((leaves, own_cells * self.plan.runs, len(self.plan.cuts) + 3), object)
        for p, mine in product(range(own_cells), range(self.plan.runs)):
            at = found[:, p * self.plan.runs + mine]
            for run in range(self.plan.runs):
                pays = nets[:, p, run]
                low, high = self.edge(run), self.edge(run + 1)
                if run == mine:
                    spans = [(low, (0, 1), 2), ((0, 1), (1, 1), 1), ((1, 1), high, 0)]
                else:
                    spans = [(low, high, 2 if run < mine else 0)]
                for (start, times), (end, end_times), order in spans:
                    at[:, end] += pays[:, order] * end_times
                    at[:, start] -= pays[:, order] * times
        return found

    def edge(self, run: int) -> tuple[int, int]:
        """The column that counts all below a run, and how often."""
        last = len(self.plan.cuts) + 2
        if run == 0:
            return last, 0
        return (last, self.plan.dealt) if run == self.plan.runs else (1 + run, 1)

    # -- passes ------------------------------------------------------------------------------------

    def solve(self, only: tuple[Card, ...] = ()) -> BoardPlay:
        nets = self.settle_leaves()
        self.check_bounds(int(max(map(abs, nets.flat))))
        factors, takes_last = self.factors(nets).astype(np.int64), self.game.house_rules.takes_dearest
        last = [node for node in self.plan.endings if isinstance(node, Node)]
        self.ending = kernel.BoardEnding(factors, self.plan.child_numbers(last), takes_last)
        if self.plan.steps:
            self.best_values(self.plan.tree.root, self.add_values())
        return BoardPlay(self.make_solution(self.add_ways(only), only), self)

    def check_bounds(self, largest: int) -> None:
        """No sum leaves 63 bits: of an ending over boards and renamings, of values, and of ways."""
        plan, deck = self.plan, len(self.plan.room.deck)
        boards = comb(deck - HAND, plan.board)
        sums = largest * boards * len(plan.room.codes)
        values = largest * max(self.denominators.values(), default=1) * len(plan.room.codes)
        ways = comb(deck, HAND) * boards * len(plan.chains)
        if max(sums, values, ways) * plan.dealt >= LIMIT:
            raise PlanError("the pays are too large to be added up in whole numbers of 63 bits")

    @cached_property
    def wanted(self) -> dict[int, list[int]]:
        """By number of cards seen, the endings that are asked for: those that pay alike once."""
        found: dict[int, list[int]] = {level.cards: [] for level in self.plan.levels}
        for node in self.plan.steps:
            endings = found[self.plan.seen(node)]
            numbers = [self.like(child) for child in node.children]
            endings += [n for n in dict.fromkeys(numbers) if n < len(self.plan.endings) and n not in endings]
        return found

    def like(self, item: Node | Leaf) -> int:
        """The number of an item, or of the first leaf that pays the same."""
        number = self.plan.number[id(item)]
        if isinstance(item, Node):
            return number
        same = (self.ending.factors == self.ending.factors[number]).all(axis=(1, 2))
        return int(np.argmax(same))

    def add_values(self) -> Sums:
        """The first pass: the sum of each ending over all boards that hold what was seen, by set and pair."""
        plan, room = self.plan, self.plan.room
        sizes = [len(at.sets) * len(room.pairs) * len(self.wanted[at.cards]) for at in plan.levels]
        begin = np.cumsum([0, *sizes])
        if begin[-1] > MOST_SUMS:
            raise PlanError(f"{begin[-1]:,} sums are more than the {MOST_SUMS:,} that the board engine holds")
        endings = np.full((len(plan.levels), len(plan.endings)), -1, np.int64)
        for row, level in zip(endings, plan.levels, strict=True):
            row[: len(self.wanted[level.cards])] = self.wanted[level.cards]
        first = np.array([level.start for level in plan.levels], np.int64)
        last = np.array([level.start + level.parts for level in plan.levels], np.int64)
        wanted = kernel.Wanted(first, last, begin[:-1].astype(np.int64), endings)
        boards = room.boards.rows, room.boards.orbit

        def work(out: Values, desk: kernel.BoardDesk, start: int, stop: int) -> None:
            about = plan.judging, self.ending, plan.subsets, wanted
            kernel.scatter(*boards, start, stop, *about, desk, out)

        found = self.over_boards("Valuing boards", (int(begin[-1]),), work)
        sums: Sums = {}
        for level, (start, stop) in zip(plan.levels, pairwise(begin.tolist()), strict=True):
            tables = found[start:stop].reshape(len(level.sets), len(room.pairs), -1)
            for number, ending in enumerate(self.wanted[level.cards]):
                table = np.ascontiguousarray(tables[:, :, number])
                whole = kernel.settle_suits(table, level.sets.rows, room.place, room.pair_after, room.codes)
                assert whole, "every sum counts each renaming once"
                sums[ending, level.cards] = table
        return sums

    def over_boards(
        self, words: str, shape: tuple[int, ...], work: Callable[[Values, kernel.BoardDesk, int, int], None]
    ) -> Values:
        """Let every core work on a share of the boards, and add up what they found."""
        boards, columns = len(self.plan.room.boards), len(self.plan.cuts) + 3
        cores = CORES if boards > ROUNDS * CORES else 1
        found = [np.zeros(shape, np.int64) for _ in range(cores)]
        desks = [
            kernel.make_desk(len(self.plan.room.deck), columns, len(self.plan.endings)) for _ in range(cores)
        ]
        bounds = np.linspace(0, boards, ROUNDS * cores + 1).astype(np.int64).tolist()
        spans = list(pairwise(bounds))
        with ThreadPoolExecutor(cores) as threads:
            for turn in range(ROUNDS):
                self.progress(f"{words}, {100 * turn // ROUNDS}%")
                mine = spans[turn * cores : (turn + 1) * cores]
                list(threads.map(lambda n, mine=mine: work(found[n], desks[n], *mine[n]), range(cores)))
        for other in found[1:]:
            found[0] += other
        return found[0]

    # -- decisions ---------------------------------------------------------------------------------

    @cached_property
    def denominators(self) -> dict[int, int]:
        """For each level a number of continuations that every sum at it, and after it, divides."""
        left = len(self.plan.room.deck) - HAND
        found: dict[int, int] = {}
        for level in reversed(self.plan.levels):
            open_ = left - level.cards
            totals = [comb(open_, self.plan.board - level.cards)]
            totals += [found[cards] * comb(open_, cards - level.cards) for cards in found]
            found[level.cards] = lcm(*totals)
        return found

    def best_values(self, node: Node | Leaf, sums: Sums) -> Values:
        """What best play is worth at a decision, by set and pair; later decisions are taken on the way."""
        assert isinstance(node, Node)
        level = self.plan.level_of(node)
        takes_last = self.game.house_rules.takes_dearest
        best, choice, kept = None, np.zeros((len(level.sets), len(self.plan.room.pairs)), np.int8), []
        for option, child in enumerate(node.children):
            values = self.child_values(child, level, sums)
            if values.size <= KEPT:
                kept.append(values)
            if best is None:
                best = values.copy()
                continue
            better = values >= best if takes_last else values > best
            choice[better] = option
            np.maximum(best, values, out=best)
        assert best is not None
        denominator = self.denominators[level.cards] * self.plan.dealt * self.unit
        options = np.stack(kept) if kept else None
        self.decisions[id(node)] = BoardDecision(node, level, choice, options, denominator)
        return best

    def child_values(self, child: Node | Leaf, level: BoardLevel, sums: Sums) -> Values:
        """What an option is worth at each set and pair of a level, in units of the level's denominator."""
        left, units = len(self.plan.room.deck) - HAND - level.cards, self.denominators[level.cards]
        number = self.like(child)
        if number < len(self.plan.endings):
            values, ways = sums[number, level.cards], comb(left, self.plan.board - level.cards)
        else:
            assert isinstance(child, Node)
            later = self.plan.level_of(child)
            values = self.fold_up(self.best_values(child, sums), later, level)
            ways = comb(left, later.cards - level.cards) * self.denominators[later.cards]
        return values if units == ways else values * (units // ways)

    def fold_up(self, values: Values, later: BoardLevel, level: BoardLevel) -> Values:
        """Sum over the cards that are opened between two levels."""
        if later is level:
            return values
        deck, size = self.plan.room.deck, later.cards - level.cards
        grown = np.array(
            [
                sorted((*row, *cards))
                for row in level.sets.rows.tolist()
                for cards in combinations([card for card in deck.tolist() if card not in row], size)
            ],
            np.int8,
        )
        named = self.plan.room.name_parts(grown, (BoardLevel(later.cards, later.sets, 0, 1),))
        out = np.zeros((len(level.sets), values.shape[1]), np.int64)
        kernel.fold_up(len(grown) // len(level.sets), named, values, out)
        # A pair that holds a card of the set has no values; it met its own cards on the way.
        for number, row in enumerate(level.sets.rows.tolist()):
            held = self.plan.room.place[np.array(row, np.int64)]
            out[number, np.isin(self.plan.room.pairs, held).any(axis=1)] = 0
        return out

    # -- ways --------------------------------------------------------------------------------------

    def first_endings(self, only: tuple[Card, ...]) -> Values:
        """What each pair comes to before the board: the number of an item, -1 where it is left out."""
        pairs = np.arange(len(self.plan.room.pairs), dtype=np.int64)
        found = np.full(len(pairs), -1, np.int64)
        if only:
            pairs = np.unique(self.plan.room.pair_after[:, self.plan.room.pair_number(only)]).astype(np.int64)
        pending: list[tuple[Node | Leaf, Values]] = [(self.plan.tree.root, pairs)]
        while pending:
            item, mine = pending.pop()
            if isinstance(item, Leaf) or self.plan.seen(item) > 0:
                found[mine] = self.plan.number[id(item)]
                continue
            choice = self.decisions[id(item)].choice[0, mine]
            pending += [(child, mine[choice == option]) for option, child in enumerate(item.children)]
        return found

    def add_ways(self, only: tuple[Card, ...]) -> Values:
        """The second pass: the columns of all pairs at the leaf that best play leads them to."""
        plan, boards = self.plan, self.plan.room.boards
        if not plan.tree.decisions and not only and plan.kept:
            return plan.kept[0]
        choices = [self.decisions[id(node)].choice.ravel() for node in plan.steps]
        begin = np.cumsum([0, *map(len, choices)])[:-1].astype(np.int64)
        level = np.array([plan.levels.index(plan.level_of(node)) for node in plan.steps], np.int64)
        choice = np.concatenate(choices) if choices else np.zeros(0, np.int8)
        steps = kernel.Steps(choice, begin, level, plan.child_numbers(plan.steps))
        first = self.first_endings(only)
        about = plan.judging, self.ending, plan.subsets, steps, plan.chains, first

        def work(out: Values, desk: kernel.BoardDesk, start: int, stop: int) -> None:
            kernel.add_up(boards.rows, boards.orbit, start, stop, *about, desk, out)

        shape = (len(plan.tree.leaves), *self.ending.factors.shape[1:])
        tally = self.over_boards("Adding up best play", shape, work)
        deals = int((first >= 0).sum()) * comb(len(plan.room.deck) - HAND, plan.board)
        assert int(tally[:, :, -1].sum()) == deals * len(plan.chains), "every deal is counted once"
        if not plan.tree.decisions and not only:
            plan.kept.append(tally)
        return tally

    def make_solution(self, tally: Values, only: tuple[Card, ...]) -> Solution:
        ways: dict[str, Counter[Outcome]] = {wager: Counter() for wager in self.plan.counted}
        for leaf, settled in self.outcomes.items():
            for cell, count in self.cell_ways(tally[leaf]).items():
                for wager, outcome in settled[cell].items() if count else ():
                    ways[wager][outcome] += count
        total = int(tally[:, :, -1].sum()) * self.plan.dealt
        tallies = {wager: Tally(wager, found, total) for wager, found in ways.items()}
        value = sum((expected(tallies[wager], self.meters) for wager in self.plan.deciding), Fraction(0))
        if not only:
            self.check_value(value)
        tallies |= {wager: free.tally(self.game) for wager, free in self.plan.free.items()}
        return Solution({wager: tallies[wager] for wager in self.plan.wagers}, value, ())

    def cell_ways(self, columns: Values) -> Counter[tuple[int, int, int]]:
        """The ways of each (own cell, run, order) at a leaf, from its sums of columns by kind."""
        found: Counter[tuple[int, int, int]] = Counter()
        for kind, row in enumerate(columns.tolist()):
            p, mine = divmod(kind, self.plan.runs)
            below, through, *cuts, ones = row
            edges = [0, *cuts, ones * self.plan.dealt]
            for run in range(self.plan.runs):
                if run == mine:
                    found[p, run, 2] += below - edges[run]
                    found[p, run, 1] += through - below
                    found[p, run, 0] += edges[run + 1] - through
                else:
                    found[p, run, 2 if run < mine else 0] += edges[run + 1] - edges[run]
        return found

    def check_value(self, value: Fraction) -> None:
        """What best play was decided to be worth is what its ways come to."""
        root = self.plan.tree.root
        decision = self.decisions.get(id(root))
        if decision is None or decision.options is None:
            return
        best = decision.options.max(axis=0)
        sets = decision.level.sets
        top = sum(int(o) * int(v) for o, v in zip(sets.orbit, best.sum(axis=1), strict=True))
        deals = sets.deals * comb(len(self.plan.room.deck) - decision.level.cards, HAND)
        assert value == Fraction(top, deals * decision.denominator), "two passes agree"

    def ending_values(self, node: Node, board: NDArray[np.int8], pair: int) -> tuple[Fraction, ...]:
        """What each option of a decision on the whole board is worth."""
        desk = kernel.make_desk(len(self.plan.room.deck), len(self.plan.cuts) + 3, len(self.plan.endings))
        count = kernel.work_out(board, self.plan.judging, self.ending, desk)
        at = desk.pair[:count].tolist().index(pair)
        return tuple(
            Fraction(int(desk.values[at, self.plan.number[id(child)]]), self.plan.dealt * self.unit)
            for child in node.children
        )

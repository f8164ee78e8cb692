"""The board engine: two cards of one's own against two of the dealer's, over a board that both share.

Such a game has over a billion situations, too many to hold; but once the board lies open, all pairs of cards
can be held against each other at once (`board_kernel`). So boards are streamed, up to a renaming of suits.
A first pass adds what every ending is worth to the parts of the board that a decision has seen: a sum for
each set of cards, up to a renaming, and each pair. From these sums the decisions follow backwards. A second
pass follows best play and adds up the ways of every outcome. Everything is whole numbers.

What is read in the definition: which cards are the player's, the dealer's and shared, by the looks; what is
seen before each decision, by the tree; what the bets can tell apart, by asking them. `board_fit` admits the
engine for a definition after it has agreed with the walker.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, permutations, product
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import board_kernel as kernel
from pitboss.analysis.bestplay import Free, Solution, expected
from pitboss.analysis.counting import Counting, look_tokens
from pitboss.analysis.signature import CORES, LIMIT
from pitboss.base.error import InputError, PlanError
from pitboss.base.progress import Say, silent
from pitboss.cards import Card, Ranking
from pitboss.cards.card import SUITS
from pitboss.rules import Game, Look
from pitboss.shape.question import CellJudge, Cells, gather, partition
from pitboss.shape.situations import Situations, card_number, extend, make_room, nothing_seen
from pitboss.shape.tables import rank_table
from pitboss.shape.tally import Outcome, Tally, net
from pitboss.shape.unroll import ME, Leaf, Node, Tree, looks_at, unroll

HAND = 2
"""Cards of one's own: the kernels hold pairs against each other."""
ROUNDS = 48
"""How often a pass over the boards says how far it is."""
MOST_SUMS = 120_000_000
"""Sums of all decisions together, for each thread."""
KEPT = 5_000_000
"""Of a decision with no more situations than this, what every option is worth is kept."""
ORDERS = (-1, 0, 1)
Values = NDArray[np.int64]


@dataclass(frozen=True)
class BoardPlan:
    """A game of this shape as it is read, before a card is dealt."""

    game: Game
    wagers: tuple[str, ...]
    deciding: tuple[str, ...]
    tree: Tree
    free: Mapping[str, Free]
    names: tuple[str, str]
    """The looks at the own hand and at the dealer's."""
    ranking: Ranking
    own_cells: Cells
    dealer_cells: Cells
    board: int
    """How many cards are shared."""

    @property
    def counted(self) -> tuple[str, ...]:
        """The wagers that depend on decisions, or on both hands."""
        return tuple(wager for wager in self.wagers if wager not in self.free)

    def seen(self, item: Node) -> int:
        """How many cards of the board are open at a decision."""
        return sum(len(group) for group in self.tree.groups[1 : item.stage])

    def price(
        self,
        game: Game | None = None,
        *,
        meters: Mapping[str, Fraction] | None = None,
        only: tuple[Card, ...] = (),
        say: Say = silent,
    ) -> "BoardPlay":
        """Best play under the paytables of the game, and what comes of it; `only` of these own cards."""
        return BoardPricing(self, game or self.game, meters or {}, say).solve(only)


def read_board(game: Game, wagers: tuple[str, ...]) -> BoardPlan:
    """Read a game as one of two hands over a shared board, or say why it is none."""
    deciding = tuple(wager for wager in game.deciding if wager in wagers)
    tree = unroll(game, wagers)
    asking = Counting(game, wagers, deciding, tree, wagers)
    asking.ask()
    found = {wager: asking.count_free(wager, tree.leaves) for wager in wagers if wager not in deciding}
    free = {wager: one for wager, one in found.items() if one}
    settled = [asking.asked[id(leaf), wager] for leaf in tree.leaves for wager in wagers if wager not in free]
    lines, orders = gather(answers for answered in settled for answers, _ in answered)
    if len(lines) != len(ORDERS) - 1 or len(orders) > 1:
        raise PlanError(f"the bets look at {len(lines)} hands, and not at two that share a board")
    hands = {name: common_tokens(game, tree, name) for name in lines}
    own, dealer = find_sides(tree, hands)
    looks = looks_at(game, tree.leaves[0])
    rankings = {look.ranking for name in (own, dealer) if isinstance(look := looks[name], Look)}
    if len(rankings) != 1:
        raise PlanError("the two hands are judged by different rankings")
    (ranking,) = rankings
    cells = [partition(ranking, lines[name]) for name in (own, dealer)]
    if any(one.names_suits for one in cells):
        raise PlanError("a bet names a suit, and boards are told apart up to a renaming of suits")
    rank_table(ranking, len(hands[own]))
    shared = len(hands[own] & hands[dealer])
    return BoardPlan(game, wagers, deciding, tree, free, (own, dealer), ranking, *cells, shared)


def common_tokens(game: Game, tree: Tree, name: str) -> frozenset[int]:
    """The cards of a look, which are the same at every leaf."""
    found = {frozenset(look_tokens(looks_at(game, leaf), name)) for leaf in tree.leaves}
    if len(found) != 1:
        raise PlanError("which cards a bet looks at depends on a decision")
    return found.pop()


def find_sides(tree: Tree, hands: Mapping[str, frozenset[int]]) -> tuple[str, str]:
    """Which look is at the cards that are seen first, and which at those that are not; the rest is the board."""
    one, other = hands
    if tree.groups and hands[other] - hands[one] == frozenset(tree.groups[0]):
        one, other = other, one
    board = hands[one] & hands[other]
    sides = hands[one] - board, hands[other] - board
    if any(len(side) != HAND for side in sides):
        raise PlanError(f"a hand has not {HAND} cards beside the shared ones")
    if tree.groups and sides[0] != frozenset(tree.groups[0]):
        raise PlanError("the own cards are not seen first, and together")
    if any(not set(group) <= board for group in tree.groups[1:]):
        raise PlanError("some card is seen that is neither one's own nor on the board")
    return one, other


# -- the deck ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardRoom:
    """The deck, its boards up to a renaming of suits, and all pairs."""

    boards: Situations
    codes: Values
    """The renamings: two bits for the new name of each suit. The first leaves all as they are."""

    @property
    def deck(self) -> NDArray[np.int8]:
        return self.boards.room.deck

    @cached_property
    def place(self) -> Values:
        found = np.zeros(1 << 6, np.int64)
        found[self.deck] = np.arange(len(self.deck))
        return found

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """The places of every pair, the lower first, in the order of their numbers."""
        return np.array([(low, high) for high in range(len(self.deck)) for low in range(high)], np.int64)

    @cached_property
    def pair_after(self) -> NDArray[np.int32]:
        found = []
        for code in self.codes.tolist():
            cards = self.deck.astype(np.int64)
            renamed = self.place[cards & ~3 | code >> (2 * (cards & 3)) & 3]
            ends = np.sort(renamed[self.pairs], axis=1)
            found.append(ends[:, 1] * (ends[:, 1] - 1) // 2 + ends[:, 0])
        return np.array(found, np.int32)

    @cached_property
    def choose(self) -> Values:
        width = self.boards.rows.shape[1] + 2
        return np.array([[comb(n, k) for k in range(width)] for n in range(len(self.deck))], np.int64)

    def sets(self, size: int) -> Situations:
        """All sets of n cards up to a renaming of suits."""
        start = nothing_seen(self.boards.room)
        return extend(start, tuple(range(size))) if size else start

    def pair_number(self, cards: tuple[Card, ...]) -> int:
        low, high = sorted(int(self.place[card_number(card)]) for card in cards)
        return high * (high - 1) // 2 + low

    def name_parts(self, rows: NDArray[np.int8], levels: "tuple[Level, ...]") -> kernel.Subsets:
        """What the parts of these rows are that have as many cards as the levels have seen."""
        parts = sum(level.parts for level in levels)
        set_number, way = np.zeros((len(rows), parts), np.int32), np.zeros((len(rows), parts), np.int8)
        way_of = np.zeros(1 << 8, np.int8)
        way_of[self.codes] = np.arange(len(self.codes))
        for level in levels:
            kernel.name_parts(
                rows,
                level.cards,
                level.start,
                self.boards.room.alike,
                self.place,
                self.choose,
                self.set_of(level.sets),
                way_of,
                set_number,
                way,
            )
        return kernel.Subsets(set_number, way, self.pair_after)

    def set_of(self, sets: Situations) -> NDArray[np.int32]:
        """The row of each set that stands for others, by its combinatorial number."""
        size = sets.rows.shape[1]
        found = np.full(comb(len(self.deck), size), -1, np.int32)
        places = self.place[sets.rows]
        numbers = sum((self.choose[places[:, i], i + 1] for i in range(size)), np.zeros(len(sets), np.int64))
        found[numbers] = np.arange(len(sets))
        return found


@dataclass(frozen=True)
class Level:
    """So many cards of the board are open at some decision; boards have `parts` such parts, from `start` on."""

    cards: int
    sets: Situations
    start: int
    parts: int


def make_board_room(plan: BoardPlan) -> BoardRoom:
    room = make_room(plan.game.deck, named_suits=frozenset())
    needed = plan.board + 2 * HAND
    if len(room.deck) < needed:
        raise InputError(f"the deck of {len(room.deck)} cards runs out; a round takes {needed}")
    boards = extend(nothing_seen(room), tuple(range(plan.board)))
    return BoardRoom(boards, np.array(sorted(renaming_codes(room.alike), key=is_moving), np.int64))


IDENTITY = sum(suit << (2 * suit) for suit in range(len(SUITS)))


def is_moving(code: int) -> bool:
    return code != IDENTITY


def renaming_codes(alike: Values) -> Iterator[int]:
    """Every way to exchange suits that are alike."""
    following = {suit: int(other) for suit, other in enumerate(alike) if other >= 0}
    chains = [[first] for first in range(len(SUITS)) if first not in following.values()]
    for chain in chains:
        while chain[-1] in following:
            chain.append(following[chain[-1]])
    for images in product(*map(permutations, chains)):
        names = {
            old: new
            for chain, image in zip(chains, images, strict=True)
            for old, new in zip(chain, image, strict=True)
        }
        yield sum(new << (2 * old) for old, new in names.items())


# -- best play -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardDecision:
    """A decision before the board is whole: [set, pair]."""

    node: Node
    level: Level
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
        room, numbers = pricing.room, np.array([sorted(map(card_number, seen))], np.int8)
        pair = room.pair_number(own)
        if len(seen) == pricing.plan.board:
            return pricing.ending_values(node, numbers[0], pair)
        decision = pricing.decisions[id(node)]
        assert decision.options is not None, "the options of a decision with few situations are kept"
        alone = Level(len(seen), decision.level.sets, 0, 1)
        named = room.name_parts(numbers.reshape(1, len(seen)), (alone,))
        at = decision.options[:, named.set_number[0, 0], named.pair_after[named.way[0, 0], pair]]
        return tuple(Fraction(int(value), decision.denominator) for value in at)


@dataclass
class BoardPricing:
    """One pricing of a game of this shape."""

    plan: BoardPlan
    game: Game
    meters: Mapping[str, Fraction]
    say: Say = silent
    unit: int = 1
    outcomes: dict[int, dict[tuple[int, int, int], dict[str, Outcome]]] = field(default_factory=dict)
    """Of each leaf, by number: what every wager comes to at (own cell, run of the dealer's, order)."""
    decisions: dict[int, BoardDecision] = field(default_factory=dict)
    ending: kernel.Ending = field(init=False)

    # -- what is numbered --------------------------------------------------------------------------

    @cached_property
    def room(self) -> BoardRoom:
        return make_board_room(self.plan)

    @cached_property
    def endings(self) -> list[Node | Leaf]:
        """All leaves, then the decisions on the whole board, each after those that follow it."""
        nodes = [node for node, _ in self.plan.tree.decisions if self.plan.seen(node) == self.plan.board]
        return [*self.plan.tree.leaves, *reversed(nodes)]

    @cached_property
    def steps(self) -> list[Node]:
        """The decisions before the board is whole."""
        return [node for node, _ in self.plan.tree.decisions if self.plan.seen(node) < self.plan.board]

    @cached_property
    def number(self) -> dict[int, int]:
        return {id(item): number for number, item in enumerate([*self.endings, *self.steps])}

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What is seen of the board at decisions before its end, the least first."""
        found: list[Level] = []
        for cards in sorted({self.plan.seen(node) for node in self.steps}):
            start = sum(level.parts for level in found)
            found.append(Level(cards, self.room.sets(cards), start, comb(self.plan.board, cards)))
        return tuple(found)

    def level_of(self, node: Node) -> Level:
        return next(level for level in self.levels if level.cards == self.plan.seen(node))

    @cached_property
    def subsets(self) -> kernel.Subsets:
        return self.room.name_parts(self.room.boards.rows, self.levels)

    @cached_property
    def dealt(self) -> int:
        """How many hands the dealer can have against a pair on a board."""
        return comb(len(self.room.deck) - HAND - self.plan.board, HAND)

    # -- runs of classes ---------------------------------------------------------------------------

    @cached_property
    def class_cells(self) -> tuple[Values, Values]:
        """The cells of every class as the own hand, and as the dealer's."""
        table = rank_table(self.plan.ranking, self.plan.board + HAND)
        own, dealer = (table.cell_of_class(cells) for cells in (self.plan.own_cells, self.plan.dealer_cells))
        return own.astype(np.int64), dealer.astype(np.int64)

    @cached_property
    def cuts(self) -> Values:
        """Where runs of the dealer's classes begin that no bet tells apart, after the first."""
        dealer = self.class_cells[1]
        return np.flatnonzero(dealer[2:] != dealer[1:-1]) + 2

    @cached_property
    def runs(self) -> int:
        return len(self.cuts) + 1

    @cached_property
    def judging(self) -> kernel.Judging:
        table = rank_table(self.plan.ranking, self.plan.board + HAND)
        own = self.class_cells[0]
        if len(own) > kernel.DIGIT**2:
            raise PlanError("the ranking has too many classes to sort by two digits")
        run = np.searchsorted(self.cuts, np.arange(len(own)), side="right")
        return kernel.Judging(
            self.room.deck,
            self.room.place,
            table.step,
            table.plain,
            table.flush,
            self.plan.ranking.size - HAND,
            own * self.runs + run,
            self.cuts,
        )

    # -- what leaves pay ---------------------------------------------------------------------------

    def settle_leaves(self) -> Values:
        """Settle every leaf at every cell; the deciding net in whole numbers, [leaf, own cell, run, order]."""
        plan = self.plan
        dealer_atoms = [plan.dealer_cells.atoms[self.class_cells[1][k]] for k in (1, *self.cuts.tolist())]
        own_atoms = plan.own_cells.atoms
        nets = np.zeros((len(plan.tree.leaves), len(own_atoms), self.runs, len(ORDERS)), object)
        for number, leaf in enumerate(plan.tree.leaves):
            settled = self.outcomes.setdefault(number, {})
            for (p, own), (d, dealer), order in product(enumerate(own_atoms), enumerate(dealer_atoms), ORDERS):
                atoms = {plan.names[0]: (plan.ranking, own), plan.names[1]: (plan.ranking, dealer)}
                judge = CellJudge(atoms, {plan.names: order})
                results = {w: self.game.settle_wager(leaf.round, ME, w, judge) for w in plan.counted}
                settled[p, d, order + 1] = results
                nets[number, p, d, order + 1] = sum(
                    (net(results[w], self.meters) for w in plan.deciding), Fraction(0)
                )
        self.unit = lcm(1, *(value.denominator for value in nets.flat))
        return nets * self.unit

    def factors(self, nets: Values) -> Values:
        """What a leaf is worth as a sum of columns: [leaf, kind, column]."""
        leaves, own_cells = nets.shape[:2]
        found = np.zeros((leaves, own_cells * self.runs, len(self.cuts) + 3), object)
        for p, mine in product(range(own_cells), range(self.runs)):
            at = found[:, p * self.runs + mine]
            for run in range(self.runs):
                pays = nets[:, p, run]
                low, high = self.edge(run), self.edge(run + 1)
                if run == mine:
                    spans = ((low, (0, 1), 2), ((0, 1), (1, 1), 1), ((1, 1), high, 0))
                else:
                    spans = ((low, high, 2 if run < mine else 0),)
                for (start, times), (end, end_times), order in spans:
                    at[:, end] += pays[:, order] * end_times
                    at[:, start] -= pays[:, order] * times
        return found

    def edge(self, run: int) -> tuple[int, int]:
        """The column that counts all below a run, and how often."""
        last = len(self.cuts) + 2
        if run == 0:
            return last, 0
        return (last, self.dealt) if run == self.runs else (1 + run, 1)

    # -- passes ------------------------------------------------------------------------------------

    def solve(self, only: tuple[Card, ...] = ()) -> BoardPlay:
        factors = self.factors(self.settle_leaves())
        self.check_bounds(factors)
        takes_last = self.game.house_rules.takes_dearest
        self.ending = kernel.Ending(factors.astype(np.int64), self.ending_children, takes_last)
        if self.steps:
            self.decide(self.add_values())
        tally, total = self.add_ways(only)
        return BoardPlay(self.make_solution(tally, total, only), self)

    @cached_property
    def ending_children(self) -> Values:
        return self.child_numbers([node for node in self.endings if isinstance(node, Node)])

    def child_numbers(self, nodes: list[Node]) -> Values:
        width = max((len(node.children) for node in nodes), default=1)
        found = np.full((len(nodes), width), -1, np.int64)
        for number, node in enumerate(nodes):
            for option, child in enumerate(node.children):
                found[number, option] = self.number[id(child)]
        return found

    def check_bounds(self, factors: Values) -> None:
        """No sum of a pass leaves 63 bits."""
        largest = int(np.abs(factors).sum(axis=2).max(initial=1)) * self.dealt
        boards = self.room.boards.deals * comb(len(self.room.deck), HAND)
        if max(largest, self.dealt) * boards * max(len(self.chains), len(self.room.codes)) >= LIMIT:
            raise PlanError("the pays are too large to be added up in whole numbers of 63 bits")

    @cached_property
    def quantities(self) -> dict[tuple[int, int], tuple[int, Level]]:
        """Where the sums of an ending at a level begin among all: endings that pay alike are added once."""
        found: dict[tuple[int, int], tuple[int, Level]] = {}
        size = 0
        for node in self.steps:
            level = self.level_of(node)
            for child in node.children:
                key = (self.like(child), level.cards)
                if key[0] < len(self.endings) and key not in found:
                    found[key] = size, level
                    size += len(level.sets) * len(self.room.pairs)
        if size > MOST_SUMS:
            raise PlanError(f"{size:,} sums are more than the {MOST_SUMS:,} that the board engine holds")
        return found

    def like(self, item: Node | Leaf) -> int:
        """The number of an item, or of the first leaf that pays the same."""
        number = self.number[id(item)]
        if isinstance(item, Node):
            return number
        same = (self.ending.factors == self.ending.factors[number]).all(axis=(1, 2))
        return int(np.argmax(same))

    def add_values(self) -> dict[tuple[int, int], Values]:
        """The first pass: the sum of each ending over all boards that hold what was seen, by set and pair."""
        pairs, found = len(self.room.pairs), self.quantities
        rows = np.array(
            [
                (number, level.start, level.start + level.parts, start)
                for (number, _), (start, level) in found.items()
            ],
            np.int64,
        )
        size = sum(len(level.sets) * pairs for _, level in found.values())

        def work(out: Values, desk: kernel.Desk, start: int, stop: int) -> None:
            boards = self.room.boards
            kernel.scatter(
                boards.rows, boards.orbit, start, stop, self.judging, self.ending, self.subsets, rows, desk, out
            )

        sums = self.over_boards("Valuing boards", (size,), work)
        tables = {}
        for key, (start, level) in found.items():
            table = sums[start : start + len(level.sets) * pairs].reshape(len(level.sets), pairs)
            whole = kernel.settle_suits(
                table, level.sets.rows, self.room.place, self.room.pair_after, self.room.codes
            )
            assert whole, "every sum counts each renaming once"
            tables[key] = table
        return tables

    def over_boards(
        self, words: str, shape: tuple[int, ...], work: Callable[[Values, kernel.Desk, int, int], None]
    ) -> Values:
        """Let every core work on a share of the boards, and add up what they found."""
        boards, columns = len(self.room.boards), len(self.cuts) + 3
        cores = CORES if boards > ROUNDS * CORES else 1
        found = [np.zeros(shape, np.int64) for _ in range(cores)]
        desks = [kernel.make_desk(len(self.room.deck), columns, len(self.endings)) for _ in range(cores)]
        bounds = np.linspace(0, boards, ROUNDS * cores + 1).astype(np.int64).tolist()
        spans = list(pairwise(bounds))
        with ThreadPoolExecutor(cores) as threads:
            for turn in range(ROUNDS):
                self.say(words, turn, ROUNDS)
                mine = spans[turn * cores : (turn + 1) * cores]
                list(threads.map(lambda n, mine=mine: work(found[n], desks[n], *mine[n]), range(cores)))
        for other in found[1:]:
            found[0] += other
        return found[0]

    # -- decisions ---------------------------------------------------------------------------------

    @cached_property
    def denominators(self) -> dict[int, int]:
        """For each level a number of continuations that every sum at it, and after it, divides."""
        left, found = len(self.room.deck) - HAND, {}
        for level in reversed(self.levels):
            open_ = left - level.cards
            totals = [comb(open_, self.plan.board - level.cards)]
            totals += [found[cards] * comb(open_, cards - level.cards) for cards in found]
            found[level.cards] = lcm(*totals)
        return found

    def decide(self, sums: dict[tuple[int, int], Values]) -> None:
        """Take the best option everywhere, backwards from the last decision."""
        largest = max(int(np.abs(table).max(initial=0)) for table in sums.values())
        if largest * lcm(*self.denominators.values()) >= LIMIT:
            raise PlanError("the pays are too large to be weighed in whole numbers of 63 bits")
        root = self.plan.tree.root
        if isinstance(root, Node):
            self.best_values(root, sums)

    def best_values(self, node: Node, sums: dict[tuple[int, int], Values]) -> Values:
        level = self.level_of(node)
        takes_last = self.game.house_rules.takes_dearest
        best, choice, kept = None, np.zeros((len(level.sets), len(self.room.pairs)), np.int8), []
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
        denominator = self.denominators[level.cards] * self.dealt * self.unit
        options = np.stack(kept) if kept else None
        self.decisions[id(node)] = BoardDecision(node, level, choice, options, denominator)
        return best

    def child_values(self, child: Node | Leaf, level: Level, sums: dict[tuple[int, int], Values]) -> Values:
        """What an option is worth at each set and pair of a level, in units of the level's denominator."""
        left, units = len(self.room.deck) - HAND - level.cards, self.denominators[level.cards]
        number = self.like(child)
        if number < len(self.endings):
            values, ways = sums[number, level.cards], comb(left, self.plan.board - level.cards)
        else:
            assert isinstance(child, Node)
            later = self.level_of(child)
            values = self.fold_up(self.best_values(child, sums), later, level)
            ways = comb(left, later.cards - level.cards) * self.denominators[later.cards]
        return values if units == ways else values * (units // ways)

    def fold_up(self, values: Values, later: Level, level: Level) -> Values:
        """Sum over the cards that are opened between two levels."""
        if later is level:
            return values
        deck, size = self.room.deck, later.cards - level.cards
        grown = np.array(
            [
                sorted((*row, *cards))
                for row in level.sets.rows.tolist()
                for cards in combinations([card for card in deck.tolist() if card not in row], size)
            ],
            np.int8,
        )
        named = self.room.name_parts(grown, (Level(later.cards, later.sets, 0, 1),))
        out = np.zeros((len(level.sets), values.shape[1]), np.int64)
        kernel.fold_up(len(grown) // len(level.sets), named, values, out)
        # A pair that holds a card of the set has no values; it met its own cards on the way.
        for number, row in enumerate(level.sets.rows.tolist()):
            held = self.room.place[np.array(row, np.int64)]
            out[number, np.isin(self.room.pairs, held).any(axis=1)] = 0
        return out

    # -- ways --------------------------------------------------------------------------------------

    @cached_property
    def chains(self) -> Values:
        """The parts of a board, by number, as they are opened one after another: a column for each level."""
        found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
        for level in self.levels:
            parts = list(combinations(range(self.plan.board), level.cards))
            found = [
                ((*chain, level.start + number), part)
                for chain, before in found
                for number, part in enumerate(parts)
                if set(before) <= set(part)
            ]
        return np.array([chain or (0,) for chain, _ in found], np.int64)

    def first_endings(self, only: tuple[Card, ...]) -> Values:
        """What each pair comes to before the board: the number of an item, -1 where it is left out."""
        pairs = np.arange(len(self.room.pairs))
        found = np.full(len(pairs), -1, np.int64)
        alike = np.unique(self.room.pair_after[:, self.room.pair_number(only)]) if only else pairs
        pending: list[tuple[Node | Leaf, Values]] = [(self.plan.tree.root, alike)]
        while pending:
            item, mine = pending.pop()
            if isinstance(item, Leaf) or self.plan.seen(item) > 0:
                found[mine] = self.number[id(item)]
                continue
            choice = self.decisions[id(item)].choice[0, mine]
            pending += [(child, mine[choice == option]) for option, child in enumerate(item.children)]
        return found

    def add_ways(self, only: tuple[Card, ...]) -> tuple[Values, int]:
        """The second pass: the columns of all pairs at the leaf that best play leads them to, and all ways."""
        choices = [self.decisions[id(node)].choice.ravel() for node in self.steps]
        begin = np.cumsum([0, *(len(one) for one in choices)])[:-1]
        steps = kernel.Steps(
            np.concatenate(choices) if choices else np.zeros(0, np.int8),
            begin.astype(np.int64),
            np.array([self.levels.index(self.level_of(node)) for node in self.steps], np.int64),
            self.child_numbers(self.steps),
        )
        first = self.first_endings(only)
        leaves = len(self.plan.tree.leaves)
        shape = (leaves, *self.ending.factors.shape[1:])

        def work(out: Values, desk: kernel.Desk, start: int, stop: int) -> None:
            boards = self.room.boards
            kernel.add_up(
                boards.rows,
                boards.orbit,
                start,
                stop,
                self.judging,
                self.ending,
                self.subsets,
                steps,
                self.chains,
                first,
                desk,
                out,
            )

        tally = self.over_boards("Adding up best play", shape, work)
        total = int(tally[:, :, -1].sum()) * self.dealt
        pairs = int((first >= 0).sum())
        boards = comb(len(self.room.deck) - HAND, self.plan.board)
        assert total == pairs * boards * len(self.chains) * self.dealt, "every deal is counted once"
        return tally, total

    def make_solution(self, tally: Values, total: int, only: tuple[Card, ...]) -> Solution:
        ways: dict[str, Counter[Outcome]] = {wager: Counter() for wager in self.plan.counted}
        for leaf, settled in self.outcomes.items():
            for (p, run, order), count in self.cell_ways(tally[leaf]).items():
                if count:
                    for wager, outcome in settled[p, run, order].items():
                        ways[wager][outcome] += count
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
            p, mine = divmod(kind, self.runs)
            below, through, *cuts, ones = row
            edges = [0, *cuts, ones * self.dealt]
            for run in range(self.runs):
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
        deals = sets.deals * comb(len(self.room.deck) - decision.level.cards, HAND)
        assert value == Fraction(top, deals * decision.denominator), "two passes agree"

    def ending_values(self, node: Node, board: NDArray[np.int8], pair: int) -> tuple[Fraction, ...]:
        """What each option of a decision on the whole board is worth."""
        desk = kernel.make_desk(len(self.room.deck), len(self.cuts) + 3, len(self.endings))
        count = kernel.work_out(board, self.judging, self.ending, desk)
        at = desk.pair[:count].tolist().index(pair)
        return tuple(
            Fraction(int(desk.values[self.number[id(child)], at]), self.dealt * self.unit)
            for child in node.children
        )

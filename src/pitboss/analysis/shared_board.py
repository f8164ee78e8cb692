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

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from pitboss.analysis import board_kernel as kernel
from pitboss.analysis.bestplay import Free
from pitboss.analysis.board_room import HAND, BoardLevel, BoardRoom, Values, make_board_room
from pitboss.analysis.two_hands import read_two_hands
from pitboss.base.error import PlanError
from pitboss.cards import Ranking
from pitboss.rules import Game
from pitboss.shape.question import Cells
from pitboss.shape.tables import rank_table
from pitboss.shape.unroll import Leaf, Node, Tree


@dataclass(frozen=True, eq=False)
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
    kept: list[Values] = field(default_factory=list)
    """What was added up, where nothing is decided: it does not depend on the paytables."""

    @property
    def counted(self) -> tuple[str, ...]:
        """The wagers that depend on decisions, or on both hands."""
        return tuple(wager for wager in self.wagers if wager not in self.free)

    def seen(self, item: Node) -> int:
        """How many cards of the board are open at a decision."""
        return sum(len(group) for group in self.tree.groups[1 : item.stage])

    # -- what is numbered --------------------------------------------------------------------------

    @cached_property
    def room(self) -> BoardRoom:
        return make_board_room(self.game.deck, self.board)

    @cached_property
    def endings(self) -> list[Node | Leaf]:
        """All leaves, then the decisions on the whole board, each after those that follow it."""
        nodes = [node for node, _ in self.tree.decisions if self.seen(node) == self.board]
        return [*self.tree.leaves, *reversed(nodes)]

    @cached_property
    def steps(self) -> list[Node]:
        """The decisions before the board is whole."""
        return [node for node, _ in self.tree.decisions if self.seen(node) < self.board]

    @cached_property
    def number(self) -> dict[int, int]:
        return {id(item): number for number, item in enumerate([*self.endings, *self.steps])}

    @cached_property
    def levels(self) -> tuple[BoardLevel, ...]:
        """What is seen of the board at decisions before its end, the least first."""
        found: list[BoardLevel] = []
        for cards in sorted({self.seen(node) for node in self.steps}):
            start = sum(level.parts for level in found)
            found.append(BoardLevel(cards, self.room.sets(cards), start, comb(self.board, cards)))
        return tuple(found)

    def level_of(self, node: Node) -> BoardLevel:
        return next(level for level in self.levels if level.cards == self.seen(node))

    @cached_property
    def subsets(self) -> kernel.Subsets:
        return self.room.name_parts(self.room.boards.rows, self.levels)

    @cached_property
    def dealt(self) -> int:
        """How many hands the dealer can have against a pair on a board."""
        return comb(len(self.room.deck) - HAND - self.board, HAND)

    # -- runs of classes ---------------------------------------------------------------------------

    @cached_property
    def class_cells(self) -> tuple[Values, Values]:
        """The cells of every class as the own hand, and as the dealer's."""
        table = rank_table(self.ranking, self.board + HAND)
        own, dealer = (table.cell_of_class(cells) for cells in (self.own_cells, self.dealer_cells))
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
    def run_atoms(self) -> list[int]:
        """An atom of the dealer's for each run."""
        return [self.dealer_cells.atoms[self.class_cells[1][klass]] for klass in (1, *self.cuts.tolist())]

    @cached_property
    def judging(self) -> kernel.Judging:
        table = rank_table(self.ranking, self.board + HAND)
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
            self.ranking.size - HAND,
            own * self.runs + run,
            self.cuts,
        )

    @cached_property
    def chains(self) -> Values:
        """The parts of a board, by number, as they are opened one after another: a column for each level."""
        found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
        for level in self.levels:
            parts = list(combinations(range(self.board), level.cards))
            found = [
                ((*chain, level.start + number), part)
                for chain, before in found
                for number, part in enumerate(parts)
                if set(before) <= set(part)
            ]
        return np.array([chain or (0,) for chain, _ in found], np.int64)

    def child_numbers(self, nodes: list[Node]) -> Values:
        width = max((len(node.children) for node in nodes), default=1)
        found = np.full((len(nodes), width), -1, np.int64)
        for number, node in enumerate(nodes):
            for option, child in enumerate(node.children):
                found[number, option] = self.number[id(child)]
        return found


def read_board(game: Game, wagers: tuple[str, ...]) -> BoardPlan:
    """Read a game as one of two hands over a shared board, or say why it is none."""
    hands = read_two_hands(game, wagers)
    own, dealer = find_sides(hands.tree, hands.tokens)
    rank_table(hands.ranking, len(hands.tokens[own]))
    shared = len(hands.tokens[own] & hands.tokens[dealer])
    return BoardPlan(
        game,
        wagers,
        hands.deciding,
        hands.tree,
        hands.free,
        (own, dealer),
        hands.ranking,
        hands.cells[own],
        hands.cells[dealer],
        shared,
    )


def find_sides(tree: Tree, hands: Mapping[str, frozenset[int]]) -> tuple[str, str]:
    """Which look is at the cards that are seen first, and which at those that are not."""
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

"""The up-card engine: one decision on one's own hand, with some of the dealer's cards open.

Where many cards are seen there are too many situations to hold, billions up to a renaming of suits. But the
dealer's hidden cards can make a flush in one suit at most, and outside it only ranks count: own hands are
patterns (`up_pattern`), of which there are half a million for each set of open cards. So open cards are
streamed up to a renaming of suits; every pattern is held against them, its best option taken, and the ways of
every outcome added up. Everything is whole numbers.

What is read in the definition: which cards are the player's, the dealer's and open, by the looks and by the
tree; what the bets can tell apart, by asking them. `up_fit` admits the engine for a definition after it has
agreed with the counting engine on small decks.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from pitboss.analysis import up_kernel as kernel
from pitboss.analysis.signature import cell_judges
from pitboss.analysis.sweeper import class_cuts
from pitboss.analysis.two_hands import TwoHands, read_two_hands
from pitboss.analysis.up_pattern import PatternRoom, make_subsets
from pitboss.base.error import PlanError
from pitboss.cards import Ranking, TableRanking
from pitboss.cards.card import LOWEST, SUITS
from pitboss.rules import Game
from pitboss.shape.question import CellJudge
from pitboss.shape.situations import Situations, extend, make_room, nothing_seen
from pitboss.shape.tables import RANK_COUNT, Sighted, rank_table, table_arrays
from pitboss.shape.unroll import Leaf, Node, Tree

MOST_COMPLETIONS = 3_000_000
"""Hidden cards of the dealer's beside one set of open ones: five of 50 are 2 million, held at once."""


@dataclass(frozen=True, eq=False)
class UpPlan:
    """A game of this shape as it is read, before a card is dealt."""

    hands: TwoHands
    own: Sighted
    dealer: Sighted
    opened: tuple[int, ...]
    """The dealer's cards that are seen."""
    flush: int
    """How many cards make a flush."""

    @property
    def game(self) -> Game:
        return self.hands.game

    @property
    def leaves(self) -> list[Leaf]:
        return self.hands.tree.leaves

    @property
    def counted(self) -> tuple[str, ...]:
        """The wagers that depend on the decision, or on both hands."""
        return tuple(wager for wager in self.hands.wagers if wager not in self.hands.free)

    @property
    def hidden(self) -> int:
        return len(self.dealer.tokens) - len(self.opened)

    @cached_property
    def open_rows(self) -> Situations:
        """The open cards up to a renaming of suits."""
        return extend(nothing_seen(make_room(self.game.deck, named_suits=frozenset())), self.opened)

    @cached_property
    def judges(self) -> tuple[CellJudge, ...]:
        """For each own cell one for every cell of the dealer's hand and how it stands."""
        return cell_judges((self.own,), (), self.dealer, self.hands.orders[0])

    @cached_property
    def completions(self) -> int:
        """How many hands the dealer can have where everything is seen that is seen."""
        return comb(self.game.deck.size - len(self.own.tokens) - len(self.opened), self.hidden)

    def patterns(self, *, live: bool) -> kernel.Patterns:
        """All patterns of own hands where a suit is live, or none is."""
        ranks = sorted({card.rank - LOWEST for card in self.game.deck.cards})
        return PatternRoom(self.own, self.flush, tuple(ranks), len(SUITS) - live, live).patterns()

    @cached_property
    def duel(self) -> kernel.Duel:
        """What is asked of every pattern, without pays."""
        deck = self.open_rows.room.deck
        table = rank_table(self.dealer.cells.ranking, len(self.dealer.tokens))
        most = max(len(self.own.tokens), self.hidden) + 1
        return kernel.Duel(
            deck,
            self.hidden,
            self.flush,
            table_arrays(table, self.dealer.cells),
            np.array([[comb(n, k) for k in range(most)] for n in range(len(deck) + 1)], np.int64),
            np.array([sum(comb(len(deck), k) for k in range(n)) for n in range(self.hidden + 1)], np.int64),
            make_subsets(len(self.own.tokens), self.hidden),
            class_cuts(table, self.dealer.cells),
            np.zeros((0, 0), np.int64),
            False,
        )


def read_up_cards(game: Game, wagers: tuple[str, ...]) -> UpPlan:
    """Read a game as one of this shape, or say why it is none."""
    hands = read_two_hands(game, wagers)
    check_decision(hands.tree)
    own, dealer = find_sides(hands)
    opened = hands.tree.groups[1]
    mine, theirs = (
        Sighted(name, tuple(sorted(hands.tokens[name])), hands.cells[name]) for name in (own, dealer)
    )
    plan = UpPlan(hands, mine, theirs, opened, flush_size(hands.ranking, len(theirs.tokens)))
    check_cards(plan)
    return plan


def check_decision(tree: Tree) -> None:
    """One decision, after two groups of cards."""
    root = tree.root
    if len(tree.groups) != 2 or not isinstance(root, Node) or root.stage != 2:
        raise PlanError("it is not decided after the own cards and some of the dealer's")
    if tree.has_needs or not all(isinstance(child, Leaf) for child in root.children):
        raise PlanError("there is more than one decision, or its options depend on the hand")


def find_sides(hands: TwoHands) -> tuple[str, str]:
    """Which look is at the cards that are seen first, and which at those that are not all seen."""
    first, opened = (frozenset(group) for group in hands.tree.groups)
    for own, dealer in (tuple(hands.tokens), tuple(hands.tokens)[::-1]):
        if hands.tokens[own] == first and opened < hands.tokens[dealer] and hands.orders:
            return own, dealer
    raise PlanError("a hand is not the own cards, and the other not the dealer's, some of them open")


def flush_size(ranking: Ranking, cards: int) -> int:
    """How many cards of a suit make a flush; more than a suit has if none do."""
    suited = np.flatnonzero(rank_table(ranking, cards).flush)
    return int(np.bitwise_count(suited).min(initial=RANK_COUNT + 1))


def check_cards(plan: UpPlan) -> None:
    """That one suit at most can be live, and an own hand have one card at most beside a flush."""
    ranking, size = plan.hands.ranking, len(plan.own.tokens)
    if not isinstance(ranking, TableRanking) or ranking.wild or ranking.of_all or plan.game.deck.has_joker:
        raise PlanError("the ranking knows wild cards, or judges all cards there are")
    needed = plan.flush - plan.hidden
    if needed < 1 or 2 * needed <= len(plan.opened):
        raise PlanError("more than one suit can be the dealer's flush")
    if comb(plan.game.deck.size - len(plan.opened), plan.hidden) > MOST_COMPLETIONS:
        raise PlanError(f"the dealer's hand can be completed in too many ways by {plan.hidden} cards")
    if size > plan.flush + 1:
        raise PlanError(f"hands of {size} cards may hold more than one card beside a flush")
    if len(plan.dealer.cells.atoms) != len(plan.dealer.cells.in_runs.atoms):
        raise PlanError("the lines of the dealer's hand are not runs of classes")

"""A game read as one of two hands that are held against each other, before a card is dealt.

What is read: which wagers no decision can change, which two hands the others look at, by which ranking, and
which lines of them the bets can tell apart. Engines that hold two hands against each other begin with this.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.analysis.bestplay import Free
from pitboss.analysis.counting import Counting, look_tokens
from pitboss.base.error import PlanError
from pitboss.cards import Ranking
from pitboss.rules import Game, Look
from pitboss.shape.question import Cells, OrderQuestion, gather, partition
from pitboss.shape.unroll import Tree, looks_at, unroll


@dataclass(frozen=True)
class TwoHands:
    """Two hands of one game, and what is wagered on them."""

    game: Game
    wagers: tuple[str, ...]
    deciding: tuple[str, ...]
    tree: Tree
    free: Mapping[str, Free]
    """The wagers that neither depend on decisions nor on both hands."""
    tokens: Mapping[str, frozenset[int]]
    """The cards of each hand."""
    ranking: Ranking
    cells: Mapping[str, Cells]
    orders: tuple[OrderQuestion, ...]
    """How the two are compared, if they are."""


def read_two_hands(game: Game, wagers: tuple[str, ...]) -> TwoHands:
    """Read a game as one of two hands, or say why it is none."""
    deciding = tuple(wager for wager in game.deciding if wager in wagers)
    tree = unroll(game, wagers)
    asking = Counting(game, wagers, deciding, tree, wagers)
    asking.ask()
    found = {wager: asking.count_free(wager, tree.leaves) for wager in wagers if wager not in deciding}
    free = {wager: one for wager, one in found.items() if one}
    settled = [asking.asked[id(leaf), wager] for leaf in tree.leaves for wager in wagers if wager not in free]
    lines, orders = gather(answers for answered in settled for answers, _ in answered)
    if len(lines) != 2 or len(orders) > 1:
        raise PlanError(f"the bets look at {len(lines)} hands, and not at two")
    tokens = {name: common_tokens(game, tree, name) for name in lines}
    looks = looks_at(game, tree.leaves[0])
    rankings = {look.ranking for name in lines if isinstance(look := looks[name], Look)}
    if len(rankings) != 1:
        raise PlanError("the two hands are judged by different rankings")
    (ranking,) = rankings
    cells = {name: partition(ranking, asked) for name, asked in lines.items()}
    if any(one.names_suits for one in cells.values()):
        raise PlanError("a bet names a suit, and hands are told apart up to a renaming of suits")
    return TwoHands(game, wagers, deciding, tree, free, tokens, ranking, cells, tuple(orders))


def common_tokens(game: Game, tree: Tree, name: str) -> frozenset[int]:
    """The cards of a look, which are the same at every leaf."""
    found = {frozenset(look_tokens(looks_at(game, leaf), name)) for leaf in tree.leaves}
    if len(found) != 1:
        raise PlanError("which cards a bet looks at depends on a decision")
    return found.pop()

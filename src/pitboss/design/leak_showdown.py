"""A game read as a showdown: the player's hand, or that hand with a card exchanged, against the other side's.

It is one if nothing comes to light between its decisions, and if its bets compare one hand of each side.
`leak_paying` reads what every path of decisions pays.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from pitboss.analysis.counting import Counting, ask_bets
from pitboss.base.error import PlanError
from pitboss.cards.ranking import TableRanking
from pitboss.design.leak_paying import Paying, read_paths, weigh_paths
from pitboss.rules import Game
from pitboss.rules.hand import parse_hand
from pitboss.shape.question import Cells, partition
from pitboss.shape.situations import SituationRoom
from pitboss.shape.tables import Sighted
from pitboss.shape.unroll import ME, Tree


@dataclass(frozen=True)
class Cards:
    """The tokens of a round, by what they are to the player."""

    hand: tuple[int, ...]
    spare: int | None
    """One card more, which can be taken for one of the hand's."""
    is_spare_known: bool
    known: tuple[int, ...]
    """Of the other side."""
    hidden: int
    """How many of the other side's are not known."""
    dead: tuple[int, ...]

    @property
    def known_groups(self) -> Iterator[tuple[int, ...]]:
        yield self.known
        yield (self.spare,) if self.spare is not None and self.is_spare_known else ()
        yield self.dead


@dataclass(frozen=True)
class Showdown:
    """A game read as a showdown."""

    cards: Cards
    room: SituationRoom
    own: Cells
    other: Cells
    paying: Paying
    takes_last: bool

    @property
    def left(self) -> int:
        """The cards that are not known, the player's own hand among them."""
        return len(self.room.deck) - sum(map(len, self.cards.known_groups))

    @property
    def hands(self) -> int:
        return comb(self.left, len(self.cards.hand))

    @property
    def ways(self) -> int:
        """How all that stays hidden can lie, once the player's hand is known."""
        left, hidden = self.left - len(self.cards.hand), self.cards.hidden
        return left * comb(left - 1, hidden) if self.is_spare_hidden else comb(left, hidden)

    @property
    def keep_ways(self) -> int:
        """How a spare card can lie beside the hidden ones, for a hand that takes none."""
        return self.left - len(self.cards.hand) - self.cards.hidden if self.is_spare_hidden else 1

    @property
    def is_open(self) -> bool:
        """Whether the player knows every card that counts."""
        return not self.cards.hidden and not self.is_spare_hidden

    @property
    def is_spare_hidden(self) -> bool:
        return self.cards.spare is not None and not self.cards.is_spare_known


# -- reading the game ------------------------------------------------------------------------------


def read_showdown(games: tuple[Game, ...], wagers: tuple[str, ...]) -> Showdown:
    """The game under each of its paytables; `PlanError` where it is no showdown."""
    asked = ask_bets(games[0], wagers)
    tree = asked.tree
    if tree.has_needs or games[0].deck.has_joker:
        raise PlanError("the options depend on the hand, or there is a joker")
    if any(node.stage != len(tree.groups) for node, _ in tree.decisions):
        raise PlanError("cards are seen between the decisions")
    looks = [look for signature in asked.signatures.values() for look in signature.looks]
    if any(isinstance(look.cells.ranking, TableRanking) and look.cells.ranking.wild for look in looks):
        raise PlanError("cards are wild")
    own = [look for look in looks if is_own(tree, look)]
    other = [look for look in looks if not is_own(tree, look)]
    cards = read_cards(tree, {token for look in looks for token in look.tokens})
    if len({look.cells.ranking for look in own}) != 1 or {len(look.tokens) for look in own} != {
        len(cards.hand)
    }:
        raise PlanError("the player's hand is not looked at in one way")
    if len({look.cells.ranking for look in other}) != 1 or {len(look.tokens) for look in other} != {
        len(cards.known) + cards.hidden
    }:
        raise PlanError("the other side's hand is not looked at in one way")
    cells = merge_cells(asked, own), merge_cells(asked, other)
    if any(one.names_suits for one in cells) or own[0].cells.ranking.size != len(cards.hand):
        raise PlanError("a hand that is the best of more cards, or a line that names a suit, is not swept")
    paths = read_paths(games, asked, cards.hand, cells)
    takes_last = games[0].house_rules.takes_dearest
    room = asked.room(asked.signatures.values())
    return Showdown(cards, room, *cells, weigh_paths(paths), takes_last)


def is_mine(tree: Tree, token: int) -> bool:
    return parse_hand(tree.slot_of[token][0]).seat == ME


def is_own(tree: Tree, look: Sighted) -> bool:
    sides = {is_mine(tree, token) for token in look.tokens}
    if len(sides) != 1:
        raise PlanError(f"the look {look.name!r} takes cards of both sides")
    return sides.pop()


def read_cards(tree: Tree, looked_at: set[int]) -> Cards:
    seen = {token for group in tree.groups for token in group}
    own = [token for token in sorted(looked_at) if is_mine(tree, token)]
    hand = tuple(token for token in own if parse_hand(tree.slot_of[token][0]).name == "hand")
    spare = [token for token in own if token not in hand]
    if not hand or not seen.issuperset(hand) or len(spare) > 1:
        raise PlanError("the player's cards are not one hand and at most one card to exchange")
    other = looked_at - {*own}
    return Cards(
        hand,
        spare[0] if spare else None,
        bool(spare) and seen.issuperset(spare),
        tuple(sorted(other & seen)),
        len(other - seen),
        tuple(sorted(seen - looked_at)),
    )


def merge_cells(counting: Counting, looks: list[Sighted]) -> Cells:
    """What no bet can tell apart, whichever of these looks it takes."""
    names = {look.name for look in looks}
    asked = {
        other
        for settled in counting.asked.values()
        for answers, _ in settled
        for one, other in answers
        if one in names and isinstance(other, tuple)
    }
    return partition(looks[0].cells.ranking, asked)

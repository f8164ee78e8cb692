"""What a round of a game consists of, read off its definition: cards to deal, looks to judge, cells to
count.

The game is unrolled on blank cards and every bet is asked everything, as for the exact analysis. A *slot*
is a look by its name, cut into the cells that some bet can tell apart; which cards it is made of may depend
on the decisions taken. All slots and orders together number the *joint cells* of a seat: each settles every
wager.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from math import prod

from pitboss.base.error import PlanError
from pitboss.cards import Ranking
from pitboss.cards.poker import PokerRanking
from pitboss.rules import Game
from pitboss.rules.bet import Looks
from pitboss.rules.hand import parse_hand
from pitboss.shape.question import Asked, CellJudge, Cells, OrderQuestion, explore, gather, partition
from pitboss.shape.tally import Outcome
from pitboss.shape.unroll import ME, Leaf, Tree, hands_of, looks_at, unroll

Tokens = tuple[int, ...]
Hands = tuple[Tokens, ...]
MOST_CELLS = 1 << 20


@dataclass(frozen=True)
class Slot:
    """A look: for each leaf the hands of which it is the highest; one hand for most, none if it is not
    asked."""

    name: str
    cells: Cells
    hands: tuple[Hands, ...]

    @property
    def variants(self) -> dict[Hands, list[int]]:
        """The leaves that look at the same cards."""
        found: dict[Hands, list[int]] = {}
        for leaf, hands in enumerate(self.hands):
            if hands:
                found.setdefault(hands, []).append(leaf)
        return found


@dataclass(frozen=True)
class DealingPlan:
    game: Game
    wagers: tuple[str, ...]
    seats: int
    tree: Tree
    slots: tuple[Slot, ...]
    orders: tuple[OrderQuestion, ...]

    @cached_property
    def leaves(self) -> list[Leaf]:
        return self.tree.leaves

    @cached_property
    def radices(self) -> tuple[int, ...]:
        """How many cells each slot has, then three for each order."""
        return (*(len(slot.cells.atoms) for slot in self.slots), *(3 for _ in self.orders))

    @property
    def cell_count(self) -> int:
        return len(self.leaves) * prod(self.radices)

    @cached_property
    def outcomes(self) -> dict[str, tuple[Outcome, ...]]:
        """What every wager comes to in each joint cell."""
        kept: dict[Outcome, Outcome] = {}
        found: dict[str, list[Outcome]] = {wager: [] for wager in self.wagers}
        for leaf, judge in self.judges():
            for wager, outcomes in found.items():
                outcome = self.game.settle_wager(leaf.round, ME, wager, judge)
                outcomes.append(kept.setdefault(outcome, outcome))
        return {wager: tuple(outcomes) for wager, outcomes in found.items()}

    def judges(self) -> Iterable[tuple[Leaf, CellJudge]]:
        """One for each joint cell, in the order in which the rounds number them."""
        axes = [[(slot, atom) for atom in slot.cells.atoms] for slot in self.slots]
        turns = [(-1, 0, 1) for _ in self.orders]
        for leaf in self.leaves:
            for atoms in product(*axes):
                known = {slot.name: (slot.cells.ranking, atom) for slot, atom in atoms}
                for orders in product(*turns):
                    yield leaf, CellJudge(known, dict(zip(self.orders, orders, strict=True)))

    def of_seat(self, tokens: Tokens, seat: int) -> Tokens:
        """The same cards of another seat; what is everybody's stays as it is."""
        number_of = {slot: number for number, slot in self.tree.slot_of.items()}
        found = []
        for token in tokens:
            hand, place = self.tree.slot_of[token]
            if (slot := (parse_hand(hand).at(seat), place)) not in number_of:
                raise PlanError("a seat that folds gets fewer cards than the others")
            found.append(number_of[slot])
        return tuple(found)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The tokens of all that is dealt, seat by seat, then what is everybody's; cards that a seat sees
        together lie side by side."""
        own = [token for token in self.own_cards if self.is_own(token)]
        seats = [self.of_seat(tuple(own), seat) for seat in range(1, self.seats + 1)]
        common = [token for token in self.own_cards if not self.is_own(token)]
        return (*(token for seat in seats for token in seat), *common)

    @cached_property
    def own_cards(self) -> list[int]:
        """What one seat needs: cards that it sees, and hidden cards that looks take."""
        seen = [token for group in self.tree.groups for token in group]
        hidden = sorted({token for hand in self.hands for token in hand} - set(seen))
        return seen + [token for token in hidden if self.is_own(token) or not self.is_of_seat(token)]

    def is_own(self, token: int) -> bool:
        return parse_hand(self.tree.slot_of[token][0]).seat == ME

    def is_of_seat(self, token: int) -> bool:
        return bool(parse_hand(self.tree.slot_of[token][0]).seat)

    @cached_property
    def hands(self) -> list[Tokens]:
        return [hand for slot in self.slots for variant in slot.variants for hand in variant]

    @cached_property
    def sets(self) -> list[list[int]]:
        """The places in `cards` of those that make a set: compiled rounds sort them; rules may not care."""
        found = defaultdict[tuple[object, ...], list[int]](list)
        own = sum(map(self.is_own, self.cards))
        for place, token in enumerate(self.cards):
            first = self.cards[place % own] if place < own * self.seats else token
            group = next((n for n, group in enumerate(self.tree.groups) if first in group), -1)
            looks = () if group >= 0 else tuple(n for n, hand in enumerate(self.hands) if first in hand)
            found[self.tree.slot_of[token][0], group, looks].append(place)
        return list(found.values())


def make_plan(game: Game, wagers: tuple[str, ...], *, seats: int = 1) -> DealingPlan:
    """The plan of a round with all these wagers on every seat; `PlanError` says why there is none."""
    if not game.deck.is_single:
        raise PlanError("the deck holds some card more than once")
    tree = unroll(game, wagers, seats=seats)
    asked = [ask(game, leaf, wagers) for leaf in tree.leaves]
    looks = [looks_at(game, leaf) for leaf in tree.leaves]
    slots = []
    for name in dict.fromkeys(name for lines, _ in asked for name in lines):
        questions = {line for lines, _ in asked for line in lines.get(name, ())}
        hands = tuple(
            hands_of(seen[name]) if name in lines else ()
            for (lines, _), seen in zip(asked, looks, strict=True)
        )
        slots.append(Slot(name, partition(ranking_of(looks, name), questions), hands))
    orders = tuple(dict.fromkeys(pair for _, pairs in asked for pair in pairs))
    plan = DealingPlan(game, wagers, seats, tree, tuple(slots), orders)
    check(plan)
    return plan


def check(plan: DealingPlan) -> None:
    if plan.game.deck.has_joker:
        raise PlanError("the deck holds a joker")
    if plan.tree.has_needs:
        raise PlanError("what a seat may choose depends on its hand")
    if any(
        plan.is_of_seat(token) and not plan.is_own(token) for group in plan.tree.groups for token in group
    ):
        raise PlanError("a seat decides by what it sees of another seat's cards")
    if any(len({plan.is_own(token) for token in group}) > 1 for group in plan.tree.groups):
        raise PlanError("a seat sees cards of its own and of the table at once")
    dealt = len(plan.cards)
    if dealt > plan.game.deck.size:
        raise PlanError(f"{plan.seats} seats need {dealt} cards, and the deck has {plan.game.deck.size}")
    if plan.cell_count > MOST_CELLS:
        raise PlanError(f"{plan.cell_count:,} joint cells are too many to keep count of")
    for slot in plan.slots:
        if not isinstance(slot.cells.ranking, PokerRanking):
            raise PlanError(f"the ranking {slot.cells.ranking.name!r} has no poker tables")
        if slot.cells.names_suits and any(len(hands) > 1 for hands in slot.hands):
            raise PlanError("the highest of several hands cannot be judged by suits")


def ask(game: Game, leaf: Leaf, wagers: tuple[str, ...]) -> Asked:
    """What bets ask at a leaf."""
    found = [explore(partial(game.settle_wager, leaf.round, ME, wager)) for wager in wagers]
    return gather(answers for settled in found for answers, _ in settled)


def ranking_of(looks: Iterable[Looks], name: str) -> Ranking:
    return next(seen[name].ranking for seen in looks if name in seen)

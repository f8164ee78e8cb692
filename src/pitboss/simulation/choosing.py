"""How the leaf of a seat's strategy is found while rounds are dealt: the cheapest way that its situations
allow.

Ranks and the classes of whole hands decide most situations of most games; the few that depend on suits are
looked up by hash. Where they are not few, a table has the leaf for every set of cards that is seen; and if
single cards follow, for every canonical set and all that can follow, the suits renamed by a small table.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np

from pitboss.base.error import PlanError
from pitboss.cards.poker import PokerRanking
from pitboss.shape.question import partition
from pitboss.shape.tables import Sighted, classify, multiset_count
from pitboss.shape.unroll import names_of
from pitboss.simulation.column_deal import ALL_CARDS
from pitboss.simulation.column_hand import MOST_HAND
from pitboss.simulation.column_step import UNDECIDED, Step
from pitboss.simulation.piece import (
    MOST_CARDS,
    Ints,
    all_pieces,
    masks_of,
    move_leaves,
    multisets_of,
    names_in,
    rename,
)
from pitboss.simulation.plan import DealingPlan, Slot, Tokens
from pitboss.simulation.policy import Hashed, Policy
from pitboss.simulation.recipe import Columns, Digit, Recipe

MOST_KINDS = 4_000_000
FEW_UNDECIDED = 0.02
TURN_BITS = 8


def make_choosing(plan: DealingPlan, policy: Policy) -> "ByCards | ByRanks | None":
    """The way to find the leaf; none where nothing is decided."""
    groups = plan.tree.groups
    if policy.stage is None:
        return None
    if policy.paths != tuple(map(names_of, plan.tree.leaf_paths)):
        raise PlanError("the strategy is for other decisions than these wagers lead to")
    if int(policy.leaves.max()) >= UNDECIDED:
        raise PlanError(f"{len(plan.leaves)} ways to play a round are too many for one byte")
    is_small = len(groups[0]) <= MOST_CARDS
    if plan.tree.names_cards:
        if len(groups) > 1 or not is_small:
            raise PlanError("a decision is about one card of many, or of several groups")
        return ByCards(plan, policy)
    by_ranks = ByRanks(plan, policy)
    if is_small and (by_ranks.is_too_large or by_ranks.undecided > FEW_UNDECIDED):
        dense = len(all_pieces(plan.game.deck, len(groups[0])).cards) * ALL_CARDS ** (len(groups) - 1)
        if all(len(group) == 1 for group in groups[1:]) and (len(groups) == 1 or dense <= MOST_KINDS):
            return ByCards(plan, policy)
    if by_ranks.is_too_large:
        raise PlanError("there are too many kinds of situations for a table")
    return by_ranks


@dataclass(frozen=True)
class ByCards:
    """A set of few cards, then single cards, if any: every canonical set with everything that can follow."""

    plan: DealingPlan
    policy: Policy

    def compose(self, recipe: Recipe, groups: list[Columns]) -> int:
        """Add the steps that find the leaf of a seat that sees these cards; returns its value."""
        first, *singles = groups
        number, word = recipe.value(), recipe.value()
        recipe.step(Step.NUMBER_CARDS, number, first[0], len(first))
        if not singles:
            recipe.step(Step.LOOK, word, number, recipe.table("leaves of pieces", self.leaves))
            return word
        words, renamed, leaves = self.tables
        recipe.step(Step.LOOK, word, number, recipe.table("canonical pieces", words))
        place, leaf = recipe.value(), recipe.value()
        recipe.append(place, Digit(word, TURN_BITS))
        for (single,) in singles:
            card, renamed_card = recipe.value(), recipe.value()
            recipe.append(card, Digit(word, mask=(1 << TURN_BITS) - 1))
            recipe.step(Step.CARD, card, single, 0, ALL_CARDS)
            recipe.step(Step.LOOK, renamed_card, card, recipe.table("renamed cards", renamed))
            recipe.append(place, Digit(renamed_card, radix=ALL_CARDS))
        recipe.step(Step.LOOK, leaf, place, recipe.table("leaves", leaves))
        return leaf

    @cached_property
    def leaves(self) -> Ints:
        """By the number of all cards that are seen. The strategy names cards by their place in the canonical
        hand; here they lie in another order."""
        assert self.policy.stage is not None
        pieces = all_pieces(self.plan.game.deck, len(self.plan.tree.groups[0]))
        leaves = self.policy.find(pieces.masks[:, None]).astype(np.int64)
        if not self.plan.tree.names_cards:
            return pieces.by_number(leaves)
        room = self.policy.stage.room
        moved: dict[tuple[int, ...], Ints] = {}
        found = leaves.copy()
        for row, hand in enumerate(pieces.cards):
            order = tuple(int(n) for n in np.argsort(rename(hand, names_in(room, hand))))
            if order not in moved:
                moved[order] = np.array(move_leaves(self.plan.tree, order), np.int64)
            found[row] = moved[order][leaves[row]]
        return pieces.by_number(found)

    @cached_property
    def tables(self) -> tuple[Ints, Ints, Ints]:
        """The canonical set and the renaming of suits for each set; the renamed cards; then the leaves."""
        assert self.policy.stage is not None
        pieces = all_pieces(self.plan.game.deck, len(self.plan.tree.groups[0]))
        room = self.policy.stage.room
        turns: dict[tuple[int, ...], int] = {}
        turn_of, renamed_masks = [], []
        for cards in pieces.cards:
            names = names_in(room, cards)
            turn_of.append(turns.setdefault(names, len(turns)))
            renamed_masks.append(masks_of(rename(cards[None, :], names))[0])
        masks, number = np.unique(np.array(renamed_masks), return_inverse=True)
        words = pieces.by_number(number.astype(np.int64) << TURN_BITS | np.array(turn_of, np.int64))
        renamed = np.concatenate([rename(np.arange(ALL_CARDS), names) for names in turns])
        return words, renamed, self.leaves_after(masks)

    def leaves_after(self, first: Ints) -> Ints:
        """The leaf for each set and all single cards that can follow; 0 where a card would come twice."""
        later = len(self.plan.tree.groups) - 1
        in_deck = all_pieces(self.plan.game.deck, 1)
        single = np.full(ALL_CARDS, -1, np.int64)
        single[in_deck.cards[:, 0]] = in_deck.masks
        grids = np.meshgrid(first, *(single for _ in range(later)), indexing="ij")
        masks = np.stack([grid.ravel() for grid in grids], axis=1)
        taken, is_deal = masks[:, 0].copy(), np.ones(len(masks), np.bool_)
        for group in range(1, later + 1):
            is_deal &= taken & masks[:, group] == 0
            taken |= masks[:, group]
        found = np.zeros(len(masks), np.int64)
        found[is_deal] = self.policy.find(np.ascontiguousarray(masks[is_deal]))
        return found


@dataclass(frozen=True)
class ByRanks:
    """Ranks, or the class of a whole hand, decide most situations; the others are looked up card by card."""

    plan: DealingPlan
    policy: Policy

    def compose(self, recipe: Recipe, groups: list[Columns]) -> int:
        """Add the steps that find the leaf of a seat that sees these cards; returns its value."""
        kind, leaf = recipe.value(), recipe.value()
        kinds, alike_classes = self.reduced
        for number, (tokens, columns) in enumerate(zip(self.plan.tree.groups, groups, strict=True)):
            radix = kinds.shape[number] if number else 0
            if tokens in self.whole:
                digit = recipe.of_hands(self.ranking(tokens), [columns], (-1, number), alike_classes[number])
                recipe.append(kind, replace(digit, radix=radix))
            elif len(columns) == 1:
                recipe.step(Step.CARD, kind, columns[0], 2, radix)
            else:
                ranks = recipe.value()
                recipe.step(Step.NUMBER_RANKS, ranks, columns[0], len(columns))
                recipe.append(kind, Digit(ranks, radix=radix))
        recipe.step(Step.LOOK, leaf, kind, recipe.table("leaves of ranks", kinds))
        if self.undecided:
            seen = [number for columns in groups for number in (len(columns), *columns)]
            recipe.step(Step.FIND, leaf, len(groups), *seen)
            recipe.hashed = self.hashed
        return leaf

    @cached_property
    def whole(self) -> dict[Tokens, Slot]:
        """Groups that are a whole hand of some slot: its class tells more than their ranks."""
        found = {}
        for slot in self.plan.slots:
            for group in self.plan.tree.groups:
                variants = list(slot.variants)
                if len(variants) == 1 and len(variants[0]) == 1 and set(variants[0][0]) == set(group):
                    found[group] = slot
        return found

    def ranking(self, group: Tokens) -> PokerRanking:
        ranking = self.whole[group].cells.ranking
        assert isinstance(ranking, PokerRanking)
        return ranking

    @cached_property
    def widths(self) -> list[int]:
        """How many kinds there are of each group."""
        return [
            len(self.ranking(group).classes) + 1 if group in self.whole else multiset_count(len(group))
            for group in self.plan.tree.groups
        ]

    @property
    def is_too_large(self) -> bool:
        groups = self.plan.tree.groups
        return prod(self.widths) > MOST_KINDS or max(len(groups), *map(len, groups)) > MOST_HAND

    @cached_property
    def places(self) -> Ints:
        """The kind of each situation."""
        assert self.policy.stage is not None
        found = np.zeros(len(self.policy.stage), np.int64)
        for group, width in zip(self.plan.tree.groups, self.widths, strict=True):
            found = found * width + self.row_numbers(group)
        return found

    def row_numbers(self, group: Tokens) -> Ints:
        """What the coarse table knows of a group, at each row of the situations."""
        stage = self.policy.stage
        assert stage is not None
        # The strategy was found for one seat, whose tokens may have other numbers: groups keep their places.
        end = sum(self.policy.sizes[: self.plan.tree.groups.index(group) + 1])
        tokens = stage.tokens[end - len(group) : end]
        if group in self.whole:
            sighted = Sighted(self.whole[group].name, tokens, partition(self.ranking(group), ()))
            return classify(sighted, stage).classes.astype(np.int64)
        return multisets_of(stage.rows[:, stage.columns(tokens)].astype(np.int64))

    @cached_property
    def coarse(self) -> Ints:
        """The leaf of each kind of situations; what never comes up may have any."""
        size = prod(self.widths)
        low, high = np.full(size, UNDECIDED, np.int64), np.full(size, -1, np.int64)
        np.minimum.at(low, self.places, self.policy.leaves)
        np.maximum.at(high, self.places, self.policy.leaves)
        return np.where(low == high, low, np.where(high < 0, 0, UNDECIDED))

    @cached_property
    def undecided(self) -> float:
        """The share of situations that their kind does not decide."""
        return float((self.coarse[self.places] == UNDECIDED).mean())

    @cached_property
    def hashed(self) -> Hashed:
        return self.policy.hashed(np.flatnonzero(self.coarse[self.places] == UNDECIDED))

    @cached_property
    def reduced(self) -> tuple[Ints, dict[int, Ints]]:
        """The coarse table with classes of whole hands that are always played alike put together, and for
        each such group the number of every class in it."""
        grid, numbers = self.coarse.reshape(self.widths), {}
        for axis, group in enumerate(self.plan.tree.groups):
            if group in self.whole:
                grid, inverse = np.unique(grid, axis=axis, return_inverse=True)
                numbers[axis] = inverse.reshape(-1)
        return grid, numbers

"""How the leaf of a seat's strategy is found while rounds are dealt: the cheapest way that its situations
allow.

If all that is seen is one piece, the leaf is written beside the piece. If the first piece is followed by
single cards, a table has the leaf for every canonical first piece and all that can follow, the suits
renamed by a small table. Otherwise ranks and whole hands decide most situations, and the few that hang on
suits are looked up by hash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from pitboss.analysis.question import partition
from pitboss.analysis.signature import Sighted, classify
from pitboss.base.error import PlanError
from pitboss.cards.poker import PokerRanking
from pitboss.simulation import canonical
from pitboss.simulation.lookup import joined, multiset_count, packed
from pitboss.simulation.naming import canonical_names, move_leaves, names_cards, rename
from pitboss.simulation.piece import MOST_CARDS, Ints, all_pieces, masks_of, multisets_of
from pitboss.simulation.plan import Plan, Slot, Tokens
from pitboss.simulation.policy import Policy, leaf_paths

if TYPE_CHECKING:
    from pitboss.simulation.writer import Writer

MOST_DENSE = 4_000_000
MOST_COARSE = 4_000_000
UNDECIDED = 255


class Choosing(Protocol):
    def write(self, writer: Writer, seat: int, leaf: str) -> None:
        """Write the code that finds the leaf of a seat."""


def make_choosing(plan: Plan, policy: Policy) -> Choosing:
    groups = plan.tree.groups
    if policy.stage is None:
        return NoChoice()
    if policy.paths != leaf_paths(plan.tree.root):
        raise PlanError("the strategy is for other decisions than these wagers lead to")
    if int(policy.leaves.max()) >= UNDECIDED:
        raise PlanError(f"{len(plan.leaves)} ways to play a round are too many for one byte")
    if len(groups) == 1 and len(groups[0]) <= MOST_CARDS:
        return ByPiece(policy, groups[0])
    if names_cards(plan.tree.root):
        raise PlanError("a decision is about one card of several groups")
    if len(groups[0]) <= MOST_CARDS and all(len(group) == 1 for group in groups[1:]):
        first = len(all_pieces(plan.game.deck, len(groups[0])))
        if first * plan.game.deck.size ** (len(groups) - 1) <= MOST_DENSE:
            return ByTable(policy, groups)
    return ByHash(policy, groups, whole_hands(plan))


def whole_hands(plan: Plan) -> dict[Tokens, Slot]:
    """Groups that are a whole hand of some slot: its class tells more than their ranks."""
    found = {}
    for slot in plan.slots:
        for group in plan.tree.groups:
            variants = list(slot.variants)
            if len(variants) == 1 and len(variants[0]) == 1 and set(variants[0][0]) == set(group):
                found[group] = slot
    return found


@dataclass(frozen=True)
class NoChoice:
    def write(self, writer: Writer, seat: int, leaf: str) -> None:
        del seat
        writer.line(f"{leaf} = 0")


@dataclass(frozen=True)
class ByPiece:
    """All that is seen is one piece."""

    policy: Policy
    group: Tokens

    def write(self, writer: Writer, seat: int, leaf: str) -> None:
        (part,) = writer.parts(writer.plan.of_seat(self.group, seat))
        pieces = all_pieces(writer.plan.game.deck, part.size)
        word = writer.word(part.size)
        if "leaf" not in word.fields:
            leaves = self.policy.find(pieces.masks[:, None]).astype(np.int64)
            writer.leaf_of = self.in_place(writer.plan, pieces.cards, leaves)
            word.add("leaf", writer.leaf_of)
        writer.decider = part.piece
        writer.line(f"{leaf} = {word.read('leaf', f'w{part.name}')}")

    def in_place(self, plan: Plan, cards: Ints, leaves: Ints) -> Ints:
        """The strategy names cards by their place in the canonical hand; here they lie in another order."""
        assert self.policy.stage is not None
        if not names_cards(plan.tree.root):
            return leaves
        alike = [int(other) for other in self.policy.stage.room.alike]
        moved: dict[tuple[int, ...], Ints] = {}
        found = leaves.copy()
        for row, hand in enumerate(cards):
            order = tuple(int(n) for n in np.argsort(rename(hand, canonical_names(hand, alike))))
            if order not in moved:
                moved[order] = np.array(move_leaves(plan.tree.root, order), np.int64)
            found[row] = moved[order][leaves[row]]
        return found


@dataclass(frozen=True)
class ByTable:
    """One piece, then single cards: every canonical piece with everything that can follow."""

    policy: Policy
    groups: tuple[Tokens, ...]

    def write(self, writer: Writer, seat: int, leaf: str) -> None:
        parts = [writer.parts(writer.plan.of_seat(group, seat))[0] for group in self.groups]
        if "canonical" not in writer.word(parts[0].size).fields:
            self.make_tables(writer, parts[0].size)
        word, first = writer.word(parts[0].size), f"w{parts[0].name}"
        deck = writer.plan.game.deck.size
        turn, place = writer.name("turn"), writer.name("p")
        writer.line(f"{turn} = {word.read('turn', first)} * {deck}")
        writer.line(f"{place} = {word.read('canonical', first)}")
        for part in parts[1:]:
            writer.line(f"{place} = {place} * {deck} + renamed[{turn} + i{part.name}]")
        writer.line(f"{leaf} = np.int64(leaf_of[{place}])")

    def make_tables(self, writer: Writer, size: int) -> None:
        """The canonical piece and the renaming of suits for each piece; then the leaves."""
        assert self.policy.stage is not None
        deck = writer.plan.game.deck
        pieces, singles = all_pieces(deck, size), all_pieces(deck, 1)
        alike = [int(other) for other in self.policy.stage.room.alike]
        turns: dict[tuple[int, ...], int] = {}
        turn_of, renamed_masks = [], []
        for cards in pieces.cards:
            names = canonical_names(cards, alike)
            turn_of.append(turns.setdefault(names, len(turns)))
            renamed_masks.append(masks_of(rename(cards[None, :], names))[0])
        masks, number = np.unique(np.array(renamed_masks), return_inverse=True)
        word = writer.word(size)
        word.add("canonical", number.astype(np.int64))
        word.add("turn", np.array(turn_of, np.int64))
        place_of = {int(card): place for place, card in enumerate(singles.cards[:, 0])}
        renamed = [[place_of[int(card)] for card in rename(singles.cards, names)[:, 0]] for names in turns]
        writer.table("renamed", packed(np.array(renamed, np.int64).ravel()))
        writer.table("leaf_of", packed(self.leaves_after(masks, singles.masks).astype(np.int64)))

    def leaves_after(self, first: Ints, single: Ints) -> Ints:
        """The leaf for each piece and all single cards that can follow; 0 where a card would come twice."""
        later = len(self.groups) - 1
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
class ByHash:
    """Ranks, or the class of a whole hand, decide most situations; the others are looked up card by card."""

    policy: Policy
    groups: tuple[Tokens, ...]
    whole: dict[Tokens, Slot]

    def write(self, writer: Writer, seat: int, leaf: str) -> None:
        widths = [self.width(group) for group in self.groups]
        place = writer.name("p")
        writer.line(f"{place} = 0")
        for group, width in zip(self.groups, widths, strict=True):
            writer.line(f"{place} = {place} * {width} + {self.number(writer, group, seat)}")
        if "coarse" not in writer.tables:
            self.make_tables(writer, widths)
        writer.line(f"{leaf} = np.int64(coarse[{place}])")
        writer.line(f"if {leaf} == {UNDECIDED}:")
        for number, group in enumerate(self.groups):
            parts = writer.parts(writer.plan.of_seat(group, seat))
            writer.line(f"    seen[{number}] = {' | '.join(writer.read_mask(part) for part in parts)}")
        writer.line(
            f"    {leaf} = np.int64(find_hash(situation_key(seen, {len(self.groups)}, alike), keys, hashed))"
        )

    def width(self, group: Tokens) -> int:
        if group in self.whole:
            ranking = self.whole[group].cells.ranking
            assert isinstance(ranking, PokerRanking)
            return len(ranking.classes) + 1
        return multiset_count(len(group))

    def number(self, writer: Writer, group: Tokens, seat: int) -> str:
        """The code for what the coarse table knows of a group."""
        tokens = writer.plan.of_seat(group, seat)
        if group in self.whole:
            plain = self.whole[group].cells
            return writer.judge_hand(plain, tokens, is_compared=True).klass
        parts = writer.parts(tokens)
        if len(parts) == 1:
            return writer.read_part(parts[0], "multiset")
        place, sizes = writer.join_ranks(parts)
        table = writer.table(f"join_{sizes[0]}_{sizes[1]}", packed(joined(*sizes)))
        return f"np.int64({table}[{place}])"

    def make_tables(self, writer: Writer, widths: list[int]) -> None:
        stage = self.policy.stage
        assert stage is not None
        size = int(np.prod(widths))
        if size > MOST_COARSE:
            raise PlanError(f"{size:,} kinds of situations are too many for a table")
        place = np.zeros(len(stage), np.int64)
        for group, width in zip(self.groups, widths, strict=True):
            place = place * width + self.row_numbers(group)
        low, high = np.full(size, UNDECIDED, np.int64), np.full(size, -1, np.int64)
        np.minimum.at(low, place, self.policy.leaves)
        np.maximum.at(high, place, self.policy.leaves)
        coarse = np.where(low == high, low, UNDECIDED)
        rows = np.flatnonzero(coarse[place] == UNDECIDED)
        keys, leaves = self.policy.keys(rows), self.policy.leaves[rows]
        room = 1 << max(4, int(len(keys) * 2).bit_length())
        table_keys, table_leaves = np.zeros(room, np.uint64), np.full(room, -1, np.int16)
        canonical.fill_hash(keys, leaves, table_keys, table_leaves)
        writer.table("coarse", packed(coarse))
        writer.table("keys", table_keys)
        writer.table("hashed", table_leaves)
        writer.table("alike", stage.room.alike.astype(np.int64))
        writer.setup.append(f"seen = np.zeros({len(self.groups)}, np.int64)")

    def row_numbers(self, group: Tokens) -> Ints:
        """What the coarse table knows of a group, at each row of the situations."""
        stage = self.policy.stage
        assert stage is not None
        # The strategy was found for one seat, whose tokens may have other numbers: groups keep their places.
        end = sum(self.policy.sizes[: self.groups.index(group) + 1])
        tokens = stage.tokens[end - len(group) : end]
        if group in self.whole:
            slot = self.whole[group]
            sighted = Sighted(slot.name, tokens, partition(slot.cells.ranking, ()))
            return classify(sighted, stage).classes.astype(np.int64)
        return multisets_of(stage.rows[:, stage.columns(tokens)].astype(np.int64))

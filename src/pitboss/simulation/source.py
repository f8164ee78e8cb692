"""The loop that deals and judges a game's rounds, written out for its plan and strategy.

Straight code with the numbers of the game in it and nothing to interpret: each look gets its class and cell
from tables, the strategy its leaf, and each seat its joint cell.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from pitboss.base.error import PlanError
from pitboss.simulation import canonical, runtime
from pitboss.simulation.choosing import Choosing, make_choosing
from pitboss.simulation.compiled import hash_of
from pitboss.simulation.dealing import Dealing
from pitboss.simulation.lookup import Table
from pitboss.simulation.piece import MOST_CARDS, WORD_BITS, all_pieces, masks_of, multisets_of, suits_of
from pitboss.simulation.plan import Hands, Plan, Slot
from pitboss.simulation.policy import Policy
from pitboss.simulation.writer import Judged, Part, Writer

HEAD = '''"""Written by pitboss.simulation.source for {name}; what it calls: {called}."""
import numba as nb
import numpy as np

from pitboss.simulation.runtime import (
    any_flush, any_flush_class, bits, find_hash, one_flush, one_flush_class, pile_up, situation_key,
    write_awards,
)

LOW = np.uint64(0xFFFFFFFF)
HIGH = np.uint64(32)
'''


@dataclass
class Source:
    """The function `fill` of one game, and the tables that it reads."""

    plan: Plan
    policy: Policy
    writer: Writer = field(init=False)

    def __post_init__(self) -> None:
        self.writer = Writer(self.plan)

    @property
    def tables(self) -> dict[str, Table]:
        return self.writer.tables

    def write(self, *, is_traced: bool) -> str:
        """The whole function; what a seat's code needs of the pieces is known only after it is written."""
        choosing = make_choosing(self.plan, self.policy)
        self.writer.indent = 3
        for seat in range(1, self.plan.seats + 1):
            self.write_seat(seat, choosing)
        if is_traced:
            for number, piece in enumerate(self.plan.pieces):
                order = f" * {piece.orders} + o{number}" if piece.is_ordered else ""
                self.writer.line(f"dealt[row, {number}] = i{number}{order}")
        body, self.writer.lines = self.writer.lines, []
        self.writer.write_singles()
        body, self.writer.lines, self.writer.indent = self.writer.lines + body, [], 1
        for size in {len(piece.tokens) for piece in self.plan.pieces} | {1 for _ in self.writer.singles}:
            masks, words = all_pieces(self.plan.game.deck, size).masks, self.writer.word(size).values
            if size == MOST_CARDS:
                self.writer.tables[f"pieces_{size}"] = np.stack([masks, words], axis=1)
            else:
                self.writer.tables[f"masks_{size}"], self.writer.tables[f"words_{size}"] = masks, words
        Dealing(self.writer).write(body)
        names = ", ".join(sorted(self.writer.tables))
        head = HEAD.format(name=self.plan.game.name, called=hash_of(runtime, canonical))
        start = [
            "",
            "",
            "@nb.njit(cache=True, nogil=True)",
            f"def fill(state, out, dealt, {names}):",
            "    key, counter = state[0], state[1]",
            "    rounds = out.shape[0]",
            *(f"    {line}" for line in self.writer.setup),
        ]
        return head + "\n".join([*start, *self.writer.lines, "    state[1] = counter", ""])

    def write_seat(self, seat: int, choosing: Choosing) -> None:
        """The joint cell of a seat."""
        compared = {name for pair in self.plan.orders for name in pair}
        judged: dict[str, Judged] = {}
        for slot in self.plan.slots:
            if len(slot.variants) == 1:
                hands = self.hands_of(next(iter(slot.variants)), seat)
                judged[slot.name] = self.writer.judge(slot, hands, is_compared=slot.name in compared)
        leaf = self.writer.name("leaf")
        choosing.write(self.writer, seat, leaf)
        for slot in self.plan.slots:
            if len(slot.variants) > 1:
                judged[slot.name] = self.write_variants(slot, seat, leaf, is_compared=slot.name in compared)
        cell = self.writer.name("cell")
        self.writer.line(f"{cell} = {leaf}")
        for slot in self.plan.slots:
            if len(slot.cells.atoms) > 1:
                self.writer.line(f"{cell} = {cell} * {len(slot.cells.atoms)} + {judged[slot.name].cell}")
        for one, other in self.plan.orders:
            first, second = judged[one].klass, judged[other].klass
            self.writer.line(
                f"{cell} = {cell} * 3 + 1 + np.int64({first} > {second}) - np.int64({first} < {second})"
            )
        self.writer.line(f"out[row, {seat - 1}] = {cell}")

    def hands_of(self, hands: Hands, seat: int) -> Hands:
        """Of a seat; the hands of a whole table are the same from every seat."""
        return hands if len(hands) > 1 else tuple(self.plan.of_seat(hand, seat) for hand in hands)

    def write_variants(self, slot: Slot, seat: int, leaf: str, *, is_compared: bool) -> Judged:
        """A slot whose cards depend on what was decided."""
        klass, cell = self.writer.name("k"), self.writer.name("c")
        self.writer.line(f"{klass} = {cell} = np.int64(0)")
        if len(self.plan.leaves) > WORD_BITS:
            raise PlanError(f"{len(self.plan.leaves)} ways to play a round change the cards of {slot.name!r}")
        for parts, leaves in self.merged_variants(slot, seat):
            # All are judged and one is taken: a processor would guess the decision wrong too often.
            is_piece = len(parts) == 1 and parts[0].is_whole
            made = self.writer.judge_piece if is_piece else self.writer.judge_parts
            found = made(slot.cells, parts, is_compared=is_compared)
            taken = self.writer.name("v")
            self.writer.line(f"{taken} = {sum(1 << number for number in leaves)} >> {leaf} & 1")
            if is_compared:
                self.writer.line(f"{klass} = {found.klass} if {taken} else {klass}")
            self.writer.line(f"{cell} = {found.cell} if {taken} else {cell}")
        return Judged(klass, cell)

    def merged_variants(self, slot: Slot, seat: int) -> list[tuple[list[Part], list[int]]]:
        """Variants that keep as many cards of the piece decided on, and take the same others, are one."""
        groups: dict[tuple[object, ...], list[tuple[list[Part], list[int]]]] = {}
        for hands, leaves in slot.variants.items():
            if len(hands) > 1:
                raise PlanError("the highest of several hands depends on a decision")
            parts = self.writer.parts(self.plan.of_seat(hands[0], seat))
            key = tuple(
                (part.piece, len(part.places) if part.piece == self.writer.decider else part.places)
                for part in parts
            )
            groups.setdefault(key, []).append((parts, leaves))
        return [self.merge(found) for found in groups.values()]

    def merge(self, found: list[tuple[list[Part], list[int]]]) -> tuple[list[Part], list[int]]:
        leaves = [leaf for _, some in found for leaf in some]
        if len(found) == 1:
            return found[0][0], leaves
        places = {
            leaf: part.places
            for parts, some in found
            for part in parts
            for leaf in some
            if part.piece == self.writer.decider
        }
        size, count = self.writer.size(self.writer.decider), len(next(iter(places.values())))
        name = f"kept_{size}_{count}_{min(leaves)}"
        if f"mask_{name}" not in self.writer.tables:
            kept = np.zeros((len(self.writer.leaf_of), count), np.int64)
            is_kept = np.isin(self.writer.leaf_of, list(places))
            for leaf, chosen in places.items():
                rows = self.writer.leaf_of == leaf
                kept[rows] = self.writer.columns(size, chosen)[rows]
            self.writer.note(size, f"multiset_{name}", multisets_of(kept))
            self.writer.note(size, f"suits_{name}", suits_of(kept) * is_kept)
            self.writer.table(f"mask_{name}", masks_of(kept))
        parts = [
            replace(part, kept=name) if part.piece == self.writer.decider else part for part in found[0][0]
        ]
        return parts, leaves

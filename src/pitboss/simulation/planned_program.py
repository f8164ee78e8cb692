"""The steps of a game's rounds, composed from its plan and a strategy: each look gets its class and cell, the
strategy its leaf, and each seat its joint cell."""

from dataclasses import dataclass, field, replace
from math import prod
from random import Random

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.rules import Choose, Round
from pitboss.shape.situations import card_number, numbered
from pitboss.shape.unroll import names_of
from pitboss.simulation import (
    column_step,
)
from pitboss.simulation.choosing import ByCards, ByRanks, make_choosing
from pitboss.simulation.column_step import ColumnTables, Step
from pitboss.simulation.general import Decide, NextCard
from pitboss.simulation.plan import DealingPlan, Hands, Slot, Tokens
from pitboss.simulation.policy import Policy
from pitboss.simulation.program import Prepared, Program, write_source
from pitboss.simulation.recipe import CLASS_SHIFT, Columns, Digit, Recipe


@dataclass
class Composing:
    plan: DealingPlan
    policy: Policy
    recipe: Recipe = field(init=False)

    def __post_init__(self) -> None:
        self.recipe = Recipe({token: column for column, token in enumerate(self.plan.cards)})

    def tables(self) -> ColumnTables:
        """All that the compiled steps take."""
        choosing, recipe = make_choosing(self.plan, self.policy), self.recipe
        self.sort_groups()
        for seat in range(1, self.plan.seats + 1):
            self.compose_seat(seat, choosing)
        return ColumnTables(
            alike=recipe.hashed.alike,
            columns=np.array([len(self.plan.cards), recipe.all_columns, recipe.values], np.int64),
            deck=np.array(sorted(map(card_number, self.plan.game.deck.cards)), np.uint8),
            keys=recipe.hashed.keys,
            leaves=recipe.hashed.leaves,
            lookups=recipe.lookups(),
            steps=np.array(recipe.steps, np.int64),
        )

    def sort_groups(self) -> None:
        """Cards that are seen together ascend: the strategy knows them in that order."""
        for seat in range(1, self.plan.seats + 1):
            for group in self.groups(seat):
                if len(group) > 1 and group not in self.recipe.ascending:
                    room = self.recipe.sort(group)
                    for place, column in enumerate(group):
                        self.recipe.step(Step.COPY, column, room + place)
                    self.recipe.ascending.add(group)

    def groups(self, seat: int) -> list[Columns]:
        return [self.recipe.columns(self.plan.of_seat(group, seat)) for group in self.plan.tree.groups]

    def compose_seat(self, seat: int, choosing: ByCards | ByRanks | None) -> None:
        """The joint cell of a seat."""
        digits = {
            slot.name: self.recipe.cell(slot.cells, self.hands_of(next(iter(slot.variants)), seat))
            for slot in self.plan.slots
            if len(slot.variants) == 1
        }
        leaf = choosing.compose(self.recipe, self.groups(seat)) if choosing else self.recipe.value()
        for slot in self.plan.slots:
            if len(slot.variants) > 1:
                digits[slot.name] = self.compose_variants(slot, seat, leaf)
        cell = self.recipe.value()
        asked = [slot for slot in self.plan.slots if len(slot.cells.atoms) > 1]
        cells = [replace(digits[slot.name], radix=len(slot.cells.atoms)) for slot in asked]
        self.recipe.append(cell, Digit(leaf), *cells)
        for one, other in self.plan.orders:
            self.recipe.step(Step.ORDER, cell, digits[one].value, digits[other].value, CLASS_SHIFT)
        self.recipe.step(Step.WRITE, seat - 1, cell)

    def hands_of(self, hands: Hands, seat: int) -> list[Columns]:
        """Of a seat; the hands of a whole table are the same from every seat."""
        if len(hands) > 1:
            return [self.recipe.columns(hand) for hand in hands]
        return [self.recipe.columns(self.plan.of_seat(hands[0], seat))]

    def compose_variants(self, slot: Slot, seat: int, leaf: int) -> Digit:
        """A slot whose cards depend on what was decided: they are chosen, and then judged as one hand."""
        if any(len(hands) > 1 for hands in slot.variants):
            raise PlanError("the highest of several hands depends on a decision")
        hands = [self.plan.of_seat(hand, seat) for (hand,) in slot.variants]
        if len({len(hand) for hand in hands}) > 1:
            raise PlanError(f"how many cards {slot.name!r} has depends on a decision")
        reached = self.recipe.card_column()
        self.recipe.step(Step.LEAVES, reached, leaf)
        aligned = [line_up(hand, hands[0]) for hand in hands]
        leaves = list(slot.variants.values())
        columns = [self.compose_choice(tokens, leaves, reached) for tokens in zip(*aligned, strict=True)]
        return self.recipe.cell(slot.cells, [tuple(columns)])

    def compose_choice(self, tokens: Tokens, leaves: list[list[int]], reached: int) -> int:
        """The column of one card of the hand: which one it is, the leaf says."""
        first = self.recipe.column_of[tokens[0]]
        if len(set(tokens)) == 1:
            return first
        column = self.recipe.card_column()
        self.recipe.step(Step.COPY, column, first)
        for token, meant in zip(tokens, leaves, strict=True):
            for leaf in meant if token != tokens[0] else ():
                self.recipe.step(Step.CHOOSE, column, self.recipe.column_of[token], reached, leaf)
        return column


def line_up(hand: Tokens, like: Tokens) -> Tokens:
    """The same cards in an order in which those that both hands have stand at the same places."""
    rest = [token for token in hand if token not in like]
    return tuple(token if token in hand else rest.pop() for token in like)


STEPS = write_source(column_step)
"""For every game that has a plan: games differ by their tables alone."""


def write_program(plan: DealingPlan, policy: Policy) -> Prepared:
    tables = Composing(plan, policy).tables()
    program = Program(STEPS, tables, plan.seats, plan.cell_count, len(plan.cards))
    return Prepared(program, plan.outcomes)


@dataclass(frozen=True)
class PlannedTrace:
    """Rounds of a plan, read back: the card of every token, and the choices on the way to a seat's leaf."""

    plan: DealingPlan
    prepared: Prepared

    def cards(self, row: NDArray[np.int32]) -> NextCard:
        """Sets of cards in any order; cards that no look takes come from the rest of the deck."""
        cards, rest = [numbered(number) for number in row.tolist()], list(self.plan.game.deck)
        for card in cards:
            rest.remove(card)
        random = Random(row.tobytes())
        for places in self.plan.sets:
            mixed = random.sample([cards[place] for place in places], len(places))
            for place, card in zip(places, mixed, strict=True):
                cards[place] = card
        at = dict(zip(self.slots, cards, strict=True))
        return lambda hand, place: at[hand, place] if (hand, place) in at else rest.pop()

    @property
    def slots(self) -> list[tuple[str, int]]:
        """Where each card goes: the hand, and the place in it."""
        return [self.plan.tree.slot_of[token] for token in self.plan.cards]

    def decide(self, cells: list[int], row: NDArray[np.int32]) -> Decide:
        """The choices on the way to the leaf; a card that one is about may lie at another place now."""
        every = self.plan.tree.leaf_paths
        paths = [names_of(every[cell // prod(self.plan.radices)]) for cell in cells]
        meant = dict(zip(self.slots, map(numbered, row.tolist()), strict=True))

        def choose(round_: Round, step: Choose) -> str:
            place = round_.place(step.seat)
            option = step.find(paths[step.seat - 1][len(place.choices)])
            assert option is not None, "the choices are the same"
            if option.place is None:
                return option.name
            now = round_.hand(place.hand).index(meant[place.hand, option.place])
            return next(other.name for other in step.options if other.place == now)

        return choose

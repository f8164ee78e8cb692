"""A game made ready to be dealt: the code that deals it, the tables that it reads, and what each cell comes
to."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.rules import Choose, Round
from pitboss.shape.situations import numbered
from pitboss.shape.tally import Outcome
from pitboss.shape.unroll import names_of
from pitboss.simulation import (
    canonical,
    column_dealing,
    column_judging,
    column_numbering,
    column_sorting,
    column_steps,
    lanes,
    runtime,
)
from pitboss.simulation.compiled import Compiled, Table, compile_source, hash_of
from pitboss.simulation.composing import Composing
from pitboss.simulation.general import General
from pitboss.simulation.piece import Ints
from pitboss.simulation.plan import Plan
from pitboss.simulation.policy import Policy
from pitboss.simulation.rulebook import Decide, NextCard
from pitboss.simulation.stream import EMPTY, State

if TYPE_CHECKING:
    from pitboss.simulation.session import SessionTerms

COUNT = """

@nb.njit(cache=True, nogil=True)
def count(state, rounds, counts, watched, awards, seats, *tables):
    cells = np.empty((16384, seats), np.int32)
    flat = cells.reshape(-1)
    dealt = np.zeros((0, 0), np.int32)
    piles = np.zeros((4, counts.shape[0]), np.int32)
    found = 0
    for before in range(0, rounds, 16384):
        here = min(16384, rounds - before)
        fill_rounds(state, cells[:here], dealt, *tables)
        for start in range(0, here * seats, 256):
            stop = min(start + 256, here * seats)
            if pile_up(flat, start, stop, piles, watched):
                found = write_awards(flat, start, stop, seats, before, watched, found, awards)
    for pile in range(4):
        counts += piles[pile]
    return found
"""
"""Stands below all code that deals: deal and count at once, while the cells are at hand."""


def write_source(dealing: ModuleType, *called: ModuleType) -> str:
    """The code that fills rounds by a module; kept compiled by the text of all that it calls."""
    return f'''"""Written by pitboss.simulation.program; what it calls: {hash_of(dealing, *called)}."""
import numba as nb
import numpy as np

from {dealing.__name__} import fill_rounds
from pitboss.simulation.runtime import pile_up, write_awards


@nb.njit(cache=True, nogil=True)
def fill(state, out, dealt, *tables):
    fill_rounds(state, out, dealt, *tables)
'''


STEPS = write_source(
    column_steps, canonical, column_dealing, column_judging, column_numbering, column_sorting, lanes, runtime
)
"""For every game that has a plan: games differ by their tables alone."""

COMPILED: set[str] = set()
"""Sources of which both functions are there."""

Cells = NDArray[np.int32]
"""`cells[round, seat]`: the joint cell of a seat."""


@dataclass(frozen=True)
class Program:
    """What a worker needs to deal rounds. Holds no game, so that it travels light."""

    source: str
    tables: Mapping[str, Table]
    seats: int
    cell_count: int
    columns: int
    """How wide the trace of a round is."""
    chunk_rounds: ClassVar[int] = 1 << 20
    """Rounds of a chunk: part of what a seed means, whatever the number of workers."""

    def deal(self, state: State, rounds: int) -> Cells:
        """The joint cells of the next rounds of a stream."""
        return self.trace(state, rounds)[0]

    def trace(self, state: State, rounds: int) -> tuple[Cells, NDArray[np.int32]]:
        """The same, with the cards dealt where the code writes them down."""
        cells = np.empty((rounds, self.seats), np.int32)
        dealt = np.zeros((rounds if self.columns else 0, self.columns), np.int32)
        self.code.fill(state, cells, dealt, *self.arguments)
        self.check(state)
        return cells, dealt

    def judge(self, cards: NDArray[np.int32]) -> Cells:
        """The joint cells of rounds whose cards are given, a column for each card of the plan."""
        columns = np.append(self.tables["columns"], 1)
        given = {**self.tables, "columns": columns}
        cells = np.empty((len(cards), self.seats), np.int32)
        self.code.fill(np.zeros(2, np.uint64), cells, cards, *(given[name] for name in sorted(given)))
        return cells

    def count(self, state: State, rounds: int, counts: Ints, watched: NDArray[np.uint8], awards: Ints) -> int:
        """Count the joint cells of the next rounds of a stream; cells that are watched are awards, written
        down in order as far as there is room. Returns how many came."""
        found = self.code.count(state, rounds, counts, watched, awards, self.seats, *self.arguments)
        self.check(state)
        return found

    def deal_sessions(self, state: State, rounds: int, terms: "SessionTerms") -> tuple[Cells, Ints, Ints]:
        """Cells of rounds, and what a cell brings the player's own seat and another seat's player."""
        return self.deal(state, rounds), terms.nets, terms.envies

    def check(self, state: State) -> None:
        if int(state[1]) == EMPTY:
            raise InputError(f"the cards ran out with {self.seats} seats; take fewer seats or more decks")

    @property
    def code(self) -> Compiled:
        code = compile_source(self.source + COUNT)
        if self.source not in COMPILED:
            COMPILED.add(self.source)
            self.deal_nothing(code)
        return code

    def compile(self) -> None:
        """Now, and not with the first round."""
        _ = self.code

    def deal_nothing(self, code: Compiled) -> None:
        """Both functions share nearly all: compiled one after the other, that is compiled once."""
        state, nobody = np.zeros(2, np.uint64), np.zeros((0, 0), np.int32)
        counts, unwatched = np.zeros(self.cell_count, np.int64), np.zeros(self.cell_count, np.uint8)
        code.fill(state, np.zeros((0, self.seats), np.int32), nobody, *self.arguments)
        code.count(state, 0, counts, unwatched, np.zeros((0, 3), np.int64), self.seats, *self.arguments)

    @cached_property
    def arguments(self) -> tuple[Table, ...]:
        """The tables in the order in which the code takes them."""
        return tuple(self.tables[name] for name in sorted(self.tables))

    @cached_property
    def fingerprint(self) -> str:
        """One hash of the code and every table: two programs with the same deal the same cells."""
        digest = hashlib.sha256((self.source + COUNT).encode())
        for name in sorted(self.tables):
            table = self.tables[name]
            digest.update(f"{name} {table.dtype} {table.shape}".encode())
            digest.update(np.ascontiguousarray(table).tobytes())
        return digest.hexdigest()


@dataclass(frozen=True)
class Prepared:
    """A program with what its cells mean."""

    program: Program | General
    outcomes: Mapping[str, tuple[Outcome, ...]]
    """What each wager comes to, cell by cell."""


def write_program(plan: Plan, policy: Policy, *, is_traced: bool = False) -> Prepared:
    columns = len(plan.cards) if is_traced else 0
    program = Program(STEPS, Composing(plan, policy).tables(), plan.seats, plan.cell_count, columns)
    return Prepared(program, plan.outcomes)


@dataclass(frozen=True)
class PlannedTrace:
    """Rounds of a plan, read back: the card of every token, and the choices on the way to a seat's leaf."""

    plan: Plan
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

"""Sessions: a bankroll, n rounds, and what is left. Played on dealt rounds, in whole numbers.

A session ends after its rounds, when the next round's wagers cannot be covered any more (ruin), or at a goal.
Raises within a round are always made: what they take beyond the bankroll is owed, and the session is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.simulation.runtime import walk_sessions
from pitboss.simulation.stream import State

if TYPE_CHECKING:
    from pitboss.simulation.general import General
    from pitboss.simulation.program import Program

BATCH = 1 << 14
MOST_ROUNDS = 1 << 24
PATHS = 60
"""Sessions of the first chunk whose course is kept for a picture."""
POINTS = 200


@dataclass(frozen=True)
class SessionTerms:
    """In whole numbers of `1 / unit` of the base wager."""

    count: int
    rounds: int
    unit: int
    bankroll: int
    needed: int
    """What the wagers of a round come to before any raise."""
    nets: NDArray[np.int64]
    """Of the player's own seat, by cell, all wagers together."""
    envies: NDArray[np.int64]
    """What the cell of any other seat brings the player."""
    goal: int = 0
    """The player leaves when ahead by so much; 0 for never."""
    bets: Mapping[str, Fraction] = field(default_factory=dict)
    """On each wager, where cells are numbered as they are met and their nets are not known yet."""
    chunk_rounds: int = 1 << 20

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise InputError(f"a session has 1 to {MOST_ROUNDS:,} rounds, not {self.rounds:,}")
        if self.bankroll < self.needed:
            raise InputError("the bankroll does not cover the wagers of one round")

    @property
    def a_chunk(self) -> int:
        """Sessions of a chunk."""
        return max(1, self.chunk_rounds // self.rounds)

    def count_of(self, chunk: int) -> int:
        return min(self.a_chunk, self.count - chunk * self.a_chunk)

    @property
    def every(self) -> int:
        """Rounds between two points of a course that is kept."""
        return max(1, -(-self.rounds // POINTS))


class Limits(NamedTuple):
    """What ends a session, and the rounds between two points of its course."""

    rounds: int
    bankroll: int
    needed: int
    goal: int
    every: int


class SessionChunk(NamedTuple):
    """The sessions of a chunk: what each came to, its deepest fall from a peak, and how many rounds it
    lasted."""

    results: NDArray[np.int64]
    falls: NDArray[np.int64]
    lasted: NDArray[np.int32]
    ruined: NDArray[np.bool_]
    paths: NDArray[np.int64]


def blank_sessions(count: int = 0, shown: int = 0, points: int = 0) -> SessionChunk:
    return SessionChunk(
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int32),
        np.zeros(count, np.bool_),
        np.zeros((shown, points), np.int64),
    )


def play_sessions(
    program: "Program | General", state: State, terms: SessionTerms, chunk: int
) -> tuple[SessionChunk, int]:
    """The sessions of a chunk, one after another on one stream, and how many rounds they took."""
    count = terms.count_of(chunk)
    shown = min(count, PATHS) if chunk == 0 else 0
    played = blank_sessions(count, shown, terms.rounds // terms.every + 1)
    carry = np.zeros(5, np.int64)
    limits = Limits(terms.rounds, terms.bankroll, terms.needed, terms.goal, terms.every)
    rounds = 0
    while carry[0] < count:
        most = (count - int(carry[0])) * terms.rounds - int(carry[1])
        cells, nets, envies = program.deal_sessions(state, min(BATCH, most, terms.chunk_rounds), terms)
        rounds += walk_sessions(cells, nets, envies, limits, carry, played)
    return played, rounds

"""One chunk of a simulation: so many rounds of one stream, dealt anywhere, with the same result everywhere.

What comes back is whole numbers only: rounds by joint cell, awards from meters in order, and at a table of
several seats the sums of batches, because the seats of a round share a dealer and only whole rounds are
independent.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.simulation.general import General, Joint, count_rounds
from pitboss.simulation.program import Program
from pitboss.simulation.session import SessionChunk, SessionTerms, play_sessions
from pitboss.simulation.stream import open_stream

CHUNK = Program.chunk_rounds
SHARED_BATCH = 1 << 12
"""Rounds that are added up before they are squared, at a table of several seats."""
MOST_AWARDS = 1 << 17
"""Awards of one chunk; a wager that pays from a meter more often than that is no progressive."""


@dataclass(frozen=True)
class Work:
    """What every chunk of a simulation has in common, and all that a worker must know."""

    program: Program | General
    seed: int
    rounds: int
    watched: NDArray[np.bool_]
    """The cells in which a meter pays."""
    worths: NDArray[np.int64]
    """`worths[wager, cell]` for all seats together; no rows where one seat makes sums needless."""
    sessions: SessionTerms | None = None

    @property
    def chunks(self) -> int:
        if self.sessions:
            return -(-self.sessions.count // self.sessions.a_chunk)
        return -(-self.rounds // self.program.chunk_rounds)

    def rounds_of(self, chunk: int) -> int:
        return min(self.program.chunk_rounds, self.rounds - chunk * self.program.chunk_rounds)


@dataclass(frozen=True)
class ChunkResult:
    chunk: int
    rounds: int
    counts: NDArray[np.int64]
    awards: NDArray[np.int64]
    """Round of the chunk, seat and cell of every award from a meter."""
    batches: int = 0
    sums: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()
    """Of the worth of whole batches, by wager."""
    sessions: SessionChunk | None = field(default=None)
    met: tuple[Joint, ...] = ()
    """What the cells are, where they are numbered as they are met."""


def run_chunk(work: Work, chunk: int) -> ChunkResult:
    """Deal one chunk."""
    if work.sessions:
        return run_sessions(work, chunk, work.sessions)
    state, rounds = open_stream(work.seed, chunk), work.rounds_of(chunk)
    if isinstance(work.program, General):
        return run_general(work, chunk, work.program)
    counts = np.zeros(work.program.cell_count, np.int64)
    awards: list[NDArray[np.int64]] = []
    watched = work.watched.astype(np.uint8)
    room = np.empty((MOST_AWARDS if work.watched.any() else 0, 3), np.int64)
    batches, sums, squares = 0, [0] * len(work.worths), [0] * len(work.worths)
    batch = SHARED_BATCH if len(work.worths) else rounds
    for start in range(0, rounds, batch):
        here = np.zeros_like(counts) if len(work.worths) else counts
        found = work.program.count(state, min(batch, rounds - start), here, watched, room)
        if found > len(room):
            raise InputError("a meter pays so often that it cannot be followed award by award")
        awards.append(room[:found] + np.array([start, 0, 0]))
        if len(work.worths):
            counts += here
            if rounds - start >= batch:
                batches += 1
                add_squares(work.worths @ here, sums, squares)
    every = np.concatenate(awards)
    return ChunkResult(chunk, rounds, counts, every, batches, tuple(sums), tuple(squares))


def run_general(work: Work, chunk: int, general: General) -> ChunkResult:
    """A chunk by the general dealer is one batch."""
    rounds = work.rounds_of(chunk)
    met, counts, awards = count_rounds(general, open_stream(work.seed, chunk), rounds)
    sums = tuple(
        sum(count * worth for count, worth in zip(counts.tolist(), pooled.tolist(), strict=True))
        for pooled in (worth.pooled(general.seats) for worth in general.worths(met).values())
        if len(work.worths)
    )
    if rounds < SHARED_BATCH:
        return ChunkResult(chunk, rounds, counts, awards, 0, (0,) * len(sums), (0,) * len(sums), met=met)
    return ChunkResult(chunk, rounds, counts, awards, 1, sums, tuple(one * one for one in sums), met=met)


def add_squares(worths: NDArray[np.int64], sums: list[int], squares: list[int]) -> None:
    """In Python's whole numbers: a square of millions of dollars has no place in 63 bits."""
    for place, won in enumerate(worths.tolist()):
        sums[place] += won
        squares[place] += won * won


def run_sessions(work: Work, chunk: int, terms: SessionTerms) -> ChunkResult:
    played, rounds = play_sessions(work.program, open_stream(work.seed, chunk), terms, chunk)
    nothing = np.zeros((0, 3), np.int64)
    return ChunkResult(chunk, rounds, np.zeros(0, np.int64), nothing, sessions=played)

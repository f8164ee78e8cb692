"""Chunks of a simulation: n rounds of one stream, dealt anywhere, with the same result everywhere; and
what has been gathered of them, in whatever order they came.

What comes back is whole numbers only: rounds by joint cell, awards from meters in order, and at a table of
several seats the sums of batches, because the seats of a round share a dealer and only whole rounds are
independent.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.simulation.general import General, Joint, count_rounds
from pitboss.simulation.piece import Ints
from pitboss.simulation.program import Program
from pitboss.simulation.session import SessionChunk, SessionTerms, blank_sessions, play_sessions
from pitboss.simulation.stream import State, open_stream

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
    worths: Ints
    """`worths[wager, cell]` for all seats together; no rows where one seat makes sums needless."""
    sessions: SessionTerms | None = None

    @property
    def chunks(self) -> int:
        if self.sessions:
            return -(-self.sessions.count // self.sessions.a_chunk)
        return -(-self.rounds // self.program.chunk_rounds)

    def rounds_of(self, chunk: int) -> int:
        return min(self.program.chunk_rounds, self.rounds - chunk * self.program.chunk_rounds)


class Total(NamedTuple):
    """Rounds added up."""

    counts: Ints
    batches: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    """Of the worth of whole batches, by wager."""
    met: tuple[Joint, ...] = ()
    """What the cells are, where they are numbered as they are met."""


NOTHING = Total(np.zeros(0, np.int64), 0, (), ())


@dataclass(frozen=True)
class ChunkResult:
    chunk: int
    rounds: int
    total: Total | None
    """None for sessions."""
    awards: Ints
    """Round of the chunk, seat and cell of every award from a meter."""
    sessions: SessionChunk | None = None


Batch = tuple[int, ...]
"""What whole rounds came to together, by wager: nothing where one seat makes sums needless."""


def run_chunk(work: Work, chunk: int) -> ChunkResult:
    """Deal one chunk."""
    state = open_stream(work.seed, chunk)
    if work.sessions:
        played, rounds = play_sessions(work.program, state, work.sessions, chunk)
        return ChunkResult(chunk, rounds, None, np.zeros((0, 3), np.int64), played)
    rounds = work.rounds_of(chunk)
    met: tuple[Joint, ...] = ()
    if isinstance(work.program, General):
        met, counts, awards = count_rounds(work.program, state, rounds)
        batches = whole_batch(work, work.program, met, counts) if rounds >= SHARED_BATCH else []
    else:
        counts, awards, batches = count_batches(work, work.program, state, rounds)
    sums, squares = (
        tuple(sum(won[wager] ** power for won in batches) for wager in range(len(work.worths)))
        for power in (1, 2)
    )
    return ChunkResult(chunk, rounds, Total(counts, len(batches), sums, squares, met), awards)


def whole_batch(work: Work, general: General, met: tuple[Joint, ...], counts: Ints) -> list[Batch]:
    """A chunk by the general dealer is one batch."""
    worths = list(general.worths(met).values())[: len(work.worths)]
    return [tuple(int(counts @ worth.pooled(general.seats)) for worth in worths)]


def count_batches(work: Work, program: Program, state: State, rounds: int) -> tuple[Ints, Ints, list[Batch]]:
    """Rounds by cell, the awards, and what each whole batch came to."""
    counts, watched = np.zeros(program.cell_count, np.int64), work.watched.astype(np.uint8)
    room = np.empty((MOST_AWARDS if work.watched.any() else 0, 3), np.int64)
    is_shared = len(work.worths) > 0
    batch, awards, batches = SHARED_BATCH if is_shared else rounds, [], []
    for start in range(0, rounds, batch):
        here = np.zeros_like(counts)
        found = program.count(state, min(batch, rounds - start), here, watched, room)
        if found > len(room):
            raise InputError("a meter pays so often that it cannot be followed award by award")
        awards.append(room[:found] + np.array([start, 0, 0]))
        counts += here
        if is_shared and rounds - start >= batch:
            batches.append(tuple((work.worths @ here).tolist()))
    return counts, np.concatenate(awards), batches


# -- gathered ----------------------------------------------------------------------------------------


@dataclass
class Gathered:
    """Chunks added up."""

    work: Work
    done: dict[int, int] = field(default_factory=dict)
    """Rounds of every chunk that is in."""
    total: Total = NOTHING
    awards: dict[int, Ints] = field(default_factory=dict)
    sessions: dict[int, SessionChunk] = field(default_factory=dict)
    kept_rounds: int = 0
    """Of these, rounds that came from a checkpoint."""
    adding: tuple[ChunkResult, Total, Ints] | None = None
    """A chunk that is being added, what all come to with it, and its awards by our numbers of cells."""

    def __post_init__(self) -> None:
        if not len(self.total.counts):
            nothing = (0,) * len(self.work.worths)
            self.total = Total(np.zeros(self.work.program.cell_count, np.int64), 0, nothing, nothing)

    @property
    def counts(self) -> Ints:
        return self.total.counts

    @property
    def met(self) -> tuple[Joint, ...]:
        """What the cells are, where they are numbered as they are met: in the order in which chunks came."""
        return self.total.met

    @property
    def rounds(self) -> int:
        return sum(self.done.values())

    @property
    def fresh_rounds(self) -> int:
        return self.rounds - self.kept_rounds

    @property
    def missing(self) -> list[int]:
        return [chunk for chunk in range(self.work.chunks) if chunk not in self.done]

    @property
    def is_whole(self) -> bool:
        return len(self.done) == self.work.chunks

    def add(self, result: ChunkResult) -> None:
        """Each chunk once: a worker that died may have been asked for it twice.

        All that is new is made first and then put in place, so that Ctrl-C in between does no harm: `settle`
        does the rest.
        """
        if result.chunk in self.done:
            return
        total, awards = self.total, result.awards
        if result.total is not None:
            counts, met, awards = self.with_cells(result.total, result.awards)
            total = Total(
                counts,
                total.batches + result.total.batches,
                tuple(map(sum, zip(total.sums, result.total.sums, strict=True))),
                tuple(map(sum, zip(total.squares, result.total.squares, strict=True))),
                met,
            )
        self.adding = result, total, awards
        self.settle()

    def with_cells(self, more: Total, awards: Ints) -> tuple[Ints, tuple[Joint, ...], Ints]:
        """All cells and their counts with a chunk's, and its awards by our numbers of cells."""
        if isinstance(self.work.program, Program):
            return self.counts + more.counts, (), awards
        number = {joint: cell for cell, joint in enumerate(self.met)}
        ours = [number.setdefault(joint, len(number)) for joint in more.met]
        counts = np.zeros(len(number), np.int64)
        counts[: len(self.counts)] = self.counts
        counts[ours] += more.counts
        awards = awards.copy()
        awards[:, 2] = np.array(ours, np.int64)[awards[:, 2]]
        return counts, tuple(number), awards

    def settle(self) -> None:
        """Put in place what is being added, if there is something; once more does not change it."""
        if self.adding is None:
            return
        result, self.total, awards = self.adding
        if result.sessions is not None:
            self.sessions[result.chunk] = result.sessions
        elif len(awards):
            self.awards[result.chunk] = awards
        self.done[result.chunk] = result.rounds
        self.adding = None

    def all_awards(self) -> Ints:
        """Every award in order: its round among all that are in, its seat and its cell."""
        found, start = [np.zeros((0, 3), np.int64)], 0
        for chunk in sorted(self.done):
            if chunk in self.awards:
                found.append(self.awards[chunk] + np.array([start, 0, 0], np.int64))
            start += self.done[chunk]
        return np.concatenate(found)

    def all_sessions(self) -> SessionChunk:
        """Those of all chunks, one after another; courses are kept of the first chunk alone."""
        parts = (blank_sessions(), *(self.sessions[chunk] for chunk in sorted(self.sessions)))
        results, falls, lasted, ruined, paths = zip(*parts, strict=True)
        kept = [some for some in paths if len(some)] or paths[:1]
        return SessionChunk(*map(np.concatenate, (results, falls, lasted, ruined, kept)))

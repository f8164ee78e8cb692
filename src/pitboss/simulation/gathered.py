"""What has been gathered of a simulation: chunks added up, in whatever order they came."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.simulation.chunk import ChunkResult, Work
from pitboss.simulation.general import Joint
from pitboss.simulation.program import Program
from pitboss.simulation.session import SessionChunk


@dataclass(frozen=True)
class Adding:
    """A chunk that is being added, and what all come to with it."""

    result: ChunkResult
    awards: NDArray[np.int64]
    met: tuple[Joint, ...]
    counts: NDArray[np.int64]
    batches: int
    sums: list[int]
    squares: list[int]


@dataclass
class Gathered:
    work: Work
    done: dict[int, int] = field(default_factory=dict)
    """Rounds of every chunk that is in."""
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    awards: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    batches: int = 0
    sums: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    sessions: dict[int, SessionChunk] = field(default_factory=dict)
    kept_rounds: int = 0
    """Of these, rounds that came from a checkpoint."""
    met: tuple[Joint, ...] = ()
    """What the cells are, where they are numbered as they are met: in the order in which chunks came."""
    adding: Adding | None = None

    def __post_init__(self) -> None:
        if not len(self.counts):
            self.counts = np.zeros(self.work.program.cell_count, np.int64)
        self.sums = self.sums or [0] * len(self.work.worths)
        self.squares = self.squares or [0] * len(self.work.worths)

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
        if result.sessions is None:
            self.adding = Adding(
                result,
                *self.with_cells(result),
                self.batches + result.batches,
                [before + more for before, more in zip(self.sums, result.sums, strict=True)],
                [before + more for before, more in zip(self.squares, result.squares, strict=True)],
            )
        else:
            self.adding = Adding(
                result, result.awards, self.met, self.counts, self.batches, self.sums, self.squares
            )
        self.settle()

    def with_cells(
        self, result: ChunkResult
    ) -> tuple[NDArray[np.int64], tuple[Joint, ...], NDArray[np.int64]]:
        """A chunk's awards by our numbers of cells, and all cells and their counts with it."""
        if isinstance(self.work.program, Program):
            return result.awards, (), self.counts + result.counts
        number = {joint: cell for cell, joint in enumerate(self.met)}
        ours = [number.setdefault(joint, len(number)) for joint in result.met]
        counts = np.zeros(len(number), np.int64)
        counts[: len(self.counts)] = self.counts
        counts[ours] += result.counts
        awards = result.awards.copy()
        awards[:, 2] = np.array(ours, np.int64)[awards[:, 2]]
        return awards, tuple(number), counts

    def settle(self) -> None:
        """Put in place what is being added, if there is something; once more does not change it."""
        if self.adding is None:
            return
        adding, result = self.adding, self.adding.result
        self.met, self.counts, self.batches = adding.met, adding.counts, adding.batches
        self.sums, self.squares = adding.sums, adding.squares
        if result.sessions is not None:
            self.sessions[result.chunk] = result.sessions
        elif len(adding.awards):
            self.awards[result.chunk] = adding.awards
        self.done[result.chunk] = result.rounds
        self.adding = None

    def all_awards(self) -> NDArray[np.int64]:
        """Every award in order: its round among all that are in, its seat and its cell."""
        found, start = [np.zeros((0, 3), np.int64)], 0
        for chunk in sorted(self.done):
            if chunk in self.awards:
                found.append(self.awards[chunk] + np.array([start, 0, 0], np.int64))
            start += self.done[chunk]
        return np.concatenate(found)

    def all_sessions(self) -> SessionChunk:
        parts = [self.sessions[chunk] for chunk in sorted(self.sessions)]
        paths = [part.paths for part in parts if len(part.paths)]
        return SessionChunk(
            np.concatenate([np.zeros(0, np.int64), *(part.results for part in parts)]),
            np.concatenate([np.zeros(0, np.int64), *(part.falls for part in parts)]),
            np.concatenate([np.zeros(0, np.int32), *(part.lasted for part in parts)]),
            np.concatenate([np.zeros(0, np.bool_), *(part.ruined for part in parts)]),
            np.concatenate(paths) if paths else np.zeros((0, 0), np.int64),
        )

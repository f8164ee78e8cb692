"""A game made ready to be dealt: the code that deals it, the tables that it reads, and what each cell comes
to.

What was compiled is kept, so that the next process, and every worker, starts at once. The code is written to
a file of its own under the user's cache, named by its hash; Numba keeps what it compiled beside it. What runs
is always the text that we hold, never the file: a changed file changes nothing.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.base.private_file import cache_folder, check_own, one_at_a_time, write_whole
from pitboss.base.source import digest_of
from pitboss.shape.tally import Outcome
from pitboss.simulation import runtime
from pitboss.simulation.piece import Ints
from pitboss.simulation.stream import EMPTY, State

if TYPE_CHECKING:
    from pitboss.simulation.general import General
    from pitboss.simulation.session import SessionTerms

ENOUGH_OF_HASH = 20
COMPILED: set[str] = set()
"""Sources of which both functions are there."""
Table = NDArray[np.integer]
"""What compiled code reads."""
Cells = NDArray[np.int32]
"""`cells[round, seat]`: the joint cell of a seat."""


def write_source(dealing: ModuleType) -> str:
    """The code that deals rounds by a module, and counts them while the cells are at hand; kept compiled by
    the text of all that it calls."""
    texts = digest_of(dealing.__name__, runtime.__name__)
    return f'''"""Written by pitboss.simulation.program; what it calls: {texts}."""
import numba as nb
import numpy as np

from {dealing.__name__} import fill_rounds
from pitboss.simulation.runtime import AT_ONCE, PILES, count_cells


@nb.njit(cache=True, nogil=True)
def fill(state, out, dealt, tables):
    fill_rounds(state, out, dealt, tables)


@nb.njit(cache=True, nogil=True)
def count(state, rounds, counts, watched, awards, seats, tables):
    cells, piles = np.empty((AT_ONCE, seats), np.int32), np.zeros((PILES, counts.shape[0]), np.int32)
    found = 0
    for before in range(0, rounds, AT_ONCE):
        here = cells[: min(AT_ONCE, rounds - before)]
        fill_rounds(state, here, np.zeros((0, 0), np.int32), tables)
        found = count_cells(here, before, piles, watched, awards, found)
    for pile in range(PILES):
        counts += piles[pile]
    return found
'''


@dataclass(frozen=True)
class Program:
    """What a worker needs to deal rounds. Holds no game, so that it travels light."""

    source: str
    tables: tuple[Table, ...]
    """A record of all that the code reads."""
    seats: int
    cell_count: int
    columns: int
    """How wide the trace of a round is."""
    chunk_rounds: ClassVar[int] = 1 << 20
    """Rounds of a chunk: part of what a seed means, whatever the number of workers."""

    def deal(self, state: State, rounds: int) -> Cells:
        """The joint cells of the next rounds of a stream."""
        return self.fill(state, rounds, np.zeros((0, 0), np.int32))

    def trace(self, state: State, rounds: int) -> tuple[Cells, NDArray[np.int32]]:
        """The same, with the cards dealt."""
        dealt = np.zeros((rounds, self.columns), np.int32)
        return self.fill(state, rounds, dealt), dealt

    def fill(self, state: State, rounds: int, dealt: NDArray[np.int32]) -> Cells:
        cells = np.empty((rounds, self.seats), np.int32)
        self.code.fill(state, cells, dealt, self.tables)
        self.check(state)
        return cells

    def judge(self, cards: NDArray[np.int32]) -> Cells:
        """The joint cells of rounds whose cards are given, a column for each card of a plan."""
        return self.fill(np.zeros(0, np.uint64), len(cards), cards)

    def count(self, state: State, rounds: int, counts: Ints, watched: NDArray[np.uint8], awards: Ints) -> int:
        """Count the joint cells of the next rounds of a stream; cells that are watched are awards, written
        down in order as far as there is room. Returns how many came."""
        found: int = self.code.count(state, rounds, counts, watched, awards, self.seats, self.tables)
        self.check(state)
        return found

    def deal_sessions(self, state: State, rounds: int, terms: "SessionTerms") -> tuple[Cells, Ints, Ints]:
        """Cells of rounds, and what a cell brings the player's own seat and another seat's player."""
        return self.deal(state, rounds), terms.nets, terms.envies

    def check(self, state: State) -> None:
        if len(state) and int(state[1]) == EMPTY:
            raise InputError(f"the cards ran out with {self.seats} seats; take fewer seats or more decks")

    @property
    def code(self) -> ModuleType:
        code = compile_source(self.source)
        if self.source not in COMPILED:
            COMPILED.add(self.source)
            with one_at_a_time(Path(f"{code.__file__}.lock")):  # who comes second reads what was kept
                self.deal_nothing(code)
        return code

    def compile(self) -> None:
        """Now, and not with the first round."""
        _ = self.code

    def deal_nothing(self, code: ModuleType) -> None:
        """Both functions share nearly all: compiled one after the other, that is compiled once."""
        state, nobody = np.zeros(2, np.uint64), np.zeros((0, 0), np.int32)
        counts, unwatched = np.zeros(self.cell_count, np.int64), np.zeros(self.cell_count, np.uint8)
        code.fill(state, np.zeros((0, self.seats), np.int32), nobody, self.tables)
        code.count(state, 0, counts, unwatched, np.zeros((0, 3), np.int64), self.seats, self.tables)

    @cached_property
    def fingerprint(self) -> str:
        """One hash of the code and every table: two programs with the same deal the same cells."""
        digest = hashlib.sha256(self.source.encode())
        for table in self.tables:
            digest.update(f"{table.dtype} {table.shape}".encode())
            digest.update(np.ascontiguousarray(table).tobytes())
        return digest.hexdigest()


@dataclass(frozen=True)
class Prepared:
    """A program with what its cells mean."""

    program: "Program | General"
    outcomes: Mapping[str, tuple[Outcome, ...]]
    """What each wager comes to, cell by cell."""


# -- keeping what was compiled -----------------------------------------------------------------------


@lru_cache(maxsize=32)
def compile_source(source: str) -> ModuleType:
    """The written code as a module."""
    path = keep_source(source)
    module = ModuleType(f"pitboss_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # kept code is found again by the name of its module
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module


def keep_source(source: str) -> Path:
    digest = hashlib.sha256(source.encode()).hexdigest()[:ENOUGH_OF_HASH]
    for folder in (cache_folder("simulation"), Path(tempfile.gettempdir()) / f"pitboss-{os.getuid()}"):
        try:
            return write_once(folder / f"round_{digest}.py", source)
        except OSError:
            continue
    return write_once(Path(tempfile.mkdtemp(prefix="pitboss-")) / f"round_{digest}.py", source)


def write_once(path: Path, source: str) -> Path:
    """Whole or not at all, and once: what was compiled goes by the file's age."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_own(path.parent)  # what lies there is run: code that is compiled is kept beside it
    if path.exists() and path.read_text("utf-8") == source:
        return path
    write_whole(path, source.encode())
    return path

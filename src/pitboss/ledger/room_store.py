"""The port to whatever keeps the tables of a room: what was asked at each, and where it stood last.

A line is one thing that was done at a place; its number is its place in the log, and each number is taken
once: whoever comes second is told which lines did not get in, reads what is new and decides again. A
snapshot saves reading a place's log from its beginning. A finished round is kept with the line that
finished it. A keepsake is anything small that belongs to the room and may change, such as a session.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol


class Line(NamedTuple):
    place: str
    number: int
    id: str
    """Made by the sender; known once at a place."""
    body: str


class KeptRound(NamedTuple):
    place: str
    round: int
    body: str


class Work(NamedTuple):
    """What one place wants written, all or nothing."""

    lines: tuple[Line, ...]
    rounds: tuple[KeptRound, ...] = ()
    snapshot: Line | None = None


class RoomStore(Protocol):
    def write(self, works: Sequence[Work]) -> list[bool]:
        """Write them durably in one transaction; whether each got in, or somebody else was first."""

    def lines(self, place: str, after: int = 0) -> list[Line]: ...
    def find(self, place: str, id_: str) -> Line | None: ...
    def snapshot(self, place: str) -> Line | None: ...
    def rounds(self, place: str, *, before: int | None = None, most: int = 50) -> list[KeptRound]:
        """The latest rounds first."""

    def keep(self, name: str, body: str, *, until_micros: int) -> None:
        """A keepsake under a name, for a while."""

    def keepsake(self, name: str, *, now_micros: int) -> str | None: ...
    def forget(self, name: str) -> None: ...
    def news(self, timeout_seconds: float) -> Iterator[tuple[str, int]]:
        """Places that somebody else has written to, with the last number, until the time is over."""

    def close(self) -> None: ...

"""The tape of a table: every answer that it got from outside while a command was carried out.

A table is a function of its setup, the commands, and what comes from outside: random numbers and the
answers of the meters. With those on tape a command can be carried out again, at another time and in
another process, and comes out the same. A taped source plays the tape first and asks the world when the
tape is at its end.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from pitboss.base.error import PitbossError
from pitboss.table.meter import Award, Claim, Level, Meters, MetersAwayError
from pitboss.table.randomness import Randomness
from pitboss.table.wire import Json

Answer = tuple[str, Json]
"""To which question, and what."""


class TornTapeError(PitbossError):
    """The tape has another answer than the one that is asked for: log and program do not agree."""


@dataclass
class Tape:
    heard: deque[Answer] = field(default_factory=deque)
    """Answers still to be played."""
    said: list[Answer] = field(default_factory=list)
    """Answers that the world has given since the tape was last taken out."""
    is_recording: bool = False
    """Only while a command is carried out: somebody who looks at the table may ask the world too."""

    @property
    def is_playing(self) -> bool:
        return bool(self.heard)

    def load(self, answers: Iterable[Answer]) -> None:
        self.heard.extend(answers)

    def take(self) -> list[Answer]:
        """What was recorded, for the log; the tape is empty again."""
        taken, self.said = self.said, []
        return taken

    def ask(self, kind: str, world: Callable[[], Json]) -> Json:
        """The answer to a question of a kind, from the tape or from the world."""
        if self.heard:
            answer = self.heard.popleft()
            if answer[0] != kind:
                raise TornTapeError(f"{kind} was asked for and the tape has an answer to {answer[0]}")
            return answer[1]
        found = world()
        if self.is_recording:
            self.said.append((kind, found))
        return found

    @contextmanager
    def recording(self) -> Iterator[None]:
        self.is_recording = True
        try:
            yield
        finally:
            self.is_recording = False


class TapedRandomness:
    """A generator whose numbers are on tape; live if the generator behind it is."""

    def __init__(self, behind: Randomness, tape: Tape) -> None:
        self.behind = behind
        self.tape = tape

    @property
    def source(self) -> str:
        return self.behind.source

    @property
    def is_seeded(self) -> bool:
        return self.behind.is_seeded

    def below(self, bound: int) -> int:
        found = self.tape.ask("below", lambda: self.behind.below(bound))
        assert isinstance(found, int)
        assert 0 <= found < bound, "a number from the tape is out of its range"
        return found

    def token(self, size: int) -> bytes:
        found = self.tape.ask("token", lambda: self.behind.token(size).hex())
        return bytes.fromhex(str(found))


@dataclass
class TapedMeters:
    """Meters whose answers are on tape, refusals by a manager out of reach included."""

    behind: Meters
    tape: Tape

    def shown_micros(self, level: Level) -> int:
        return self.behind.shown_micros(level)

    def count(self, wager: str, stakes: Mapping[int, int]) -> int:
        return self._ask("count", lambda: self.behind.count(wager, stakes))

    def reverse(self, wager: str) -> int:
        return self._ask("reverse", lambda: self.behind.reverse(wager))

    def stands(self, seat: int) -> bool:
        return bool(self.tape.ask("stands", lambda: self.behind.stands(seat)))

    def end_round(self) -> None:
        self.tape.ask("end", lambda: self.behind.end_round())

    def award(self, level: Level, share: Fraction, claim: Claim) -> Award:
        found = self.tape.ask("award", lambda: list(self.behind.award(level, share, claim)))
        return Award(*cast(list[int], found))

    def _ask(self, kind: str, world: Callable[[], int]) -> int:
        def answer() -> Json:
            try:
                return world()
            except MetersAwayError as away:
                return str(away)

        found = self.tape.ask(kind, answer)
        if isinstance(found, str):
            raise MetersAwayError(found)
        assert isinstance(found, int)
        return found

"""The tape of an act: the random numbers that it drew, so that it can be done again and comes out the same.

A table is a function of its setup, the commands, and what comes from outside: random numbers, and what was
decided about its progressive, which stands in the book. A number below a bound takes as few whole bytes as
the bound needs; whoever plays the tape asks for the same bounds in the same order.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.base.error import PitbossError
from pitboss.table.randomness import Randomness


class TornTapeError(PitbossError):
    """The tape has less or more than is asked for: book and program do not agree."""


@dataclass
class Tape:
    heard: bytes | None = None
    """What is still to be played; None while the world is asked."""
    said: bytearray = field(default_factory=bytearray)
    """What the world has given since the tape was last taken out."""
    is_recording: bool = False
    """Only while an act is carried out: somebody who looks at the table may ask the world too."""

    def play(self, data: bytes) -> None:
        self.heard = data

    def end(self) -> None:
        """All that is on the tape was asked for."""
        if self.heard:
            raise TornTapeError(f"{len(self.heard)} bytes are left on the tape")
        self.heard = None

    def take(self) -> bytes:
        """What was recorded; the tape is empty again."""
        taken, self.said = bytes(self.said), bytearray()
        return taken

    def draw(self, size: int, world: Callable[[], bytes]) -> bytes:
        if self.heard is not None:
            if len(self.heard) < size:
                raise TornTapeError(f"{size} bytes were asked for and the tape has {len(self.heard)}")
            drawn, self.heard = self.heard[:size], self.heard[size:]
            return drawn
        drawn = world()
        if self.is_recording:
            self.said += drawn
        return drawn


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
        size = ((bound - 1).bit_length() + 7) // 8
        drawn = self.tape.draw(size, lambda: self.behind.below(bound).to_bytes(size))
        found = int.from_bytes(drawn)
        if found >= bound:
            raise TornTapeError(f"{found} from the tape is not below {bound}")
        return found

    def token(self, size: int) -> bytes:
        return self.tape.draw(size, lambda: self.behind.token(size))

"""How a long job says how far it is: in words for people, and in numbers for a bar."""

from collections.abc import Callable
from typing import Protocol

Progress = Callable[[str], None]
"""Told what is being done now, in words alone."""


class Say(Protocol):
    def __call__(self, words: str, done: int = 0, total: int = 0, /) -> None:
        """Tell what is being done now; `total` is 0 where it is not known how much there is to do."""


def silent(words: str, done: int = 0, total: int = 0, /) -> None:
    """Tell nobody."""


def saying(before: str, say: Say) -> Say:
    """Return a way to say the same with words in front."""

    def tell(words: str, done: int = 0, total: int = 0, /) -> None:
        say(f"{before}{words}", done, total)

    return tell

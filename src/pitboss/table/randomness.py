"""Randomness as the table is given it, and the shuffle made from it.

A generator hands over whole numbers below a bound and raw bytes. The table never makes one itself: a
live table is given the operating system's (`pitboss.house.entropy`), training and tests a seeded one.

Numbers are scaled by rejection: of the 2^32 words a generator can say, those beyond the last whole
multiple of the bound are drawn again, so every number is exactly as likely as every other. Each word
is used once, for one number or one token; nothing is drawn a second time for display.

A generator that fails stays failed. Play stops; a new generator is a decision of people.
"""

import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import shake_256
from typing import NoReturn, Protocol

from pitboss.base.error import InputError, PitbossError
from pitboss.cards import Card

BLOCK_BYTES = 512
WORD_BYTES = 4
WORDS = 2 ** (8 * WORD_BYTES)
BLOCK = struct.Struct(f">{BLOCK_BYTES // WORD_BYTES}I")


class RandomnessError(PitbossError):
    """The generator has failed: play stops."""


class Randomness(Protocol):
    """Where unpredictable numbers come from."""

    @property
    def source(self) -> str:
        """Words for the record: 'operating system', 'seed 42'."""

    @property
    def is_seeded(self) -> bool:
        """Whether somebody who knows the seed knows every card: for training and tests only."""

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, but without, the bound; each equally likely."""

    def token(self, size: int) -> bytes:
        """So many raw bytes."""


class BlockRandomness(ABC):
    """What generators share: bytes come in blocks and are scaled without bias; a failure is final."""

    source: str
    is_seeded: bool

    def __init__(self) -> None:
        self._words: list[int] = []
        """Words not used yet, the next one last."""
        self._failure = ""

    @abstractmethod
    def _read_block(self) -> bytes:
        """The next BLOCK_BYTES bytes of the stream."""

    def below(self, bound: int) -> int:
        if not 0 < bound <= WORDS:
            raise InputError(f"a number is drawn below a bound of 1 to {WORDS}, not {bound}")
        limit = WORDS - WORDS % bound
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            if word < limit:
                return word % bound

    def token(self, size: int) -> bytes:
        if size < 0:
            raise InputError(f"a token has 0 bytes or more, not {size}")
        count = -(-size // WORD_BYTES)
        words: list[int] = []
        while len(words) < count:
            if not self._words:
                self._refill()
            first = max(0, len(self._words) - (count - len(words)))
            words += reversed(self._words[first:])
            del self._words[first:]
        return struct.pack(f">{count}I", *words)[:size]

    def _refill(self) -> None:
        if self._failure:
            self._stop(self._failure)
        self._words.extend(reversed(BLOCK.unpack(self._read_block())))

    def _stop(self, why: str) -> NoReturn:
        """Fail now and for good: what was drawn before is not used either."""
        self._failure = why
        self._words.clear()
        raise RandomnessError(why)


class SeededRandomness(BlockRandomness):
    """For training and tests: the same stream for the same seed, on every machine and Python version.

    Block n is SHAKE-256 of the words 'pitboss seed S block n'.
    """

    is_seeded = True

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.source = f"seed {seed}"
        self._blocks = 0

    def _read_block(self) -> bytes:
        label = f"pitboss {self.source} block {self._blocks}"
        self._blocks += 1
        return shake_256(label.encode()).digest(BLOCK_BYTES)


def shuffle_cards(cards: Sequence[Card], randomness: Randomness) -> tuple[Card, ...]:
    """Fisher and Yates: every order equally likely if every number is."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = randomness.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)

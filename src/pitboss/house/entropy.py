"""The operating system's generator, watched: what a live table is given.

Floors 1 to 6 hold no unseeded randomness, so the class that reads it lives here and is handed down.
Bytes come from `os.urandom` alone: no clock, no process number, no seed of ours goes in, and nobody
can set or read its state through this class. A test that needs bytes of its own writes a subclass, and
every subclass counts as seeded: a live table refuses it, whatever it says of itself.

Every block is tested before a number is made of it, in the spirit of NIST SP 800-90B section 4.4: a
byte repeated too often in a row (also across blocks), a byte found too often in one block, a block
equal to the one before. A sound source fails one of the first two about once in 2^40 bytes, a stuck
one at once. The first failure is the last: see `RandomnessError`.

No two instances share a stream. Each reads its own bytes, a copy is refused, and a forked process
throws away what its parent had drawn.
"""

import os
from typing import NoReturn

from pitboss.table.randomness import BLOCK_BYTES, BlockRandomness

LONGEST_REPETITION = 5
"""Six equal bytes in a row have the chance 256^-5 = 2^-40 at each place of a sound source."""

MOST_IN_A_BLOCK = 18
"""So often may a block's first byte return in it; more has a chance below 2^-40."""


class SystemRandomness(BlockRandomness):
    """Unpredictable numbers from the operating system; stops for good when the source looks broken."""

    source = "operating system"
    is_seeded = False

    def __init_subclass__(cls) -> None:
        """What reads anything else is not the operating system's generator and cannot pass for it."""
        super().__init_subclass__()
        cls.source, cls.is_seeded = "stand-in", True

    def __init__(self) -> None:
        super().__init__()
        self._process = os.getpid()
        self._last_block = b""

    def below(self, bound: int) -> int:
        if os.getpid() != self._process:
            self._forget_parent()
        return super().below(bound)

    def token(self, size: int) -> bytes:
        if os.getpid() != self._process:
            self._forget_parent()
        return super().token(size)

    def _forget_parent(self) -> None:
        """A forked process must not say the numbers that its parent will say."""
        self._process = os.getpid()
        self._words.clear()

    def _read_bytes(self, size: int) -> bytes:
        return os.urandom(size)

    def _read_block(self) -> bytes:
        try:
            block = self._read_bytes(BLOCK_BYTES)
        except (OSError, NotImplementedError) as problem:
            self._stop(f"the {self.source} gives no random bytes: {problem}")
        if len(block) != BLOCK_BYTES:
            self._stop(f"the {self.source} gave {len(block)} random bytes of {BLOCK_BYTES}")
        if fault := find_fault(self._last_block, block):
            self._stop(f"the {self.source}'s random bytes are not random: {fault}")
        self._last_block = block
        return block

    def __reduce__(self) -> NoReturn:
        raise TypeError("a generator is not copied: two tables would see the same cards")


def find_fault(last: bytes, block: bytes) -> str:
    """What is wrong with a block that follows another; nothing for a sound one."""
    if block == last:
        return "a block came twice"
    if has_repetition(last[-LONGEST_REPETITION:] + block):
        return f"a byte came more than {LONGEST_REPETITION} times in a row"
    if block.count(block[0], 1) > MOST_IN_A_BLOCK:
        return f"a byte came more than {MOST_IN_A_BLOCK} times again in {BLOCK_BYTES}"
    return ""


def has_repetition(data: bytes) -> bool:
    """Whether a byte repeats too often: the difference of a byte and the next is then zero so often."""
    number = int.from_bytes(data)
    differences = (number ^ (number >> 8)).to_bytes(len(data))
    return bytes(LONGEST_REPETITION) in differences[1:]

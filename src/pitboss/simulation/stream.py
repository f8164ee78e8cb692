"""Random numbers as a function of (seed, chunk, place): no state is handed on, so any worker can deal any
chunk.

SplitMix64 read as a counter: the n-th number of a chunk is the counter `chunk * 2**40 + n`, times an odd
constant, plus a key made from the seed, scrambled. Chunks of one seed are disjoint stretches of one
sequence of period 2**64. Whoever needs a number below a bound throws away what would make it uneven.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError

GAMMA = 0x9E3779B97F4A7C15
MIX_ONE, MIX_TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
WORD = (1 << 64) - 1
CHUNK_BITS = 40
MOST_CHUNKS = 1 << (64 - CHUNK_BITS)
MOST_SEED = 1 << 64
EMPTY = WORD
"""The counter of a stream that stopped because the cards ran out; no chunk ever counts so far."""

State = NDArray[np.uint64]
"""Key and counter of a stream: where a chunk is read on."""


def seed_key(seed: int) -> int:
    """Seeds that differ by one bit get keys that have nothing in common."""
    if not 0 <= seed < MOST_SEED:
        raise InputError(f"a seed is a whole number from 0 to {MOST_SEED - 1}, not {seed}")
    return int.from_bytes(hashlib.sha256(b"pitboss simulation %d" % seed).digest()[:8], "big")


def open_stream(seed: int, chunk: int) -> State:
    """The stream of a chunk, at its beginning."""
    if not 0 <= chunk < MOST_CHUNKS:
        raise InputError(f"a simulation has at most {MOST_CHUNKS:,} chunks")
    return np.array([seed_key(seed), chunk << CHUNK_BITS], np.uint64)


def word_at(key: int, counter: int) -> int:
    """The number at a place of a stream: what the compiled loops compute, in plain whole numbers."""
    word = (key + counter * GAMMA) & WORD
    word = ((word ^ word >> 30) * MIX_ONE) & WORD
    word = ((word ^ word >> 27) * MIX_TWO) & WORD
    return word ^ word >> 31

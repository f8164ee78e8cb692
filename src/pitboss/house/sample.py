"""A stream of shuffles to be tested: the cards, the numbers they were made of, and raw bytes after them.

All of it comes from one generator, and the numbers are those that made these very shuffles: what is
tested is the stream itself and not another one like it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.cards import STANDARD, Card
from pitboss.table.randomness import Randomness, shuffle_cards

FEWEST, USUAL, MOST = 1_000, 50_000, 1_000_000
STRIDE = 1_000
RAW_BYTES, MOST_RAW_BYTES = 20, 4_000_000
"""Raw bytes for each shuffle, and for all of them, drawn in one piece."""

Numbers = NDArray[np.uint8]
Shuffle = Callable[[Sequence[Card], Randomness], tuple[Card, ...]]


@dataclass(frozen=True)
class Sample:
    """One row a shuffle: its cards, by their number in the deck, and the numbers drawn for it."""

    source: str
    orders: Numbers
    draws: Numbers
    bounds: tuple[int, ...]
    """Below which bound each number of a row was drawn."""
    raw: Numbers


class Listener:
    """Passes a generator's numbers on and keeps them."""

    def __init__(self, randomness: Randomness) -> None:
        self.source, self.is_seeded = randomness.source, randomness.is_seeded
        self.token = randomness.token
        self.draws, self.bounds = bytearray(), bytearray()
        self._below = randomness.below

    def below(self, bound: int) -> int:
        number = self._below(bound)
        self.draws.append(number)
        self.bounds.append(bound)
        return number


def gather(
    randomness: Randomness,
    shuffles: int = USUAL,
    *,
    shuffle: Shuffle = shuffle_cards,
    progress: Callable[[str], None] = lambda _: None,
) -> Sample:
    """Shuffle a standard deck so often and keep everything."""
    if not FEWEST <= shuffles <= MOST:
        raise InputError(f"the tests need {FEWEST:,} to {MOST:,} shuffles, not {shuffles:,}")
    deck = tuple(STANDARD)
    numbers = {card: number for number, card in enumerate(deck)}
    listener = Listener(randomness)
    orders = bytearray()
    for done in range(0, shuffles, STRIDE):
        progress(f"{done:,} of {shuffles:,}")
        for _ in range(min(STRIDE, shuffles - done)):
            orders += bytes(map(numbers.__getitem__, shuffle(deck, listener)))
    raw = randomness.token(min(RAW_BYTES * shuffles, MOST_RAW_BYTES))
    bounds = as_rows(listener.bounds, shuffles)
    assert (bounds == bounds[0]).all(), "every shuffle draws below the same bounds"
    return Sample(
        source=randomness.source,
        orders=as_rows(orders, shuffles),
        draws=as_rows(listener.draws, shuffles),
        bounds=tuple(map(int, bounds[0])),
        raw=np.frombuffer(raw, np.uint8),
    )


def as_rows(data: bytearray, rows: int) -> Numbers:
    return np.frombuffer(data, np.uint8).reshape(rows, -1)

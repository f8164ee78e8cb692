"""Pieces: one, two or three cards dealt at once, as a number among all such sets of the deck.

A hand of three is one number below 22,100 and not three steps of a shuffle. What a round needs to know of a
piece is looked up: its cards as a mask of 52 bits, its ranks as the number of a multiset, its suits as four
small counts, and whatever else a plan writes beside that.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.situations import card_number
from pitboss.analysis.tables import RANK_COUNT, multiset_number
from pitboss.base.error import PlanError
from pitboss.cards import Deck

MOST_CARDS = 3
"""Larger sets are dealt as several pieces: their tables would not fit the processor's caches."""
WORD_BITS = 63
SUIT_BITS = 4
"""A count of up to fifteen cards for each suit."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Pieces:
    """All sets of `size` cards of a deck. Cards ascend within a set; a card is rank * 4 + suit."""

    size: int
    cards: Ints
    masks: Ints
    multisets: Ints
    suits: Ints

    def __len__(self) -> int:
        return len(self.cards)


@lru_cache(maxsize=16)
def all_pieces(deck: Deck, size: int) -> Pieces:
    numbers = sorted(map(card_number, deck.cards))
    cards = np.array(list(combinations(numbers, size)), np.int64).reshape(-1, size)
    return Pieces(size, cards, masks_of(cards), multisets_of(cards), suits_of(cards))


def masks_of(cards: Ints) -> Ints:
    """A bit for each card, those of one suit side by side: a suit's ranks are thirteen bits in a row."""
    bits: Ints = np.int64(1) << ((cards & 3) * RANK_COUNT + (cards >> 2))
    masks: Ints = bits.sum(axis=1)
    return masks


def multisets_of(cards: Ints) -> Ints:
    return multiset_number(np.sort(cards >> 2, axis=1))


def suits_of(cards: Ints) -> Ints:
    counts: Ints = np.int64(1) << ((cards & 3) * SUIT_BITS)
    suits: Ints = counts.sum(axis=1)
    return suits


def bits_of(numbers: Ints) -> int:
    """How many bits the largest needs."""
    return max(int(numbers.max(initial=0)).bit_length(), 1)


@dataclass
class Word:
    """Several small numbers side by side in one word for each piece: one look into memory gets them all."""

    values: Ints
    fields: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Shift and mask of each number, by its name."""
    used: int = 0

    def add(self, name: str, numbers: Ints, width: int = 0) -> None:
        """In as many bits as they need, or more."""
        if name in self.fields:
            return
        width = max(width, bits_of(numbers))
        if self.used + width > WORD_BITS:
            raise PlanError("more is asked of each piece than fits into one word")
        self.values |= numbers.astype(np.int64) << self.used
        self.fields[name] = (self.used, (1 << width) - 1)
        self.used += width

    def has_room(self, numbers: Ints, also: int = 0) -> bool:
        """For these, and for so many bits that will be needed as well."""
        return self.used + bits_of(numbers) + also <= WORD_BITS

    def read(self, name: str, word: str) -> str:
        """The code that takes a number out of a word."""
        shift, mask = self.fields[name]
        return f"({word} >> {shift} & {mask})" if shift else f"({word} & {mask})"

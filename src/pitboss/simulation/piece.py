"""Sets of one, two or three cards, each by its number among all sets of so many cards."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Deck
from pitboss.shape.situations import card_number
from pitboss.shape.tables import RANK_COUNT, multiset_number
from pitboss.simulation.column_deal import ALL_CARDS

MOST_CARDS = 3
"""Larger sets have no table: it would not fit the processor's caches."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Pieces:
    """All sets of `size` cards of a deck. Cards ascend within a set; a card is rank * 4 + suit."""

    size: int
    cards: Ints

    @property
    def masks(self) -> Ints:
        return masks_of(self.cards)

    @property
    def numbers(self) -> Ints:
        """Of each set among all sets of as many of 52 cards."""
        choose = np.array(
            [[comb(card, k + 1) for k in range(self.size)] for card in range(ALL_CARDS)], np.int64
        )
        found: Ints = choose[self.cards, np.arange(self.size)].sum(axis=1)
        return found

    def by_number(self, values: Ints) -> Ints:
        """A table of values of the sets; 0 for sets that the deck has not."""
        found = np.zeros(comb(ALL_CARDS, self.size), np.int64)
        found[self.numbers] = values
        return found


@lru_cache(maxsize=16)
def all_pieces(deck: Deck, size: int) -> Pieces:
    numbers = sorted(map(card_number, deck.cards))
    return Pieces(size, np.array(list(combinations(numbers, size)), np.int64).reshape(-1, size))


def masks_of(cards: Ints) -> Ints:
    """A bit for each card, those of one suit side by side: a suit's ranks are thirteen bits in a row."""
    bits: Ints = np.int64(1) << ((cards & 3) * RANK_COUNT + (cards >> 2))
    masks: Ints = bits.sum(axis=1)
    return masks


def multisets_of(cards: Ints) -> Ints:
    return multiset_number(np.sort(cards >> 2, axis=1))

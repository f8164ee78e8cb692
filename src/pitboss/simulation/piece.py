"""Sets of one, two or three cards, each by its number among all sets of n cards; and canonical ones.

A strategy is kept for canonical hands alone: suits have new names there. Where an option is about a card, as
a discard is, the strategy names it by its place in the canonical hand. In the hand as it is dealt, two cards
of one rank may lie the other way round.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Deck
from pitboss.rules import Option
from pitboss.shape.situations import SituationRoom, canonical_names, card_number
from pitboss.shape.tables import RANK_COUNT, multiset_number
from pitboss.shape.unroll import Node, Tree, names_of
from pitboss.simulation.column_deal import ALL_CARDS

MOST_CARDS = 3
"""Larger sets have no table: it would not fit the processor's caches."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class CardPieces:
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
def all_pieces(deck: Deck, size: int) -> CardPieces:
    numbers = sorted(map(card_number, deck.cards))
    return CardPieces(size, np.array(list(combinations(numbers, size)), np.int64).reshape(-1, size))


def masks_of(cards: Ints) -> Ints:
    """A bit for each card, those of one suit side by side: a suit's ranks are thirteen bits in a row."""
    bits: Ints = np.int64(1) << ((cards & 3) * RANK_COUNT + (cards >> 2))
    masks: Ints = bits.sum(axis=1)
    return masks


def multisets_of(cards: Ints) -> Ints:
    return multiset_number(np.sort(cards >> 2, axis=1))


def names_in(room: SituationRoom, cards: Ints) -> tuple[int, ...]:
    """The new name of each suit that makes this hand canonical."""
    held = [(sum(1 << (card >> 2) for card in cards.tolist() if card & 3 == suit),) for suit in range(4)]
    return tuple(canonical_names(room, held))


def rename(cards: Ints, names: tuple[int, ...]) -> Ints:
    renamed: Ints = (cards & ~3) | np.array(names, np.int64)[cards & 3]
    return renamed


def move_leaves(tree: Tree, order: tuple[int, ...]) -> list[int]:
    """For each leaf the one that is reached when the card at place n lies at place `order[n]`."""
    number_of = {names_of(path): number for number, path in enumerate(tree.leaf_paths)}
    return [
        number_of[tuple(move_option(node, option, order) for node, option in path)]
        for path in tree.leaf_paths
    ]


def move_option(node: Node, option: Option, order: tuple[int, ...]) -> str:
    if option.place is None:
        return option.name
    return next(other.name for other in node.options if other.place == order[option.place])

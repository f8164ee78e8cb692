"""The deck of a game with a shared board: boards up to a renaming of suits, their parts, and all pairs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import board_kernel as kernel
from pitboss.base.error import InputError
from pitboss.cards import Card, Deck
from pitboss.cards.card import SUITS
from pitboss.shape.situations import Situations, card_number, extend, make_room, nothing_seen

HAND = 2
"""Cards of one's own: the kernels hold pairs against each other."""
Values = NDArray[np.int64]


@dataclass(frozen=True)
class BoardRoom:
    """The deck, its boards up to a renaming of suits, and all pairs."""

    boards: Situations
    codes: Values
    """The renamings: two bits for the new name of each suit. The first leaves all as they are."""

    @property
    def deck(self) -> NDArray[np.int8]:
        return self.boards.room.deck

    @cached_property
    def place(self) -> Values:
        found = np.zeros(1 << 6, np.int64)
        found[self.deck] = np.arange(len(self.deck))
        return found

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """The places of every pair, the lower first, in the order of their numbers."""
        return np.array([(low, high) for high in range(len(self.deck)) for low in range(high)], np.int64)

    @cached_property
    def pair_after(self) -> NDArray[np.int32]:
        found = []
        for code in self.codes.tolist():
            cards = self.deck.astype(np.int64)
            renamed = self.place[cards & ~3 | code >> (2 * (cards & 3)) & 3]
            ends = np.sort(renamed[self.pairs], axis=1)
            found.append(ends[:, 1] * (ends[:, 1] - 1) // 2 + ends[:, 0])
        return np.array(found, np.int32)

    @cached_property
    def choose(self) -> Values:
        width = self.boards.rows.shape[1] + 2
        return np.array([[comb(n, k) for k in range(width)] for n in range(len(self.deck))], np.int64)

    def sets(self, size: int) -> Situations:
        """All sets of n cards up to a renaming of suits."""
        start = nothing_seen(self.boards.room)
        return extend(start, tuple(range(size))) if size else start

    def pair_number(self, cards: tuple[Card, ...]) -> int:
        low, high = sorted(int(self.place[card_number(card)]) for card in cards)
        return high * (high - 1) // 2 + low

    def name_parts(self, rows: NDArray[np.int8], levels: "tuple[BoardLevel, ...]") -> kernel.Subsets:
        """What the parts of these rows are that have as many cards as the levels have seen."""
        parts = sum(level.parts for level in levels)
        set_number, way = np.zeros((len(rows), parts), np.int32), np.zeros((len(rows), parts), np.int8)
        way_of = np.zeros(1 << 8, np.int8)
        way_of[self.codes] = np.arange(len(self.codes))
        for level in levels:
            kernel.name_parts(
                rows,
                level.cards,
                level.start,
                self.boards.room.alike,
                self.place,
                self.choose,
                self.set_of(level.sets),
                way_of,
                set_number,
                way,
            )
        return kernel.Subsets(set_number, way, self.pair_after)

    def set_of(self, sets: Situations) -> NDArray[np.int32]:
        """The row of each set that stands for others, by its combinatorial number."""
        size = sets.rows.shape[1]
        found = np.full(comb(len(self.deck), size), -1, np.int32)
        places = self.place[sets.rows]
        numbers = sum((self.choose[places[:, i], i + 1] for i in range(size)), np.zeros(len(sets), np.int64))
        found[numbers] = np.arange(len(sets))
        return found


@dataclass(frozen=True)
class BoardLevel:
    """So many cards of the board are open at some decision: `parts` parts of a board, from `start` on."""

    cards: int
    sets: Situations
    start: int
    parts: int


def make_board_room(deck: Deck, size: int) -> BoardRoom:
    """For boards of `size` cards."""
    room = make_room(deck, named_suits=frozenset())
    needed = size + 2 * HAND
    if len(room.deck) < needed:
        raise InputError(f"the deck of {len(room.deck)} cards runs out; a round takes {needed}")
    boards = extend(nothing_seen(room), tuple(range(size)))
    return BoardRoom(boards, np.array(sorted(renaming_codes(room.alike), key=is_moving), np.int64))


IDENTITY = sum(suit << (2 * suit) for suit in range(len(SUITS)))


def is_moving(code: int) -> bool:
    return code != IDENTITY


def renaming_codes(alike: Values) -> Iterator[int]:
    """Every way to exchange suits that are alike."""
    following = {suit: int(other) for suit, other in enumerate(alike) if other >= 0}
    chains = [[first] for first in range(len(SUITS)) if first not in following.values()]
    for chain in chains:
        while chain[-1] in following:
            chain.append(following[chain[-1]])
    for images in product(*map(permutations, chains)):
        names = {
            old: new
            for chain, image in zip(chains, images, strict=True)
            for old, new in zip(chain, image, strict=True)
        }
        yield sum(new << (2 * old) for old, new in names.items())

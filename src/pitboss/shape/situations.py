"""What a player can have seen, up to a renaming of suits: one row for each essentially different situation.

Rows grow group by group. A row is canonical when its suits, as tuples of rank masks, do not ascend;
the first groups of a canonical row are a canonical row again, so a row's parent is simply its
beginning, and stands for `ratio` of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards import Card, Deck
from pitboss.cards.card import LOWEST, SUITS
from pitboss.shape import kernels

MOST_ROWS = 40_000_000
Ints = NDArray[np.int64]


def card_number(card: Card) -> int:
    return (card.rank - LOWEST) * 4 + card.suit


def numbered(number: int) -> Card:
    """The card with that number."""
    return Card(number // 4 + LOWEST, number % 4)


@dataclass(frozen=True)
class SituationRoom:
    """The deck as the kernels see it, and which suits may be renamed into each other."""

    deck: NDArray[np.int8]
    alike: Ints
    """For each suit the next one it can be exchanged with, or -1."""
    renamings: int


def make_room(deck: Deck, *, named_suits: frozenset[int]) -> SituationRoom:
    """Suits are alike when they hold the same ranks and no bet names them."""
    if not deck.is_single:
        raise PlanError("the deck holds some card more than once")
    suited = [card for card in deck.cards if not card.is_joker]
    ranks_of = {suit: {c.rank for c in suited if c.suit == suit} for suit in range(len(SUITS))}
    alike = np.full(len(SUITS), -1, np.int64)
    renamings = 1
    chains: list[list[int]] = []
    for suit in range(len(SUITS)):
        chain = next(
            (c for c in chains if ranks_of[c[0]] == ranks_of[suit] and not {c[0], suit} & named_suits), None
        )
        if chain is None:
            chains.append([suit])
        else:
            alike[chain[-1]] = suit
            chain.append(suit)
            renamings *= len(chain)
    return SituationRoom(np.array(sorted(map(card_number, deck.cards)), np.int8), alike, renamings)


@dataclass(frozen=True)
class Situations:
    """All canonical rows after some groups; column i of a row holds the card of token `tokens[i]`."""

    room: SituationRoom
    tokens: tuple[int, ...]
    ends: Ints
    """Where each set of cards ends among the tokens: a group, or each card of one that is told apart."""
    rows: NDArray[np.int8]
    parent: NDArray[np.int32]
    orbit: NDArray[np.int8]
    """How many deals each row stands for."""
    ratio: NDArray[np.int8]
    """How many continuations of the parent it stands for."""
    deals: int
    """How many ways there are to deal the groups."""
    branching: int
    """How many continuations each parent has."""
    fresh: int
    """How many of the tokens its parent has not seen."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def starts(self) -> Ints:
        """Where the rows of each parent start, and where the last ones end."""
        turns = np.flatnonzero(self.parent[1:] != self.parent[:-1]) + 1
        return np.concatenate([[0], turns, [len(self)]])

    def columns(self, tokens: tuple[int, ...]) -> Ints:
        return np.array([self.tokens.index(token) for token in tokens], np.int64)


def nothing_seen(room: SituationRoom) -> Situations:
    one = np.ones(1, np.int8)
    ends = np.zeros(0, np.int64)
    return Situations(room, (), ends, np.zeros((1, 0), np.int8), np.zeros(1, np.int32), one, one, 1, 1, 0)


def extend(before: Situations, group: tuple[int, ...], *, told_apart: bool = False) -> Situations:
    """Every canonical row with one more group of cards seen.

    If its cards are told apart (a look takes some of them, as after a discard), then exchanging two
    suits that hold the same ranks in it is no longer without consequence for the cards to come.
    """
    room, size = before.room, len(group)
    stands_for = int(before.orbit.sum(dtype=np.int64)) * comb(cards_left(before, size), size)
    about = stands_for // room.renamings
    if about > MOST_ROWS:
        raise PlanError(f"about {about:,} situations are more than the {MOST_ROWS:,} this engine holds")
    if before.tokens:
        rows, parent, ratio = grow_rows(before.rows, before.ends, room.deck, room.alike, size)
    else:
        rows, ratio = first_group(room.deck.tobytes(), room.alike.tobytes(), size)
        parent = np.zeros(len(rows), np.int32)
    found = grown(before, group, rows, parent, ratio, told_apart=told_apart)
    assert int(found.orbit.sum(dtype=np.int64)) == stands_for, "the rows stand for every deal"
    return found


def extend_with(
    before: Situations, group: tuple[int, ...], cards: tuple[int, ...], *, told_apart: bool = False
) -> Situations:
    """Only the rows whose last group is these cards, ascending."""
    only = np.array(cards, np.int8)
    rows = grow_rows(before.rows, before.ends, only, before.room.alike, len(group))
    return grown(before, group, *rows, told_apart=told_apart)


def cards_left(before: Situations, size: int) -> int:
    """How many cards nobody has seen; at least as many as are asked for."""
    left = len(before.room.deck) - len(before.tokens)
    if left < size:
        raise PlanError(f"the deck has only {left} cards left for {size}")
    return left


def grown(
    before: Situations,
    group: tuple[int, ...],
    rows: NDArray[np.int8],
    parent: NDArray[np.int32],
    ratio: NDArray[np.int8],
    *,
    told_apart: bool,
) -> Situations:
    """Situations with one more group of cards, by their rows."""
    branching, tokens = comb(cards_left(before, len(group)), len(group)), (*before.tokens, *group)
    sets = range(len(before.tokens) + 1, len(tokens)) if told_apart else ()
    ends = np.append(before.ends, [*sets, len(tokens)])
    orbit, deals = before.orbit[parent] * ratio, before.deals * branching
    return Situations(before.room, tokens, ends, rows, parent, orbit, ratio, deals, branching, len(group))


def grow_rows(
    rows: NDArray[np.int8], ends: Ints, deck: NDArray[np.int8], alike: Ints, size: int
) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int8]]:
    """Every canonical row with one more group: its cards, its parent, and what it stands for there."""
    width = rows.shape[1] + size
    count = kernels.extend(rows, ends, deck, size, alike, *blank_rows(0, width), False)
    grown = blank_rows(count, width)
    kernels.extend(rows, ends, deck, size, alike, *grown, True)
    return grown


@lru_cache(maxsize=2)
def first_group(
    deck_bytes: bytes, alike_bytes: bytes, size: int
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """All sets of so many cards up to a renaming of suits, and how many each stands for.

    They are the hands of either side, and asked for again at once.
    """
    deck, alike = np.frombuffer(deck_bytes, np.int8), np.frombuffer(alike_bytes, np.int64)
    rows, _, orbit = grow_rows(np.zeros((1, 0), np.int8), np.zeros(0, np.int64), deck, alike, size)
    return rows, orbit


def blank_rows(count: int, width: int) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int8]]:
    return np.zeros((count, width), np.int8), np.zeros(count, np.int32), np.zeros(count, np.int8)


def canonical_names(room: SituationRoom, held: Sequence[tuple[int, ...]]) -> list[int]:
    """The new name of each suit, by the masks of ranks that it holds in each group: of suits that are alike,
    the one that holds most comes first."""
    names = list(range(len(SUITS)))
    for start in set(names) - set(room.alike.tolist()):
        chain = [start]
        while room.alike[chain[-1]] >= 0:
            chain.append(int(room.alike[chain[-1]]))
        for new, old in zip(chain, sorted(chain, key=lambda suit: held[suit], reverse=True), strict=True):
            names[old] = new
    return names


def canonical_suits(
    room: SituationRoom, groups: tuple[tuple[Card, ...], ...]
) -> Callable[[tuple[Card, ...]], tuple[int, ...]]:
    """The renaming of suits that makes these groups a canonical row, for use on each of them."""
    ranks = [
        tuple(sum(1 << c.rank for c in group if c.suit == suit and not c.is_joker) for group in groups)
        for suit in range(len(SUITS))
    ]
    new_name = canonical_names(room, ranks)

    def renamed(card: Card) -> Card:
        return card if card.is_joker else Card(card.rank, new_name[card.suit])

    return lambda group: tuple(sorted(card_number(renamed(card)) for card in group))

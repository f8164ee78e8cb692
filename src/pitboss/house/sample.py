"""A stream of shuffles to be tested: the cards, the numbers they were made of, and raw bytes after them.

All of it comes from one generator, and the numbers are those that made these very shuffles: what is
tested is the stream itself and not another one like it. Shuffles are of a bare deck, or of the device that
a game is dealt from: then they are sealed and handed out packet by packet as at a table, and what is
handed out must be what was sealed.

Every card of a sample has a number of its own, so that the six queens of hearts of a shoe can be told
apart: the tests know the distribution of orders of different things.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import is_

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.cards import STANDARD, Card, Deck
from pitboss.house.opening import card_source, choose_devices
from pitboss.rules import Game
from pitboss.table.randomness import Randomness, shuffle_cards

FEWEST, USUAL, MOST = 1_000, 50_000, 1_000_000
MOST_CARDS = MOST * STANDARD.size
"""Of all shuffles together: they are kept in memory."""
STRIDE = 1_000
RAW_BYTES, MOST_RAW_BYTES = 20, 4_000_000
"""Raw bytes for each shuffle, and for all of them, drawn in one piece."""
BYTE = 256

Numbers = NDArray[np.unsignedinteger]
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
    device: str = ""
    """What shuffled, if not bare hands."""


class Listener:
    """Passes a generator's numbers on and keeps them."""

    def __init__(self, randomness: Randomness, kind: str) -> None:
        self.source, self.is_seeded = randomness.source, randomness.is_seeded
        self.token = randomness.token
        self.draws, self.bounds = array(kind), array(kind)
        self._below = randomness.below

    def below(self, bound: int) -> int:
        number = self._below(bound)
        self.draws.append(number)
        self.bounds.append(bound)
        return number


class NumberedCard(Card):
    """A card that can be told from its copies."""

    number: int


class NumberedDeck(Deck):
    """The same cards, each with its number in the deck."""

    def __iter__(self) -> Iterator[Card]:
        for number, card in enumerate(super().__iter__()):
            numbered = NumberedCard(*card)
            numbered.number = number
            yield numbered


def gather(
    randomness: Randomness,
    shuffles: int = USUAL,
    *,
    game: Game | None = None,
    shuffle: Shuffle = shuffle_cards,
    progress: Callable[[str], None] = lambda _: None,
) -> Sample:
    """Shuffle so often and keep everything: the device of a game, or else a standard deck by `shuffle`."""
    deck = NumberedDeck(game.deck.counts if game else STANDARD.counts)
    most = MOST_CARDS // deck.size
    if not FEWEST <= shuffles <= most:
        raise InputError(f"the tests need {FEWEST:,} to {most:,} shuffles, not {shuffles:,}")
    kind = "B" if deck.size < BYTE else "H"
    listener, orders = Listener(randomness, kind), array(kind)
    device, shuffled = deal_device(game, deck, listener) if game else ("", deal_bare(deck, shuffle, listener))
    for done in range(0, shuffles, STRIDE):
        progress(f"{done:,} of {shuffles:,}")
        for _ in range(min(STRIDE, shuffles - done)):
            orders.extend(next(shuffled))
    bounds = as_rows(listener.bounds, shuffles)
    assert (bounds == bounds[0]).all(), "every shuffle draws below the same bounds"
    return Sample(
        source=randomness.source,
        orders=as_rows(orders, shuffles),
        draws=as_rows(listener.draws, shuffles),
        bounds=tuple(map(int, bounds[0])),
        raw=np.frombuffer(randomness.token(min(RAW_BYTES * shuffles, MOST_RAW_BYTES)), np.uint8),
        device=device,
    )


def deal_bare(deck: Deck, shuffle: Shuffle, randomness: Randomness) -> Iterator[list[int]]:
    cards = tuple(deck)
    while True:
        yield numbers_of(shuffle(cards, randomness))


def deal_device(game: Game, deck: Deck, randomness: Randomness) -> tuple[str, Iterator[list[int]]]:
    """The name of the device that the game is dealt from, and one order after another out of it."""
    device = card_source(replace(game, deck=deck), randomness, choose_devices(game)[0])
    size = game.packets[0] if game.packets else 1

    def deal() -> Iterator[list[int]]:
        while True:
            device.shuffle()
            device.start_round()
            dealt: list[Card] = []
            while len(dealt) + size <= deck.size:
                dealt += device.take(size)
            device.end_round()
            sealed = device.sealed.cards
            assert all(map(is_, dealt, sealed)), "what is handed out is what was sealed"
            assert device.needs_shuffle, "all cards are out"
            yield numbers_of(sealed)

    return device.name, deal()


def numbers_of(cards: Sequence[Card]) -> list[int]:
    return [card.number for card in cards if isinstance(card, NumberedCard)]


def as_rows(data: "array[int]", rows: int) -> Numbers:
    return np.frombuffer(data, np.dtype(data.typecode)).reshape(rows, -1)

"""Hands by total, as at blackjack: pictures count ten, an ace one or eleven, and more than 21 is bust."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, Card
from pitboss.cards.deck import Deck
from pitboss.cards.ranking import Ranking, Worth

BEST = 21
STANDS = 17
"""Where a dealer stops drawing."""
TEN = 10
LOWEST_TOTAL = 4
"""Two deuces: less than that no hand of two cards has."""
Counts = tuple[int, ...]
"""Cards by value: how many aces, twos, up to tens."""
VALUES = range(TEN)
ACES, TENS = 0, TEN - 1


def value(card: Card) -> int:
    """An ace as one."""
    return 1 if card.rank == ACE else min(card.rank, TEN)


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts eleven without a bust."""
    return sum(map(value, cards)) + TEN <= BEST and any(card.rank == ACE for card in cards)


def total(cards: Sequence[Card]) -> int:
    """The best total."""
    return sum(map(value, cards)) + (TEN if is_soft(cards) else 0)


def starts_natural(card: Card) -> bool:
    """Whether one more card could make a natural of it."""
    return value(card) in (1, TEN)


@cache
def totals_named(words: str) -> range:
    """The totals that a rule names, as '9 to 11' or '10 or 11'; without a number it means any."""
    numbers = [int(number) for number in re.findall(r"\d+", words)]
    return range(min(numbers), max(numbers) + 1) if numbers else range(BEST)


def count_values(deck: Deck) -> Counts:
    found = Counter(value(card) for card in deck)
    return tuple(found[place + 1] for place in VALUES)


def without(left: Counts, place: int, cards: int = 1) -> Counts:
    return left[:place] + (left[place] - cards,) + left[place + 1 :]  # noqa: RUF005  half the time


class Held(NamedTuple):
    """A hand as far as drawing goes: its total with every ace as one, and whether it has an ace."""

    hard: int
    has_ace: bool

    def plus(self, place: int) -> "Held":
        return Held(self.hard + place + 1, self.has_ace or place == ACES)

    @property
    def total(self) -> int:
        return self.hard + TEN if self.has_ace and self.hard + TEN <= BEST else self.hard

    @property
    def is_soft(self) -> bool:
        return self.has_ace and self.hard + TEN <= BEST


NOTHING_HELD = Held(0, False)


@cache
def with_each(held: Held) -> tuple[Held, ...]:
    """The hand and one more card, by the place of that card."""
    return tuple(map(held.plus, VALUES))


def hold(places: Iterable[int]) -> Held:
    """A hand of cards by the places of their values, aces as 0."""
    held = NOTHING_HELD
    for place in places:
        held = held.plus(place)
    return held


class Totals(Ranking):
    """Hands of two cards or more, the higher total first; an ace and a ten dealt as two cards beat all."""

    size = 2
    atom_names = ("bust", *(f"total_{n}" for n in range(LOWEST_TOTAL, BEST + 1)), "natural")

    def __init__(self, *, naturals: bool) -> None:
        self.name = "blackjack" if naturals else "split blackjack"
        self.naturals = naturals

    def is_natural(self, cards: Sequence[Card]) -> bool:
        return self.naturals and len(cards) == self.size and total(cards) == BEST

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) < self.size:
            raise InputError(f"a {self.name} hand needs {self.size} cards, got {len(cards)}")
        reached = total(cards)
        if reached > BEST:
            return Worth(1, 0)
        atom = reached - LOWEST_TOTAL + 1 + self.is_natural(cards)
        return Worth(atom + 1, atom)

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        del lines
        reached = total(cards)
        match self.atom_names[self.worth(cards).atom]:
            case "natural":
                return "blackjack"
            case "bust":
                return f"bust with {reached}"
            case _:
                return f"soft {reached}" if is_soft(cards) and reached < BEST else str(reached)


TOTALS = Totals(naturals=True)
SPLIT_TOTALS = Totals(naturals=False)
"""For a hand that began as a split: its ace and ten are 21 and no natural."""

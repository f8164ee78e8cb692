"""A deck is how many of each card there are: one standard deck, a six-deck shoe, a toy."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pitboss.base.error import InputError
from pitboss.cards.card import ACE, JOKER, LOWEST, SUITS, Card


@dataclass(frozen=True)
class Deck:
    """Cards and their copies. `counts` lists each distinct card once, in card order."""

    counts: tuple[tuple[Card, int], ...]

    def __post_init__(self) -> None:
        if any(copies < 1 for _, copies in self.counts) or not self.counts:
            raise InputError("a deck needs at least one of each card that it lists")

    @cached_property
    def size(self) -> int:
        return sum(copies for _, copies in self.counts)

    @cached_property
    def is_single(self) -> bool:
        return all(copies == 1 for _, copies in self.counts)

    @cached_property
    def has_joker(self) -> bool:
        return JOKER in self.copies

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The distinct cards."""
        return tuple(card for card, _ in self.counts)

    @cached_property
    def copies(self) -> dict[Card, int]:
        return dict(self.counts)

    @cached_property
    def physical(self) -> tuple[Card, ...]:
        """Every physical card."""
        return tuple(card for card, copies in self.counts for _ in range(copies))

    def __iter__(self) -> Iterator[Card]:
        return iter(self.physical)


def make_deck(
    *,
    ranks: tuple[int, ...] = tuple(range(LOWEST, ACE + 1)),
    suits: tuple[int, ...] = tuple(range(len(SUITS))),
    decks: int = 1,
    joker: bool = False,
) -> Deck:
    """Whole suits of these ranks, with one joker to each deck if so asked."""
    cards = sorted(Card(rank, suit) for rank in ranks for suit in suits) + [JOKER] * joker
    return Deck(tuple((card, decks) for card in cards))


STANDARD = make_deck()

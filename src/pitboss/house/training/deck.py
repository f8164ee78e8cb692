"""Decks for training: cards drawn one by one without a seal, and decks stacked with a wanted hand.

Nothing here deals a live game: a table takes a seeded source only when it is set up for training.
"""

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import Card, Deck, Ranking
from pitboss.table.randomness import Randomness
from pitboss.table.seal import seal
from pitboss.table.shuffler import SealedSource

MOST_TRIES = 20_000
NARROW = (1, 2, 5, 13)
"""How many ranks a narrowed deck may keep."""


class LooseCards(SealedSource):
    """Every card drawn at random when it is asked for: as good as a shuffle where nobody bets on it."""

    def __init__(self, deck: Deck, randomness: Randomness) -> None:
        super().__init__("training deck", deck, randomness)
        self.in_round = True
        self._left = list(deck)

    def _hand_out(self, count: int) -> tuple[Card, ...]:
        return tuple(self._draw() for _ in range(count))

    def _draw(self) -> Card:
        place = self.randomness.below(len(self._left))
        self._left[place], self._left[-1] = self._left[-1], self._left[place]
        return self._left.pop()


class StackedDeck(SealedSource):
    """A deck in a given order, sealed like a shuffled one."""

    def __init__(self, deck: Deck, order: Sequence[Card], randomness: Randomness) -> None:
        super().__init__("stacked deck", deck, randomness)
        assert sorted(order) == sorted(deck), "a stacked deck is still the whole deck"
        self.order = tuple(order)

    def shuffle(self) -> str:
        self._sealed = seal(self.order, self.randomness)
        self.position = 0
        return self.commitment


def stack(order: Sequence[Card], wanted: Sequence[tuple[int, Card]]) -> tuple[Card, ...]:
    """The order with each wanted card at its position, by swaps: what lay there goes where it came from."""
    cards = list(order)
    fixed: set[int] = set()
    for position, card in wanted:
        if cards[position] != card:
            source = next(n for n, other in enumerate(cards) if other == card and n not in fixed)
            cards[position], cards[source] = cards[source], cards[position]
        fixed.add(position)
    return tuple(cards)


def find_hand(
    cards: Sequence[Card], ranking: Ranking, size: int, atoms: frozenset[int], randomness: Randomness
) -> tuple[Card, ...] | None:
    """Some cards that make one of these atoms; rare hands too, for the deck is narrowed by chance.

    A deck of one suit has a royal flush every 1,287 hands, one of two ranks a full house every other.
    """
    alike = Counter(cards)
    for _ in range(MOST_TRIES if atoms else 0):
        left = narrowed(alike, randomness)
        if len(left) < size:
            continue
        hand = [left.pop(randomness.below(len(left))) for _ in range(size)]
        if ranking.worth(hand).atom in atoms:
            return tuple(hand)
    return None


def narrowed(cards: Counter[Card], randomness: Randomness) -> list[Card]:
    """The cards of some ranks, of one suit or of all."""
    ranks = sorted({card.rank for card in cards})
    suits = sorted({card.suit for card in cards})
    most = NARROW[randomness.below(len(NARROW))]
    while len(ranks) > most:
        ranks.pop(randomness.below(len(ranks)))
    if randomness.below(2):
        suits = [suits[randomness.below(len(suits))]]
    left: list[Card] = []
    for card, copies in cards.items():
        if card.rank in ranks and card.suit in suits:
            left += [card] * copies
    return left

"""The dealer's side of a game that is drawn to a total: how often each total comes, whatever cards are left.

A dealer has nothing to decide, so the hands that one up card can end in are a list that is made once:
the cards by value, and in how many orders they can come. With given cards left, such a hand has as
many ways as the product of falling factorials says. The list is summed value by value, tens first, and
every part of the sum is kept: what is left after two players' hands often differs in small cards alone.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import factorial

from pitboss.base.error import InputError
from pitboss.cards.totals import ACES, BEST, NOTHING_HELD, STANDS, TEN, TENS, VALUES, Counts, Held, without

MOST_CARDS = 80
"""More cards than one seat with four hands and the dealer can ever take from eight decks."""


def rest_orders(cards: int) -> list[int]:
    """In how many orders the rest of a shoe can lie, by its size; counted from a size that is always left."""
    floor = max(0, cards - MOST_CARDS)
    return [factorial(size) // factorial(floor) if size >= floor else 0 for size in range(cards + 1)]


@dataclass(frozen=True)
class Stage:
    """One value of the sum: which partial sums go into which, and with how many cards of the value."""

    size: int
    terms: tuple[tuple[int, int, int], ...]


class DealerDraw:
    """All the hands of one up card, and their ways.

    `known` are the cards that follow the up card where the player knows them, the hole card first; None for
    one that nobody knows.
    """

    def __init__(
        self, deck: Counts, up: int, *, hits_soft_17: bool, known: tuple[int | None, ...] = ()
    ) -> None:
        is_hole_known = known[:1] not in ((), (None,))
        self.natural_with = None if is_hole_known else {ACES: TENS, TENS: ACES}.get(up)
        """The hole card that makes a natural; such a hand is not in the list."""
        self.hits_soft_17 = hits_soft_17
        self.open = NOTHING_HELD.plus(up)
        for card in known:
            self.open = self.open if card is None else self.open.plus(card)
        self.orders = rest_orders(sum(deck))
        hands = list_hands(deck, up, barred=self.natural_with, hits_soft_17=hits_soft_17, known=known)
        self.first = [orders for (_, total), orders in hands.items() if total <= BEST]
        keys = [(cards[::-1], total, sum(cards)) for cards, total in hands if total <= BEST]
        self.stages: list[Stage] = []
        for _ in VALUES:
            keys, stage = make_stage(keys)
            self.stages.append(stage)
        self.ends = [(total - STANDS, cards) for _, total, cards in keys]
        self.partial: dict[Counts, list[int]] = {}
        self.known: dict[Counts, list[int]] = {}

    def ways(self, left: Counts) -> list[int]:
        """Of 17, 18, 19, 20 and 21, with the rest of the shoe in any order; naturals are left out."""
        found = self.known.get(left)
        if found is None:
            size = sum(left)
            is_short = size <= BEST  # more cards than that hold more than 21
            if is_short and not dealer_stands(hold_all(self.open, left), hits_soft_17=self.hits_soft_17):
                raise InputError(f"with {size} cards left the dealer can run out of them; take a larger deck")
            found = [0] * (BEST - STANDS + 1)
            for ways, (place, cards) in zip(self.summed(left[::-1]), self.ends, strict=True):
                if ways:
                    found[place] += ways * self.orders[size - cards]
            self.known[left] = found
        return found

    def summed(self, left: Counts) -> list[int]:
        """The list summed over the values in `left`, tens first."""
        if not left:
            return self.first
        found = self.partial.get(left)
        if found is None:
            before, stage = self.summed(left[:-1]), self.stages[len(left) - 1]
            falling = falling_factorials(left[-1])
            found = [0] * stage.size
            for into, place, cards in stage.terms:
                found[into] += before[place] * falling[cards]
            if len(left) < len(VALUES):
                self.partial[left] = found
        return found


@cache
def falling_factorials(cards: int) -> list[int]:
    found = [1]
    for taken in range(BEST):
        found.append(found[-1] * (cards - taken))
    return found


def list_hands(
    deck: Counts, up: int, *, barred: int | None, hits_soft_17: bool, known: tuple[int | None, ...] = ()
) -> Counter[tuple[Counts, int]]:
    """What the dealer can draw to the up card, with the total that it ends in: in how many orders.

    Cards that are known count for the total and not among those drawn.
    """
    ended: Counter[tuple[Counts, int]] = Counter()
    drawing = Counter({((0,) * TEN, NOTHING_HELD.plus(up)): 1})
    drawn_so_far = 0
    while drawing:
        drawn: Counter[tuple[Counts, Held]] = Counter()
        known_card = known[drawn_so_far] if drawn_so_far < len(known) else None
        for (cards, held), orders in drawing.items():
            if drawn_so_far and dealer_stands(held, hits_soft_17=hits_soft_17):
                ended[cards, held.total] += orders
            elif known_card is not None:
                drawn[cards, held.plus(known_card)] += orders
            else:
                for place in VALUES:
                    if cards[place] < deck[place] and (drawn_so_far or place != barred):
                        drawn[without(cards, place, -1), held.plus(place)] += orders
        drawing = drawn
        drawn_so_far += 1
    return ended


def hold_all(held: Held, cards: Counts) -> Held:
    return Held(held.hard + sum((n + 1) * cards[n] for n in VALUES), held.has_ace or cards[ACES] > 0)


def dealer_stands(held: Held, *, hits_soft_17: bool) -> bool:
    return held.total > STANDS or (held.total == STANDS and not (hits_soft_17 and held.is_soft))


Key = tuple[Counts, int, int]
"""Cards of the values not yet summed over, the total, and the number of cards."""


def make_stage(keys: list[Key]) -> tuple[list[Key], Stage]:
    """Sum over the first value of the keys."""
    found: dict[Key, int] = {}
    terms = []
    for place, (cards, total, size) in enumerate(keys):
        into = found.setdefault((cards[1:], total, size), len(found))
        terms.append((into, place, cards[0]))
    return list(found), Stage(len(found), tuple(terms))

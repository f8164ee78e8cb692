"""Blackjack: exact best play against one up card from one shoe, counted by the ten values.

Nothing is sampled and nothing rounded. A value is a whole number, ways won less ways lost, out of
`ways(left)`: the orders in which the hole card and the rest of the shoe can lie, given what is known.
Drawing a card of which n are left multiplies by n and leads to the ways of a smaller shoe, so numbers
of different depth add up without a common denominator.

Where the dealer has peeked, only hole cards that make no natural are counted. A player who draws
learns nothing else about them: a drawn card counts as often as it leaves hole cards of that kind.

A dealer has nothing to decide, so the hands that one up card can end in are a list that is made once:
the cards by value, and in how many orders they can come. With given cards left, such a hand has as
many ways as the product of falling factorials says. The list is summed value by value, tens first, and
every part of the sum is kept: what is left after two players' hands often differs in small cards alone.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import factorial
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.cards.totals import (
    ACES,
    BEST,
    NOTHING_HELD,
    TEN,
    TENS,
    VALUES,
    Counts,
    Held,
    count_values,
    with_each,
    without,
)
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules

MOST_CARDS = 80
"""More cards than one seat with four hands and the dealer can ever take from eight decks."""
MOST_KEPT = 10_000
"""So many shoes are remembered from one question to the next; more than a hand of any kind needs."""
Numbers = NDArray[Any]
"""Whole numbers: of the machine, or Python's where those are too small."""
Measure = Callable[[int, Counts], int]
"""What a finished hand of some total counts with these cards left, in whole ways."""


def make_drawing(game: Game, up: int) -> "Drawing":
    """The engine for an up card, kept with what it has found out."""
    drawing = drawing_once(count_values(game.deck), drawing_rules(game), up)
    drawing.tidy()
    return drawing


@lru_cache(maxsize=20)
def drawing_once(deck: Counts, rules: DrawingRules, up: int) -> "Drawing":
    return Drawing(deck, rules, up)


class Drawing:
    """What hands are worth against one up card.

    `known` are further cards of the dealer's that the player knows, the hole card first; None for one that
    nobody knows.
    """

    def __init__(
        self, deck: Counts, rules: DrawingRules, up: int, *, known: tuple[int | None, ...] = ()
    ) -> None:
        self.deck, self.rules, self.up = deck, rules, up
        self.lowest_stand = rules.lowest_stand
        for card in (up, *known):
            self.deck = self.deck if card is None else without(self.deck, card)
        if min(self.deck) < 0:
            raise InputError("the up card is not in this deck; take one that is")
        self.dealer = DealerDraw(deck, rules, up, known=known)
        self.known: dict[tuple[Held, Counts], tuple[int, bool]] = {}
        self.nets: dict[Counts, list[int]] = {}
        self.followed: dict[tuple[Measure, Held, Counts], int] = {}
        self.after_split: dict[tuple[Measure, int, int], dict[tuple[Held, Counts], list[int]]] = {}
        """What `splitting` has found out: by measure, pair and number of shoes."""

    def tidy(self) -> None:
        """Forget what was found out when it gets too much."""
        if len(self.dealer.known) > MOST_KEPT:
            for memory in (self.known, self.nets, self.followed, self.after_split):
                memory.clear()
            self.dealer.known.clear()
            self.dealer.partial.clear()

    # -- what is left ----------------------------------------------------------------------------

    def ways(self, left: Counts) -> int:
        """How the hole card and the rest of the shoe can lie."""
        size = sum(left)
        if not self.rules.peeks:
            return self.dealer.orders[size]
        return (size - self.natural_holes(left)) * self.dealer.orders[size - 1]

    def natural_holes(self, left: Counts) -> int:
        """Cards left that would make the dealer's natural."""
        return 0 if self.dealer.natural_with is None else left[self.dealer.natural_with]

    def naturals(self, left: Counts) -> int:
        """The ways among `ways` with a dealer's natural: none after a peek."""
        return 0 if self.rules.peeks else self.natural_holes(left) * self.dealer.orders[sum(left) - 1]

    # -- finished hands: the measures ------------------------------------------------------------

    def net(self, total: int, left: Counts) -> int:
        """Won less lost, for a hand that stands on a total; a bust has lost."""
        if total > BEST:
            return -self.ways(left)
        found = self.nets.get(left)
        if found is None:
            found = self.nets[left] = self.standing(left)
        return found[max(0, total - self.lowest_stand + 1)]

    def standing(self, left: Counts) -> list[int]:
        """The net of every total to stand on: all alike that no dealer stands on, then the others."""
        reached, every = self.dealer.ways(left), self.ways(left)
        higher = sum(reached) + self.naturals(left)
        found = [every - 2 * higher]
        for ways in reached:
            higher -= ways
            found.append(every - 2 * higher - ways)
        return found

    def push(self, total: int, left: Counts) -> int:
        lowest = self.lowest_stand
        return self.dealer.ways(left)[total - lowest] if lowest <= total <= BEST else 0

    def square(self, total: int, left: Counts) -> int:
        """The square of what it wins or loses: nothing where it pushes."""
        return self.ways(left) - self.push(total, left)

    def stake(self, total: int, left: Counts) -> int:
        """The money on it, whatever becomes of it."""
        del total
        return self.ways(left)

    # -- hands that go on ------------------------------------------------------------------------

    def best(self, held: Held, left: Counts) -> tuple[int, bool]:
        """The best net of a hand that may only stand or hit, and whether it hits.

        Below twelve a hit cannot bust and never hurts: the dealer's hand is as likely to be any given one,
        and the player's total is higher. Above, hitting wins at most all that does not bust.
        """
        if held.total >= BEST:
            return self.net(held.total, left), False
        found = self.known.get((held, left))
        if found is None:
            if held.total <= BEST - 10:
                found = self.hit(held, left), True
            else:
                found = self.stand_or_hit(held, left)
            self.known[held, left] = found
        return found

    def stand_or_hit(self, held: Held, left: Counts) -> tuple[int, bool]:
        standing = self.net(held.total, left)
        if standing >= self.ways(left) - 2 * self.busting(held, left):
            return standing, False
        hitting = self.hit(held, left)
        return (hitting, True) if hitting > standing else (standing, False)

    def busting(self, held: Held, left: Counts) -> int:
        """The ways in which one more card is too much for a hand."""
        lowest, size = BEST - held.hard, sum(left)
        cards, orders = sum(left[lowest:]), self.dealer.orders
        if not self.rules.peeks:
            return cards * orders[size - 1]
        natural = self.dealer.natural_with
        itself = left[natural] if natural is not None and natural >= lowest else 0
        return (cards * (size - 1 - self.natural_holes(left)) + itself) * orders[size - 2]

    def hit(self, held: Held, left: Counts) -> int:
        return self.drawn(held, left, self.net, lambda after, rest: self.best(after, rest)[0])

    def one_card(self, held: Held, left: Counts, measure: Measure) -> int:
        """One more card and no further, as after a double; for a stake of one."""
        return self.drawn(held, left, measure, lambda after, rest: measure(after.total, rest))

    def drawn(self, held: Held, left: Counts, measure: Measure, then: Callable[[Held, Counts], int]) -> int:
        """Over every card that can come; those that are too much are counted at once."""
        found = self.bust(held, left, measure)
        for place, after in enumerate(with_each(held)[: BEST - held.hard]):
            if left[place]:
                found += left[place] * then(after, without(left, place))
        return found

    def bust(self, held: Held, left: Counts, measure: Measure) -> int:
        """The cards that are too much for a hand, by a measure."""
        if held.hard <= BEST - TEN:
            return 0
        if measure == self.net:
            return -self.busting(held, left)
        return 0 if measure == self.push else self.busting(held, left)

    def follow(self, held: Held, left: Counts, measure: Measure) -> int:
        """A hand that stands or hits as is best."""
        if held.total >= BEST or not self.best(held, left)[1]:
            return measure(held.total, left)
        key = (measure, held, left)
        found = self.followed.get(key)
        if found is None:
            found = self.followed[key] = self.drawn(
                held, left, measure, lambda after, rest: self.follow(after, rest, measure)
            )
        return found

    # -- rules -----------------------------------------------------------------------------------

    @property
    def asks_early(self) -> bool:
        """Whether a hand may be given up before the dealer looks for a natural."""
        rules = self.rules
        return rules.early_surrender and rules.peeks and self.up in (ACES, TENS)

    def may_double(self, held: Held, *, is_split: bool) -> bool:
        """With two cards."""
        return held.total in self.rules.double_on and (self.rules.double_after_split or not is_split)

    def most_hands(self, pair: int, hands: int) -> int:
        """Into how many hands a seat with n hands may end up splitting."""
        return hands if pair == ACES and not self.rules.resplit_aces else self.rules.most_hands


# -- the dealer --------------------------------------------------------------------------------------


def rest_orders(cards: int) -> list[int]:
    """In how many orders the rest of a shoe can lie, by its size; counted from a size that is always left."""
    floor = max(0, cards - MOST_CARDS)
    return [factorial(size) // factorial(floor) if size >= floor else 0 for size in range(cards + 1)]


@dataclass(frozen=True)
class Stage:
    """One value of the sum: with how many cards of it each partial sum goes on, and where those begin that
    go into one."""

    cards: Numbers
    starts: Numbers

    def add(self, before: Numbers, falling: Numbers) -> Numbers:
        """The partial sums over one more value, of which `falling` has the falling factorials."""
        return np.add.reduceat(before * falling[self.cards], self.starts)


class DealerDraw:
    """All the hands of one up card, and their ways.

    `known` are the cards that follow the up card where the player knows them, the hole card first; None for
    one that nobody knows.
    """

    def __init__(
        self, deck: Counts, rules: DrawingRules, up: int, *, known: tuple[int | None, ...] = ()
    ) -> None:
        is_hole_known = known[:1] not in ((), (None,))
        self.natural_with = None if is_hole_known else {ACES: TENS, TENS: ACES}.get(up)
        """The hole card that makes a natural; such a hand is not in the list."""
        self.rules = rules
        self.open = NOTHING_HELD.plus(up)
        for card in known:
            self.open = self.open if card is None else self.open.plus(card)
        self.orders = rest_orders(sum(deck))
        hands = list_hands(deck, rules, up, barred=self.natural_with, known=known)
        ended = sorted(
            ((total, sum(cards), cards), orders) for (cards, total), orders in hands.items() if total <= BEST
        )
        keys = [key for key, _ in ended]
        self.stages: list[Stage] = []
        for _ in VALUES:
            keys, stage = make_stage(keys)
            self.stages.append(stage)
        self.sizes = [cards for _, cards, _ in keys]
        """The number of cards of each sum; those of one total stand together, in `totals`."""
        self.totals = [
            slice(bisect_left(keys, (total,)), bisect_left(keys, (total + 1,)))
            for total in range(rules.lowest_stand, BEST + 1)
        ]
        self.rests: dict[int, tuple[int, list[int]]] = {}
        self.first: Numbers = np.array([orders for _, orders in ended], dtype=object)
        self.partial: dict[Counts, Numbers] = {}
        self.known: dict[Counts, list[int]] = {}
        self.kind = self.smallest_kind(deck[::-1])
        self.first = self.first.astype(self.kind)

    def smallest_kind(self, deck: Counts) -> type:
        """Machine numbers where no sum exceeds them: none is larger than with the whole deck left."""
        sums = self.first
        for stage, cards in zip(self.stages, deck, strict=True):
            sums = stage.add(sums, falling_factorials(cards, object))
            if max(sums, default=0) >= 2**63:
                return object
        return np.int64

    def ways(self, left: Counts) -> list[int]:
        """Of each total that is stood on, with the rest of the shoe in any order; naturals are left out."""
        found = self.known.get(left)
        if found is None:
            size = sum(left)
            is_short = size <= BEST  # more cards than that hold more than 21
            if is_short and not self.rules.dealer_stands(hold_all(self.open, left)):
                raise InputError(f"with {size} cards left the dealer can run out of them; take a larger deck")
            sums, (every, rests) = self.summed(left[::-1]).tolist(), self.rests_of(size)
            found = [every * sum(map(mul, sums[total], rests[total])) for total in self.totals]
            self.known[left] = found
        return found

    def rests_of(self, size: int) -> tuple[int, list[int]]:
        """In how many orders the rest of so many cards can lie after the hands of each sum: a number that
        goes into all of them, and what is left of each."""
        found = self.rests.get(size)
        if found is None:
            whole = [self.orders[size - cards] if size >= cards else 0 for cards in self.sizes]
            every = min(filter(None, whole), default=1)  # of more cards there are more orders by a product
            found = self.rests[size] = every, [orders // every for orders in whole]
        return found

    def summed(self, left: Counts) -> Numbers:
        """The list summed over the values in `left`, tens first."""
        if not left:
            return self.first
        found = self.partial.get(left)
        if found is None:
            stage = self.stages[len(left) - 1]
            found = stage.add(self.summed(left[:-1]), falling_factorials(left[-1], self.kind))
            if len(left) < len(VALUES):
                self.partial[left] = found
        return found


@cache
def falling_factorials(cards: int, kind: type) -> Numbers:
    """By how many cards are taken; those that `kind` cannot hold are never asked for, and are 0."""
    found = [1]
    for taken in range(BEST):
        found.append(found[-1] * (cards - taken))
    return np.array([number if kind is object or number < 2**63 else 0 for number in found], dtype=kind)


def list_hands(
    deck: Counts, rules: DrawingRules, up: int, *, barred: int | None, known: tuple[int | None, ...] = ()
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
            if drawn_so_far and rules.dealer_stands(held):
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


Key = tuple[int, int, Counts]
"""The total, the number of cards, and the cards of the values not yet summed over; the last is next."""


def make_stage(keys: list[Key]) -> tuple[list[Key], Stage]:
    """Sum over the last value of the keys, which are in order: those that become one stand together."""
    found: dict[Key, int] = {}
    for place, (total, size, cards) in enumerate(keys):
        found.setdefault((total, size, cards[:-1]), place)
    numbers = [cards[-1] for _, _, cards in keys]
    return list(found), Stage(np.array(numbers, dtype=np.intp), np.array(list(found.values()), dtype=np.intp))

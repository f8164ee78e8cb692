"""Blackjack by brute force, for small shoes: written apart from the rules and from the engine.

Cards are their values, aces as one; a shoe is how many of each there are. The hole card is drawn first,
from those that make no natural where the dealer has peeked, and lies there while the player draws.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

Shoe = tuple[tuple[int, int], ...]
Hand = tuple[int, ...]


def make_shoe(cards: dict[int, int]) -> Shoe:
    return tuple(sorted(cards.items()))


def draws(shoe: Shoe) -> Iterator[tuple[int, int, Shoe]]:
    """Each card with its copies, and the shoe without one of them."""
    for card, copies in shoe:
        if copies:
            yield card, copies, tuple((c, n - (c == card)) for c, n in shoe)


def total(cards: Hand) -> int:
    return sum(cards) + (10 if 1 in cards and sum(cards) <= 11 else 0)


def average(cases: list[tuple[int, Fraction]]) -> Fraction:
    return sum((ways * value for ways, value in cases), Fraction(0)) / sum(ways for ways, _ in cases)


@dataclass(frozen=True)
class Oracle:
    up: int
    stands_hard: int = 17
    stands_soft: int = 17
    peeks: bool = True
    may_double: bool = True
    """A split hand."""
    power: int = 1
    """What is averaged: the net of all hands, or its square."""

    def holes(self, shoe: Shoe) -> list[tuple[int, int, Shoe]]:
        barred = {1: 10, 10: 1}.get(self.up) if self.peeks else None
        return [draw for draw in draws(shoe) if draw[0] != barred]

    @cache  # noqa: B019 - a test's oracle is small and short-lived
    def finish(self, dealer: Hand, shoe: Shoe, hands: tuple[tuple[int, int], ...]) -> Fraction:
        """What hands of (total, stake) win once the dealer draws."""
        reached = total(dealer)
        soft = 1 in dealer and sum(dealer) <= 11
        if reached < (self.stands_soft if soft else self.stands_hard):
            return average(
                [(ways, self.finish((*dealer, card), rest, hands)) for card, ways, rest in draws(shoe)]
            )
        if len(dealer) == 2 and reached == 21:
            return Fraction(-sum(stake for _, stake in hands)) ** self.power
        reached = reached if reached <= 21 else 0
        return Fraction(
            sum(-stake if own > 21 else stake * ((own > reached) - (own < reached)) for own, stake in hands)
            ** self.power
        )

    # -- one hand, best play -------------------------------------------------------------------------

    def stand(self, hand: Hand, shoe: Shoe) -> Fraction:
        ended = ((total(hand), 1),)
        return average(
            [(ways, self.finish((self.up, hole), rest, ended)) for hole, ways, rest in self.holes(shoe)]
        )

    def draw(self, hand: Hand, shoe: Shoe, then: Callable[[Hand, Shoe], Fraction]) -> Fraction:
        cases = []
        for card, ways, rest in draws(shoe):
            lying = sum(copies for _, copies, _ in self.holes(rest))
            if lying:
                cases.append((ways * lying, then((*hand, card), rest)))
        return average(cases)

    @cache  # noqa: B019
    def best(self, hand: Hand, shoe: Shoe) -> tuple[Fraction, str]:
        standing = self.stand(hand, shoe)
        if total(hand) >= 21:
            return standing, "stand"
        hitting = self.draw(hand, shoe, lambda after, rest: self.best(tuple(sorted(after)), rest)[0])
        return (hitting, "hit") if hitting > standing else (standing, "stand")

    def plan(self, hand: Hand, shoe: Shoe) -> str:
        """What to do with a split hand, looking at nothing but its own cards and what was known before."""
        playing, name = self.best(tuple(sorted(hand)), shoe)
        if len(hand) == 2 and self.may_double and total(hand) < 21:
            return "double" if 2 * self.draw(hand, shoe, self.stand) > playing else name
        return name

    # -- several hands, one after another ------------------------------------------------------------

    def split(self, pair: int, shoe: Shoe, *, most: int, one_card: bool = False, power: int = 1) -> Fraction:
        """A pair split and split again up to `most` hands, every hand by the plan; all of it played out."""
        game = Split(self, pair, shoe, most, one_card, power=power)
        hands = ((pair,), (pair,))
        return average(
            [(ways, game.play(hands, (1, 1), 0, hole, rest)) for hole, ways, rest in self.holes(shoe)]
        )


@dataclass(frozen=True)
class Split:
    oracle: Oracle
    pair: int
    known: Shoe
    most: int
    one_card: bool
    power: int = field(default=1, kw_only=True)

    @property
    def paying(self) -> Oracle:
        return replace(self.oracle, power=self.power)

    @cache  # noqa: B019
    def play(
        self, hands: tuple[Hand, ...], stakes: tuple[int, ...], number: int, hole: int, shoe: Shoe
    ) -> Fraction:
        if number == len(hands):
            ended = tuple(zip(map(total, hands), stakes, strict=True))
            if all(own > 21 for own, _ in ended) and (self.oracle.up, hole) not in ((1, 10), (10, 1)):
                return Fraction(-sum(stakes)) ** self.paying.power
            return self.paying.finish((self.oracle.up, hole), shoe, ended)
        hand = hands[number]
        if len(hand) == 1:
            return self.take(hands, stakes, number, hole, shoe)
        if len(hand) == 2 and hand[0] == hand[1] and len(hands) < self.most:
            again = (*hands[:number], hand[:1], *hands[number + 1 :], hand[:1])
            return self.play(again, (*stakes, 1), number, hole, shoe)
        choice = "stand" if self.one_card else self.oracle.plan(hand, self.left(hand))
        match choice:
            case "hit":
                return self.take(hands, stakes, number, hole, shoe)
            case "double":
                doubled = (*stakes[:number], 2, *stakes[number + 1 :])
                return self.take(hands, doubled, number, hole, shoe, following=1)
            case _:
                return self.play(hands, stakes, number + 1, hole, shoe)

    def take(
        self,
        hands: tuple[Hand, ...],
        stakes: tuple[int, ...],
        number: int,
        hole: int,
        shoe: Shoe,
        *,
        following: int = 0,
    ) -> Fraction:
        cases = []
        for card, ways, rest in draws(shoe):
            hand = (*hands[number], card)
            drawn = (*hands[:number], hand, *hands[number + 1 :])
            ends = following or total(hand) > 21
            cases.append((ways, self.play(drawn, stakes, number + bool(ends), hole, rest)))
        return average(cases)

    def left(self, hand: Hand) -> Shoe:
        """What the plan takes to be unseen: all but the pair, the up card and the hand's own cards."""
        left = dict(self.known)
        for card in hand[1:]:
            left[card] -= 1
        return make_shoe(left)

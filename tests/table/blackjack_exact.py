"""Blackjack by a recursion of its own over six decks: values 1 to 10, exact fractions, no code of the game.

The player draws to 11 or less and stands on 12 or more, never doubles nor splits, and always insures. A hand
of such a player cannot go bust. Cards are drawn without replacement, so the chance of a set of cards does not
depend on the order in which player and dealer draw them.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import perm, prod

DECK = dict.fromkeys(range(1, 10), 24) | {10: 96}
CARDS = 312
Drawn = tuple[int, ...]
"""How many cards of each value, from 1 to 10."""


def best(values: tuple[int, ...]) -> int:
    """The total, an ace as eleven if that is no bust."""
    total = sum(values)
    return total + 10 if 1 in values and total <= 11 else total


def hands(stands: int, values: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every sequence of cards that ends when it has two cards and the total on which it stands."""
    if len(values) >= 2 and best(values) >= stands:
        yield values
        return
    for value in DECK:
        yield from hands(stands, (*values, value))


@cache
def finished(stands: int) -> tuple[tuple[Drawn, int, int, bool], ...]:
    """Finished hands as sets: the cards, in how many orders they come, the total, whether it is a natural."""
    orders: Counter[tuple[Drawn, int, bool]] = Counter()
    for values in hands(stands):
        drawn = tuple(values.count(value) for value in DECK)
        orders[drawn, best(values), len(values) == 2 and best(values) == 21] += 1
    return tuple((drawn, count, total, natural) for (drawn, total, natural), count in orders.items())


def chances_of_bet() -> dict[str, Fraction]:
    """How often the Bet comes out in each way."""
    found: Counter[str] = Counter()
    most = 24  # cards: more than both hands together ever have, for a common denominator
    rest = [perm(CARDS - drawn, most - drawn) for drawn in range(most + 1)]
    for own, own_orders, own_total, own_natural in finished(12):
        ways = own_orders * prod(perm(DECK[value], n) for value, n in zip(DECK, own, strict=True))
        for (total, natural), count in against(own, rest).items():
            result = result_of(own_total, total, own_natural=own_natural, natural=natural)
            found[result] += ways * count
    whole = perm(CARDS, most)
    assert sum(found.values()) == whole
    return {result: Fraction(count, whole) for result, count in found.items()}


def against(own: Drawn, rest: list[int]) -> Counter[tuple[int, bool]]:
    """In how many ways the dealer, and then the rest, can be drawn when the player's cards are gone: by the
    dealer's total and whether it is a natural."""
    falling = [
        [perm(DECK[value] - gone, n) for n in range(DECK[1] - gone)]
        for value, gone in zip(DECK, own, strict=True)
    ]
    reached: Counter[tuple[int, bool]] = Counter()
    for places, drawn, orders, end in dealers():
        count = orders * rest[sum(own) + drawn]
        for place, n in places:
            count *= falling[place][n]
        reached[end] += count
    return reached


@cache
def dealers() -> list[tuple[list[tuple[int, int]], int, int, tuple[int, bool]]]:
    """The dealer's finished hands: cards by place, cards in all, orders, and how they end."""
    return [
        ([(place, n) for place, n in enumerate(drawn) if n], sum(drawn), orders, (total, natural))
        for drawn, orders, total, natural in finished(17)
    ]


def result_of(own: int, dealer: int, *, own_natural: bool, natural: bool) -> str:
    if own_natural:
        return "two naturals" if natural else "natural"
    if natural:
        return "dealer natural"
    if dealer > 21 or own > dealer:
        return "win"
    return "tie" if own == dealer else "lose"


def chances_of_insurance() -> dict[str, Fraction]:
    """An ace up is one card in thirteen; then 96 of the other 311 make a natural."""
    up = Fraction(24, 312)
    return {"": 1 - up, "insured": up * Fraction(96, 311), "no natural": up * Fraction(215, 311)}


def chances_of_set() -> dict[str, Fraction]:
    """Bet the Set 21 by counting: 52 cards six times each, the player's two first, then the dealer's."""
    every = perm(CARDS, 4)
    suited_four = 52 * perm(6, 4)
    four = 13 * perm(24, 4)
    suited_pair = 52 * perm(6, 2) * perm(CARDS - 2, 2)
    # Of the suited pairs, those that the dealer joins in rank are paid on a higher line.
    joined = 52 * perm(6, 2) * perm(22, 2)
    found = {
        "suited_four_of_a_kind": suited_four,
        "four_of_a_kind": four - suited_four,
        "suited_pair": suited_pair - joined,
    }
    found["lose"] = every - sum(found.values())
    return {line: Fraction(count, every) for line, count in found.items()}

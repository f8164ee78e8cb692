"""What a split at blackjack is worth: hands that begin with the same card, and pairs that are split again.

Each hand is played by one plan: the best play for what is known when the split is decided, looking at
the hand's own cards and at nothing that the other hands draw. Unseen cards are exchangeable, so under
such a plan every hand has the same expectation, whichever cards the others took before, and the
expectation of the round is the sum over its hands. That sum is exact for this way of playing; a
player who also used what the other hands drew could do better by a hair.

Second cards come hand by hand. A further card of the pair is split again while the house allows it, and
only then are hands linked: that some other hand's second card is *not* of the pair is counted as
everything less the ways in which it is, by inclusion and exclusion. Whether splitting again is worth
it is decided once for the round: the seat goes for the number of hands that is best.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import comb
from typing import NamedTuple

from pitboss.analysis.drawing import Drawing, Measure
from pitboss.cards.totals import ACES, BEST, NOTHING_HELD, VALUES, Counts, Held, without


class Pattern(NamedTuple):
    """How second cards can come: cards of the pair split again, hands without one, hands that take any."""

    again: int
    barred: int
    free: int


def patterns(pending: int, hands: int, most: int) -> Counter[Pattern]:
    """Every order in which n pending hands get second cards, up to `most` hands in all."""
    found: Counter[Pattern] = Counter()
    orders = [(Pattern(0, 0, pending), hands)]
    while orders:
        (again, barred, free), reached = orders.pop()
        if reached == most or not free:
            found[Pattern(again, barred, free)] += 1
        else:
            orders.append((Pattern(again, barred + 1, free - 1), reached))
            orders.append((Pattern(again + 1, barred, free + 1), reached + 1))
    return found


@dataclass
class Splitting:
    """Hands of one seat that begin with a card of the same value; `left` is without all known cards."""

    drawing: Drawing
    pair: int
    left: Counts
    measured: dict[tuple[Measure, int], tuple[int, int]] = field(default_factory=dict)

    def best_number(self, pending: int, hands: int) -> int:
        """The number of hands up to which splitting again is best."""
        most = self.drawing.most_hands(self.pair, hands)
        numbers = range(hands, max(hands, most) + 1)
        return max(numbers, key=lambda number: self.value(pending, hands, number, self.drawing.net))

    def value(self, pending: int, hands: int, most: int, measure: Measure) -> int:
        """Of all pending hands together, out of the ways of `left`."""
        found = patterns(pending, hands, most).items()
        return sum(orders * self.in_pattern(pattern, measure) for pattern, orders in found)

    def most_square(self, pending: int, hands: int, most: int) -> int:
        """Their number times the squares of their nets: never below the square of what they net together."""
        square, found = self.drawing.square, patterns(pending, hands, most).items()
        return sum(
            orders * (hands + pattern.again) * self.in_pattern(pattern, square) for pattern, orders in found
        )

    def in_pattern(self, pattern: Pattern, measure: Measure) -> int:
        """All pending hands where second cards come like this, in one order."""
        again, barred, free = pattern
        of_barred: int = sum(
            (-1) ** n * comb(barred - 1, n) * self.second(again + n, measure)[0] for n in range(barred)
        )
        of_free: int = sum(
            (-1) ** n * comb(barred, n) * sum(self.second(again + n, measure)) for n in range(barred + 1)
        )
        return barred * of_barred + free * of_free

    def second(self, others: int, measure: Measure) -> tuple[int, int]:
        """One hand beside n cards of the pair: its own second card is not one of them, or is."""
        if (measure, others) not in self.measured:
            ways, rest = 1, self.left
            for _ in range(others):
                ways *= rest[self.pair]
                rest = without(rest, self.pair)
            by_card = [
                ways * rest[card] * self.hand(card, rest, measure) if ways and rest[card] else 0
                for card in VALUES
            ]
            own = by_card[self.pair]
            self.measured[measure, others] = sum(by_card) - own, own
        return self.measured[measure, others]

    def hand(self, card: int, rest: Counts, measure: Measure) -> int:
        """A hand of the pair's card and this one, by the plan made on `left`."""
        held = NOTHING_HELD.plus(self.pair).plus(card)
        plan, rest = without(self.left, card), without(rest, card)
        match self.choose(held, plan):
            case "double":
                times = 4 if measure == self.drawing.square else 2
                return times * self.drawing.one_card(held, rest, measure)
            case "stand":
                return measure(held.total, rest)
            case _ if measure == self.drawing.stake:  # the same, however the hand goes on
                return measure(held.total, rest)
            case _:
                return self.drawing.follow(held, rest, measure, plan=plan)

    def choose(self, held: Held, plan: Counts) -> str:
        """What to do with two cards after a split."""
        drawing = self.drawing
        if held.total >= BEST or (self.pair == ACES and not drawing.rules.hit_split_aces):
            return "stand"
        playing = drawing.best(held, plan)[0]
        may_double = drawing.may_double(held, is_split=True)
        if may_double and 2 * drawing.one_card(held, plan, drawing.net) > playing:
            return "double"
        return "stand or hit"

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
from functools import cache
from math import comb
from typing import NamedTuple

from pitboss.analysis.drawing import Drawing, Measure
from pitboss.cards.totals import ACES, BEST, NOTHING_HELD, VALUES, Counts, Held, with_each, without


class Pattern(NamedTuple):
    """How second cards can come: cards of the pair split again, hands without one, hands that take any."""

    again: int
    barred: int
    free: int


@cache
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


@cache
def shoes_for(pending: int, hands: int, most: int) -> int:
    """Beside how many cards of the pair a hand is looked at, none included."""
    found = patterns(pending, hands, most)
    return 1 + max(again + (barred if free else barred - 1) for again, barred, free in found)


@dataclass
class Splitting:
    """Hands of one seat that begin with a card of the same value; `left` is without all known cards.

    A hand is followed once by its plan, and measured with every shoe that it may be drawn from: `left`, and
    `left` without one, two and more cards of the pair.
    """

    drawing: Drawing
    pair: int
    left: Counts
    measured: dict[Measure, list[tuple[int, int]]] = field(default_factory=dict)

    def best_number(self, pending: int, hands: int) -> int:
        """The number of hands up to which splitting again is best."""
        most = max(hands, self.drawing.most_hands(self.pair, hands))
        self.measure(self.drawing.net, shoes_for(pending, hands, most))
        numbers = range(hands, most + 1)
        return max(numbers, key=lambda number: self.value(pending, hands, number, self.drawing.net))

    def value(self, pending: int, hands: int, most: int, measure: Measure) -> int:
        """Of all pending hands together, out of the ways of `left`."""
        self.measure(measure, shoes_for(pending, hands, most))
        found = patterns(pending, hands, most).items()
        return sum(orders * self.in_pattern(pattern, measure) for pattern, orders in found)

    def most_square(self, pending: int, hands: int, most: int) -> int:
        """Their number times the squares of their nets: never below the square of what they net together."""
        square, found = self.drawing.square, patterns(pending, hands, most).items()
        self.measure(square, shoes_for(pending, hands, most))
        return sum(
            orders * (hands + pattern.again) * self.in_pattern(pattern, square) for pattern, orders in found
        )

    def in_pattern(self, pattern: Pattern, measure: Measure) -> int:
        """All pending hands where second cards come like this, in one order."""
        again, barred, free = pattern
        seconds = self.measured[measure]
        of_barred: int = sum((-1) ** n * comb(barred - 1, n) * seconds[again + n][0] for n in range(barred))
        if not free:
            return barred * of_barred
        of_free: int = sum((-1) ** n * comb(barred, n) * sum(seconds[again + n]) for n in range(barred + 1))
        return barred * of_barred + free * of_free

    def measure(self, measure: Measure, shoes: int) -> None:
        """One hand beside n cards of the pair, for each n: its own second card is not one of them, or is."""
        if len(self.measured.get(measure, ())) >= shoes:
            return
        ways = [1]
        for n in range(shoes - 1):
            ways.append(ways[-1] * (self.left[self.pair] - n))
        others, own = [0] * shoes, [0] * shoes
        for card in VALUES:
            if self.left[card]:
                found = self.hand(card, measure, shoes)
                self.add(own if card == self.pair else others, card, self.left, found)
        self.measured[measure] = [
            (way * one, way * two) for way, one, two in zip(ways, others, own, strict=True)
        ]

    def add(self, sums: list[int], card: int, left: Counts, found: list[int]) -> None:
        """To sums with n cards of the pair gone, what follows a card, as often as it is left then."""
        copies, fewer = left[card], card == self.pair
        for n, worth in enumerate(found):
            sums[n] += (copies - n if fewer else copies) * worth

    def shoes(self, left: Counts, most: int) -> list[Counts]:
        """These cards, and as many of the pair gone as there are."""
        return [without(left, self.pair, n) for n in range(min(most, left[self.pair] + 1))]

    def hand(self, card: int, measure: Measure, shoes: int) -> list[int]:
        """A hand of the pair's card and this one by the plan made on `left`, from every shoe."""
        drawing, plan = self.drawing, without(self.left, card)
        held = NOTHING_HELD.plus(self.pair).plus(card)
        chosen = self.choose(held, plan)
        if chosen == "stand or hit" and measure != drawing.stake:  # which is the same, however it goes on
            memory = drawing.after_split.setdefault((measure, self.pair, shoes), {})
            return self.follow(held, plan, measure, shoes, memory)
        rests = self.shoes(plan, shoes)
        if chosen != "double":
            return [measure(held.total, rest) for rest in rests]
        times = 4 if measure == drawing.square else 2
        return [times * drawing.one_card(held, rest, measure) for rest in rests]

    def follow(
        self,
        held: Held,
        plan: Counts,
        measure: Measure,
        shoes: int,
        memory: dict[tuple[Held, Counts], list[int]],
    ) -> list[int]:
        """A hand that stands or hits as is best with the cards of `plan` left, from every shoe."""
        found = memory.get((held, plan))
        if found is not None:
            return found
        rests = self.shoes(plan, shoes)
        if held.total >= BEST or not self.drawing.best(held, plan)[1]:
            found = [measure(held.total, rest) for rest in rests]
        else:
            found = [self.drawing.bust(held, rest, measure) for rest in rests]
            for card, after in enumerate(with_each(held)[: BEST - held.hard]):
                if plan[card]:
                    then = self.follow(after, without(plan, card), measure, shoes, memory)
                    self.add(found, card, plan, then)
        memory[held, plan] = found
        return found

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

"""Exact best play where hands are drawn to a total: one up card, one shoe, counted by the ten values.

Nothing is sampled and nothing rounded. A value is a whole number, ways won less ways lost, out of
`ways(left)`: the orders in which the hole card and the rest of the shoe can lie, given what is known.
Drawing a card of which n are left multiplies by n and leads to the ways of a smaller shoe, so numbers
of different depth add up without a common denominator.

Where the dealer has peeked, only hole cards that make no natural are counted. A player who draws
learns nothing else about them: a drawn card counts as often as it leaves hole cards of that kind.
"""

from collections.abc import Callable
from functools import lru_cache

from pitboss.analysis.dealer import DealerDraw
from pitboss.base.error import InputError
from pitboss.cards.totals import ACES, BEST, STANDS, TENS, VALUES, Counts, Held, count_values, without
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules

MOST_KEPT = 10_000
"""So many shoes are remembered from one question to the next; more than a hand of any kind needs."""
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
        for card in (up, *known):
            self.deck = self.deck if card is None else without(self.deck, card)
        if min(self.deck) < 0:
            raise InputError("the up card is not in this deck; take one that is")
        self.dealer = DealerDraw(deck, up, hits_soft_17=rules.hits_soft_17, known=known)
        self.known: dict[tuple[Held, Counts], tuple[int, bool]] = {}
        self.nets: dict[Counts, list[int]] = {}
        self.followed: dict[tuple[Measure, Held, Counts, Counts], int] = {}

    def tidy(self) -> None:
        """Forget what was found out when it gets too much."""
        if len(self.dealer.known) > MOST_KEPT:
            for memory in (self.known, self.nets, self.followed, self.dealer.known, self.dealer.partial):
                memory.clear()

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
        return found[max(0, total - STANDS + 1)]

    def standing(self, left: Counts) -> list[int]:
        """The net of every total to stand on: all below 17 alike, 17, 18 and so on."""
        reached, every = self.dealer.ways(left), self.ways(left)
        higher = sum(reached) + self.naturals(left)
        found = [every - 2 * higher]
        for ways in reached:
            higher -= ways
            found.append(every - 2 * higher - ways)
        return found

    def push(self, total: int, left: Counts) -> int:
        return self.dealer.ways(left)[total - STANDS] if STANDS <= total <= BEST else 0

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
        bust = sum(
            left[place] * self.ways(without(left, place))
            for place in range(BEST - held.hard, len(VALUES))
            if left[place]
        )
        if standing >= self.ways(left) - 2 * bust:
            return standing, False
        hitting = self.hit(held, left)
        return (hitting, True) if hitting > standing else (standing, False)

    def hit(self, held: Held, left: Counts) -> int:
        return self.drawn(held, left, lambda after, rest: self.best(after, rest)[0])

    def one_card(self, held: Held, left: Counts, measure: Measure) -> int:
        """One more card and no further, as after a double; for a stake of one."""
        return self.drawn(held, left, lambda after, rest: measure(after.total, rest))

    def drawn(self, held: Held, left: Counts, then: Callable[[Held, Counts], int]) -> int:
        return sum(
            left[place] * then(held.plus(place), without(left, place)) for place in VALUES if left[place]
        )

    def follow(self, held: Held, left: Counts, measure: Measure, *, plan: Counts) -> int:
        """A hand that stands or hits as is best with the cards of `plan` left, measured with `left`."""
        if held.total >= BEST or not self.best(held, plan)[1]:
            return measure(held.total, left)
        key = (measure, held, left, plan)
        found = self.followed.get(key)
        if found is None:
            found = self.followed[key] = sum(
                left[place]
                * self.follow(held.plus(place), without(left, place), measure, plan=without(plan, place))
                for place in VALUES
                if left[place]
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
        """Into how many hands a seat with so many may end up splitting."""
        return hands if pair == ACES and not self.rules.resplit_aces else self.rules.most_hands

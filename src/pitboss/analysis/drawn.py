"""The whole base game of blackjack, where hands are drawn to a total: every two cards against every up card.

Exact are the house advantage, the money wagered, and what comes of every round that is not split. The
hands of a split meet the same dealer, so their results depend on each other: of split rounds the number and
the expectation are exact; how the money falls among them is left open, and the deviation has bounds.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt

from pitboss.analysis.drawing import Drawing
from pitboss.analysis.figures import OutcomeLine
from pitboss.analysis.holding import GIVEN_UP, SURRENDER, Choosing, Holding, insurance_net
from pitboss.base.odds import EVEN, Pay
from pitboss.cards.totals import ACES, TENS, VALUES, Counts, count_values, without
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules, natural_pay

SPLIT = "split"


@dataclass(frozen=True)
class Start:
    """Two cards and an up card, by value with aces as one: how often they come, and best play on them."""

    hand: tuple[int, int]
    up: int
    chance: Fraction
    natural: Fraction = Fraction(0)
    """The chance of a dealer's natural that ends the round before it is played; none without a peek."""
    values: Mapping[str, Fraction] = field(default_factory=dict)
    """What each option is worth where the round is played; none of a natural.

    Surrender before the dealer looks is worth what it would have to be worth after the look.
    """
    best: str = "stand"
    push: Fraction = Fraction(0)
    """The chance of a push where the round is played and not split."""
    money: Fraction = Fraction(1)
    """All stakes, where the round is played."""
    square: Fraction = Fraction(0)
    """At most the mean square of the net where the round is split."""
    is_early: bool = False
    """Whether surrender comes before the dealer looks for a natural."""

    @property
    def value(self) -> Fraction:
        return self.values.get(self.best, Fraction(0))

    @property
    def is_natural(self) -> bool:
        return self.hand == (1, 10)


@dataclass(frozen=True)
class DrawnGame:
    """A base game of one unit, drawn to a total."""

    starts: tuple[Start, ...]
    natural: Pay
    insurance: Fraction | None
    """The house's advantage on the stake of an insurance; nothing in a deck without aces."""
    insurance_gains: bool = False
    """Whether some hand would do better insured: the figures are without it."""

    @cached_property
    def house_advantage(self) -> Fraction:
        return -sum((chance * net for _, net, chance in self.outcomes()), Fraction(0))

    @cached_property
    def average_total_wager(self) -> Fraction:
        return sum((s.chance * (s.natural + (1 - s.natural) * s.money) for s in self.starts), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_advantage / self.average_total_wager

    @property
    def split_chance(self) -> Fraction:
        return sum((chance for name, _, chance in self.outcomes() if name == SPLIT), Fraction(0))

    @property
    def variance(self) -> Fraction | None:
        """Of the net of a round; nothing where hands are split, of which only bounds are known."""
        low, high = self.variance_bounds
        return low if low == high else None

    @cached_property
    def variance_bounds(self) -> tuple[Fraction, Fraction]:
        """At least as if every split round brought the average of its start; at most as if the hands of a
        split all came out alike."""
        square = sum((chance * net**2 for _, net, chance in self.outcomes()), Fraction(0))
        spread = sum(
            (s.chance * (1 - s.natural) * (s.square - s.value**2) for s in self.starts if s.best == SPLIT),
            Fraction(0),
        )
        low = square - self.house_advantage**2
        return low, low + spread

    @property
    def deviation_bounds(self) -> tuple[float, float]:
        """To four decimals, rounded apart."""
        low, high = (isqrt(int(bound * 10**8)) for bound in self.variance_bounds)
        return low / 10**4, (high + 1) / 10**4

    @property
    def hit_frequency(self) -> tuple[Fraction, Fraction]:
        """Rounds that come out ahead, without and with all that are split."""
        won = [line.probability for line in self.lines if line.net > 0 and line.name != SPLIT]
        ahead = sum(won, Fraction(0))
        return ahead, ahead + self.split_chance

    @cached_property
    def lines(self) -> tuple[OutcomeLine, ...]:
        """Every outcome of a round, the best first; of a split its average."""
        chances: dict[str, Fraction] = defaultdict(Fraction)
        earned: dict[str, Fraction] = defaultdict(Fraction)
        for name, net, chance in self.outcomes():
            chances[name] += chance
            earned[name] += chance * net
        lines = [
            OutcomeLine(name, 0, chance, self.pay_words(name), earned[name] / chance, earned[name])
            for name, chance in chances.items()
            if chance
        ]
        return tuple(sorted(lines, key=lambda line: (-line.net, line.name)))

    def pay_words(self, name: str) -> str:
        if name == "natural":
            return str(self.natural)
        return {"win": str(EVEN), "win, doubled": str(EVEN), SPLIT: "-"}.get(
            name, "push" if name.startswith(("push", "two")) else "lose"
        )

    def outcomes(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        """What happens to each start: a name, the net and the chance."""
        for start in self.starts:
            ended, played = start.chance * start.natural, start.chance * (1 - start.natural)
            if start.is_natural:
                yield "two naturals", Fraction(0), start.chance * start.push
                yield "natural", self.natural.net(Fraction(1), {}), start.chance * (1 - start.push)
                continue
            if start.is_early and start.best == SURRENDER:
                yield SURRENDER, GIVEN_UP, start.chance
                continue
            yield "dealer natural", Fraction(-1), ended
            yield from ((name, net, played * chance) for name, net, chance in play_outcomes(start))


def play_outcomes(start: Start) -> Iterator[tuple[str, Fraction, Fraction]]:
    if start.best == SPLIT:
        yield SPLIT, start.value, Fraction(1)
        return
    if start.best == SURRENDER:  # a natural that nobody looked for takes all of it
        taken = -1 - 2 * start.value
        yield "dealer natural", Fraction(-1), taken
        yield SURRENDER, GIVEN_UP, 1 - taken
        return
    doubled = ", doubled" if start.best == "double" else ""
    stake = start.money
    won = (1 - start.push + start.value / stake) / 2
    yield f"win{doubled}", stake, won
    yield f"push{doubled}", Fraction(0), start.push
    yield f"lose{doubled}", -stake, 1 - won - start.push


def draw_game(game: Game, wager: str) -> DrawnGame:
    """The base game under the settings and the pay for a natural in force."""
    deck = count_values(game.deck)
    starts = solve_starts(deck, drawing_rules(game))
    return DrawnGame(starts, natural_pay(game, wager), insurance_advantage(deck), insurance_gains(deck))


def insurance_gains(deck: Counts) -> bool:
    """Whether a hand without a ten would gain by insurance: none needs it more."""
    left = sum(deck) - 3
    return deck[ACES] > 0 and left > 0 and insurance_net(Fraction(min(deck[TENS], left), left)) > 0


def insurance_advantage(deck: Counts) -> Fraction | None:
    """What an insurance loses of its stake; the player's own cards make no difference on average."""
    if not deck[ACES]:
        return None
    chance = Fraction(deck[TENS], sum(deck) - 1)
    return -2 * insurance_net(chance)


@lru_cache(maxsize=8)
def solve_starts(deck: Counts, rules: DrawingRules) -> tuple[Start, ...]:
    """Best play of every start; what a natural pays has no part in it."""
    return tuple(
        start
        for up in VALUES
        if deck[up]
        for start in solve_up(Drawing(deck, rules, up), Fraction(deck[up], sum(deck)))
    )


def solve_up(drawing: Drawing, chance: Fraction) -> Iterator[Start]:
    for one, two, share in two_cards(drawing.deck):
        holding = Holding(((one + 1, two + 1),), drawing.up + 1)
        yield solve_start(Choosing(drawing, holding, EVEN), chance * share)


def two_cards(deck: Counts) -> Iterator[tuple[int, int, Fraction]]:
    """Every two cards in either order, with their chance."""
    orders = sum(deck) * (sum(deck) - 1)
    for one in VALUES:
        for two in VALUES[one:]:
            ways = deck[one] * without(deck, one)[two] * (1 if one == two else 2)
            if ways > 0:
                yield one, two, Fraction(ways, orders)


def solve_start(choosing: Choosing, chance: Fraction) -> Start:
    holding, natural = choosing.holding, choosing.natural_chance
    one, two = holding.hands[0]
    start = Start((one, two), holding.up, chance)
    if start.is_natural:
        return replace(start, push=natural)
    ended = natural if choosing.drawing.rules.peeks else Fraction(0)
    start = replace(start, natural=ended, is_early=choosing.is_asked_before)
    if ended == 1:
        return replace(start, best=SURRENDER) if start.is_early else start
    values = choosing.values(choosing.options())
    if start.is_early:
        values[SURRENDER] = (GIVEN_UP + ended) / (1 - ended)
    best = max(values, key=lambda option: values[option])
    ways = choosing.drawing.ways(choosing.left)
    return replace(
        start,
        values=values,
        best=best,
        square=choosing.most_square() if best == SPLIT else Fraction(0),
        push=Fraction(choosing.pushes(best), ways),
        money=Fraction(choosing.money(best), ways),
    )

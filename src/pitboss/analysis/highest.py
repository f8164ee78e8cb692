"""The highest of several hands dealt from one deck: exact for two, certified bounds for more.

With X hands on a line or better, the chance that there is one at all is
`E[X] - E[X choose 2] + R`, where R, the rest of the inclusion and exclusion, is
`E[(X-1)(X-2)/2]` over the deals with at least three such hands. The first two terms are counted
exactly. R is tiny: it is `C(n,3) * P(three given hands are all that good) * E[3/X | they are]`, a
number between 0 and a known bound. It is sampled by drawing three good hands (a draw in which they
overlap counts 0) and dealing the rest; Hoeffding's inequality, which needs nothing but that bound,
then gives an interval that is proved, not hoped for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, log, prod, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import sampling
from pitboss.analysis.signature import Signature, count_signature, is_ascending
from pitboss.analysis.spread import spread
from pitboss.analysis.sweeper import other_hands
from pitboss.base.error import PlanError
from pitboss.cards import Deck
from pitboss.shape.question import Cells
from pitboss.shape.situations import make_room, nothing_seen
from pitboss.shape.tables import Sighted, rank_table, table_arrays

MISS = 0.001
"""The chance that a certified interval misses."""
AIM = 0.00002
"""The half-width aimed at, of the wager."""
MOST_SAMPLES = 1_000_000_000


@dataclass(frozen=True)
class Interval:
    """A number known to lie between `low` and `high`."""

    low: Fraction
    high: Fraction
    miss: float = 0.0
    """The chance that it does not."""

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def middle(self) -> Fraction:
        return (self.low + self.high) / 2

    @property
    def half_width(self) -> Fraction:
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class HighestHand:
    """Terms of `hands` hands for one partition into cells, counted once for every paytable."""

    deck: Deck
    cells: Cells
    size: int
    hands: int
    one: tuple[Fraction, ...]
    """Chance that a given hand is on the cell or better."""
    two: tuple[Fraction, ...]
    """Chance that two given hands both are."""

    def chance_at_least(self) -> tuple[Fraction, ...]:
        """Two terms of the chance that some hand is on the cell or better; for two hands all of it."""
        pairs = comb(self.hands, 2)
        return tuple(self.hands * a - pairs * b for a, b in zip(self.one, self.two, strict=True))

    @property
    def deals(self) -> int:
        """How many ways there are to deal the hands."""
        return prod(comb(self.deck.size - n * self.size, self.size) for n in range(self.hands))

    def net(self, payouts: tuple[Fraction, ...], *, seed: int = 1) -> Interval:
        """Expected payout of a wager that pays `payouts[cell]`, stake included, by the highest hand."""
        return expect(payouts, self.tails(payouts, seed=seed))

    def tails(self, payouts: tuple[Fraction, ...], *, seed: int = 1) -> dict[int, Interval]:
        """Chances of the cell or better, wherever the payout changes: all bounds hold at once but for MISS.

        Samples go where a wager with these payouts needs them. Whatever is told of it, the advantage as well
        as the chance of each line, has to come from the same bounds, or the figures contradict each other.
        """
        steps, terms = steps_of(payouts), self.chance_at_least()
        live = [cell for cell, step in enumerate(steps) if step and cell]
        if self.hands == 2:
            return {cell: Interval(terms[cell], terms[cell]) for cell in live}
        share = MISS / max(len(live), 1)
        sizes = sample_sizes({cell: steps[cell] * self.weight(cell) for cell in live}, share)
        return {cell: self.tail(cell, terms[cell], sizes[cell], share, seed) for cell in live}

    def tail(self, cell: int, terms: Fraction, samples: int, miss: float, seed: int) -> Interval:
        """The two counted terms and the bounds of the rest, by n samples."""
        mean, weight = sample_once(self, cell, samples, seed + cell), self.weight(cell)
        slack = Fraction(ceil(sqrt(log(2 / miss) / (2 * samples)) * 10**12), 10**12)
        low, high = max(mean - slack, Fraction(0)), min(mean + slack, Fraction(1))
        return Interval(terms + weight * low, terms + weight * high, MISS)

    def weight(self, cell: int) -> Fraction:
        """The bound of the rest: all triples of hands, each drawn from the good ones alone."""
        good = self.one[cell] * comb(self.deck.size, self.size)
        deals = prod(comb(self.deck.size - n * self.size, self.size) for n in range(3))
        return comb(self.hands, 3) * good**3 / deals


def steps_of(payouts: tuple[Fraction, ...]) -> list[Fraction]:
    """What each cell pays more than the one below it."""
    return [now - before for before, now in zip((Fraction(0), *payouts), payouts, strict=False)]


def expect(payouts: tuple[Fraction, ...], tails: Mapping[int, Interval]) -> Interval:
    """The expected payout; the lowest cell holds every hand, so its chance is 1."""
    steps = steps_of(payouts)
    low = high = steps[0]
    miss = 0.0
    for cell, step in enumerate(steps):
        if cell and step:
            ends = sorted((step * tails[cell].low, step * tails[cell].high))
            low, high, miss = low + ends[0], high + ends[1], max(miss, tails[cell].miss)
    return Interval(low, high, miss)


@lru_cache(maxsize=512)
def sample_once(highest: HighestHand, cell: int, samples: int, seed: int) -> Fraction:
    """The mean of 3/X over draws of three good hands and a deal of the rest; overlaps count 0.

    A seeded sample is as good as a count: the figures of one wager ask for the same ones again.
    """
    table = rank_table(highest.cells.ranking, highest.size)
    room = make_room(highest.deck, named_suits=frozenset())
    pool = other_hands(room.deck.tobytes(), highest.cells.ranking, highest.size)
    cell_of_class = table.cell_of_class(highest.cells)
    good = np.flatnonzero(cell_of_class[pool.classes] >= cell).astype(np.int32)
    tables = table_arrays(table, highest.cells)
    met = np.zeros(highest.hands + 1, np.int64)
    sampling.sample_rest(
        pool.cards, good, room.deck, highest.hands, cell, tables, samples, np.uint64(seed), met
    )
    return sum((Fraction(3 * int(count), x) for x, count in enumerate(met) if x), Fraction(0)) / samples


def sample_sizes(weights: Mapping[int, Fraction], miss: float) -> dict[int, int]:
    """Samples for each cell so that the half-widths add up to less than the aim, with least work."""
    roots = {cell: float(abs(weight)) ** (2 / 3) for cell, weight in weights.items()}
    spread_out = sum(roots.values())
    factor = log(2 / miss) / 2
    sizes = {}
    for cell, weight in weights.items():
        part = AIM * roots[cell] / spread_out if spread_out else AIM
        sizes[cell] = max(ceil(factor * (float(abs(weight)) / part) ** 2), 1000)
    if sum(sizes.values()) > MOST_SAMPLES:
        raise PlanError("the deck is too small for a narrow interval; deal the hands out instead")
    return sizes


def count_highest(deck: Deck, cells: Cells, size: int, hands: int) -> HighestHand:
    if not is_ascending(cells.of_atom) or cells.names_suits:
        raise PlanError("the lines of the highest hand must be runs of classes")
    if size != cells.ranking.size:
        raise PlanError("only whole hands can be compared for the highest")
    if deck.size < size * hands:
        raise PlanError(f"{hands} hands of {size} cards need more than {deck.size} cards")
    ways = spread(deck, cells, size)
    one = tuple(Fraction(sum(ways[cell:]), sum(ways)) for cell in range(len(ways)))
    pair = count_pairs(deck, cells, size)
    total = int(pair.sum())
    two = tuple(Fraction(int(pair[cell:, cell:].sum()), total) for cell in range(len(ways)))
    return HighestHand(deck, cells, size, hands, one, two)


@lru_cache(maxsize=8)
def count_pairs(deck: Deck, cells: Cells, size: int) -> NDArray[np.int64]:
    """Ways of the cells of two hands from one deck."""
    first = Sighted("first", tuple(range(size)), cells)
    second = Sighted("second", tuple(range(size, 2 * size)), cells)
    room = make_room(deck, named_suits=frozenset())
    counts = count_signature(Signature((first, second), ()), nothing_seen(room))
    pairs: NDArray[np.int64] = counts.counts[0].astype(np.int64)
    return pairs.reshape(len(cells.atoms), len(cells.atoms))

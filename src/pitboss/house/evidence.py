"""Statistical evidence that shuffles are fair: ten tests over a real stream of them.

The tests are those that regulators name (25 CFR 547.14, NJ 13:69E-1.28G), each put so that its
distribution is known: chi-square of scaled numbers and of cards by position, orders of five cards,
runs, serial correlation, mono-bit; and three for repetition. They look at three things: the numbers
that the generator gave while it shuffled, the shuffles themselves, and raw bytes of the same stream.

Each test says how often a perfect generator does worse: its p-value, two-sided, because numbers that
come out too even are not random either. At 99% a good generator fails each test one time in a hundred,
so all together are judged by Holm's rule, which lets a good generator pass 99 times in a hundred.

No statistics library is needed: with whole degrees of freedom the tail of a chi-square is a finite sum.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pitboss.house.sample import Sample

LEVEL = 0.01
GROUP = 5
WINDOW = 8


# -- the tests -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RandomnessResult:
    """What one test found: a chi-square with degrees of freedom, a normal deviate or a count."""

    test: str
    kind: str
    statistic: float
    freedom: int | None
    p_value: float

    @property
    def passes(self) -> bool:
        """At 99%, this test by itself."""
        return self.p_value >= LEVEL


def cards_by_position(sample: Sample) -> RandomnessResult:
    """Every card comes to lie at every position equally often.

    Rows and columns both add up, so the usual sum of squares is n/(n-1) times a chi-square.
    """
    shuffles, size = sample.orders.shape
    counts = np.stack([np.bincount(column, minlength=size) for column in sample.orders.T])
    statistic = squares(counts, shuffles / size) * (size - 1) / size
    return chi_square_finding("cards by position", statistic, (size - 1) ** 2)


def order_of_five(sample: Sample) -> RandomnessResult:
    """Five cards in a row come in each of their 120 orders equally often.

    The orders of groups that share no position are independent, so a shuffle of 52 cards gives ten.
    """
    groups = sample.orders.shape[1] // GROUP
    cards = sample.orders[:, : groups * GROUP].reshape(-1, GROUP)
    order = np.zeros(len(cards), np.int64)
    for place in range(1, GROUP):
        smaller = (cards[:, :place] < cards[:, place : place + 1]).sum(axis=1)
        order = order * (place + 1) + smaller
    orders = math.factorial(GROUP)
    counts = np.bincount(order, minlength=orders)
    return chi_square_finding("order of five cards", squares(counts, len(cards) / orders), orders - 1)


def runs_of_cards(sample: Sample) -> RandomnessResult:
    """Runs up and down within a shuffle: n cards have (2n-1)/3 on average, with variance (16n-29)/90."""
    shuffles, size = sample.orders.shape
    rises = sample.orders[:, 1:] > sample.orders[:, :-1]
    runs = shuffles + int((rises[:, 1:] != rises[:, :-1]).sum())
    return normal_finding(
        "runs up and down", runs - shuffles * (2 * size - 1) / 3, shuffles * (16 * size - 29) / 90
    )


def cards_that_stay(sample: Sample) -> RandomnessResult:
    """From one shuffle to the next one card on average stays in its place, with variance 1."""
    stays = int((sample.orders[1:] == sample.orders[:-1]).sum())
    pairs = len(sample.orders) - 1
    return normal_finding("successive shuffles", stays - pairs, pairs)


def shuffles_seen_twice(sample: Sample) -> RandomnessResult:
    """No order of the deck comes twice: there are too many orders."""
    shuffles, size = sample.orders.shape
    again = shuffles - len({row.tobytes() for row in sample.orders})
    chance = shuffles * (shuffles - 1) / (2 * math.factorial(size))
    return RandomnessResult("a shuffle seen twice", "count", again, None, chance if again else 1.0)


def scaled_numbers(sample: Sample) -> RandomnessResult:
    """Every number below a bound is drawn equally often, for all bounds of a shuffle together."""
    total, freedom = 0.0, 0
    for bound in sorted(set(sample.bounds)):
        columns = [place for place, other in enumerate(sample.bounds) if other == bound]
        counts = np.bincount(sample.draws[:, columns].ravel(), minlength=bound)
        total += squares(counts, counts.sum() / bound)
        freedom += bound - 1
    return chi_square_finding("scaled numbers", total, freedom)


def successive_draws(sample: Sample) -> RandomnessResult:
    """A number tells nothing of the next: the products of neighbours, each in its own units, cancel."""
    last = sample.draws.shape[1] - 1
    draws = sample.draws.astype(np.int64)
    columns = [2 * draws[:, place] - (bound - 1) for place, bound in enumerate(sample.bounds)]
    around = int(columns[last][:-1] @ columns[0][1:]) * unit(sample, last) * unit(sample, 0)
    products = [
        int(columns[one] @ columns[other]) * unit(sample, one) * unit(sample, other)
        for one, other in pairwise(range(last + 1))
    ]
    return normal_finding("successive draws", math.fsum((around, *products)), sample.draws.size - 1)


def bytes_seen_twice(sample: Sample) -> RandomnessResult:
    """No eight raw bytes come twice, wherever they begin: a generator with a short cycle repeats them all."""
    windows = np.lib.stride_tricks.sliding_window_view(sample.raw, WINDOW).copy().view(np.uint64)
    again = windows.size - np.unique(windows).size
    chance = windows.size * (windows.size - 1) / 2 / 256**WINDOW
    return RandomnessResult("bytes seen twice", "count", again, None, chance if again else 1.0)


def bits(sample: Sample) -> RandomnessResult:
    """Half of all raw bits are ones: the mono-bit test."""
    flat = np.unpackbits(sample.raw)
    return normal_finding("bits", 2 * int(flat.sum()) - flat.size, flat.size)


def runs_of_bits(sample: Sample) -> RandomnessResult:
    """A raw bit differs from the one before it half of the time."""
    flat = np.unpackbits(sample.raw)
    changes = int((flat[1:] != flat[:-1]).sum())
    return normal_finding("runs of bits", 2 * changes - (flat.size - 1), flat.size - 1)


TESTS = (
    bits,
    runs_of_bits,
    bytes_seen_twice,
    scaled_numbers,
    successive_draws,
    cards_by_position,
    order_of_five,
    runs_of_cards,
    cards_that_stay,
    shuffles_seen_twice,
)


# -- all together ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Evidence:
    source: str
    shuffles: int
    findings: tuple[RandomnessResult, ...]
    cards: int = 52
    """In each shuffle."""
    device: str = ""
    """What shuffled, if it was the device of a game."""

    @property
    def strictest_level(self) -> float:
        """What the smallest p-value is held against when all tests are judged together."""
        return LEVEL / len(self.findings)

    @property
    def failed(self) -> tuple[RandomnessResult, ...]:
        """By Holm's rule: the smallest p-value is held against 1/n of the level, the next against 1/(n-1),
        and so on up to the first that passes."""
        failed = []
        for place, finding in enumerate(sorted(self.findings, key=lambda one: one.p_value)):
            if finding.p_value >= LEVEL / (len(self.findings) - place):
                break
            failed.append(finding)
        return tuple(failed)

    @property
    def holds(self) -> bool:
        return not self.failed


def examine(sample: Sample) -> Evidence:
    shuffles, cards = sample.orders.shape
    findings = tuple(test(sample) for test in TESTS)
    return Evidence(sample.source, shuffles, findings, cards, sample.device)


# -- arithmetic ------------------------------------------------------------------------------------


def squares(counts: NDArray[np.int64], expected: float) -> float:
    return math.fsum(((counts - expected) ** 2).ravel().tolist()) / expected


def unit(sample: Sample, column: int) -> float:
    """What turns twice a draw's distance from its mean into one of variance 1: the sums are of whole numbers,
    so that every process and every machine comes to the same figure."""
    return math.sqrt(3 / (sample.bounds[column] ** 2 - 1))


def chi_square_finding(test: str, statistic: float, freedom: int) -> RandomnessResult:
    above = chi_square_tail(statistic, freedom)
    return RandomnessResult(test, "chi-square", statistic, freedom, 2 * min(above, 1 - above))


def normal_finding(test: str, excess: float, variance: float) -> RandomnessResult:
    deviate = excess / math.sqrt(variance)
    return RandomnessResult(test, "normal", deviate, None, math.erfc(abs(deviate) / math.sqrt(2)))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square with whole degrees of freedom is larger.

    With h half the statistic: e^-h times the sum of h^a / a! over a = 0, 1, ... below freedom/2; for odd
    freedom a = 1/2, 3/2, ... and one term erfc(sqrt h) more (Abramowitz and Stegun 26.4.4, 26.4.5).
    """
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    first = freedom % 2 / 2
    terms = [
        math.exp((first + step) * math.log(half) - half - math.lgamma(first + step + 1))
        for step in range(freedom // 2)
    ]
    if freedom % 2:
        terms.append(math.erfc(math.sqrt(half)))
    return min(1.0, math.fsum(terms))

"""The amount at a hit, against plain enumeration."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.design.hit_amount import HitAmount
from pitboss.jackpot.chance import LevelLaw

F = Fraction
STEPS = 80
FINE = 1000
PLAIN = LevelLaw(F(10), F(1, 4), F(0), F(1, 5), ())
PARTS = LevelLaw(F(10), F(1, 4), F(0), F(1, 5), ((F(1, 4), F(1, 2)), (F(1, 10), F(1, 10))))
RESERVED = LevelLaw(F(10), F(1, 4), F(1, 10), F(1, 5), ())
BOTH = LevelLaw(F(10), F(1, 4), F(1, 10), F(1, 5), ((F(1, 4), F(1, 2)),))


def enumerate_hits(law: LevelLaw, cap: Fraction | None) -> np.ndarray:
    """Wager by wager, every amount that the meter can have, in thousandths: what it pays when it is won."""
    size = 60 * FINE
    most = size - 1 if cap is None else int(cap * FINE)
    now, won = np.zeros(size), np.zeros(size)
    if law.reserved:
        for wait in range(1, 3 * STEPS):
            start = min(int((law.seed + law.reserved * wait) * FINE), most)
            now[start] += float(law.top * (1 - law.top) ** (wait - 1))
    else:
        now[int(law.seed * FINE)] = 1.0
    places = np.minimum(np.arange(size) + int(law.fed * FINE), most)
    quiet = float(1 - law.top - sum((chance for chance, _ in law.parts), F(0)))
    for _ in range(STEPS):
        fed = np.bincount(places, now, size)
        won += float(law.top) * fed
        now = quiet * fed
        for chance, share in law.parts:
            kept = np.rint(np.arange(size) * float(1 - share)).astype(np.int64)
            now += float(chance) * np.bincount(kept, fed, size)
    return won


@pytest.mark.parametrize("law", [PLAIN, PARTS, RESERVED, BOTH])
@pytest.mark.parametrize("cap", [None, F(14)])
def test_the_distribution_of_the_amount_is_that_of_plain_enumeration(law, cap):
    won = enumerate_hits(law, cap)
    found = HitAmount(law, cap)
    for amount in (F(3), F(6), F(9), F(10), F(21, 2), F(12), F(13), F(139, 10)):
        low, high = found.chance_from(amount)
        assert low - 1e-6 <= won[int(amount * FINE) - 2 :].sum()
        assert won[int(amount * FINE) + 2 :].sum() <= high + 1e-6


@pytest.mark.parametrize("law", [PARTS, RESERVED, BOTH])
def test_the_exact_mean_lies_between_the_two_lattices(law):
    found = HitAmount(law)
    means = []
    for function in found.lattices:
        cells = [float(a - b) for a, b in zip(function, [0.0, *function[:-1]], strict=True)]
        means.append(float(found.step) * sum(n * chance for n, chance in enumerate(cells)))
    assert means[0] <= float(law.mean) <= means[1]


def test_the_bounds_of_a_real_meter_are_narrow():
    law = LevelLaw(F(5000), F(15, 100), F(1, 100), F(1, 649_740), ((F(9, 649_740), F(1, 10)),))
    found = HitAmount(law)
    for share in (F(1, 10), F(1, 2), F(99, 100)):
        between = found.quantile(share)
        assert 0 < between.high - between.low < between.low / 80


def test_a_closed_form_gives_exact_quantiles():
    found = HitAmount(PLAIN)
    assert found.quantile(F(1, 2)).is_exact
    assert found.quantile(F(1, 2)).low == 10 + F(1, 4) * 4  # 1 - 0.8**4 = 0.5904, 1 - 0.8**3 = 0.488
    assert HitAmount(PLAIN, F(11)).quantile(F(99, 100)).low == 11


# -- several meters --------------------------------------------------------------------------------


def test_cash_for_several_meters_is_that_of_plain_sums():
    """Negative binomial in closed form; the lattice for the same meter with a reserve of next to nothing."""
    exact = HitAmount(PLAIN).enough_for(3, F(99, 100))
    almost = HitAmount(LevelLaw(F(10), F(1, 4), F(1, 10**7), F(1, 5), ()))
    assert exact <= almost.enough_for(3, F(99, 100)) <= exact * F(105, 100)
    assert HitAmount(PLAIN).enough_for(3, F(99, 100)) < 3 * HitAmount(PLAIN).quantile(F(99, 100)).high
    assert HitAmount(PLAIN, F(11)).enough_for(3, F(99, 100)) <= 33


def test_cash_for_very_many_meters_is_little_more_than_their_average():
    found = HitAmount(PLAIN).enough_for(100_000, F(99, 100))
    assert 1 < found / (100_000 * PLAIN.mean) < F(102, 100)

"""Waiting times by closed forms, against plain sums of fractions."""

from fractions import Fraction
from math import comb

import pytest

from pitboss.design.waiting import (
    hits_chances,
    hits_quantile,
    never_within,
    sum_quantile,
    waiting_quantile,
    within,
)

CHANCES = (Fraction(1, 2), Fraction(1, 7), Fraction(3, 50), Fraction(1, 1))
SHARES = tuple(Fraction(n, 100) for n in (0, 1, 10, 25, 50, 75, 90, 99))


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("share", SHARES)
def test_a_waiting_time_is_the_least_that_is_long_enough(chance, share):
    found = waiting_quantile(chance, share)
    assert 1 - (1 - chance) ** found >= share
    assert found == 1 or 1 - (1 - chance) ** (found - 1) < share


def test_a_share_that_is_met_exactly_needs_no_wager_more():
    assert waiting_quantile(Fraction(1, 2), Fraction(3, 4)) == 2
    assert waiting_quantile(Fraction(1, 2), 1 - Fraction(1, 2**40)) == 40


@pytest.mark.parametrize("share", SHARES[1:])
def test_hits_and_sums_of_waits_are_those_of_plain_sums(share):
    chance, trials = Fraction(1, 9), 30
    exact = [comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]
    found = hits_chances(chance, trials, 5)
    assert all(
        abs(Fraction(one) - other) < Fraction(1, 10**40) for one, other in zip(found, exact, strict=False)
    )
    most = hits_quantile(chance, trials, share)
    assert sum(exact[: most + 1]) >= share
    assert most == 0 or sum(exact[:most]) < share
    wagers = sum_quantile(chance, 3, share)
    assert three_within(chance, wagers) >= share
    assert three_within(chance, wagers - 1) < share


def three_within(chance: Fraction, wagers: int) -> Fraction:
    few = (comb(wagers, k) * chance**k * (1 - chance) ** (wagers - k) for k in range(3))
    return 1 - sum(few, Fraction(0))


def test_never_and_within_make_one():
    assert never_within(Fraction(1, 22100), 0) == 1
    assert within(Fraction(1), 1) == 1
    assert (
        abs(never_within(Fraction(1, 3), 5) - within(Fraction(2, 3), 0) - (1 - within(Fraction(1, 3), 5)))
        < 1e-50
    )

"""Intervals miss no more often than they say: over the catalogue, and for awards that hardly ever come."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.analysis.analysis import Terms, analyze, is_highest, level_names
from pitboss.analysis.fit import draws
from pitboss.rules import game_ids, load_game
from pitboss.simulation.estimate import net_range, share_bounds, share_range

CONFIDENCE = 0.99
TRIES = 200
ROUNDS = (1_000, 30_000, 1_000_000, 100_000_000)


def tallies():
    """Every paytable of the catalogue that is counted, with its meters at $10,000."""
    for name in game_ids():
        for table in load_game(name).paytables.values():
            game = load_game(name).with_paytable(table.id)
            wager = game.wagers[table.wager]
            if not draws(game, wager.id) and not is_highest(game, wager):
                meters = dict.fromkeys(level_names((table,)), Fraction(10_000))
                yield f"{name} {table.id}", analyze(game, wager.id, Terms(meters=meters)).figures


def misses(figures, rounds, generator, *, known):
    """How often the interval of so many rounds leaves out the exact average."""
    nets, total = list(figures.distribution), figures.tally.total
    chances = np.array([ways / total for ways in figures.distribution.values()])
    average = float(sum(net * ways for net, ways in figures.distribution.items()) / total)
    missed = 0
    for counts in generator.multinomial(rounds, chances / chances.sum(), TRIES):
        values = np.array([float(net) for net in nets])
        seen = (
            figures.standard_deviation
            if known
            else sqrt(np.average((values - values @ counts / rounds) ** 2, weights=counts))
        )
        found = net_range(list(zip(nets, counts.tolist(), strict=True)), 1, seen / sqrt(rounds), CONFIDENCE)
        missed += not found.low <= average <= found.high
    return missed


@pytest.mark.slow
def test_the_interval_of_every_paytable_misses_no_more_often_than_it_says():
    """More than 10 misses of 200 at 1% come by chance once in 200,000 times."""
    generator = np.random.Generator(np.random.PCG64(20))
    found = {
        (name, rounds, known): misses(figures, rounds, generator, known=known)
        for name, figures in tallies()
        for rounds in ROUNDS
        for known in (True, False)
    }
    assert len(found) > 100
    assert not {where: times for where, times in found.items() if times > 10}
    assert sum(found.values()) <= (1 - CONFIDENCE) * TRIES * len(found)


def test_an_award_that_was_never_seen_is_in_the_interval_all_the_same():
    """One in 500,000 pays 100,000: in 100,000 rounds it is mostly not seen, and 0.2 a round are missing."""
    found = net_range([(Fraction(-1), 100_000), (Fraction(100_000), 0)], 1, 0.0, CONFIDENCE)
    assert (found.seen, found.low) == (-1, -1)
    assert found.high > 100_001 / 500_000 - 1


def test_seats_that_win_together_say_no_more_than_one():
    seldom = [(Fraction(-1), 3_999_992), (Fraction(10_000), 8)]
    alone, together = (net_range(seldom, seats, 0.01, CONFIDENCE) for seats in (1, 4))
    assert together.low < alone.low < together.seen == alone.seen < alone.high < together.high


@pytest.mark.parametrize("trials", [1, 7, 50])
@pytest.mark.parametrize("share", [Fraction(1, 1000), Fraction(1, 30), Fraction(2, 7), Fraction(9, 10)])
def test_exact_bounds_miss_at_most_as_often_as_they_say_on_each_side(trials, share):
    miss = 0.01
    below = above = Fraction(0)
    for times in range(trials + 1):
        chance = comb(trials, times) * share**times * (1 - share) ** (trials - times)
        low, high = share_bounds(times, trials, miss)
        below, above = below + chance * (high < share), above + chance * (low > share)
    assert below <= Fraction(1, 100)
    assert above <= Fraction(1, 100)


def test_bounds_of_what_never_came_are_the_rule_of_three():
    """(1 - p) ^ n = 5% at about p = 3 / n."""
    assert share_bounds(0, 1_000_000, 0.05) == pytest.approx((0, 1 - 0.05 ** (1 / 1_000_000)), rel=1e-6)
    assert share_range(1_000_000, 1_000_000, 0.9).low == pytest.approx(0.05 ** (1 / 1_000_000))


@pytest.mark.parametrize("times", [99, 100])
def test_exact_bounds_and_wilsons_meet(times):
    found = share_range(times, 10_000_000, CONFIDENCE)
    assert (found.low * 1e5, found.high * 1e5) == pytest.approx((0.75, 1.28), abs=0.04)

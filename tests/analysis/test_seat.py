"""Wagers of one seat together: counted jointly, held against rounds that are dealt."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pitboss.analysis.analysis import analyze
from pitboss.analysis.figures import Figures
from pitboss.analysis.seat import analyze_seat
from pitboss.base.error import InputError
from pitboss.base.odds import LOSE, to_one
from pitboss.rules import Result, load_game
from pitboss.shape.tally import Tally
from pitboss.simulation.run import run
from pitboss.trial.preparing import TrialTable, make_ready

ROUNDS = 3_000_000


@pytest.mark.parametrize(
    ("name", "wagers"),
    [
        pytest.param("three_card_poker", ("ante", "pair_plus"), marks=pytest.mark.slow),
        ("three_card_draw_poker", ("ante", "pair_plus")),
    ],
)
def test_the_deviation_of_the_sum_is_that_of_rounds_that_are_dealt(name, wagers):
    game = load_game(name)
    seat = analyze_seat(game, wagers)
    ready = make_ready(TrialTable(game, wagers))
    counts = run(ready.work(seed=5, rounds=ROUNDS)).gathered.counts
    nets = sum(ready.worths[wager].nets / ready.worths[wager].unit for wager in wagers)
    mean = np.average(nets, weights=counts)
    seen = np.average((nets - mean) ** 2, weights=counts)
    fourth = np.average((nets - mean) ** 4, weights=counts)
    reach = 4 * sqrt((fourth - seen**2) / ROUNDS)
    assert float(seat.variance) == pytest.approx(seen, abs=reach)
    assert abs(float(seat.apart) - seen) > reach, "as if they were apart would be seen to be wrong"


@pytest.mark.parametrize("wagers", [("ante", "pair_plus"), ("ante", "progressive")])
def test_what_is_lost_together_is_the_sum(wagers):
    game = load_game("three_card_poker")
    seat = analyze_seat(game, wagers)
    assert seat.figures.house_advantage == sum(analyze(game, wager).house_advantage for wager in wagers)


def test_a_meter_varies_by_itself():
    game = load_game("three_card_poker")
    seat, alone = analyze_seat(game, ("progressive",)), analyze(game, "progressive")
    assert seat.variance == seat.apart == alone.meter.one_variance()


def test_what_cannot_be_counted_together_is_refused():
    with pytest.raises(InputError, match="cannot be counted together"):
        analyze_seat(load_game("blackjack"), ("bet",))


def test_skewness_of_a_coin_is_none_and_of_a_rare_award_as_the_textbook_has_it():
    """Of one in n against n - 1: (1 - 2p) / sqrt(p (1 - p))."""
    won, lost = (Result(name, Fraction(1), pay, Fraction(1)) for name, pay in (("", to_one(9)), ("", LOSE)))
    rare = Figures(Tally("w", {(won,): 1, (lost,): 9}, 10))
    assert rare.skewness == pytest.approx(0.8 / sqrt(0.09))
    assert Figures(Tally("w", {(won,): 1, (lost,): 1}, 2)).skewness == pytest.approx(0)
    assert Figures(Tally("w", {(won,): 1}, 1)).skewness is None

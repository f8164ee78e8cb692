"""Confidence bands, against counts by hand, the standard library's normal distribution, and chance."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from pitboss.analysis.analysis import Terms, analyze
from pitboss.audit.long_run import LEVELS, ROUNDS, prospect, runs
from pitboss.audit.part import SheetPart
from pitboss.audit.request import request_analysis
from pitboss.audit.sheet import WagerSheet
from pitboss.audit.term import Asked
from pitboss.cards import Card, Deck
from pitboss.reports.form import format_text
from pitboss.reports.par.wager_section import NO_BANDS, band_section
from pitboss.rules import load_game

TCP = load_game("three_card_poker")
PAIR_PLUS = {40: 48, 30: 52, 6: 720, 4: 1096, 1: 3744, -1: 16440}
"""Net and ways of the table 40-30-6-4-1. The counts are in the source named below."""
HANDS = 22_100


@pytest.fixture(scope="module")
def pair_plus():
    return prospect(WagerSheet(analyze(TCP, "pair_plus")))


def test_the_expected_return_of_pair_plus_is_the_one_that_is_published(pair_plus):
    """A house edge of 2.32%, from the same counts of hands: J. Grochowski, Casino City Times, 8 July 2021."""
    assert round((1 - float(pair_plus.expected)) * 100, 2) == 2.32


def test_the_deviation_of_pair_plus_worked_out_with_pencil_and_paper(pair_plus):
    """Squares: 76,800 + 46,800 + 25,920 + 17,536 + 3,744 + 16,440 = 187,240; the mean is -512/22,100."""
    variance = Fraction(187_240, HANDS) - Fraction(512, HANDS) ** 2
    assert pair_plus.deviation == pytest.approx(float(variance) ** 0.5, rel=1e-12)
    assert round(pair_plus.deviation, 4) == 2.9106


def test_the_bands_of_pair_plus_are_those_of_its_hands_counted_by_hand(pair_plus):
    mean = sum(net * ways for net, ways in PAIR_PLUS.items()) / HANDS
    square = sum(net**2 * ways for net, ways in PAIR_PLUS.items()) / HANDS
    for run in runs(pair_plus):
        for (percent, _), (low, high) in zip(LEVELS, run.bands, strict=True):
            actual = NormalDist(1 + mean, sqrt((square - mean**2) / run.rounds))
            assert low == pytest.approx(actual.inv_cdf((100 - percent) / 200), rel=1e-9)
            assert high == pytest.approx(actual.inv_cdf((100 + percent) / 200), rel=1e-9)


def test_a_band_worked_out_with_pencil_and_paper(pair_plus):
    """10,000 rounds: 5397/5525 is 97.68326%; 1.959964 times 2.910646 over 100 is 5.70476 points."""
    low, high = pair_plus.run(10_000).bands[0]
    assert (round(low * 100, 3), round(high * 100, 3)) == (91.978, 103.388)


def test_as_many_simulated_runs_fall_into_a_band_as_it_says(pair_plus):
    """Seeded: 4,000 runs of 10,000 rounds, in which 21.7 straight flushes are expected each."""
    chance = np.random.default_rng(2026)
    nets = np.array(list(PAIR_PLUS))
    drawn = chance.multinomial(10_000, np.array(list(PAIR_PLUS.values())) / HANDS, size=4000)
    returns = 1 + drawn @ nets / 10_000
    for (percent, _), (low, high) in zip(LEVELS, pair_plus.run(10_000).bands, strict=True):
        inside = ((low <= returns) & (returns <= high)).mean() * 100
        assert inside == pytest.approx(percent, abs=1.2)


def test_the_approximation_is_poor_where_the_best_outcome_is_expected_fewer_than_ten_times(pair_plus):
    hits = {run.rounds: run.top_awards for run in runs(pair_plus)}
    assert hits == {rounds: Fraction(48 * rounds, HANDS) for rounds in ROUNDS}
    assert [run.rounds for run in runs(pair_plus) if run.is_poor] == [1000]
    assert pair_plus.fair_from == 4605  # 4,604 rounds: 9.9997 straight flushes
    assert (pair_plus.run(4604).is_poor, pair_plus.run(4605).is_poor) == (True, False)


def test_a_poor_band_is_wrong_and_the_sheet_says_so():
    """The Bonus pays 4,000 to 1 once in 22,100 hands: after 1,000 rounds most runs have not seen it."""
    nets = np.array([4000, 1000, 125, 100, -1])
    ways = np.array([1, 3, 44, 52, 22_000])
    drawn = np.random.default_rng(7).multinomial(1000, ways / HANDS, size=4000)
    found = prospect(WagerSheet(analyze(TCP, "bonus")))
    run = found.run(1000)
    returns = 1 + drawn @ nets / 1000
    assert run.is_poor
    assert (returns < float(found.expected)).mean() > 0.7  # lopsided: half of them, were it normal


def test_no_band_reaches_below_what_can_be_lost():
    run = prospect(WagerSheet(analyze(TCP, "bonus"))).run(1000)
    assert run.is_cut
    assert run.bands[0][0] == run.bands[1][0] == 0.0
    raised = prospect(WagerSheet(analyze(TCP, "ante")))
    assert raised.worst == -1  # Ante and Play lost: one unit more than was wagered first


def test_bands_go_with_the_advantage_at_the_meter_that_is_asked_for():
    sheet = WagerSheet(analyze(TCP, "progressive", Terms(players=3, meters={"": Fraction(7000)})))
    assert prospect(sheet).expected == 1 - sheet.analysis.house_advantage


def test_a_game_without_a_deviation_has_no_bands_and_says_why():
    shoe = Deck(tuple((Card(rank, 0), 4) for rank in (2, 8, 9, 10, 14)))
    game = load_game("blackjack").with_deck(shoe)
    (sheet,) = request_analysis(game, paytables=(), wagers=("bet",), asked=Asked()).sheets()
    assert prospect(sheet) is None
    assert NO_BANDS in format_text(band_section(SheetPart(sheet)))

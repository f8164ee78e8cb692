"""Many rounds of one seat: ruin and the place of a win, held against closed forms and plain counting."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from pitboss.analysis.actual import locate
from pitboss.analysis.bankroll import find_ruin
from pitboss.analysis.seat import analyze_seat
from pitboss.base.error import InputError
from pitboss.rules import load_game
from pitboss.simulation.run import run
from pitboss.trial.outlook import Pocket, look_ahead, session_terms
from pitboss.trial.preparing import TrialTable, make_ready

EVEN = {Fraction(1): Fraction(9, 19), Fraction(-1): Fraction(10, 19)}
ODD = {
    Fraction(-3, 2): Fraction(1, 5),
    Fraction(-1): Fraction(2, 5),
    Fraction(0): Fraction(1, 10),
    Fraction(1, 2): Fraction(1, 5),
    Fraction(7): Fraction(1, 10),
}


@pytest.mark.parametrize(("bankroll", "goal"), [(1, 1), (5, 5), (10, 3), (20, 40)])
def test_ruin_before_a_goal_is_the_gamblers_as_the_textbook_has_it(bankroll, goal):
    """With q/p = r: (r^a - r^n) / (1 - r^n) from a of n (Feller, An Introduction to Probability, XIV.2)."""
    ratio = Fraction(10, 9)
    lost = 1 - Fraction(ratio**bankroll - 1) / (ratio ** (bankroll + goal) - 1)
    found = find_ruin(EVEN, bankroll=Fraction(bankroll), needed=Fraction(1), goal=Fraction(goal))
    assert found.low <= lost <= found.high
    assert found.goal_low <= 1 - lost <= found.goal_high
    assert found.high - found.low < 1e-9


def follow_plainly(chances, bankroll, needed, rounds, goal=None):
    alive, ruined, ahead = {Fraction(0): Fraction(1)}, Fraction(0), Fraction(0)
    for _ in range(rounds):
        following: Counter[Fraction] = Counter()
        for net, chance in alive.items():
            for result, part in chances.items():
                now = net + result
                if bankroll + now < needed:
                    ruined += chance * part
                elif goal is not None and now >= goal:
                    ahead += chance * part
                else:
                    following[now] += chance * part
        alive = following
    return ruined, ahead


@pytest.mark.parametrize("goal", [None, Fraction(4), Fraction(15)])
@pytest.mark.parametrize("bankroll", [Fraction(1), Fraction(7, 2), Fraction(10), Fraction(100)])
def test_ruin_within_rounds_is_that_of_plain_fractions(bankroll, goal):
    ruined, ahead = follow_plainly(ODD, bankroll, Fraction(1), 12, goal)
    found = find_ruin(ODD, bankroll=bankroll, needed=Fraction(1), rounds=12, goal=goal)
    assert Fraction(found.low) <= ruined <= Fraction(found.high)
    assert found.high - found.low <= 1e-13
    if goal is not None:
        assert Fraction(found.goal_low) <= ahead <= Fraction(found.goal_high)


@pytest.mark.slow
def test_ruin_agrees_with_sessions_that_are_played():
    game, count = load_game("three_card_poker"), 20_000
    figures = analyze_seat(game, ("ante",)).figures
    chances = {net: Fraction(ways, figures.tally.total) for net, ways in figures.distribution.items()}
    exact = find_ruin(chances, bankroll=Fraction(15), needed=Fraction(1), rounds=160, goal=Fraction(20))
    ready = make_ready(TrialTable(game, ("ante",)))
    pocket = Pocket(Fraction(150), {"ante": Fraction(10)}, 40, Fraction(4), Fraction(200))
    terms = session_terms(ready, pocket, count)
    played = run(replace(ready.work(seed=11, rounds=0), sessions=terms)).gathered.all_sessions()
    outlook = look_ahead(played, terms, None, 0.999)
    assert outlook.ruin.low <= exact.low <= exact.high <= outlook.ruin.high
    assert exact.high - exact.low < 1e-9


def test_what_cannot_be_followed_is_refused():
    with pytest.raises(InputError, match="does not cover"):
        find_ruin(EVEN, bankroll=Fraction(0), needed=Fraction(1), rounds=3)
    with pytest.raises(InputError, match="rounds, or a goal"):
        find_ruin(EVEN, bankroll=Fraction(5), needed=Fraction(1))
    with pytest.raises(InputError, match="too many"):
        find_ruin(EVEN, bankroll=Fraction(5), needed=Fraction(1), rounds=10**9)


@pytest.mark.parametrize("rounds", [1, 10, 400])
@pytest.mark.parametrize("share", [0, 30, 45, 50, 53, 60, 100])
def test_the_place_of_a_coin_tossers_win_holds_the_binomial_tail(rounds, share):
    tails = rounds * share // 100
    won = Fraction(2 * tails - rounds)
    coin = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    found = locate(Fraction(0), Fraction(1), rounds, won, coin)
    numbers = range(tails, rounds + 1) if found.is_above else range(tails + 1)
    exact = Fraction(sum(comb(rounds, number) for number in numbers), 2**rounds)
    assert found.least <= exact <= found.bound * (1 + 1e-12)
    assert locate(Fraction(0), Fraction(1), rounds, won).bound >= exact, "by the variance alone"


@pytest.mark.parametrize("won", [-40, -12, -3, 0, 8, 25, 60])
def test_the_place_of_a_lopsided_win_holds_the_tail_of_plain_fractions(won):
    mean = sum(net * chance for net, chance in ODD.items())
    variance = sum(chance * (net - mean) ** 2 for net, chance in ODD.items())
    sums: Counter[Fraction] = Counter({Fraction(0): Fraction(1)})
    for _ in range(30):
        following: Counter[Fraction] = Counter()
        for total, chance in sums.items():
            for net, part in ODD.items():
                following[total + net] += chance * part
        sums = following
    found = locate(mean, variance, 30, Fraction(won), ODD)
    exact = sum(
        chance for total, chance in sums.items() if (total >= won if found.is_above else total <= won)
    )
    assert found.least <= exact <= found.bound * (1 + 1e-12)


def test_many_rounds_are_normal_within_the_stated_error():
    figures = analyze_seat(load_game("three_card_poker"), ("ante",)).figures
    chances = {-net: Fraction(ways, figures.tally.total) for net, ways in figures.distribution.items()}
    found = locate(figures.house_advantage, figures.variance, 10**6, Fraction(30_000), chances)
    assert found.error < 0.002
    assert found.least < found.normal < found.bound + found.error
    low, high = found.band(1.96)
    assert low < float(found.expected) < high

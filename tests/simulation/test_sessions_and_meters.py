"""Sessions against exact chances by dynamic programming; meters against a pencil and paper."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.counting import count
from pitboss.base.error import InputError
from pitboss.base.odds import LOSE, parse_pay
from pitboss.rules import Result, load_game
from pitboss.rules.paytable import Level
from pitboss.shape.tally import net
from pitboss.simulation.meter import play_meters
from pitboss.simulation.run import run
from pitboss.trial.outlook import Outlook, Pocket, exact_net, look_ahead, session_terms
from pitboss.trial.preparing import Ready, TrialTable, make_ready

ONE = Fraction(1)
CONFIDENCE = 0.9999


@pytest.fixture(scope="module")
def ready() -> Ready:
    return make_ready(TrialTable(load_game("three_card_poker"), ("ante",)))


def play(ready: Ready, pocket: Pocket, count: int) -> Outlook:
    terms = session_terms(ready, pocket, count)
    ran = run(replace(ready.work(seed=5, rounds=0), sessions=terms))
    return look_ahead(ran.gathered.all_sessions(), terms, exact_net(ready, pocket), CONFIDENCE)


def exact_session(bankroll: int, rounds: int, goal: int) -> tuple[float, float, float]:
    """Chances of ruin and of ending ahead, and the expected result, from the exact chances of a round."""
    game = load_game("three_card_poker")
    tally = count(game, ("ante",)).price(game).tallies["ante"]
    steps: dict[int, float] = defaultdict(float)
    for outcome, ways in tally.ways.items():
        steps[int(net(outcome, {}))] += ways / tally.total
    running, ended = {0: 1.0}, defaultdict(float)
    ruin = 0.0
    for left in range(rounds - 1, -1, -1):
        following: dict[int, float] = defaultdict(float)
        for before, chance in running.items():
            for step, share in steps.items():
                after, weight = before + step, chance * share
                if bankroll + after < 1:
                    ruin += weight
                if bankroll + after < 1 or (goal and after >= goal) or left == 0:
                    ended[after] += weight
                else:
                    following[after] += weight
        running = following
    ahead = sum(chance for result, chance in ended.items() if result > 0)
    return ruin, ahead, sum(result * chance for result, chance in ended.items())


@pytest.mark.parametrize(("bankroll", "rounds", "goal"), [(10, 60, 0), (15, 200, 12), (40, 100, 0)])
def test_sessions_come_out_as_dynamic_programming_says(
    ready: Ready, bankroll: int, rounds: int, goal: int
) -> None:
    pocket = Pocket(Fraction(bankroll), {"ante": ONE}, rounds, ONE, Fraction(goal))
    seen = play(ready, pocket, 60_000)
    ruin, ahead, result = exact_session(bankroll, rounds, goal)
    assert seen.ruin.holds(ruin)
    assert seen.ahead.holds(ahead)
    assert seen.result.holds(result)
    assert seen.expected is not None
    assert seen.result.holds(seen.expected), "by Wald's equation, whatever ends a session"


def test_a_bankroll_scales_with_the_bets(ready: Ready) -> None:
    small = play(ready, Pocket(Fraction(20), {"ante": ONE}, 40, ONE), 3000)
    large = play(ready, Pocket(Fraction(50), {"ante": Fraction(5, 2)}, 40, ONE), 3000)
    assert large.ruin == small.ruin
    assert large.result.seen == small.result.seen * Fraction(5, 2)


def test_a_bankroll_below_one_round_is_refused(ready: Ready) -> None:
    with pytest.raises(InputError, match="does not cover"):
        session_terms(ready, Pocket(Fraction(1, 2), {"ante": ONE}, 40, ONE), 10)


# -- meters ------------------------------------------------------------------------------------------


def award(pay: str, name: str = "top") -> tuple[Result, ...]:
    return (Result(name, ONE, parse_pay(pay), ONE),)


def test_a_meter_is_fed_and_won_to_the_cent() -> None:
    outcomes = [(Result("lose", ONE, LOSE, ONE),), award("100%"), award("10%", "part")]
    awards = np.array([[9, 1, 2], [9, 2, 1], [29, 1, 1]])
    levels = {"": Level(Fraction(1000), Fraction(1, 10), Fraction(1, 100))}
    (course,) = play_meters(awards, outcomes, levels, rounds=40, seats=2)
    # Ten rounds of two wagers feed two dollars; the seat farther right takes all 1,002 of it first. It
    # restarts at the seed and twenty times a cent, of which the other seat gets a tenth.
    amounts = [one.amount for one in course.awards]
    assert amounts[0] == 1002
    assert [one.seat for one in course.awards] == [2, 1, 1]
    assert amounts[1] == (1000 + Fraction(20, 100)) / 10
    after = (1000 + Fraction(20, 100)) * Fraction(9, 10)
    assert amounts[2] == after + 20 * Fraction(2, 10)
    assert course.standing == 1000 + Fraction(40, 100) + 10 * Fraction(2, 10)
    assert course.paid + course.standing == course.start + course.fed + 1000 * 2 - Fraction(20, 100)
    assert len(course.tops) == 2


def test_every_dollar_of_a_meter_comes_from_the_seed_or_a_wager() -> None:
    outcomes = [award("100%")]
    awards = np.array([[n * 7, 1, 0] for n in range(50)])
    (course,) = play_meters(
        awards, outcomes, {"": Level(Fraction(500), Fraction(15, 100))}, rounds=1000, seats=3
    )
    assert course.paid + course.standing == 500 * 51 + course.fed

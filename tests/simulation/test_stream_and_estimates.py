"""Random numbers are what the reference says, fall evenly, and the intervals are the textbook's."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from simulated_table import ready_table

from pitboss.audit.simulation import Simulation
from pitboss.base.error import InputError
from pitboss.reports.simulation_plot import draw_simulation
from pitboss.reports.simulation_sheet import simulation_data, simulation_page
from pitboss.rules import load_game
from pitboss.simulation.estimate import critical, share_range
from pitboss.simulation.plan import make_plan
from pitboss.simulation.planned_program import write_program
from pitboss.simulation.run import run
from pitboss.simulation.runtime import bits
from pitboss.simulation.stream import CHUNK_BITS, open_stream, seed_key, word_at
from pitboss.trial.preparing import TrialTable, counted_strategy


def test_the_stream_is_splitmix64() -> None:
    """The first outputs for the state 1234567, as published with the reference code (Vigna, splitmix64.c)."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [word_at(1234567, n) for n in range(1, 5)] == published
    key = np.uint64(1234567)
    assert [int(bits(key, np.uint64(n))) for n in range(1, 5)] == published


def test_chunks_are_disjoint_stretches_of_one_sequence() -> None:
    one, other = open_stream(3, 0), open_stream(3, 1)
    assert one[0] == other[0] == np.uint64(seed_key(3))
    assert int(other[1] - one[1]) == 1 << CHUNK_BITS
    with pytest.raises(InputError):
        open_stream(-1, 0)


@pytest.mark.parametrize("seats", [1, 6])
def test_every_hand_is_dealt_as_often_as_any_other(seats: int) -> None:
    """Chi square over all 22,100 hands of the last seat and of the dealer; seven deviations are allowed."""
    game = load_game("three_card_poker")
    plan = make_plan(game, ("ante",), seats=seats)
    program = write_program(plan, counted_strategy(TrialTable(game, ("ante",)))).program
    rounds = 1_000_000
    _, dealt = program.trace(open_stream(8, 0), rounds)
    assert (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all(), "no card twice"
    first, second, third = np.sort(dealt.reshape(rounds, seats + 1, 3), axis=2).transpose(2, 1, 0)
    numbers = first + second * (second - 1) // 2 + third * (third - 1) * (third - 2) // 6
    for hand in (seats - 1, seats):
        counts = np.bincount(numbers[hand], minlength=comb(52, 3))
        expected = rounds / comb(52, 3)
        chi = float(((counts - expected) ** 2 / expected).sum())
        freedom = comb(52, 3) - 1
        assert abs(chi - freedom) < 7 * (2 * freedom) ** 0.5


def test_intervals_are_the_textbooks() -> None:
    assert critical(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert critical(0.99, freedom=30) == pytest.approx(2.7500, abs=2e-3), "Student's t, 30 degrees"
    wilson = share_range(100, 1000, 0.95)
    assert (wilson.low, wilson.high) == (pytest.approx(0.0829, abs=1e-4), pytest.approx(0.1201, abs=1e-4))
    exact = share_range(10, 100, 0.95)
    assert (exact.low, exact.high) == (pytest.approx(0.0490, abs=1e-4), pytest.approx(0.1762, abs=1e-4))
    assert share_range(0, 50, 0.95).low == 0.0


def test_several_seats_share_a_dealer_and_the_interval_knows() -> None:
    """Seats of one round hang together: their mean is off by more than independent hands would be."""
    ready = ready_table("three_card_poker", 3)
    ran = run(ready.work(seed=2, rounds=600_000))
    ante = next(iter(Simulation(ready, ran, 2, 0.99).estimates))
    alone = critical(1 - 0.01 / len(ready.worths)) * ante.deviation / ante.wagers**0.5
    assert ante.advantage.half_width > 1.05 * alone
    assert ante.agrees


def test_a_picture_is_the_same_bytes_each_time() -> None:
    ready = ready_table("three_card_poker", 3)
    ran = run(ready.work(seed=2, rounds=60_000))
    one = Simulation(ready, ran, 2, 0.99)
    drawn = draw_simulation(one)
    assert drawn == draw_simulation(one)
    assert drawn.startswith("<?xml")
    assert len(simulation_page(one)) > 3
    assert isinstance(simulation_data(one), dict)
    assert Fraction(ran.gathered.counts.sum().item(), 3) == 60_000

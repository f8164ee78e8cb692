"""Whatever fails, nothing is lost and nothing counted twice: floors that crash, from seeds."""

from collections import Counter

import pytest
from simulator import LEVELS, TERMS, Simulation

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.snapshot import format_floor
from pitboss.jackpot.terms import PPM
from pitboss.ledger.account import Kind
from pitboss.ledger.verify import verify

EXPECTED = ("has a win on this level already: akq_spades", "the meter holds nothing to pay")
"""Refusals that the plan itself brings about; any other would be of something that was done already."""


def check(simulation):
    """The laws of a floor after everything that went wrong."""
    store, floor = simulation.store, simulation.manager.floor
    verdict = verify(store.entries())
    assert verdict.fault is None, verdict.fault
    derived = {account: micros for account, micros in verdict.book.balances.items() if micros}
    assert derived == {account: micros for account, micros in floor.book.balances.items() if micros}
    assert Counter(entry.draft.id for entry in store.durable).most_common(1)[0][1] == 1
    for dealer in simulation.dealers:
        odd = [
            words
            for words in dealer.refusals
            if not words.endswith(tuple(EXPECTED)) and "there is no win" not in words
        ]
        assert not odd, odd
        for id_, answer in dealer.answers.items():
            entry = store.find(id_)
            assert entry is not None, f"{id_} was answered and is not in the journal"
            assert (entry.number, entry.draft) == (answer.number, answer.draft)
    again = GameManager(store, lambda: 0)
    assert format_floor(again.floor) == format_floor(floor), "memory and journal differ"
    check_money(store, floor)
    assert not floor.rounds
    assert all(floor.book.balance(Kind.PENDING, "link", level.name) == 0 for level in LEVELS)


def check_money(store, floor):
    """By plain arithmetic on the journal's facts: every counted wager fed each level by its rate, once."""
    void = {(e.draft.facts["table"], e.draft.facts["round"]) for e in store.durable if e.draft.kind == "void"}
    stakes = sum(
        sum(e.draft.facts["stakes"].values())
        for e in store.durable
        if e.draft.kind == "coin in" and (e.draft.facts["table"], e.draft.facts["round"]) not in void
    )
    for level in LEVELS:
        fed = -floor.book.balance(Kind.CONTRIBUTION, TERMS.id, level.name)
        exact = stakes * (level.contribution_ppm + level.reserve_ppm) / PPM
        assert abs(fed - exact) <= 2 + len(void), (fed, exact)
        assert floor.meter(TERMS.id, level.name) > 0
        assert level.cap_micros is None or stakes < 10_000 * MICROS


def run(seed, **terms):
    simulation = Simulation(seed, **terms)
    simulation.run()
    check(simulation)
    return simulation


@pytest.mark.parametrize("seed", range(60))
def test_a_failing_floor_loses_nothing_and_counts_nothing_twice(seed):
    run(seed)


def test_the_failures_really_happen_and_a_seed_repeats_them():
    one, again = run(7, failure_rate=0.4), run(7, failure_rate=0.4)
    assert one.store.cuts > 3
    assert [entry.hash for entry in one.store.durable] == [entry.hash for entry in again.store.durable]


def test_without_failures_every_request_of_the_plan_is_answered():
    simulation = run(3, failure_rate=0.0)
    wins = [entry for entry in simulation.store.durable if entry.draft.kind == "win posted"]
    assert wins
    assert simulation.store.cuts == 0


@pytest.mark.slow
@pytest.mark.parametrize("thousand", range(10))
def test_ten_thousand_seeds(thousand):
    for seed in range(1_000 * thousand, 1_000 * (thousand + 1)):
        run(seed, rounds=3)

"""The search against brute force: classical counts of three-card hands, every table priced by hand."""

import time
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest

from pitboss.analysis.analysis import analyze
from pitboss.base.error import InputError
from pitboss.design.design import design
from pitboss.design.search import By
from pitboss.design.target import Span, Targets, parse_span
from pitboss.rules import load_game

WAYS = (48, 52, 720, 1096, 3744)
"""Straight flush, three of a kind, straight, flush, pair among 22,100 hands of three cards."""
LOST = 22100 - sum(WAYS)
LINES = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
CHOICES = ((20, 30, 40, 50), (15, 25, 30, 40), (4, 5, 6, 7), (2, 3, 4), (0, 1, 2))
ASKED = {line: ",".join(map(str, pays)) for line, pays in zip(LINES, CHOICES, strict=True)}


def brute(targets: Targets) -> dict[tuple[int, ...], tuple[Fraction, Fraction, Fraction]]:
    """Every table that meets the targets, with advantage, hits and variance, by plain sums."""
    found = {}
    for pays in product(*CHOICES):
        if any(above < below for above, below in pairwise(pays)):
            continue
        mean = Fraction(sum(w * p for w, p in zip(WAYS, pays, strict=True)) - LOST, 22100)
        square = Fraction(sum(w * p * p for w, p in zip(WAYS, pays, strict=True)) + LOST, 22100)
        hit = Fraction(sum(w for w, p in zip(WAYS, pays, strict=True) if p > 0), 22100)
        variance = square - mean * mean
        index = Fraction(1645, 1000) ** 2 * variance
        low, high = targets.volatility.ends
        is_calm = (low is None or index >= low**2) and (high is None or index <= high**2)
        if targets.asked_advantage.holds(-mean) and targets.hit.holds(hit) and is_calm:
            found[pays] = (-mean, hit, variance)
    return found


def searched(targets: Targets, **words):
    return design(load_game("three_card_poker"), "pair_plus", targets, lines=ASKED, most=1000, **words)


def amounts(table) -> tuple[int, ...]:
    return tuple(int(pay.amount) for pay in table.pays.values())


TARGETS = [
    Targets(parse_span("5%..7%")),
    Targets(parse_span("2.32%")),
    Targets(parse_span("..10%"), hit=parse_span("20%..")),
    Targets(parse_span("..20%"), volatility=parse_span("4.5..5")),
    Targets(parse_span("-10%..3%"), allows_player_edge=True),
    Targets(parse_span("0%..5%"), hit=parse_span("..10%"), volatility=parse_span("..6")),
    Targets(),
]


@pytest.mark.parametrize("targets", TARGETS)
def test_the_search_finds_what_brute_force_finds_with_the_same_figures(targets):
    found, expected = searched(targets), brute(targets)
    assert {amounts(table): (table.advantage, table.hit, table.variance) for table in found.found} == expected
    assert found.meeting == len(expected)


def test_random_targets_find_what_brute_force_finds():
    random = Random(7)
    for _ in range(40):
        low, wide = Fraction(random.randint(0, 200), 1000), Fraction(random.randint(0, 60), 1000)
        calm = Fraction(random.randint(300, 800), 100)
        targets = Targets(Span(low, low + wide), volatility=Span(calm, calm + 1))
        expected = brute(targets)
        found = searched(targets)
        assert {amounts(table) for table in found.found} == set(expected)
        assert found.meeting == len(expected)


def test_all_tables_of_the_shape_are_counted():
    every = [p for p in product(*CHOICES) if all(above >= below for above, below in pairwise(p))]
    assert searched(Targets()).tried == len(every)


def test_a_volatility_exactly_on_its_bound_is_met():
    """A bound that a table meets exactly is judged by whole numbers, not by floats."""
    table = searched(Targets(parse_span("2.32%"))).found[0]
    exact = table.variance * Fraction(1645, 1000) ** 2
    with_root = Targets(parse_span("2.32%"), volatility=Span(None, Fraction(4)))
    assert table.variance is not None
    assert (exact <= 16) == (amounts(table) in {amounts(t) for t in searched(with_root).found})


def test_the_nearest_come_first_by_lines_changed_then_by_relative_change():
    found = searched(Targets(parse_span("3%..9%"))).found
    keys = [(table.changed, table.distance) for table in found]
    assert keys == sorted(keys)
    old = (40, 30, 6, 4, 1)
    for table in found:
        moved = [(new, was) for new, was in zip(amounts(table), old, strict=True) if new != was]
        assert table.changed == len(moved)
        assert table.distance == sum((Fraction(abs(new - was), was) for new, was in moved), Fraction(0))


def test_other_orders_rank_what_they_say():
    targets = Targets(parse_span("3%..9%"))
    by_middle = [
        abs(table.advantage - Fraction(6, 100)) for table in searched(targets, by=By.ADVANTAGE).found
    ]
    assert by_middle == sorted(by_middle)
    calmest = [round(table.variance * 10**6) for table in searched(targets, by=By.CALMEST).found]
    assert all(one <= other + 1 for one, other in pairwise(calmest))


def test_a_progressive_is_ranked_by_its_whole_advantage():
    """What its meter and envy give back counts, too."""
    found = design(
        load_game("three_card_poker"), "progressive", Targets(parse_span("5%..35%")), by=By.ADVANTAGE
    )
    away = [abs(table.advantage - Fraction(20, 100)) for table in found.found]
    assert len(away) > 3
    assert away == sorted(away)


def test_the_few_asked_for_are_the_first_of_all():
    targets = Targets(parse_span("3%..9%"))
    game = load_game("three_card_poker")
    few = design(game, "pair_plus", targets, lines=ASKED, most=7).found
    assert few == searched(targets).found[:7]


def test_no_player_edge_unless_asked():
    targets = Targets(parse_span("..1%"))
    assert all(table.advantage >= 0 for table in searched(targets).found)
    with pytest.raises(InputError, match="player-edge"):
        searched(Targets(parse_span("-5%..-1%")))


def test_sensitivity_is_the_chance_of_the_line_and_the_advantage_of_the_next_pay():
    found = searched(Targets(parse_span("2.32%"))).sensitivity
    assert [line.slope for line in found] == [Fraction(ways, 22100) for ways in WAYS]
    straight = found[2]
    assert straight.lower is not None
    assert straight.lower[1] - Fraction(128, 5525) == Fraction(720, 22100)
    assert str(straight.lower[0]) == "5 to 1"


def test_half_units_and_pushes_are_searched_as_they_are():
    found = design(
        load_game("three_card_poker"),
        "pair_plus",
        Targets(parse_span("2%..6%")),
        lines={"flush": "3..4/0.5", "pair": "push,1"},
        most=1000,
    )
    halves = [table for table in found.found if table.pays["flush"].amount == Fraction(7, 2)]
    assert halves
    game = load_game("three_card_poker")
    checked = analyze(game.with_table(replace(found.like, pays=halves[0].pays)), "pair_plus")
    assert checked.house_advantage == halves[0].advantage


def test_seven_lines_over_realistic_pays_take_less_than_two_seconds():
    game = load_game("three_card_poker")
    targets = Targets(parse_span("5%..7%"))
    design(game, "six_card_bonus", targets)
    start = time.process_time()
    found = design(game, "six_card_bonus", targets)
    assert time.process_time() - start < 2
    assert found.tried == 3_681_188
    assert found.meeting == 110_138

"""Where pays change best play: bounds hold, and the search finds what pricing every table finds."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest

from pitboss.analysis.analysis import analyze
from pitboss.base.error import InputError
from pitboss.base.odds import Pay
from pitboss.design import decided
from pitboss.design.decided import begin
from pitboss.design.design import design
from pitboss.design.ladder import choose_pays
from pitboss.design.search import By
from pitboss.design.target import Span, Targets, parse_span
from pitboss.rules import load_game
from pitboss.rules.paytable import Paytable

CASES = [
    ("three_card_poker", "ante", {"straight_flush": "3..7", "three_of_a_kind": "2..6", "straight": "1,2"}),
    (
        "three_card_draw_poker",
        "ante",
        {"akq_suited": "8..12", "straight_flush": "3..9", "three_of_a_kind": "2..8"},
    ),
]


def price_all(game, table: Paytable, choices) -> dict[tuple[Fraction, ...], Fraction]:
    """Best play of every table, with nothing left out."""
    found = {}
    for amounts in product(*choices.values()):
        if all(above >= below for above, below in pairwise(amounts)):
            pays = {line: Pay(table.pays[line].kind, x) for line, x in zip(choices, amounts, strict=True)}
            own = Paytable("own", table.wager, pays, "a test")
            found[amounts] = analyze(game.with_table(own), table.wager).house_advantage
    return found


@pytest.mark.parametrize(("game_id", "wager", "lines"), CASES)
def test_the_search_finds_what_pricing_every_table_finds(game_id, wager, lines):
    game = load_game(game_id)
    table = game.chosen[wager][0]
    every = price_all(game, table, choose_pays(game, table, lines))
    for low, high in ((0, 2), (1, 3), (3, 5), (4, 30)):
        asked = Span(Fraction(low, 100), Fraction(high, 100))
        found = design(game, wager, Targets(asked), lines=lines, most=1000)
        expected = {amounts: advantage for amounts, advantage in every.items() if asked.holds(advantage)}
        listed = {tuple(p.amount for p in one.pays.values()): one.advantage for one in found.found}
        assert listed == expected
        assert found.meeting == len(expected)
        assert found.tried == len(every)


@pytest.mark.parametrize(("game_id", "wager", "lines"), CASES)
def test_a_bound_never_rules_out_a_table_that_meets_the_target(game_id, wager, lines):
    game = load_game(game_id)
    table = game.chosen[wager][0]
    choices = choose_pays(game, table, lines)
    every = price_all(game, table, choices)
    work = begin(analyze(game, wager), Targets(), table, choices, 100, lambda _: None)
    random = Random(3)
    places = [
        tuple(list(line).index(x) for line, x in zip(choices.values(), key, strict=True)) for key in every
    ]
    for known in random.sample(places, 4):
        work.price(known)
    work.make_cones()
    rows, values = np.array(places, np.int16), [float(value) for value in every.values()]
    for number, value in enumerate(values):
        assert not work.bracket.rule_out(rows[number : number + 1], value, value)[0]


def test_bounds_spare_most_of_the_pricing():
    """Of hundreds of tables only those near the target are priced."""
    game_id, wager, lines = CASES[1]
    found = design(load_game(game_id), wager, Targets(parse_span("1%..1.2%")), lines=lines)
    assert found.meeting is not None
    assert found.priced < found.tried / 3


def test_a_large_board_gives_the_nearest_and_says_what_it_left_open(monkeypatch):
    monkeypatch.setattr(decided, "MOST_IN_FULL", 10)
    game_id, wager, lines = CASES[1]
    found = design(load_game(game_id), wager, Targets(parse_span("1%..3%")), lines=lines, most=2)
    whole = design(load_game(game_id), wager, Targets(parse_span("1%..3%")), lines=lines, most=1000)
    assert found.meeting is None
    assert found.remarks
    assert [table.distance for table in found.found] == [table.distance for table in whole.found[:2]]


def test_tables_with_best_play_of_their_own_are_ranked_by_nearness_only():
    with pytest.raises(InputError, match="nearness"):
        design(load_game("three_card_poker"), "ante", Targets(parse_span("3%..4%")), by=By.CALMEST)


def test_sensitivity_prices_the_next_pays_with_their_own_best_play():
    game = load_game("three_card_poker")
    found = design(game, "ante", Targets(parse_span("3.37%")), most=1)
    by_line = {line.line: line for line in found.sensitivity}
    kind = by_line["three_of_a_kind"]
    assert kind.lower is not None
    assert kind.lower[1] == analyze(game.with_paytable("Ante B"), "ante").house_advantage
    assert kind.slope == Fraction(52, 22100)

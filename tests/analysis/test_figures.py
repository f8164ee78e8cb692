"""Figures of a wager and the pricing of many paytables: against arithmetic done by hand."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pitboss.analysis.analysis import Terms, analyze, player_edge
from pitboss.analysis.counting import count
from pitboss.analysis.figures import Figures
from pitboss.analysis.pricing import line_ways, price_many
from pitboss.base.error import InputError
from pitboss.base.odds import EVEN, LOSE, PUSH, to_one
from pitboss.rules import Result, load_game
from pitboss.shape.tally import Tally
from structure import QUICK

ONE = Fraction(1)


def outcome(name, pay, stake=ONE):
    return (Result(name, stake, pay, stake),)


def test_figures_of_a_wager_reckoned_by_hand():
    """Ten ways: one wins 3, two win 1, two push, five lose; one of the losers had 2 units out."""
    tally = Tally(
        "x",
        {
            outcome("three", to_one(3)): 1,
            outcome("win", EVEN): 2,
            outcome("push", PUSH): 2,
            outcome("lose", LOSE): 4,
            outcome("lose", LOSE, Fraction(2)): 1,
        },
        10,
    )
    figures = Figures(tally)
    assert figures.house_advantage == Fraction(1, 10)
    assert figures.average_total_wager == Fraction(11, 10)
    assert figures.element_of_risk == Fraction(1, 11)
    assert figures.hit_frequency == Fraction(3, 10)
    assert figures.push_frequency == Fraction(2, 10)
    assert figures.variance == Fraction(9 + 2 + 4 + 4, 10) - Fraction(1, 100)
    assert figures.standard_deviation == sqrt(189) / 10
    assert figures.distribution == {-2: 1, -1: 4, 0: 2, 1: 2, 3: 1}
    assert sum(line.contribution for line in figures.outcomes) == figures.expected_net
    assert "house advantage 10.0000%" in figures._repr_html_()


def test_a_tally_that_loses_a_way_is_refused():
    with pytest.raises(AssertionError, match="one outcome"):
        Tally("x", {outcome("win", EVEN): 3}, 4)


def test_many_tables_priced_at_once_are_each_what_analysis_says():
    game = load_game("three_card_poker")
    free = count(game, ("pair_plus",)).free["pair_plus"]
    lines = line_ways(free, game).lines
    pays = np.random.default_rng(3).integers(0, 90, (40, len(lines)))
    won = price_many(free, game, pays)
    for row, house in zip(pays, won, strict=True):
        table = replace(
            game.paytables["Pair Plus A"], pays=dict(zip(lines, map(to_one, row.tolist()), strict=True))
        )
        assert Fraction(int(house), 22_100) == analyze(game.with_table(table), "pair_plus").house_advantage


def test_pays_that_do_not_fit_are_refused_in_bulk_pricing():
    game = load_game("three_card_poker")
    free = count(game, ("pair_plus",)).free["pair_plus"]
    with pytest.raises(InputError, match="needs 5 pays"):
        price_many(free, game, np.ones((3, 4), np.int64))
    with pytest.raises(InputError, match="63 bits"):
        price_many(free, game, np.full((1, 5), 1 << 60))


def test_a_paytable_that_favours_the_player_is_warned_of():
    game = load_game("three_card_poker")
    table = replace(
        game.paytables["Pair Plus A"], pays={**game.paytables["Pair Plus A"].pays, "pair": to_one(2)}
    )
    assert "the player has an edge of 14.62" in player_edge(analyze(game.with_table(table), "pair_plus"))
    assert player_edge(analyze(game, "pair_plus")) is None


@pytest.mark.parametrize("name", QUICK)
def test_raising_any_line_never_lowers_the_players_return(name):
    game = load_game(name)
    for wager in game.wagers.values():
        tables = game.chosen.get(wager.id, ())
        if not tables or any(table.levels for table in tables):
            continue
        before = analyze(game, wager.id).house_advantage
        for line, pay in tables[0].pays.items():
            raised = replace(tables[0], pays={**tables[0].pays, line: replace(pay, amount=pay.amount + 1)})
            assert analyze(game.with_table(raised), wager.id).house_advantage < before


def test_with_a_mandatory_ante_pair_plus_is_played_beside_it_and_worth_the_same():
    """Best play never folds a pair: forfeiting Pair Plus with a fold costs nothing."""
    game = load_game("three_card_poker")
    alone = analyze(game, "pair_plus").figures
    beside = analyze(game.with_settings(ante_mandatory=True), "pair_plus").figures
    assert beside.house_advantage == alone.house_advantage
    assert beside.tally.total > alone.tally.total
    assert any(line.name == "fold" for line in beside.outcomes)


@pytest.mark.parametrize("amount", [0, 1, 10, 10_000])
def test_an_award_from_a_meter_is_a_hit_and_no_push_wherever_the_meter_stands(amount):
    """TCP Progressive 1 pays 820 of 22100 hands, all of them more than the wager but perhaps the meter."""
    game = load_game("three_card_poker").with_paytable("TCP Progressive 1")
    found = analyze(game, "progressive", Terms(meters={"": Fraction(amount)})).figures
    assert found.hit_frequency == Fraction(820, 22_100)
    assert found.push_frequency == 0

"""Every table that is printed is found when its advantage is asked for; what is found prices as promised."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.analysis.analysis import analyze
from pitboss.audit.term import Asked, take_terms
from pitboss.base.odds import Kind
from pitboss.design.design import design
from pitboss.design.outcome import seated
from pitboss.design.target import Span, Targets
from pitboss.rules import game_ids, load_game
from structure import is_quick, shares_board, takes_long

MOST_HANDS = 5
"""The highest of so many hands is found without many samples."""


def is_slow(game, table):
    """Best play, samples or drawing that take seconds."""
    if takes_long(game) and not game.wagers[table.wager].independent:
        return True
    is_heavy = shares_board(game) or (table.hands or 0) > MOST_HANDS
    return is_heavy or (table.wager in game.deciding and not is_quick(game))


def never_pays_more_below(table):
    """Whether no line pays more than a higher one, as in every table that is searched for."""
    amounts = [pay.amount for pay in table.pays.values() if pay.kind is not Kind.METER]
    return amounts == sorted(amounts, reverse=True)


PRINTED = [
    pytest.param(
        game, table.id, id=table.id, marks=[pytest.mark.slow] if is_slow(load_game(game), table) else []
    )
    for game in game_ids()
    for table in load_game(game).paytables.values()
    if any(pay.kind is not Kind.METER for pay in table.pays.values()) and never_pays_more_below(table)
]
NEAR = Fraction(1, 10_000)


@pytest.mark.parametrize(("game_id", "name"), PRINTED)
def test_a_printed_table_is_found_when_its_advantage_is_asked_for(game_id, name):
    game = load_game(game_id).with_paytable(name)
    table = game.paytables[name]
    game = game.with_table(table)
    terms = seated(table, take_terms(game, table.wager, Asked(players=(table.hands or 2) - 1)).terms)
    advantage = analyze(game, table.wager, terms).house_advantage
    targets = Targets(Span(advantage - NEAR, advantage + NEAR), allows_player_edge=True)
    found = design(game, table.wager, targets, like=table, most=1, terms=terms)
    assert dict(found.found[0].pays) == dict(table.pays)
    assert abs(found.found[0].advantage - advantage) <= found.found[0].half_width
    assert found.now.advantage == advantage


EVERY = 4
"""One table in so many is found from another one in every run, the rest in the soak."""
FROM_ANOTHER = [
    pytest.param(*one.values, id=one.id, marks=pytest.mark.slow if number % EVERY else one.marks)
    for number, one in enumerate(PRINTED)
    if any(pay.amount for pay in load_game(one.values[0]).paytables[one.values[1]].pays.values())
]


@pytest.mark.parametrize(("game_id", "name"), FROM_ANOTHER)
def test_a_printed_table_is_found_from_another_one(game_id, name):
    """Held against a table that it differs from in one line, or its only line."""
    game = load_game(game_id).with_paytable(name)
    table = game.paytables[name]
    line = next(line for line, pay in table.pays.items() if pay.kind is not Kind.METER and pay.amount)
    pay = table.pays[line]
    other = replace(table, id="another", pays={**table.pays, line: replace(pay, amount=pay.amount * 2)})
    terms = seated(table, take_terms(game, table.wager, Asked(players=(table.hands or 2) - 1)).terms)
    advantage = analyze(game.with_table(table), table.wager, terms).house_advantage
    targets = Targets(Span(advantage - NEAR, advantage + NEAR), allows_player_edge=True)
    found = design(game, table.wager, targets, like=other, most=40, terms=terms)
    assert dict(table.pays) in [dict(one.pays) for one in found.found]


@pytest.mark.parametrize(
    ("game_id", "wager"),
    [
        ("three_card_poker", "pair_plus"),
        ("three_card_poker", "six_card_bonus"),
        ("three_card_poker", "bonus"),
        ("three_card_poker", "ante"),
        ("three_card_draw_poker", "ante"),
        ("mississippi_stud", "three_card_bonus"),
        ("caribbean_stud", "cover_all"),
    ],
)
def test_the_counting_engine_gives_the_figures_that_the_designer_promised(game_id, wager):
    game = load_game(game_id)
    now = analyze(game, wager).house_advantage
    asked = Targets(Span(now + Fraction(1, 200), now + Fraction(3, 100)))
    found = design(game, wager, asked, most=5)
    assert found.found
    for table in found.found:
        priced = analyze(game.with_table(replace(found.like, pays=table.pays)), wager)
        assert priced.house_advantage == table.advantage
        if priced.figures:
            assert priced.figures.hit_frequency == table.hit
            assert priced.figures.variance == table.variance

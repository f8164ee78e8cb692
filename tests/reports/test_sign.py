"""Requirements 11 and 15: the sign of a table says everything that must be posted, with odds "to" one."""

import json
import re
from datetime import date
from fractions import Fraction

import pytest

from pitboss.base.money import MICROS
from pitboss.base.odds import Kind, for_one, parse_pay, to_one
from pitboss.jackpot.display import Amount
from pitboss.reports.form import format_json, format_text
from pitboss.reports.sign import make_sign, posted_odds, sign_data, sign_page
from pitboss.rules import game_ids, load_game
from pitboss.table.setup import Setup, dollars
from structure import games_where, paid_for_one

DAY = date(2024, 6, 14)
TCP = load_game("three_card_poker")
GAMES = pytest.mark.parametrize("name", game_ids())
JACKPOT = Amount("", 4_321_990_000, 4_321_990_000, (), ("This meter stops at $10,000.00.",))


@pytest.fixture
def sign():
    game = TCP.with_settings(aggregate_payout_limit=25_000)
    setup = Setup(game, DAY, limits={"ante": dollars(10, 200, 5), "pair_plus": dollars(5, 50, 5)})
    return make_sign(setup, (JACKPOT,), fees="$1 a hand", disputes="Ask the supervisor.", employees="None.")


def test_requirement_11_limits_of_every_wager_are_on_the_sign(sign):
    posted = {one.wager: (one.minimum_micros, one.maximum_micros, one.step_micros) for one in sign.limits}
    assert posted["Ante"] == (10 * MICROS, 200 * MICROS, 5 * MICROS)
    assert posted["Pair Plus"] == (5 * MICROS, 50 * MICROS, 5 * MICROS)
    assert posted.keys() == {wager.label for wager in TCP.wagers.values()}


def test_requirement_11_fees_disputes_and_the_policy_for_employees_are_on_the_sign(sign):
    text = format_text(sign_page(sign))
    for words in ("$1 a hand", "Ask the supervisor.", "None."):
        assert words in text


def test_requirement_11_the_aggregate_limit_stands_at_the_wagers_that_it_is_for(sign):
    """Only where a prize of 50 to 1 or more is paid."""
    limited = {one.wager for one in sign.limits if one.most_in_a_deal_micros == 25_000 * MICROS}
    assert limited == {"6 Card Bonus", "Bonus", "Progressive"}
    assert "$25,000.00" in format_text(sign_page(sign))


def test_requirement_11_jackpots_are_on_the_sign_with_their_restrictions(sign):
    text = format_text(sign_page(sign))
    assert "$4,321.99" in text
    assert "This meter stops at $10,000.00." in text


@GAMES
def test_requirement_11_every_prize_of_every_paytable_in_force_is_on_the_sign(name):
    game = load_game(name)
    sign = make_sign(Setup(game, DAY, closed=game.unoffered))
    expected = [
        (
            game.wagers[wager].label,
            line.replace("_", " ").replace("akq", "AKQ"),
            table.envy_micros.get(line, 0),
        )
        for wager, tables in game.chosen.items()
        if wager in game.offered
        for table in tables
        for line in table.pays
    ]
    assert sorted((one.wager, one.hand, one.envy_micros) for one in sign.prizes) == sorted(expected)


@GAMES
def test_requirement_15_where_it_is_asked_for_odds_are_written_with_to_and_never_with_for(name):
    game = load_game(name)
    setup = Setup(game, DAY, closed=game.unoffered)
    text = format_text(sign_page(make_sign(setup, odds_with_to=True)))
    assert not re.search(r"\d for \d", text)
    assert bool(re.search(r"\d to \d", text)) == bool(game.paytables)


@pytest.mark.parametrize("name", games_where(paid_for_one))
def test_a_pay_for_one_is_posted_as_the_approved_paytable_has_it(name):
    game = load_game(name)
    text = format_text(sign_page(make_sign(Setup(game, DAY))))
    kept = [
        pay
        for wager in paid_for_one(game)
        for table in game.chosen[wager]
        for pay in table.pays.values()
        if pay.kind is Kind.FOR
    ]
    assert kept
    for pay in kept:
        assert re.search(rf" {pay.amount} for 1 \(\${int(pay.amount):,} in all for each \$1\)", text)


@pytest.mark.parametrize(
    ("pay", "words"),
    [
        (for_one(300), "299 to 1"),
        (to_one(40), "40 to 1"),
        (to_one(Fraction(3, 2)), "3 to 2"),
        (for_one(Fraction(7, 2)), "5 to 2"),
        (for_one(1), "wager back"),
        (to_one(0), "wager back"),
        (parse_pay("100%"), "100% of the jackpot"),
        (parse_pay("10% Mega"), "10% of the Mega jackpot"),
    ],
)
def test_requirement_15_to_one_is_what_the_player_is_up_by(pay, words):
    assert posted_odds(pay) == words
    if pay.kind is not Kind.METER and words != "wager back":
        assert parse_pay(words).net(Fraction(2), {}) == pay.net(Fraction(2), {})


def test_the_sign_is_data_too(sign):
    data = json.loads(format_json(sign_data(sign)))
    assert data["day"] == "2024-06-14"
    assert data["jackpots"][0]["micros"] == 4_321_990_000
    assert {"limits", "fees", "prizes", "jackpots", "employees", "disputes"} <= data.keys()

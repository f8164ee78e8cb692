"""The rule card: everything that must be posted, everything that can be bet and won, on one page."""

import json
import re
from datetime import date

import pytest
from printed_card import data_file, print_card, printed_lines, squeeze

from family import baccarat, let_it_ride, pai_gow
from family.definition import define
from pitboss.base.odds import Kind, parse_pay
from pitboss.jackpot.display import Amount
from pitboss.reports.card.rule_card import make_rule_card
from pitboss.reports.form import format_json
from pitboss.reports.paper.paper import Size
from pitboss.reports.sign import DISPUTES, EMPLOYEES, make_sign, sign_data
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.table.setup import Setup, dollars

DAY = date(2024, 6, 14)
GAMES = pytest.mark.parametrize("name", game_ids())
SIZES = pytest.mark.parametrize("size", list(Size))
NOTICE = "This meter stops at $10,000.00."
JACKPOTS = (Amount("", 4_321_990_000, (NOTICE,)),)


def odds_to(pay):
    """What is posted: 'x for 1' leaves the player x - 1 up."""
    if pay.kind is Kind.METER:
        return f"{pay.amount * 100}% of the {pay.level + ' ' if pay.level else ''}jackpot"
    up = pay.amount - 1 if pay.kind is Kind.FOR else pay.amount
    return f"{up.numerator} to {up.denominator}" if up else "wager back"


@pytest.fixture(scope="module", params=game_ids())
def printed(request):
    """A game's card with jackpots, in the words of the printed page."""
    card = make_rule_card(Setup(load_game(request.param), DAY), JACKPOTS, fees="$1 a hand")
    return request.param, print_card(card)


@GAMES
@SIZES
def test_the_card_of_every_game_is_one_page_in_letters_that_can_be_read(name, size):
    print_card(make_rule_card(Setup(load_game(name), DAY), JACKPOTS), size)


def test_every_wager_and_every_rule_of_the_data_file_is_on_the_card(printed):
    name, text = printed
    data = data_file(name)
    for wager in data["wagers"].values():
        assert wager["label"] in text
        assert wager["summary"] in text
    for rule in (*data["rules"], data["summary"]):
        assert squeeze(rule) in squeeze(text)


def test_every_line_of_the_paytables_in_force_is_on_the_card_with_its_pay(printed):
    name, text = printed
    for _, hand, pay, envy in printed_lines(name):
        words = hand.replace("_", " ").replace("akq", "AKQ")
        row = re.search(rf"{words} ([\d%][^A-Z]*|wager back)", text, re.IGNORECASE)
        assert row, hand
        assert odds_to(parse_pay(pay)) in text
        assert envy in text


def test_a_hand_and_its_pay_stand_side_by_side():
    text = print_card(make_rule_card(Setup(load_game("three_card_poker"), DAY)))
    for row in (
        "Pair Plus pays Straight flush 40 to 1",
        "AKQ suited 499 to 1 $25",
        "Three of a kind 59 to 1",
    ):
        assert row in text


def test_columns_for_the_number_of_hands_are_all_there():
    text = print_card(make_rule_card(Setup(load_game("caribbean_stud"), DAY)))
    assert "Cover All 2 hands 3 hands 4 hands 5 hands 6 hands 7 hands 8 hands" in text
    assert "Four of a kind 60 to 1 40 to 1 30 to 1 20 to 1 17 to 1 15 to 1 7 to 1" in text


def test_what_must_be_posted_is_on_the_card(printed):
    """WAC 230-15-060: limits, fees, prizes, jackpots with their notices, employees, disputes."""
    _, text = printed
    for words in ("$5 to $100, by $1", "$1 a hand", "$4,321.99", NOTICE, EMPLOYEES, DISPUTES):
        assert words in text


def test_posted_limits_and_the_aggregate_limit_are_the_setups():
    game = load_game("three_card_poker").with_settings(aggregate_payout_limit=25_000)
    setup = Setup(game, DAY, limits={"ante": dollars(10, 200, 5), "bonus": dollars(1, 1)})
    text = print_card(make_rule_card(setup))
    assert "Ante $10 to $200, by $5 no limit" in text
    assert "Bonus $1 $25,000" in text
    assert "Most paid in one deal" in text


def test_a_closed_wager_is_not_on_the_card():
    game = load_game("three_card_poker")
    text = print_card(make_rule_card(Setup(game, DAY, closed=frozenset({"six_card_bonus"}))))
    assert "6 Card Bonus pays Royal flush" not in text
    assert "6 Card Bonus $" not in text
    assert "Not offered 6 Card Bonus" in text


def test_the_paytable_that_is_chosen_is_the_one_on_the_card():
    game = load_game("three_card_poker").with_paytable("TCP-12")
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert "Ante C; Pair Plus D" in text
    assert "Flush 3 to 1" in text


def test_what_the_house_chose_is_said_in_words():
    game = load_game("blackjack").with_settings(surrender=True)
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert "The first two cards may be given up for half the Bet: yes" in text
    assert "An ace drawn to a split ace may be split again: no" in text


@pytest.mark.parametrize("module", [baccarat, let_it_ride, pai_gow], ids=lambda module: module.__name__)
def test_a_game_that_nobody_has_heard_of_gets_a_card(module):
    game = define(module)
    text = print_card(make_rule_card(Setup(game, DAY)))
    for wager in game.wagers.values():
        assert wager.label in text
    for tables in game.chosen.values():
        assert all(odds_to(pay) in text for table in tables for pay in table.pays.values())


def test_the_data_holds_the_sign_and_the_whole_definition_in_force():
    setup = Setup(load_game("mississippi_stud"), DAY)
    data = json.loads(format_json(make_rule_card(setup, JACKPOTS).data))
    assert data["sign"] == json.loads(format_json(sign_data(make_sign(setup, JACKPOTS))))
    assert data["rules"] == data_file("mississippi_stud")["rules"]
    assert data["spots"] == sorted(
        data_file("mississippi_stud")["layout"]["spots"], key=lambda spot: (spot["y"], spot["x"])
    )
    assert data["paytables"]["MS-01"]["pays"]["royal_flush"] == "500 to 1"
    assert data["fingerprint"] == fingerprint(setup.game)


def test_the_foot_says_what_it_was_made_from(printed):
    name, text = printed
    assert f"Fingerprint: {fingerprint(load_game(name))}" in text
    assert "Limits of: 2024-06-14" in text

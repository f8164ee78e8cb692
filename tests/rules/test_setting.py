"""The settings of the house: typed, with defaults, and there for a game that says nothing of them."""

import pytest

from pitboss.games import three_card_poker
from pitboss.rules import HouseRules
from pitboss.rules.definition import read_game

GAME = """
id = "plain"
name = "Plain"
summary = "A bet on three cards."
[sources]
own = "invented"
[wagers.pair_plus]
label = "Pair Plus"
bets = ["pair_plus"]
alone = true
look = "player"
lines = ["pair"]
summary = "A pair."
[wagers.bonus]
label = "Bonus"
bets = ["bonus"]
look = "player"
lines = ["pair"]
summary = "A pair again."
[[paytable]]
id = "A"
wager = "pair_plus"
source = "own"
pays = "pair 1 to 1"
[[paytable]]
id = "B"
wager = "bonus"
source = "own"
pays = "pair {pay}"
[layout]
felt = "plain"
spots = [
    {{ bet = "pair_plus", label = "P", x = 10, y = 10 }},
    {{ bet = "bonus", label = "B", x = 40, y = 10 }},
]
"""
ALWAYS = {"tie_rule", "settlement_order", "aggregate_payout_limit", "two_adjacent_spots"}


def plain(pay: str = "1 to 1", more: str = ""):
    return read_game(GAME.format(pay=pay) + more, three_card_poker, file="plain.toml")


def test_a_game_that_states_no_setting_has_those_of_the_house():
    game = plain()
    assert game.settings.keys() == ALWAYS
    assert game.house_rules == HouseRules(settlement_order=("pair_plus", "bonus"))


def test_envy_and_a_meter_bring_the_settings_that_speak_of_them():
    assert plain("1 to 1 envy $5").settings.keys() - ALWAYS == {"envy_between_own_spots"}
    assert plain("100%").settings.keys() - ALWAYS == {"denomination_cents"}
    assert plain("1 to 1 envy $5").settings["envy_between_own_spots"].choices == ("none", "bonus")


def test_a_file_changes_the_default_and_keeps_what_it_does_not_name():
    game = plain(
        more="[settings.tie_rule]\ndefault = 'dearest'\n[settings.two_adjacent_spots]\ndefault = false\n"
    )
    assert game.house_rules.takes_dearest
    assert not game.house_rules.two_adjacent_spots
    assert game.settings["tie_rule"].choices == ("cheapest", "dearest")
    assert game.settings["tie_rule"].meaning == plain().settings["tie_rule"].meaning


@pytest.mark.parametrize("order", ["bonus,pair_plus", "bonus, pair_plus"])
def test_a_setting_in_force_is_read_as_what_it_is(order):
    game = plain("1 to 1 envy $5").with_settings(settlement_order=order, envy_between_own_spots="bonus")
    assert game.house_rules.settlement_order == ("bonus", "pair_plus")
    assert game.house_rules.envy_between_own_spots == ("bonus",)
    limited = game.with_settings(aggregate_payout_limit=500, tie_rule="dearest")
    assert (limited.house_rules.aggregate_payout_limit, limited.house_rules.takes_dearest) == (500, True)

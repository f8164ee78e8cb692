"""Requirement 6: the law binds the maker's rules, and the maker's rules bind the house (WAC 230-15-065)."""

from dataclasses import replace
from datetime import date

import pytest

from pitboss.base.error import InputError
from pitboss.house.opening import open_table
from pitboss.rules import game_ids, load_game
from pitboss.table.jurisdiction import find_jurisdiction
from pitboss.table.setup import Setup, SpotLimit, dollars

DAY = date(2024, 6, 14)
TCP = load_game("three_card_poker")
GAMES = pytest.mark.parametrize("game", [load_game(name) for name in game_ids()], ids=lambda game: game.id)


# -- the house under the maker ---------------------------------------------------------------------


@GAMES
def test_requirement_6_the_house_chooses_among_the_makers_settings_and_makes_none_of_its_own(game):
    assert set(game.house) == set(game.settings)
    with pytest.raises(InputError, match="unknown setting"):
        game.with_settings(dealer_wins_ties=True)


@GAMES
def test_requirement_6_the_house_sets_no_value_that_the_maker_does_not_offer(game):
    refused = 0
    for setting in game.settings.values():
        for value in ("no such choice", 99_999, True):
            if setting.choices and value not in setting.choices:
                with pytest.raises(InputError, match=f"the setting '{setting.name}'"):
                    game.with_settings(**{setting.name: value})
                refused += 1
    assert refused


@GAMES
def test_requirement_6_the_house_puts_no_paytable_in_force_that_the_maker_does_not_have(game):
    with pytest.raises(InputError, match="unknown paytable"):
        game.with_paytable("House Special")


def test_requirement_6_a_limit_is_posted_for_a_wager_of_the_maker_and_no_other():
    with pytest.raises(InputError, match="unknown wager"):
        open_table(TCP, day=DAY, seed=1, limits={"lucky_ladies": dollars(1, 5)})


# -- both under the law ----------------------------------------------------------------------------


@GAMES
def test_requirement_6_no_house_posts_more_than_the_law_allows_for_one_wager(game):
    most = find_jurisdiction("washington").wager_limit(DAY).micros
    for wager in game.offered:
        above = SpotLimit(1_000_000, most + 1_000_000, 1_000_000)
        with pytest.raises(InputError, match="Washington State allows"):
            open_table(game, day=DAY, seed=1, limits={wager: above})


def test_requirement_6_no_house_seats_more_players_than_the_law_allows():
    with pytest.raises(InputError, match="1 to 7 seats in Washington State"):
        open_table(TCP, day=DAY, seed=1, seats=8)


def test_requirement_6_no_maker_puts_more_wagers_on_a_hand_than_the_law_allows():
    more = {f"extra_{n}": replace(TCP.wagers["bonus"], id=f"extra_{n}", bets=()) for n in range(5)}
    with pytest.raises(InputError, match="Washington State allows 6 wagers on one hand"):
        open_table(replace(TCP, wagers={**TCP.wagers, **more}), day=DAY, seed=1)


def test_requirement_6_a_makers_payout_limit_that_the_law_forbids_is_refused_though_the_file_offers_it():
    setting = replace(TCP.settings["aggregate_payout_limit"], default=100, choices=(100,))
    maker = replace(TCP, settings={**TCP.settings, setting.name: setting}).with_settings(
        aggregate_payout_limit=100
    )
    with pytest.raises(InputError, match="the payout limit must be at least"):
        Setup(maker, DAY)


def test_requirement_6_a_table_is_judged_when_it_is_opened_and_nobody_can_ask_for_less():
    """Only a replay takes limits as they were; a door that opens a table has no such switch."""
    with pytest.raises(TypeError, match="is_judged"):
        open_table(TCP, day=DAY, seed=1, is_judged=False)

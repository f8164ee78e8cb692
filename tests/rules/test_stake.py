"""What lies on bets is declared: it adds up to what a seat put down, and no outcome contradicts it."""

from fractions import Fraction
from random import Random
from types import ModuleType

import pytest

from pitboss.base.error import InputError
from pitboss.rules import BONUS, NOTHING, Place, Stake, game_ids, load_game, raised
from pitboss.rules.dealing import SEAT, Dealing
from pitboss.rules.definition import Page, read_stakes
from pitboss.rules.step import Option

GAMES = pytest.mark.parametrize("game", [load_game(name) for name in game_ids()], ids=lambda game: game.id)


@GAMES
@pytest.mark.parametrize("seed", range(40))
def test_stakes_add_up_to_the_money_of_the_seat_and_outcomes_are_on_them(game, seed):
    table = Dealing(game, Random(seed))
    list(table.play())
    place = table.round.place(SEAT)
    added = sum((option.stake for option in place.choices.values()), Fraction(0))
    laid = sum(game.wagers[wager].stakes * stake for wager, stake in place.wagers.items())
    bets = [(wager.id, bet) for wager in game.wagers.values() for bet in wager.bets]
    assert sum(game.stake_on(place, wager, bet) for wager, bet in bets) == laid + added
    for wager, results in game.settle(table.round, SEAT).items():
        for bet, result in zip(game.wagers[wager].bets, results, strict=True):
            assert result is NOTHING or result.stake == game.stake_on(place, wager, bet)


def test_a_stake_follows_what_was_chosen():
    place = Place(1, {"ante": Fraction(2), "side": Fraction(5)})
    assert raised("play").on(place, "ante") == 0
    assert (Stake().on(place, "ante"), Stake().on(place, "side"), Stake().on(place, "other")) == (2, 5, 0)
    place.choices["play"] = Option("play 3x", Fraction(3))
    place.choices["back"] = Option("take back", Fraction(-1))
    assert (raised("play").on(place, "ante"), raised("play", "back").on(place, "ante")) == (6, 4)
    assert (Stake(1, ("back",)).on(place, "ante"), Stake(2, ("play",)).on(place, "ante")) == (0, 10)
    assert Stake(rule=lambda seat: len(seat.choices)).on(place, "side") == 10
    assert BONUS.on(place, "ante") == 2


def test_a_stake_of_no_bet_is_refused():
    rules = ModuleType("rules")
    rules.STAKES = {"plai": raised("play")}
    with pytest.raises(InputError, match=r"game.toml: STAKES of the rules has 'plai'"):
        read_stakes(rules, Page("game.toml", ""))

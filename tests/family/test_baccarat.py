"""Baccarat: forced third cards, what looks at the whole round, and the published figures of eight decks."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from dealing import nets, play_script
from pitboss.analysis.analysis import analyze
from pitboss.analysis.walker import walk
from pitboss.base.figure import format_percent
from pitboss.cards import Card, Deck
from pitboss.rules import load_game
from pitboss.shape.tally import net

GAME = load_game("baccarat")
WAGERS = ("player", "banker", "tie")


@pytest.mark.parametrize(
    ("player", "banker", "expected"),
    [
        pytest.param("9h Kd", "Ac 7d", (1, -1, -1), id="nine against a natural eight"),
        pytest.param("2h Kd 3d", "Ac 6d", (-1, "19/20", -1), id="banker stands on seven"),
        pytest.param("2h 2d 8c", "Jc 3d", (-1, "19/20", -1), id="banker with three stands on an eight"),
        pytest.param("2h 2d 9c", "Jc 3d 5s", (-1, "19/20", -1), id="banker with three draws on a nine"),
        pytest.param("2h 3d 6c", "Tc 6d Ac", (-1, "19/20", -1), id="banker with six draws on a six"),
        pytest.param("4h 3d", "Tc 5d 2c", (0, 0, 8), id="banker draws after a player who stood"),
    ],
)
def test_third_cards_follow_the_table(player: str, banker: str, expected: tuple[int | str, ...]) -> None:
    round_ = play_script(GAME, {"player": player, "banker": banker}, wagers={1: WAGERS})
    won = nets(GAME, round_)
    assert tuple(won[bet] for bet in WAGERS) == tuple(map(Fraction, expected))


def test_a_small_shoe_comes_out_as_by_laying_all_its_cards_in_every_order() -> None:
    ranks = (2, 3, 4, 6, 7, 9, 13, 14)
    deck = Deck(tuple((Card(rank, 0), 1) for rank in ranks))
    found = walk(GAME.with_deck(deck), WAGERS)
    counted: Counter[int] = Counter(lay_out(order) for order in permutations((2, 3, 4, 6, 7, 9, 0, 1), 6))
    total = sum(counted.values())
    for wager, sign in (("player", 1), ("banker", -1), ("tie", 0)):
        won = [outcome for outcome in found.tallies[wager].ways if net(outcome, {}) > 0]
        chance = sum((found.tallies[wager].probability(outcome) for outcome in won), Fraction(0))
        assert chance == Fraction(counted[sign], total)


def lay_out(order: tuple[int, ...]) -> int:
    """Who wins with these points in the order of dealing: 1 the player, -1 the banker, 0 nobody."""
    one, two, three, four, fifth, sixth = order
    player, banker = (one + two) % 10, (three + four) % 10
    if player < 8 and banker < 8:
        if player < 6:
            player = (player + fifth) % 10
            if (
                banker < 3
                or (banker == 3 and fifth != 8)
                or (banker == 4 and 2 <= fifth <= 7)
                or (banker == 5 and 4 <= fifth <= 7)
                or (banker == 6 and 6 <= fifth <= 7)
            ):
                banker = (banker + sixth) % 10
        elif banker < 6:
            banker = (banker + fifth) % 10
    return (player > banker) - (player < banker)


@pytest.mark.parametrize(
    ("player", "banker", "won"),
    [
        ("2h 3d 3c", "Ac 6d", {"panda_8": 25, "dragon_7": -1, "player_dragon": -1, "banker_dragon": -1}),
        ("2h Kd 4d", "Ac Qd 6c", {"panda_8": -1, "dragon_7": 40, "player_dragon": -1, "banker_dragon": -1}),
        ("9h Kd", "Ac 2d", {"player_dragon": 1, "banker_dragon": -1}),
        ("9h Kd", "Ac 8d", {"player_dragon": 0, "banker_dragon": 0}),
        ("2h 3d 4c", "Kc Qd Js", {"player_dragon": 30, "panda_8": -1}),
        ("4h 3d", "Tc Kd Ac", {"player_dragon": 4, "banker_dragon": -1}),
        ("2h 3d 5c", "Ac Kd 4h", {"player_dragon": -1, "banker_dragon": 2}),
    ],
)
def test_side_bets_look_at_the_whole_round(player: str, banker: str, won: dict[str, int]) -> None:
    round_ = play_script(GAME, {"player": player, "banker": banker}, wagers={1: ("player", *won)})
    found = nets(GAME, round_)
    assert {wager: found[wager] for wager in won} == won


def test_eight_decks_cost_what_is_published() -> None:
    """Four digits of the base game and two of what rides along, from published analyses of eight decks."""
    published = {
        "player": "1.2351%",
        "banker": "1.0579%",
        "tie": "14.3596%",
        "dragon_7": "7.61%",
        "panda_8": "10.19%",
        "player_dragon": "2.65%",
        "banker_dragon": "9.37%",
    }
    found = {wager: analyze(GAME, wager) for wager in published}
    assert published == {
        wager: format_percent(one.house_advantage, len(published[wager].partition(".")[2]) - 1)
        for wager, one in found.items()
    }
    assert all(one.method.startswith("general engine") for one in found.values())


def test_without_commission_the_banker_costs_what_is_published() -> None:
    """A winning seven of three cards pushes."""
    assert format_percent(analyze(GAME.with_paytable("Banker EZ"), "banker").house_advantage, 2) == "1.02%"


@pytest.mark.slow
def test_the_dragon_bonus_of_six_decks_costs_what_is_published() -> None:
    six = GAME.with_settings(decks=6)
    assert format_percent(analyze(six, "player_dragon").house_advantage, 2) == "2.67%"
    assert format_percent(analyze(six, "banker_dragon").house_advantage, 2) == "9.39%"

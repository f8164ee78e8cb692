"""Three Card Baccarat: pictures, totals, ties, and the published figures."""

import pytest

from dealing import nets, play_script
from pitboss.analysis.analysis import analyze
from pitboss.analysis.walker import walk
from pitboss.base.figure import format_percent
from pitboss.cards import Card, Deck
from pitboss.rules import load_game

GAME = load_game("three_card_baccarat")


@pytest.mark.parametrize(
    ("own", "dealer", "won"),
    [
        ("Kh Qd Jc", "Ah 3d 5c", (0.95, -1)),
        ("4h 4d Kc", "Kd Qs 8h", (-1, -1)),
        ("Kh Jd 8c", "3h 5d Kc", (0.95, -1)),
        ("Kh 3d 5c", "Qh 6d 2c", (0, 20)),
        ("Th Td Tc", "Kh Qd Js", (-1, -1)),
    ],
)
def test_of_three_cards_pictures_come_first_and_break_ties(
    own: str, dealer: str, won: tuple[float, int]
) -> None:
    hands = {"seat 1 hand": own, "dealer": dealer}
    found = nets(GAME, play_script(GAME, hands, wagers={1: ("player", "tie")}))
    assert (float(found["player"]), found["tie"]) == won


@pytest.mark.parametrize(
    ("table", "won"),
    [("3CB Commission 5%", "19/20"), ("3CB Commission 3%", "97/100"), ("3CB No Commission", "1/2")],
)
def test_a_winning_six_is_paid_by_the_table(table: str, won: str) -> None:
    game = GAME.with_paytable(table)
    hands = {"seat 1 hand": "Kh 2d 4c", "dealer": "Ah 3d Tc"}
    assert str(nets(game, play_script(game, hands, wagers={1: ("player",)}))["player"]) == won


def test_totals_are_of_the_dealers_hand_and_three_pictures_make_nothing() -> None:
    totals = tuple(f"total_{point}" for point in range(10))
    for dealer, total in (("Kh Qd Js", 0), ("Th Td Tc", 0), ("9h 9d 9c", 7)):
        hands = {"seat 1 hand": "2h 3d 4c", "dealer": dealer}
        found = nets(GAME, play_script(GAME, hands, wagers={1: ("player", *totals)}))
        assert [found[one] for one in totals] == [8 if point == total else -1 for point in range(10)]


def test_it_costs_what_is_published() -> None:
    """With commission 2.41 %; 2.9140 % on a total of 0, 9.9186 % on odd totals, 11.8733 % on even ones."""
    published = {"player": "2.41%", "total_0": "2.9140%", "total_1": "9.9186%", "total_2": "11.8733%"}
    assert published == {
        wager: format_percent(analyze(GAME, wager).house_advantage, len(printed.partition(".")[2]) - 1)
        for wager, printed in published.items()
    }


@pytest.mark.parametrize("table", ["3CB Commission 5%", "3CB No Commission"])
def test_a_small_deck_comes_out_as_by_playing_every_round(table: str) -> None:
    deck = Deck(tuple((Card(rank, suit), 1) for rank in (3, 6, 12, 14) for suit in (0, 1)))
    game = GAME.with_deck(deck).with_paytable(table)
    for wager in ("player", "tie", "total_0"):
        found = analyze(game, wager)
        assert found.method == "counting engine"
        assert found.figures is not None
        assert found.figures.tally.chances() == walk(game, (wager,)).tallies[wager].chances()

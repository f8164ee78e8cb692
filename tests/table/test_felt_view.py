"""The felt as a seat sees it: money on spots, hands as they are played, nothing that is hidden."""

import pytest
from stand import open_stand

from pitboss.rules import game_ids
from pitboss.rules.step import HIDDEN
from pitboss.table import event
from pitboss.table.command import CallNoMoreBets
from pitboss.table.felt import view_felt
from pitboss.table.phase import Phase
from pitboss.table.view import view

ROUNDS = {
    "three_card_poker": "seat 1: ante 5, pair_plus 5, progressive 1; Kh 7d 2c; play\ndealer: Qc 3d 2s",
    "three_card_draw_poker": (
        "seat 1: ante 5, pair_plus 10; 9h 9d 2s / draw Ts; play 2x, discard third\ndealer: Qc 3d 2d 4h"
    ),
    "mississippi_stud": "seat 1: ante 5, three_card_bonus 1; Kh 7d; bet 1x, bet 3x, bet 2x\nboard: Qc 3d 2s",
    "caribbean_stud": "seat 1: ante 5, cover_all 1; Kh 7d 2c 9s 9d; raise\ndealer: Qc 3d 2s Ah Kd",
    "blackjack": "seat 1: bet 10; 8h 8d 3c / hand 2 Ts; split, stand, stand\ndealer: 9c 9d",
}


def check_spots(stand):
    """Law: at every step what lies on a seat's spots is what its pots hold, and the layout has the spots."""
    laid = {spot["bet"] for spot in stand.game.layout["spots"]}
    while stand.table.phase is not Phase.CLOSING:
        spots = view_felt(stand.table, 1).spots
        for seat in view(stand.table).seats:
            if seat.player:
                assert sum(spots[seat.number].values()) == seat.in_play_micros
                assert set(spots[seat.number]) <= laid
        if stand.table.phase is Phase.BETTING:
            stand.do(CallNoMoreBets())
        else:
            stand.step()


@pytest.mark.parametrize("name", ROUNDS)
def test_the_money_on_the_spots_is_the_money_in_play(name):
    stand = open_stand(name)
    stand.bet(ROUNDS[name])
    check_spots(stand)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", game_ids())
def test_so_it_is_in_any_round_of_any_game(name, seed):
    stand = open_stand(name, seed=seed)
    stand.bet_all()
    check_spots(stand)


def test_a_split_makes_two_hands_of_one_pile():
    stand = open_stand("blackjack")
    stand.start(ROUNDS["blackjack"])
    stand.run(until=Phase.DECIDING)
    assert [hand.cards for hand in view_felt(stand.table, 1).hands[1]] == [("8h", "8d")]
    stand.step()
    stand.run(until=Phase.DECIDING)
    first, second = view_felt(stand.table, 1).hands[1]
    assert (first.name, first.cards, first.words) == ("hand 1", ("8h", "3c"), "11")
    assert (second.name, second.cards, second.words) == ("hand 2", ("8d",), "")
    assert view_felt(stand.table, 1).spots[1] == {"bet": 10_000_000, "second_hand": 10_000_000}


def test_a_discard_lies_aside_and_the_draw_card_counts():
    stand = open_stand("three_card_draw_poker")
    stand.start(ROUNDS["three_card_draw_poker"])
    stand.run(until=Phase.CLOSING)
    hand, draw = view_felt(stand.table, 1).hands[1]
    assert (hand.words, hand.aside, draw.aside) == ("a pair of nines", (2,), ())


def test_hidden_cards_of_others_and_of_the_dealer_stay_hidden():
    stand = open_stand("three_card_poker")
    stand.start("seat 1: ante 5; Kh 7d 2c; play\nseat 2: ante 5; Ah 8d 3c; play\ndealer: Qc 3d 2s")
    stand.run(until=Phase.DECIDING)
    felt = view_felt(stand.table, 1)
    assert felt.hands[1][0] == ("hand", ("Kh", "7d", "2c"), "king high", ())
    assert set(felt.hands[2][0].cards) == set(felt.shared[0].cards) == {HIDDEN}
    assert felt.hands[2][0].words == felt.shared[0].words == ""
    assert set(view_felt(stand.table, None).hands[1][0].cards) == {HIDDEN}


def test_a_mini_royal_is_called_as_its_paytable_calls_it():
    stand = open_stand("three_card_draw_poker")
    stand.bet("seat 1: ante 5; Ah Kh Qh / draw Ts; play 2x, keep all\ndealer: As Ks Qs 4h")
    stand.do(CallNoMoreBets())
    stand.run(until=Phase.DECIDING)
    assert view_felt(stand.table, 1).hands[1][0].words == "a suited ace-king-queen"
    stand.run()
    said = [e.says for e in stand.events if isinstance(e, event.DealerCalled)]
    assert "Dealer has a suited ace-king-queen." in said

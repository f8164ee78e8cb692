"""Folded cards are collected unseen, unless a bet that survives the fold lies on them.

Documents 000 and 001, dealing rules 5 and 7; 002, rule on folding; 003, Mississippi Stud and Cover All.
"""

import pytest
from stand import open_stand

from pitboss.rules.notation import parse_record
from pitboss.table import event
from pitboss.table.replay import replay_round
from pitboss.table.view import view

TCP = "three_card_poker"
DEALER = "dealer: Jc 8d 4s"


def opened(stand):
    return {one.hand for one in stand.events if isinstance(one, event.CardsOpened)}


def line_of(stand):
    return next(one.line for one in stand.events if isinstance(one, event.RoundClosed))


@pytest.mark.parametrize(
    ("wagers", "settings", "is_opened"),
    [
        ("ante 5", {}, False),
        ("ante 5, pair_plus 5", {}, False),
        ("ante 5, six_card_bonus 1", {}, True),
        ("ante 5, bonus 1", {}, True),
        ("ante 5, progressive 1", {"folded_hands_qualify": True}, True),
        ("ante 5, progressive 1", {"folded_hands_qualify": False}, False),
    ],
)
def test_three_card_poker_opens_a_folded_hand_only_for_a_bet_that_is_still_on_it(wagers, settings, is_opened):
    stand = open_stand(TCP, **settings)
    stand.play(f"seat 1: {wagers}; 2c 6d Th; fold\nseat 2: ante 5; 2h 6h Tc; play\n{DEALER}")
    assert ("seat 1 hand" in opened(stand)) == is_opened
    assert "seat 2 hand" in opened(stand)
    assert ("Th" in line_of(stand)) == is_opened


def test_a_folded_hand_that_nobody_opened_is_in_no_view_and_no_event_of_another_seat():
    stand = open_stand(TCP)
    stand.start(f"seat 1: ante 5; 2c 6d Th; fold\nseat 2: ante 5; 2h 6h Tc; play\n{DEALER}")
    while stand.table.play:
        assert "Th" not in str(view(stand.table, 2).hands)
        assert "Th" not in str(view(stand.table).hands)
        stand.step()
    told = [one for one in stand.events if one.audience != 1]
    assert not any("Card(rank=10, suit=2)" in str(one) for one in told if hasattr(one, "cards"))


def test_a_replay_makes_no_card_up_for_a_hand_that_nobody_opened():
    stand = open_stand(TCP)
    stand.play(f"seat 1: ante 5; 2c 6d Th; fold\nseat 2: ante 5; 2h 6h Tc; play\n{DEALER}")
    again = list(replay_round(*parse_record(line_of(stand))))
    looked = {one.hand for one in again if isinstance(one, event.CardsLookedAt)}
    assert looked == {"seat 2 hand"}


def test_nobody_gets_envy_for_a_hand_that_was_folded_and_collected():
    stand = open_stand(TCP, "TCPB-04E")
    stand.play(f"seat 1: ante 5; 5h 6h 7h; fold\nseat 2: ante 5, bonus 1; 2h 6c Tc; play\n{DEALER}")
    assert not [one for one in stand.events if isinstance(one, (event.EnvyHandKept, event.EnvyPaid))]


@pytest.mark.parametrize(
    ("decisions", "wagers", "hands"),
    [
        ("fold", "ante 5", set()),
        ("fold", "ante 5, pair_plus 5", {"seat 1 hand"}),
        ("play 1x, keep all", "ante 5", {"seat 1 hand"}),
        ("play 1x, discard first", "ante 5", {"seat 1 hand", "seat 1 draw"}),
    ],
)
def test_three_card_draw_opens_the_draw_card_only_where_it_was_asked_for(decisions, wagers, hands):
    stand = open_stand("three_card_draw_poker")
    stand.play(
        f"""
        seat 1: {wagers}; 2c 6d Th / draw Ks; {decisions}
        dealer: Jc 8d 4s 3h
        """
    )
    assert opened(stand) - {"dealer"} == hands


@pytest.mark.parametrize(("cover_all", "is_opened"), [("", False), (", cover_all 1", True)])
def test_caribbean_stud_opens_folded_hands_for_cover_all_alone(cover_all, is_opened):
    stand = open_stand("caribbean_stud")
    stand.play(
        f"""
        seat 1: ante 5; 2c 6d Th 9s 4d; fold
        seat 2: ante 5{cover_all}; 2h 6h Tc 9c 4c; raise
        dealer: Jc 8d 4s 3h Kd
        """
    )
    assert ("seat 1 hand" in opened(stand)) == is_opened


@pytest.mark.parametrize("qualify", [True, False])
def test_mississippi_stud_opens_folded_hands_where_they_can_win_the_progressive(qualify):
    stand = open_stand("mississippi_stud", folded_hands_qualify=qualify)
    stand.play(
        """
        seat 1: ante 5, progressive 1; 2c 7d; fold
        seat 2: ante 5, three_card_bonus 1; 3c 8d; fold
        board: Qs Js 4s
        """
    )
    assert opened(stand) - {"board"} == ({"seat 1 hand"} if qualify else set())

"""Folded cards are collected unseen, unless a bet that survives the fold lies on them.

Documents 000 and 001, dealing rules 5 and 7; 002, rule on folding; 003, Mississippi Stud and Cover All.
"""

import pytest
from stand import open_stand

from documents import proves
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
        ("ante 5, bonus 1", {"folded_bonus_counts": False}, False),
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


# -- what the dealer is told to do with wagers and cards -------------------------------------------


def collected(stand):
    """What the dealer was told when the forfeited wagers of a seat were taken."""
    return [one.does for one in stand.events if calls(one, "collect", "collect cards")]


def calls(one, *points):
    return isinstance(one, event.DealerCalled) and one.call.cue.at in points


@proves("000 dealing 5")
@pytest.mark.parametrize(
    ("wagers", "settings", "words"),
    [
        ("ante 5, pair_plus 5", {}, "the cards with them, unseen"),
        ("ante 5, six_card_bonus 1", {}, "the cards stay face down"),
        ("ante 5, bonus 1", {}, "the cards stay face down"),
        ("ante 5, bonus 1", {"folded_bonus_counts": False}, "the cards with them, unseen"),
        ("ante 5, progressive 1", {"folded_hands_qualify": False}, "the cards with them, unseen"),
    ],
)
def test_the_dealer_collects_folded_wagers_when_all_have_decided_and_cards_that_nothing_rides_on(
    wagers, settings, words
):
    """Document 000, dealing 5."""
    stand = open_stand(TCP, **settings)
    stand.start(f"seat 1: {wagers}; 2c 6d Th; fold\nseat 2: ante 5; 2h 6h Tc; play\n{DEALER}")
    while not isinstance(stand.events[-1], event.DecisionTaken) or stand.events[-1].seat != 2:
        assert not collected(stand)
        stand.step()
    assert any(words in call.does for call in view(stand.table).next)
    stand.run()
    (told,) = collected(stand)
    assert told.startswith("takes the forfeited wagers of seat 1")
    assert words in told


def test_a_fold_loses_the_bonus_where_the_house_says_so_and_the_money_goes_with_the_ante():
    stand = open_stand(TCP, folded_bonus_counts=False)
    stand.play(f"seat 1: ante 5, bonus 1; As Ks Qs; fold\nseat 2: ante 5, bonus 1; 2h 6h Tc; play\n{DEALER}")
    (bonus,) = [one for one in stand.events if isinstance(one, event.BetSettled) and one.bet == "bonus"][:1]
    assert (bonus.seat, bonus.result, bonus.payout_micros) == (1, "fold", 0)
    assert not [one for one in stand.events if isinstance(one, event.EnvyPaid | event.EnvyHandKept)]


@proves("003 dealing 13 fold")
@pytest.mark.parametrize(
    ("wagers", "settings", "words"),
    [
        ("ante 5, three_card_bonus 1", {}, "tucks the folded cards under the 3 Card Bonus"),
        ("ante 5, three_card_bonus 1, progressive 1", {}, "tucks the folded cards under the 3 Card Bonus"),
        ("ante 5, progressive 1", {"folded_hands_qualify": True}, "stay face down for the Progressive"),
        ("ante 5, progressive 1", {"folded_hands_qualify": False}, "the cards with them, unseen"),
        ("ante 5", {}, "the cards with them, unseen"),
    ],
)
def test_mississippi_stud_tucks_folded_cards_under_the_three_card_bonus(wagers, settings, words):
    """Document 003, dealing 13."""
    stand = open_stand("mississippi_stud", **settings)
    stand.play(f"seat 1: {wagers}; 2c 7d; fold\nboard: 2h 2d Kc")
    (told,) = collected(stand)
    assert words in told


@pytest.mark.parametrize(("wagers", "words"), [("ante 5", "cards with it"), ("ante 5, pair_plus 5", "stay")])
def test_three_card_draw_leaves_folded_cards_for_the_pair_plus(wagers, words):
    stand = open_stand("three_card_draw_poker")
    stand.play(f"seat 1: {wagers}; 2c 7d Jh / draw 3s; fold\ndealer: Jc 8d 4s 2s")
    (told,) = collected(stand)
    assert words in told


@proves("001 bonus 10a")
def test_an_envy_hand_stays_face_up_and_the_others_are_locked_up():
    """Document 001, bonus 10a."""
    stand = open_stand(TCP, "TCPB-03E")
    stand.play(
        "seat 1: ante 5, bonus 1; 5h 6h 7h; play\nseat 2: ante 5, bonus 1; 2h 6c Tc; play\n"
        f"seat 3: ante 5; 2d 6d Td; fold\n{DEALER}"
    )
    told = [(one.call.cue.at, one.does) for one in stand.events if calls(one, "keep", "lock up")]
    assert [at for at, _ in told] == ["lock up", "keep"]
    assert "seat 2" in told[0][1]
    assert "seat 1" in told[1][1]
    assert "face up" in told[1][1]


def test_without_envy_nothing_is_said_of_locking_up():
    stand = open_stand(TCP)
    stand.play(f"seat 1: ante 5; 5h 6h 7h; play\n{DEALER}")
    assert not [one for one in stand.events if calls(one, "keep", "lock up")]

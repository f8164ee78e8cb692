"""Document 003: where Cover All's column comes from, and dealing by hand, with or without a shoe."""

import pytest
from stand import DAY, MICROS, of, only, open_stand

from documents import proves
from pitboss.base.error import InputError
from pitboss.house.opening import choose_devices, open_table
from pitboss.rules import game_ids, load_game
from pitboss.rules.notation import parse_record
from pitboss.table import command, event
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.replay import replay_round
from pitboss.table.shuffler import ACE, DEALING_SHOE, HAND_SHUFFLE, I_DEAL, MODELS
from pitboss.table.view import view

ALL_IN = """
    seat 1: ante 5, cover_all 1; 9c 9d 9s 2h 3d; raise
    seat 2: ante 5; Ad Kd 2c 3c 4h; fold
    dealer: Ac Kc 8d 7d 6s
"""
CUE = "sets the Cover All column for 3: no device shows it"


@proves("003 cover all by hand")
@pytest.mark.parametrize("model", [ACE, I_DEAL, HAND_SHUFFLE, DEALING_SHOE], ids=lambda model: model.name)
def test_without_a_display_the_column_is_the_dealers_to_set(model):
    stand = open_stand("caribbean_stud", model=model)
    stand.start(ALL_IN)
    stand.run(until=Phase.COLUMN)
    assert view(stand.table).hands_shown is None
    assert any(CUE in call.does for call in view(stand.table).next)
    with pytest.raises(RefusedError, match="Proceed cannot be now"):
        stand.do(command.Proceed(stand.table.running.point))
    for wrong in (2, 4, 8):
        with pytest.raises(RefusedError, match="3 hands are dealt, the dealer's included"):
            stand.do(command.SetColumn(wrong))
    told = stand.do(command.SetColumn(3))
    assert only(event.ColumnSet, told).hands == 3
    assert any(CUE in one.does for one in of(event.DealerCalled, told))
    assert view(stand.table).hands_shown == 3
    stand.run()
    (settled,) = [one for one in of(event.BetSettled, stand.events) if one.bet == "cover_all"]
    assert settled.payout_micros == 7 * MICROS, "three of a kind pays 6 to 1 with three hands"


@proves("003 cover all 5")
def test_a_device_with_a_display_shows_the_column_and_no_cue_says_otherwise():
    stand = open_stand("caribbean_stud")
    stand.play(ALL_IN)
    told = [one.does for one in of(event.DealerCalled, stand.events)]
    assert "reads the Cover All column for 3 hands off the shuffler" in told
    assert not any("no device" in words for words in told)
    assert not of(event.ColumnSet, stand.events)


def test_after_a_swap_to_a_device_without_display_no_cue_speaks_of_one():
    stand = open_stand("caribbean_stud")
    stand.do(command.ReportFault("Dan", "jammed"), command.SwapShuffler("Sue", "jammed"))
    assert stand.table.source.name == "ACE"
    stand.start_all()
    stand.run()
    stand.play(ALL_IN)
    told = [one.does for one in of(event.DealerCalled, stand.events)]
    assert any(CUE in words for words in told)
    assert not any("off the shuffler" in words for words in told)
    assert only(event.ColumnSet, stand.events).hands == 3


def test_where_nobody_has_cover_all_there_is_no_column_to_set():
    stand = open_stand("caribbean_stud", model=HAND_SHUFFLE)
    stand.play("seat 1: ante 5; 9c 9d 9s 2h 3d; raise\ndealer: Ac Kc 8d 7d 6s")
    assert not of(event.ColumnSet, stand.events)
    assert not any("column" in one.does for one in of(event.DealerCalled, stand.events))


def test_a_round_whose_column_the_dealer_set_replays_from_its_line():
    stand = open_stand("caribbean_stud", model=HAND_SHUFFLE)
    stand.start(ALL_IN)
    stand.run(until=Phase.COLUMN)
    stand.do(
        command.SetColumn(3), command.ReportFault("Dan", "cards fell"), command.CureShuffler("Sue", "counted")
    )
    stand.run()
    line = only(event.RoundClosed, stand.events).line
    again = list(replay_round(*parse_record(line)))
    assert of(event.BetSettled, again) == of(event.BetSettled, stand.events)


@proves("000 dealing shuffler", "003 cover all by hand")
def test_caribbean_stud_may_be_dealt_by_hand_with_or_without_a_shoe_and_three_card_poker_may_not():
    game = load_game("caribbean_stud")
    assert choose_devices(game) == ("i-Deal Plus", "hand shuffle")
    for device in ("hand shuffle", "dealing shoe"):
        table = open_table(game, day=DAY, seed=1, device=device)
        assert table.source.name == device
        assert not table.source.shows_hands
    with pytest.raises(InputError, match="unknown device 'hand shuffle'"):
        open_table(load_game("three_card_poker"), day=DAY, seed=1, device="hand shuffle")


@pytest.mark.parametrize("name", game_ids())
def test_every_device_of_a_game_is_one_that_the_table_knows(name):
    assert set(load_game(name).devices) <= set(MODELS)

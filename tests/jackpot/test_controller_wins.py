"""Wins at a table: who comes first, who confirms, and when a round may end."""

import pytest
from pit import (
    GAME,
    QUADS,
    ROYAL,
    STRAIGHT_FLUSH,
    Pit,
    keypad_of,
    make_terms,
    names,
    one_meter,
)

from documents import proves
from pitboss.base.money import MICROS
from pitboss.house.tableside import as_command
from pitboss.jackpot import request
from pitboss.jackpot.controller import Dialect, Phase, command, event, view
from pitboss.jackpot.controller.news import find_news
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import LevelTerms
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import AccountKind

# -- order ---------------------------------------------------------------------------------------------


def test_req_51_of_two_royals_in_a_round_the_one_farther_to_the_right_is_paid_first():
    pit = Pit().open()
    pit.start(2, 5)
    meter = pit.meter() // MICROS
    pit.press(5)
    pit.press(2)
    assert pit.wins() == [(5, meter, "posted"), (2, 10_000, "posted")]


def test_req_51_a_press_from_farther_right_comes_before_what_was_posted_to_its_left():
    """Whatever the order of the presses, everybody gets what the order from the right gives."""
    pit, other = Pit(one_meter()).open(), Pit(one_meter()).open()
    for one in (pit, other):
        one.start(1, 2, 5, stake=20 * MICROS)
    for seat, line in ((1, ROYAL), (5, STRAIGHT_FLUSH), (2, ROYAL)):
        pit.press(seat, line)
    for seat, line in ((5, STRAIGHT_FLUSH), (2, ROYAL), (1, ROYAL)):
        other.press(seat, line)
    assert [row for row in pit.wins() if row[2] == "posted"] == other.wins()
    assert pit.meter("") == other.meter("")
    orders = [win.order for win in pit.floor.wins.values() if win.status is WinStatus.POSTED]
    assert orders == sorted(orders)


def test_req_51_no_other_table_comes_between_when_wins_are_put_in_order():
    """The value that seat 2 had locked goes to seat 5 of the same table, in one message."""
    pit = Pit().open()
    pit.start(2, 5)
    pit.start(3, table="table 2")
    meter = pit.meter() // MICROS
    pit.press(2)
    pit.press(3, table="table 2")
    reaction = pit.at().handle(command.PressHand(5, ROYAL, "", "dan"))
    assert [type(one).__name__ for one in reaction.requests] == ["WithdrawWin", "PostWin", "PostWin"]
    pit.sides["table 1"].follow(reaction)
    posted = [
        (win.table, win.seat, win.micros // MICROS)
        for win in pit.floor.wins.values()
        if win.status is WinStatus.POSTED
    ]
    assert posted == [("table 2", 3, 10_000), ("table 1", 5, meter), ("table 1", 2, 10_000)]


def test_what_is_recorded_stays_and_only_open_wins_are_put_in_order():
    pit = Pit().open()
    pit.start(1, 2, 5)
    pit.press(1)
    pit.confirm()
    pit.press(2)
    pit.press(5)
    assert [row for row in pit.wins() if row[2] != "withdrawn"] == [
        (1, 10_000, "confirmed"), (5, 10_000, "posted"), (2, 10_000, "posted")
    ]  # fmt: skip


def test_wins_of_different_meters_do_not_wait_for_each_other():
    pit = Pit().open()
    pit.start(2, 5)
    pit.press(2, QUADS)
    pit.press(5, ROYAL)
    assert [row[2] for row in pit.wins()] == ["posted", "posted"]


def test_presses_that_wait_for_the_manager_are_sent_from_the_right():
    pit = Pit().open()
    pit.start(1, 3, 4, 6)
    controller = pit.at()
    first = controller.handle(command.PressHand(3, QUADS, "", "dan"))
    for seat in (1, 6, 4):
        assert controller.handle(command.PressHand(seat, ROYAL, "", "dan")).requests == ()
    second = controller.handle(as_command(first.requests, pit.manager.ask_all(first.requests)))
    assert [one.seat for one in second.requests] == [6, 4, 1]


def test_a_hand_that_was_changed_while_it_was_being_posted_is_changed_at_the_manager_too():
    pit = Pit().open()
    pit.start(2)
    controller = pit.at()
    first = controller.handle(command.PressHand(2, QUADS, "", "dan"))
    controller.handle(command.PressHand(2, QUADS, "", "dan"))
    controller.handle(command.PressHand(2, ROYAL, "", "dan"))
    pit.sides["table 1"].follow(first)
    assert pit.wins() == [(2, 100, "withdrawn"), (2, 10_000, "posted")]


def test_a_hand_pressed_twice_before_the_manager_was_asked_never_gets_there():
    pit = Pit().open()
    pit.start(2)
    pit.do(command.LoseConnection())
    pit.press(2)
    pit.press(2)
    pit.do(command.Reconnect())
    assert pit.wins() == []


@proves("000 appendix A controls", "003 Game Manager 9c", "003 Nexus 9c", "003 link 10c")
def test_winners_of_one_round_share_where_the_house_splits_and_displays_follow():
    pit = Pit(one_meter(equal_split=True)).open()
    pit.start(2, 5)
    pit.press(2)
    events = pit.press(5)
    posted = {one.seat: one.micros for one in events if isinstance(one, event.WinPosted)}
    changed = {one.seat: one.micros for one in events if isinstance(one, event.ShareChanged)}
    shares = {**posted, **changed}
    assert sum(shares.values()) == 10_000_300_000 // 10_000 * 10_000
    assert shares[5] - shares[2] in (0, 10_000)
    assert {win.lamp.seat: win.micros for win in pit.at().round.open_wins} == shares


def test_a_keypad_alone_says_that_a_share_stays_that_is_refused_after_the_other_was_confirmed():
    """Whether it is taken back here or on the floor's screen, and also by a controller that starts anew."""
    told = "Seat 2: A share that is confirmed is final: $5,000.15 stays in the meter."
    for is_elsewhere in (True, False):
        pit = Pit(one_meter(equal_split=True)).open()
        pit.start(2, 5)
        pit.press(5)
        pit.press(2)
        pit.confirm()
        if is_elsewhere:
            (win,) = pit.at().round.open_wins
            pit.manager.ask(request.WithdrawWin("no", ("sue",), win.id, "a king is missing"))
            pit.do(*find_news(pit.floor, pit.at(), GAME))
        else:
            pit.press(2)
        assert told in view(keypad_of(Dialect.GAME_MANAGER, pit.at())).messages.dealer
        assert told in view(keypad_of(Dialect.GAME_MANAGER, pit.start_controller())).messages.dealer
        pit.press(2)
        assert told not in view(keypad_of(Dialect.GAME_MANAGER, pit.at())).messages.dealer


# -- supervisors and GAME OVER -------------------------------------------------------------------------


def test_a_round_does_not_end_while_a_win_is_open():
    pit = Pit().open()
    pit.start(2, 4)
    pit.press(2)
    with pytest.raises(
        RefusedError, match="a win of seat 2 is neither confirmed nor taken back: call a supervisor"
    ):
        pit.end()
    pit.confirm()
    assert event.RoundEnded(1) in pit.end()
    assert "table 1" not in pit.floor.rounds


def test_a_round_does_not_end_while_a_hand_waits_for_the_manager():
    pit = Pit().open()
    pit.start(2)
    pit.at().handle(command.PressHand(2, ROYAL, "", "dan"))
    with pytest.raises(RefusedError, match="seat 2"):
        pit.at().handle(command.EndRound("dan"))


def test_a_confirmed_win_is_recorded_and_no_press_takes_it_back():
    pit = Pit().open()
    pit.start(2)
    pit.press(2)
    assert event.WinConfirmed(2, ROYAL, 10_000_100_000, "sue") in pit.confirm()
    with pytest.raises(RefusedError, match="is recorded"):
        pit.press(2)
    with pytest.raises(RefusedError, match="recorded win"):
        pit.do(command.VoidRound("sue", "wrong count"))
    assert pit.floor.progressives["link"].levels["Mega"].hits == 1


def test_one_look_confirms_one_win_however_often_the_button_is_pressed():
    pit = Pit().open()
    pit.start(2, 5)
    pit.press(2)
    pit.press(5)
    pit.do(command.OpenJackpot(), command.ConfirmWin("sue"))
    with pytest.raises(RefusedError, match="the win of seat 5 is settled"):
        pit.do(command.ConfirmWin("sue"))
    assert [row for row in pit.wins() if row[2] == "confirmed"] == [(5, 10_000, "confirmed")]
    pit.do(command.CloseJackpot())
    pit.confirm()
    assert [row[0] for row in pit.wins() if row[2] == "confirmed"] == [5, 2]


def test_a_supervisor_rejects_a_win_with_name_and_reason():
    pit = Pit().open()
    pit.start(2)
    pit.press(2)
    pit.do(command.OpenJackpot(2))
    with pytest.raises(RefusedError, match="for a reason"):
        pit.do(command.RejectWin("sue", " "))
    events = pit.do(command.RejectWin("sue", "a king is missing"))
    assert event.WinWithdrawn(2, ROYAL, "sue", "a king is missing") in events
    assert pit.at().phase is Phase.PLAYING
    assert pit.shelf.entries[-1].draft.by == ("sue",)


def test_a_supervisor_is_called_to_a_win_and_not_for_nothing():
    pit = Pit().open()
    pit.start(2, 3)
    with pytest.raises(RefusedError, match="no win waits"):
        pit.do(command.OpenJackpot())
    pit.press(2)
    with pytest.raises(RefusedError, match="select seat 2"):
        pit.do(command.OpenJackpot(3))


def test_a_win_that_was_settled_on_the_floors_screen_is_settled_at_the_table():
    pit = Pit().open()
    pit.start(2, 3)
    pit.press(2, ROYAL)
    pit.press(3, QUADS)
    royal, quads = pit.at().round.wins[2].id, pit.at().round.wins[3].id
    pit.manager.ask(request.ConfirmWin("screen 1", ("eve",), royal))
    pit.manager.ask(request.WithdrawWin("screen 2", ("sue",), quads, "no"))
    with pytest.raises(RefusedError):
        pit.end()
    for news in 2 * (command.HearSettled(royal, True, "eve"), command.HearSettled(quads, False, "sue")):
        pit.do(news)
    pit.end()
    assert len(pit.shelf.entries) == 2 + 1 + 2 + 2 + 1


def test_a_press_that_the_floor_has_overtaken_leaves_what_is_recorded():
    pit = Pit().open()
    pit.start(2)
    pit.press(2)
    pit.manager.ask(request.ConfirmWin("screen", ("eve",), pit.at().round.wins[2].id))
    events = pit.press(2)
    assert names(events) == ["LampTurned", "ManagerRefused", "LampTurned"]
    assert 2 in pit.at().round.lamps


def test_a_voided_round_gives_everything_back_and_the_next_has_a_number_of_its_own():
    pit = Pit().open()
    before = pit.meter()
    pit.start(2, 5)
    pit.press(5)
    with pytest.raises(RefusedError, match="take it back first"):
        pit.do(command.VoidRound("sue", "wrong count"))
    pit.press(5)
    with pytest.raises(RefusedError, match="say it"):
        pit.do(command.VoidRound("sue", ""))
    events = pit.do(command.VoidRound("sue", "wrong count"))
    assert event.RoundVoided(1, "wrong count") in events
    assert pit.meter() == before
    pit.start(1)
    assert pit.floor.rounds["table 1"].number == 2


def test_a_round_is_voided_even_if_another_table_has_won_what_it_fed_in():
    """Table 1 feeds $105 and table 2 wins it: the house makes up what the restarted meter lacks."""
    level = LevelTerms("", 100 * MICROS, 150_000)
    pit = Pit(make_terms(paytable="Link 01", levels=(level,))).open()
    pit.start(*range(1, 8), stake=100 * MICROS)
    pit.start(3, table="table 2")
    pit.press(3, table="table 2")
    pit.do(command.VoidRound("sue", "wrong count"))
    assert "table 1" not in pit.floor.rounds
    assert pit.floor.playing("link", "") == 100 * MICROS
    pit.confirm(table="table 2")
    assert pit.meter("") == 100 * MICROS
    assert pit.floor.book.balance(AccountKind.CONTRIBUTION, "link", "") == -150_000

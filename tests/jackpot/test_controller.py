"""The table controller: sensors, COIN IN, hands, supervisors and a connection that comes and goes."""

import os
from copy import deepcopy
from pathlib import Path
from typing import get_args

import pytest
from pit import (
    FLUSH,
    GAME,
    QUADS,
    ROYAL,
    SEATS,
    STRAIGHT_FLUSH,
    Pit,
    make_terms,
    names,
    one_meter,
    open_again,
)

from pitboss.base.money import MICROS
from pitboss.house.tableside import Tableside, as_command
from pitboss.jackpot import request
from pitboss.jackpot.controller import Controller, Phase, Sensor, command, event, hand_buttons
from pitboss.jackpot.controller.command import Command
from pitboss.jackpot.controller.controller import HANDLERS
from pitboss.jackpot.controller.phase import TRANSITIONS, draw_transitions
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Switch
from pitboss.jackpot.state import WinStatus
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import Kind
from pitboss.ledger.store import StoreError
from pitboss.rules import load_game

PAGE = Path(__file__).parents[2] / "docs" / "controller.md"
START, END = (
    "<!-- transitions: drawn from pitboss.jackpot.controller.phase -->\n```mermaid\n",
    "\n```\n<!-- end -->",
)
KINDS = {kind.__name__: kind for kind in get_args(Command)}

# -- the transition table ------------------------------------------------------------------------------

# Written down apart from the code. The connection, the manager's news and late answers come at any time.
ALWAYS = "OpenProgressive CloseProgressive LoseConnection Reconnect TakeAnswers HearSettled"
ALLOWED = {
    "CLOSED": "PassRound",
    "OPEN": "PlaceWager TakeBack CountWagers PassRound",
    "COUNTING": "",
    "PASSED": "EndRound",
    "PLAYING": "FoldHand PressHand OpenJackpot EndRound VoidRound",
    "JACKPOT": "ConfirmWin RejectWin CloseJackpot",
    "ENDING": "",
    "VOIDING": "",
}


def test_the_table_says_of_every_phase_what_may_be_done_in_it():
    allowed = {
        (Phase[phase], KINDS[kind])
        for phase, kinds in ALLOWED.items()
        for kind in f"{kinds} {ALWAYS}".split()
    }
    assert set(TRANSITIONS) == allowed
    assert set(ALLOWED) == {phase.name for phase in Phase}
    assert set(HANDLERS) == set(KINDS.values())


def bring_to(phase):
    """A controller in a phase, in the middle of things; messages under way are never answered."""
    pit = Pit().open()
    controller = pit.at()
    if phase is Phase.CLOSED:
        pit.do(command.CloseProgressive("the day is over"))
    elif phase is Phase.OPEN:
        pit.do(command.PlaceWager(1, MICROS))
    elif phase is Phase.PASSED:
        pit.do(command.PassRound())
    elif phase is Phase.COUNTING:
        controller.handle(command.PlaceWager(1, MICROS))
        controller.handle(command.CountWagers("dan"))
    else:
        pit.start(1, 2, 3)
        last = {
            Phase.JACKPOT: command.OpenJackpot(),
            Phase.ENDING: command.EndRound("dan"),
            Phase.VOIDING: command.VoidRound("sue", "wrong count"),
        }
        if phase is Phase.JACKPOT:
            pit.press(2)
        if phase in last:
            controller.handle(last[phase])
    assert controller.phase is phase
    return controller


FITTING = {
    "PlaceWager": (2, MICROS),
    "TakeBack": (1,),
    "CountWagers": ("dan",),
    "FoldHand": (1,),
    "PressHand": (3, ROYAL, "", "dan"),
    "EndRound": ("dan",),
    "ConfirmWin": ("sue",),
    "RejectWin": ("sue", "no royal"),
    "VoidRound": ("sue", "wrong count"),
}
REFUSED = [
    (phase, kind)
    for phase in Phase
    for name, kind in KINDS.items()
    if name not in f"{ALLOWED[phase.name]} {ALWAYS}".split()
]


@pytest.mark.parametrize(("phase", "kind"), REFUSED, ids=lambda one: getattr(one, "name", "") or one.__name__)
def test_what_the_table_does_not_allow_is_refused_with_advice_and_changes_nothing(phase, kind):
    controller = bring_to(phase)
    before = deepcopy(vars(controller))
    with pytest.raises(RefusedError, match=phase.value):
        controller.handle(kind(*FITTING.get(kind.__name__, ())))
    assert vars(controller) == before


def test_the_picture_in_the_docs_is_drawn_from_the_table():
    drawn = START + draw_transitions() + END
    text = PAGE.read_text()
    found = text[text.index(START) : text.index(END) + len(END)]
    if os.environ.get("PITBOSS_DOCS") == "write":
        PAGE.write_text(text.replace(found, drawn))
        found = drawn
    assert found == drawn


# -- sensors and COIN IN -------------------------------------------------------------------------------


def lights(controller):
    return "".join(controller.sensor(seat).name[0] for seat in range(1, SEATS + 1))


def test_a_sensor_invites_then_shows_the_wager_then_locks_it():
    pit = Pit().open()
    assert lights(pit.at()) == "IIIIIII"
    assert pit.do(command.PlaceWager(2, MICROS)) == [event.SensorTurned(2, Sensor.PLACED)]
    assert lights(pit.at()) == "IPIIIII"
    pit.do(command.CountWagers("dan"))
    assert lights(pit.at()) == "DLDDDDD"
    pit.end()
    assert lights(pit.at()) == "IIIIIII"


def test_wagers_may_change_until_they_are_locked_and_a_sensor_that_reports_twice_changes_nothing():
    pit = Pit().open()
    pit.do(command.PlaceWager(1, MICROS), command.PlaceWager(2, MICROS), command.PlaceWager(2, 3 * MICROS))
    assert pit.do(command.PlaceWager(2, 3 * MICROS)) == []
    pit.do(command.TakeBack(1), command.TakeBack(1))
    events = pit.do(command.CountWagers("dan"))
    assert event.WagersCounted(1, {2: 3 * MICROS}, stay_on_table=False) in events
    assert pit.floor.rounds["table 1"].stakes == {2: 3 * MICROS}


@pytest.mark.parametrize(("seat", "micros"), [(1, 0), (1, MICROS + 1), (0, MICROS), (8, MICROS)])
def test_a_sensor_takes_whole_wagers_at_seats_of_the_table(seat, micros):
    pit = Pit().open()
    with pytest.raises(RefusedError):
        pit.do(command.PlaceWager(seat, micros))
    assert lights(pit.at()) == "IIIIIII"


def test_req_44_an_unreasonable_wager_is_refused_at_the_sensor():
    with pytest.raises(RefusedError, match="unreasonable"):
        Pit().open().do(command.PlaceWager(1, 101 * MICROS))


def test_coin_in_moves_every_meter_once_for_each_wager_however_often_it_is_pressed():
    pit = Pit().open()
    pit.start(1, 4, 7)
    assert pit.meter() == 10_000 * MICROS + 3 * MICROS // 10
    with pytest.raises(RefusedError):
        pit.do(command.CountWagers("dan"))
    assert pit.meter() == 10_000 * MICROS + 3 * MICROS // 10
    assert pit.floor.progressives["link"].levels["Mega"].wagers == 3


def test_req_45_every_message_names_its_table_and_ids_are_made_of_table_round_and_count():
    pit = Pit().open()
    pit.start(3, 5)
    pit.press(3)
    pit.press(5)
    pit.confirm(5)
    pit.press(3)
    pit.end()
    assert [entry.id for entry in pit.shelf.entries[2:]] == [
        "table 1/1/coin in",
        "table 1/1/win 1",
        "table 1/1/win 1/withdraw",
        "table 1/1/win 2",
        "table 1/1/win 3",
        "table 1/1/win 2/confirm",
        "table 1/1/win 3/withdraw",
        "table 1/1/game over",
    ]


def test_without_a_wager_the_round_is_dealt_without_and_nothing_is_counted():
    pit = Pit().open()
    assert pit.do(command.CountWagers("dan"))[0] == event.WagersReturned(1, ())
    assert pit.at().phase is Phase.PASSED
    assert lights(pit.at()) == "DDDDDDD"
    pit.end()
    assert len(pit.shelf.entries) == 2
    assert lights(pit.at()) == "IIIIIII"


def test_wagers_that_the_manager_refuses_stay_on_the_table():
    pit = Pit().open()
    pit.manager.ask(Switch("stop", ("sue",), "link", False, "underfunded"))
    events = pit.start(1)
    assert (
        event.ManagerRefused("table 1/1/coin in", "link is closed: underfunded; it takes no wager") in events
    )
    assert lights(pit.at()) == "PIIIIII"


def test_a_closed_progressive_darkens_the_sensors_and_hands_wagers_back():
    pit = Pit().open()
    pit.do(command.PlaceWager(3, MICROS))
    events = pit.do(command.CloseProgressive("underfunded"))
    assert event.WagersReturned(1, (3,)) in events
    assert event.PatronsTold("The progressive is closed.") in events
    assert lights(pit.at()) == "DDDDDDD"
    pit.do(open_again(pit.terms))
    assert lights(pit.at()) == "IIIIIII"


def test_a_progressive_that_is_stopped_in_a_round_lets_the_round_win():
    pit = Pit().open()
    pit.start(2)
    pit.manager.ask(Switch("stop", ("sue",), "link", False, "seized"))
    pit.do(command.CloseProgressive("seized"))
    pit.press(2)
    assert pit.wins() == [(2, 10_000, "posted")]
    pit.confirm()
    pit.end()
    assert pit.at().phase is Phase.CLOSED


# -- hand buttons --------------------------------------------------------------------------------------


def test_the_buttons_are_the_lines_that_the_games_paytable_pays_best_first():
    buttons = hand_buttons(GAME, make_terms())
    assert [(button.line, str(button.pay), button.level, button.share_ppm) for button in buttons] == [
        ("royal_flush", "100% Mega", "Mega", 1_000_000),
        ("straight_flush", "100% Major", "Major", 1_000_000),
        ("four_of_a_kind", "100% Minor", "Minor", 1_000_000),
        ("full_house", "50 for 1", "", 0),
        ("flush", "40 for 1", "", 0),
        ("straight", "30 for 1", "", 0),
        ("three_of_a_kind", "9 for 1", "", 0),
    ]
    assert [button.share_ppm for button in hand_buttons(GAME, one_meter())][:3] == [1_000_000, 100_000, 0]


@pytest.mark.parametrize(
    ("game", "paytable"),
    [("three_card_poker", "TCP Progressive 2"), ("blackjack", "Bet the Set 21 Progressive")],
)
def test_any_game_with_a_progressive_has_buttons_without_a_line_of_code(game, paytable):
    terms = Terms("link", {game: paytable}, ("table 1",), (LevelTerms("", 1_000 * MICROS, 100_000),))
    definition = load_game(game)
    buttons = hand_buttons(definition, terms)
    assert [button.line for button in buttons] == list(definition.paytables[paytable].pays)
    assert buttons[0].share_ppm == 1_000_000
    assert buttons[1].fixed_micros(2 * MICROS) == 1_000 * MICROS


def test_a_game_that_the_terms_do_not_know_has_no_buttons():
    with pytest.raises(RefusedError, match="has no paytable for Three Card Poker"):
        hand_buttons(load_game("three_card_poker"), make_terms())


def test_pressing_a_hand_posts_it_and_a_second_press_takes_it_back_to_the_cent():
    pit = Pit().open()
    pit.start(1, 2)
    before = pit.meter(), pit.floor.book.balance(Kind.RESERVE, "link", "Mega")
    events = pit.press(2)
    assert event.LampTurned(2, ROYAL, is_lit=True) in events
    assert event.WinPosted(2, ROYAL, 10_000_200_000, 1, "an executive") in events
    assert pit.meter() == 10_000 * MICROS + before[1]
    events = pit.press(2)
    assert names(events) == ["LampTurned", "WinWithdrawn"]
    assert (pit.meter(), pit.floor.book.balance(Kind.RESERVE, "link", "Mega")) == before
    assert pit.wins() == [(2, 10_000, "withdrawn")]


def test_a_seat_shows_one_hand_at_a_time():
    pit = Pit().open()
    pit.start(2)
    pit.press(2, QUADS)
    with pytest.raises(RefusedError, match="FOUR OF A KIND"):
        pit.press(2, ROYAL)
    pit.press(2, QUADS)
    pit.press(2, ROYAL)
    assert pit.wins() == [(2, 100, "withdrawn"), (2, 10_000, "posted")]


def test_a_hand_wins_only_with_a_counted_wager_and_on_a_line_that_pays():
    pit = Pit().open()
    pit.start(2)
    with pytest.raises(RefusedError, match="no progressive wager"):
        pit.press(3)
    with pytest.raises(RefusedError, match="no button 'pair'"):
        pit.press(2, "pair")
    with pytest.raises(RefusedError, match="no seat 9"):
        pit.press(9)


@pytest.mark.parametrize("wins", [True, False])
def test_whether_a_folded_hand_wins_is_for_the_terms_to_say(wins):
    pit = Pit(make_terms(folded_hands_win=wins)).open()
    pit.start(2)
    pit.do(command.FoldHand(2), command.FoldHand(2))
    if wins:
        assert "WinPosted" in names(pit.press(2))
    else:
        with pytest.raises(RefusedError, match="folded"):
            pit.press(2)
        assert pit.wins() == []


def test_req_60_fixed_awards_are_paid_from_the_tray_and_counted_apart():
    pit = Pit().open()
    pit.start(2, 5, stake=2 * MICROS)
    before = pit.meter()
    assert names(pit.press(2, FLUSH)) == names(pit.press(5, "straight")) == ["LampTurned"]
    pit.end()
    state = pit.floor.progressives["link"]
    assert (state.tray_hits, state.tray_paid_micros) == (2, 140 * MICROS)
    assert pit.meter() == before
    assert pit.shelf.entries[-1].draft.facts["tray"] == [
        [5, "straight", 60 * MICROS],
        [2, "flush", 80 * MICROS],
    ]


def test_a_fixed_award_that_was_taken_back_is_not_counted():
    pit = Pit().open()
    pit.start(2)
    pit.press(2, FLUSH)
    pit.press(2, FLUSH)
    pit.end()
    assert pit.floor.progressives["link"].tray_hits == 0


def test_where_all_awards_come_off_the_meter_a_fixed_one_waits_for_a_supervisor_too():
    pit = Pit(one_meter(all_from_meter=True)).open()
    pit.start(2)
    before = pit.meter("")
    pit.press(2, FLUSH)
    assert pit.meter("") == before - 40 * MICROS
    with pytest.raises(RefusedError, match="neither confirmed nor taken back"):
        pit.end()
    pit.confirm()
    pit.end()
    assert pit.wins() == [(2, 40, "confirmed")]


def test_a_fixed_award_is_paid_in_full_by_a_meter_that_it_empties_and_flows_back_exactly():
    low = (LevelTerms("", 100 * MICROS, 100_000),)
    pit = Pit(make_terms(paytable="Link 01", levels=low, all_from_meter=True)).open()
    pit.start(2)
    before = dict(pit.floor.book.balances)
    pit.press(2, QUADS)
    assert pit.wins() == [(2, 300, "posted")]
    assert pit.meter("") == 100 * MICROS
    pit.press(2, QUADS)
    assert {k: v for k, v in pit.floor.book.balances.items() if v} == {k: v for k, v in before.items() if v}


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


def test_a_hand_pressed_twice_before_the_manager_was_asked_never_gets_there():
    pit = Pit().open()
    pit.start(2)
    pit.do(command.LoseConnection())
    pit.press(2)
    pit.press(2)
    pit.do(command.Reconnect())
    assert pit.wins() == []


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
    assert pit.end()[0] == event.RoundEnded(1)
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


# -- the connection ------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name)
def test_req_49_without_a_manager_every_sensor_is_dark_in_every_phase(phase):
    controller = bring_to(phase)
    before = deepcopy(vars(controller))
    lit = controller.sensors
    controller.handle(command.LoseConnection())
    assert set(controller.sensors.values()) == {Sensor.DARK}
    controller.handle(command.Reconnect())
    assert controller.sensors == lit
    assert vars(controller) == before


def test_req_49_no_wager_is_placed_or_locked_without_a_manager():
    pit = Pit().open()
    pit.do(command.PlaceWager(1, MICROS), command.LoseConnection())
    for asked in (command.PlaceWager(2, MICROS), command.CountWagers("dan")):
        with pytest.raises(RefusedError, match="cannot be reached"):
            pit.do(asked)
    assert len(pit.shelf.entries) == 2


def test_req_50_patrons_and_staff_are_told_once_when_the_manager_is_lost_and_when_it_is_back():
    pit = Pit().open()
    events = pit.do(command.LoseConnection())
    (told,) = [one for one in events if isinstance(one, event.PatronsTold)]
    (alarm,) = [one for one in events if isinstance(one, event.StaffAlarmed)]
    assert "no progressive wager is taken" in told.text
    assert "The game goes on" in told.text
    assert "table 1" in alarm.text
    assert pit.do(command.LoseConnection()) == []
    events = pit.do(command.Reconnect())
    assert event.PatronsTold("") in events
    assert pit.do(command.Reconnect()) == []


def test_req_49_a_manager_that_cannot_write_is_out_of_reach_for_every_table():
    pit = Pit().open()

    def fail(requests):
        raise StoreError("the disk is full")

    for table in pit.terms.tables:
        side = Tableside(pit.at(table), fail)
        side.do(command.PlaceWager(1, MICROS))
        events = side.do(command.CountWagers("dan"))
        assert {"PatronsTold", "StaffAlarmed"} <= set(names(events))
        assert not pit.at(table).is_online
    for table in pit.terms.tables:
        events = pit.do(command.Reconnect(), table=table)
        assert "WagersCounted" in names(events)
    assert pit.floor.progressives["link"].levels["Mega"].wagers == 2


def test_the_base_game_goes_on_without_progressive_wagers():
    pit = Pit().open()
    pit.do(command.PlaceWager(4, MICROS), command.LoseConnection())
    assert pit.do(command.PassRound()) == [event.WagersReturned(1, (4,))]
    pit.do(command.Reconnect())
    assert lights(pit.at()) == "DDDDDDD"  # the cards are out
    pit.end()
    assert lights(pit.at()) == "IIIIIII"


@pytest.mark.parametrize("reaches", [True, False])
def test_req_47_an_unanswered_message_is_sent_again_with_the_same_ids_and_counted_once(reaches):
    pit = Pit().open()
    controller = pit.at()
    controller.handle(command.PlaceWager(3, MICROS))
    sent = controller.handle(command.CountWagers("dan")).requests
    if reaches:
        pit.manager.ask_all(sent)
    controller.handle(command.LoseConnection())
    again = controller.handle(command.Reconnect())
    assert again.requests == sent
    pit.sides["table 1"].follow(again)
    assert pit.floor.progressives["link"].levels["Mega"].wagers == 1
    assert lights(controller) == "DDLDDDD"


def test_answers_that_come_twice_or_to_nothing_are_ignored():
    pit = Pit().open()
    controller = pit.at()
    controller.handle(command.PlaceWager(3, MICROS))
    sent = controller.handle(command.CountWagers("dan")).requests
    answers = as_command(sent, pit.manager.ask_all(sent))
    controller.handle(answers)
    before = deepcopy(vars(controller))
    assert controller.handle(answers) == ((), ())
    assert controller.handle(command.TakeAnswers(())) == ((), ())
    assert vars(controller) == before


def test_a_round_that_was_ended_without_a_manager_ends_when_it_is_back():
    pit = Pit().open()
    pit.start(3)
    pit.do(command.LoseConnection())
    pit.end()
    assert "table 1" in pit.floor.rounds
    assert event.RoundEnded(1) in pit.do(command.Reconnect())
    assert "table 1" not in pit.floor.rounds


def test_a_hand_pressed_without_a_manager_is_posted_when_it_is_back():
    pit = Pit().open()
    pit.start(3)
    pit.do(command.LoseConnection())
    pit.press(3)
    with pytest.raises(RefusedError, match="cannot be reached"):
        pit.do(command.OpenJackpot())
    assert "WinPosted" in names(pit.do(command.Reconnect()))


# -- starting anew -------------------------------------------------------------------------------------


def play_a_round(pit):
    """Stops at every press of a round with two royals."""
    yield pit.do(command.PlaceWager(2, MICROS), command.PlaceWager(5, MICROS))
    yield pit.do(command.CountWagers("dan"))
    yield pit.press(2)
    yield pit.press(5)
    yield pit.confirm(5)
    yield pit.press(2)
    yield pit.end()


@pytest.mark.parametrize("stop", range(7))
def test_req_47_a_controller_that_starts_anew_is_where_the_journal_says(stop):
    pit = Pit().open()
    steps = play_a_round(pit)
    for _ in range(stop + 1):
        next(steps)
    old = pit.at()
    new = pit.start_controller()
    assert new.phase is old.phase
    assert (new.round.number, new.round.locked, new.round.wins) == (
        old.round.number, old.round.locked, old.round.wins
    )  # fmt: skip
    assert new.round.lamps.keys() == {lamp.seat for lamp in old.round.lamps.values()}
    if stop:
        assert new.sensors == old.sensors


def test_req_47_what_is_pressed_again_after_a_start_has_the_id_it_had():
    pit = Pit().open()
    pit.start(2, 5)
    lost = pit.at().handle(command.PressHand(2, ROYAL, "", "dan")).requests
    again = pit.start_controller().handle(command.PressHand(2, ROYAL, "", "dan")).requests
    assert again == lost


def test_wagers_that_the_journal_counted_before_a_start_are_the_ones_that_are_locked():
    """COIN IN got through, its answer did not, and a player has changed the wager since."""
    pit = Pit().open()
    old = Controller("table 1", SEATS)
    old.handle(open_again(pit.terms))
    old.handle(command.PlaceWager(2, MICROS))
    late = old.handle(command.CountWagers("dan")).requests
    new = pit.at()
    new.handle(command.PlaceWager(3, MICROS))
    pit.manager.ask_all(late)
    events = pit.do(command.CountWagers("dan"))
    assert lights(new) == "DLDDDDD"
    assert any(
        "hand back what is not locked" in one.text for one in events if isinstance(one, event.StaffAlarmed)
    )


def test_a_hand_that_got_through_before_a_start_is_lit_and_the_new_one_posted_behind():
    pit = Pit().open()
    pit.start(2, 5)
    late = pit.at().handle(command.PressHand(5, ROYAL, "", "dan")).requests
    new = pit.start_controller()
    pit.manager.ask_all(late)
    pit.press(2, QUADS)
    assert {seat: lamp.button.line for seat, lamp in new.round.lamps.items()} == {2: QUADS, 5: ROYAL}
    assert pit.wins() == [(5, 10_000, "posted"), (2, 100, "posted")]


def test_a_table_on_no_progressive_is_closed():
    pit = Pit().open()
    controller = pit.start_controller("table 9")
    assert controller.phase is Phase.CLOSED
    assert set(controller.sensors.values()) == {Sensor.DARK}


@pytest.mark.parametrize(("table", "seats"), [("", 7), ("table 1", 0)])
def test_a_controller_has_a_table_and_seats(table, seats):
    with pytest.raises(RefusedError):
        Controller(table, seats)

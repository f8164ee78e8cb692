"""A controller without its manager, with messages that come twice, and one that starts anew."""

from copy import deepcopy

import pytest
from pit import (
    QUADS,
    ROYAL,
    SEATS,
    Pit,
    bring_to,
    lights,
    names,
    open_again,
)

from pitboss.base.money import MICROS
from pitboss.house.tableside import Tableside, as_command
from pitboss.jackpot import request
from pitboss.jackpot.controller import Controller, Phase, Sensor, command, event
from pitboss.jackpot.refusal import RefusedError
from pitboss.ledger.store import StoreError
from pitboss.ledger.verify import verify
from pitboss.reports.progressive.malfunction import malfunctions

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
        side = Tableside(pit.at(table), fail, pit.clock)
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
    controller.handle(command.EndRound("dan"))
    assert controller.handle(answers) == ((), ())
    assert controller.phase is Phase.ENDING


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


# -- outages are written down ------------------------------------------------------------------------------


def outages(pit):
    """Table, seconds and people of every outage in the journal."""
    found = malfunctions(pit.shelf.entries, zone=None)
    return [(one.table, (one.until_at - one.since_at) // MICROS, one.by, one.what) for one in found]


class Clock:
    """Stands until it is set."""

    at = 1_700_000_000_000_000

    def __call__(self):
        return self.at


def test_req_63_an_outage_is_a_malfunction_in_the_journal_when_the_manager_is_back():
    pit = Pit().open()
    pit.sides["table 1"].outages.clock = clock = Clock()
    pit.start(3)
    pit.do(command.LoseConnection())
    clock.at += 60 * MICROS
    pit.do(command.LoseConnection())
    assert outages(pit) == []
    clock.at += 30 * MICROS
    pit.do(command.Reconnect())
    told = ("table 1", 90, ("dan",), "no connection to the game manager")
    assert outages(pit) == [told]
    pit.end()
    assert outages(pit) == [told]
    assert verify(pit.shelf.entries).fault is None


def test_an_outage_before_anybody_pressed_is_written_with_the_first_press():
    pit = Pit().open()
    pit.do(command.LoseConnection(), command.Reconnect())
    assert outages(pit) == []
    pit.start(3)
    ((table, _, by, _),) = outages(pit)
    assert (table, by) == ("table 1", ("dan",))


@pytest.mark.parametrize("is_written", [True, False])
def test_a_manager_that_is_lost_again_over_the_record_leaves_two_outages_each_once(is_written):
    pit = Pit().open()
    pit.start(3)
    side, real = pit.sides["table 1"], pit.manager.ask_all

    def fail(requests):
        if is_written:
            real(requests)
        raise StoreError("gone again")

    side.ask = fail
    pit.do(command.LoseConnection())
    assert "StaffAlarmed" in names(pit.do(command.Reconnect()))
    assert not side.controller.is_online
    side.ask = real
    pit.do(command.Reconnect())
    assert len(outages(pit)) == 2
    assert len({one.draft.facts["since"] for one in pit.shelf.entries if "since" in one.draft.facts}) == 2


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


def test_a_hand_that_was_taken_back_before_a_start_is_posted_anew():
    pit = Pit().open()
    pit.start(2)
    pit.press(2)
    pit.press(2)
    pit.start_controller()
    pit.press(2)
    assert [win.status.value for win in pit.floor.wins.values()] == ["withdrawn", "posted"]
    assert [win.id for win in pit.at().round.open_wins] == ["table 1/1/win 2"]


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


def test_a_win_that_was_posted_by_hand_under_any_id_and_name_is_known_after_a_start():
    pit = Pit().open()
    pit.start(2, 5)
    pit.manager.ask(
        request.PostWin("by hand", ("sam",), "table 1", 5, "Mega", 1_000_000, "five aces", "cards")
    )
    pit.start_controller()
    pit.press(2, QUADS)
    pit.confirm(5)
    pit.confirm(2)
    pit.end()
    assert pit.wins() == [(5, 10_000, "confirmed"), (2, 100, "confirmed")]

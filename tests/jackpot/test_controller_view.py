"""The keypad as plain data: what is, in the dialect's words, and no promise that would be refused."""

import json
import re
from copy import deepcopy
from dataclasses import asdict

import pytest
from pit import FLUSH, QUADS, ROYAL, SEATS, Pit, bring_to, keypad_of, make_terms

from pitboss.base.money import MICROS
from pitboss.jackpot.controller import Button, Dialect, Phase, Press, command, view
from pitboss.jackpot.controller.dialect import LABELS
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Switch

DIALECTS = pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)


def found(keypad, button, **where):
    """The view of one button."""
    (one,) = [
        one
        for one in view(keypad).buttons
        if one.button == button.value and all(getattr(one, name) == value for name, value in where.items())
    ]
    return one


@DIALECTS
@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name)
@pytest.mark.parametrize("is_online", [True, False])
def test_a_button_can_be_pressed_exactly_if_the_press_is_not_refused(dialect, phase, is_online):
    controller = bring_to(phase)
    if not is_online:
        controller.handle(command.LoseConnection())
    keypad = keypad_of(dialect, controller)
    keypad.selected = 2
    before = deepcopy(vars(controller))
    shown = view(keypad).buttons
    assert vars(controller) == before, "looking changes nothing"
    assert {one.button for one in shown} == {button.value for button in LABELS[dialect]}
    for one in shown:
        press = Press(Button(one.button), "dan", one.seat, one.line)
        assert one.can_press == (not one.why_not)
        if one.can_press:
            deepcopy(keypad).press(press)
        else:
            with pytest.raises(RefusedError, match=re.escape(one.why_not)):
                deepcopy(keypad).press(press)


@DIALECTS
def test_a_view_is_plain_data_and_goes_over_a_wire(dialect):
    pit = Pit().open()
    pit.start(1, 2)
    pit.press(2)
    shown = view(keypad_of(dialect, pit.at()))
    assert json.loads(json.dumps(asdict(shown)))["wins"][0]["micros"] == 10_000_200_000


def test_seats_show_their_sensor_their_wager_and_their_hand():
    pit = Pit().open()
    pit.do(command.PlaceWager(2, 3 * MICROS))
    keypad = keypad_of(Dialect.GAME_MANAGER, pit.at())
    assert [(one.sensor, one.stake_micros) for one in view(keypad).seats[:2]] == [
        ("invited", 0),
        ("placed", 3 * MICROS),
    ]
    pit.do(command.CountWagers("dan"), command.FoldHand(2))
    pit.press(2, FLUSH)
    seat = view(keypad).seats[1]
    assert (seat.sensor, seat.stake_micros, seat.is_folded, seat.hand) == (
        "locked",
        3 * MICROS,
        True,
        "FLUSH",
    )
    assert len(view(keypad).seats) == SEATS


def test_each_dialect_calls_its_buttons_by_its_own_words():
    pit = Pit().open()
    assert found(keypad_of(Dialect.GAME_MANAGER, pit.at()), Button.START).label == "COIN IN"
    nexus = keypad_of(Dialect.NEXUS, pit.at())
    assert found(nexus, Button.START).label == "START GAME"
    pit.start(2)
    nexus.press(Press(Button.SEAT, "dan", 2))
    assert found(nexus, Button.SEAT, seat=2).is_lit
    assert found(nexus, Button.HAND, line=ROYAL).label == "ROYAL FLUSH"
    pit.press(2)
    assert found(nexus, Button.HAND, line=ROYAL).is_lit
    assert not found(nexus, Button.HAND, line=QUADS).can_press
    assert found(nexus, Button.END).why_not.endswith("call a supervisor")


def test_wins_envy_and_what_to_do_are_shown_until_they_are_done():
    pit = Pit(make_terms(executive_above_micros=5_000 * MICROS)).open()
    keypad = keypad_of(Dialect.GAME_MANAGER, pit.at())
    pit.start(1, 2)
    pit.press(2)
    shown = view(keypad)
    (win,) = shown.wins
    assert (win.seat, win.hand, win.needs, win.is_confirmed) == (2, "ROYAL FLUSH", "an executive", False)
    (envy,) = shown.envies
    assert (envy.seat, envy.holder, envy.micros) == (1, 2, 1_000 * MICROS)
    assert shown.messages.dealer == ("Seat 2 wins $10,000.20 with ROYAL FLUSH: call an executive.",)
    assert shown.messages.envy == ("Pay seat 1 $1,000.00 of envy for ROYAL FLUSH of seat 2.",)
    pit.confirm()
    shown = view(keypad)
    assert (shown.wins[0].is_confirmed, shown.wins[0].needs) == (True, "")
    assert shown.messages.dealer == ()
    assert shown.messages.envy == ("Pay seat 1 $1,000.00 of envy for ROYAL FLUSH of seat 2.",)
    pit.end()
    assert (view(keypad).envies, view(keypad).messages.dealer, view(keypad).messages.envy) == ((), (), ())


def test_patrons_staff_and_dealer_read_what_is_wrong():
    pit = Pit().open()
    keypad = keypad_of(Dialect.NEXUS, pit.at())
    assert view(keypad).messages.patrons == ""
    pit.do(command.LoseConnection())
    shown = view(keypad).messages
    assert "out of order" in shown.patrons
    assert "table 1 cannot reach the game manager" in shown.staff
    pit.do(command.Reconnect())
    pit.manager.ask(Switch("stop", ("sue",), "link", False, "underfunded"))
    pit.start(1)
    assert view(keypad).messages.dealer == (
        "The game manager refused: link is closed: underfunded; it takes no wager",
    )
    pit.do(command.TakeBack(1))
    assert view(keypad).messages.dealer == (), "until the next press"
    pit.do(command.CloseProgressive("underfunded"))
    assert view(keypad).messages.patrons == "The progressive is closed."


def test_an_unanswered_message_is_said():
    keypad = keypad_of(Dialect.NEXUS, bring_to(Phase.COUNTING))
    assert view(keypad).messages.dealer == ("The game manager has not answered yet.",)

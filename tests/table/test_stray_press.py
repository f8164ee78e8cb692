"""With the supervisor's key at JPH a jackpot is taken back on purpose only: by its own lit key, held."""

import pytest
from room_stand import DAN, SUE
from three_card_scene import TOP

from pitboss.base.error import InputError
from pitboss.jackpot.controller import Button, Press
from pitboss.jackpot.refusal import RefusedError
from pitboss.service.keypad import pressing

SEAT, LINE = 3, "akq_spades"
OTHERS = ("akq_suited", "straight_flush", "three_of_a_kind", "straight")


def turn_key(walk):
    walk = walk(TOP)
    walk.to_hands()
    walk.press(Button.KEY_TO_JACKPOT, SUE)
    return walk


@pytest.mark.parametrize("actor", [DAN, SUE], ids=lambda actor: actor.name)
@pytest.mark.parametrize("line", OTHERS)
def test_a_key_of_the_seat_that_is_not_lit_takes_nothing_back(walk, line, actor):
    walk = turn_key(walk)
    with pytest.raises(InputError, match="looks at AKQ SPADES of seat 3"):
        walk.press(Button.HAND, actor, SEAT, line)
    assert (walk.win.status, walk.win.settled_by, walk.screen.key_holder) == ("posted", "", "sue")
    walk.press(Button.JACKPOT, SUE)
    walk.press(Button.KEY_TO_RUN, SUE)
    assert walk.win.status == "confirmed"


def test_the_screen_offers_no_other_hand_key_while_the_key_is_at_jph(walk):
    walk = turn_key(walk)
    keys = [one for one in walk.screen.buttons if one.button == Button.HAND.value]
    assert [(one.seat, one.line) for one in keys if one.can_press] == [(SEAT, LINE)]


def test_the_lit_key_takes_the_win_off_for_whoever_has_turned_the_key(walk):
    walk = turn_key(walk)
    walk.press(Button.HAND, DAN, SEAT, LINE)
    assert (walk.win.status, walk.win.settled_by) == ("withdrawn", "sue")


@pytest.mark.parametrize("walk", ["live"], indirect=True)
@pytest.mark.parametrize("is_at_jph", [False, True])
def test_the_server_takes_a_lit_hand_back_only_from_a_key_that_is_held(walk, is_at_jph):
    walk = walk(TOP)
    walk.to_hands()
    if is_at_jph:
        walk.press(Button.KEY_TO_JACKPOT, SUE)
    room, pressed = walk.stand.room, Press(Button.HAND, "dan", SEAT, LINE)
    with pytest.raises(RefusedError, match="AKQ SPADES of seat 3 is posted: hold the key to take it back"):
        room.do(room.acting("T1", pressing(pressed, None), DAN))
    assert walk.win.status == "posted"
    room.do(room.acting("T1", pressing(pressed, None, is_held=True), DAN))
    assert walk.win.status == "withdrawn"

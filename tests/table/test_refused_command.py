"""A refused command changes nothing: the table in memory stays the one that the book has.

Otherwise what is done next is done at a table that nobody else can find again.
"""

import asyncio
from dataclasses import replace

import pytest
from deep_state import check_as_in_book
from room_stand import DAN, SUE
from stand import only
from three_card_scene import TOP, TRAY, TWO
from walk import EVE

from pitboss.base.error import InputError
from pitboss.jackpot.controller import Button, Dialect
from pitboss.jackpot.refusal import RefusedError
from pitboss.ledger.verify import verify
from pitboss.service.floor import Floor
from pitboss.service.house_dealer import STUCK_SECONDS, HouseDealer
from pitboss.table import command, event
from pitboss.table.phase import Phase

ALL = replace(TRAY, all_from_meter=True)
SCENES = {"tray hands": ALL, "top and fixed": TWO}
WAITS = "is neither confirmed nor taken back"


pytestmark = pytest.mark.parametrize("walk", ["live"], indirect=True)


def refuse(walk, seat):
    """The supervisor finds that the hand is none."""
    line = next(win.line for win in walk.wins if win.seat == seat and win.status == "posted")
    if walk.keypad.dialect is Dialect.NEXUS:
        walk.press_hand(seat, line, SUE)
        return
    walk.press(Button.KEY_TO_JACKPOT, SUE)
    walk.press(Button.HAND, SUE, seat, line)
    walk.press(Button.KEY_TO_RUN, SUE)


def waiting_seats(walk):
    """From the dealer's right, as they are looked at."""
    return [one.seat for one in walk.screen.wins]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("which", [0, 1], ids=["the right one", "the left one"])
def test_a_round_that_was_ended_too_early_ends_when_the_other_win_is_confirmed(walk, scene, dialect, which):
    walk = walk(replace(SCENES[scene], dialect=dialect))
    walk.to_hands()
    right, left = waiting_seats(walk)
    refused, won = (right, left) if which == 0 else (left, right)
    if dialect is Dialect.GAME_MANAGER and refused == left:
        walk.confirm(right, EVE)
    refuse(walk, refused)
    owed = dict(walk.stand.table.running.owed)
    if walk.floor.open_wins("T1"):
        for _ in range(3):
            with pytest.raises(RefusedError, match=f"a win of seat {won} {WAITS}"):
                walk.end()
            assert walk.stand.table.running.owed == owed
            check_as_in_book(walk.stand.room)
    walk.confirm_all()
    check_as_in_book(walk.stand.room)
    walk.end()
    assert walk.stand.table.phase is Phase.IDLE
    assert only(event.PrizeRefused, walk.stand.events).seat == refused
    check_as_in_book(walk.stand.room)
    assert verify(walk.manager.store.entries()).fault is None


def test_a_win_that_is_pressed_again_after_an_early_end_is_paid_when_it_is_confirmed(walk):
    """What the meter loses the player has."""
    walk = walk(TWO)
    walk.to_hands()
    refuse(walk, 5)
    with pytest.raises(RefusedError, match=WAITS):
        walk.end()
    walk.press_hand(5, TWO.hands[5])
    chips, meter = {seat: walk.stand.chips(seat) for seat in (2, 5)}, walk.meter()
    walk.confirm_all()
    won = {win.seat: win.micros for win in walk.wins if win.status == "confirmed"}
    assert sorted(won) == [2, 5]
    assert {seat: walk.stand.chips(seat) - chips[seat] for seat in (2, 5)} == won
    assert walk.meter() < meter
    walk.end()
    check_as_in_book(walk.stand.room)


def test_the_house_dealer_who_tries_again_and_again_ends_the_round_when_the_other_win_is_confirmed(walk):
    walk = walk(TWO)
    walk.to_hands()
    refuse(walk, 5)
    room = walk.stand.room

    async def try_to_end():
        return [await HouseDealer(Floor(room), "T1", lambda: False).act() for _ in range(3)]

    assert asyncio.run(try_to_end()) == [STUCK_SECONDS] * 3
    check_as_in_book(room)
    assert sorted(walk.stand.table.running.owed) == [2, 5]
    chips = walk.stand.chips(2)
    walk.confirm(2, EVE)
    assert walk.stand.chips(2) - chips == walk.win.micros > 0
    asyncio.run(HouseDealer(Floor(room), "T1", lambda: False).act())
    assert walk.stand.table.phase is Phase.IDLE
    check_as_in_book(room)


@pytest.mark.parametrize("asked", ["end", "close"])
def test_the_round_does_not_end_under_the_supervisors_key_and_nothing_has_changed(walk, asked):
    """The win was not verified and the key is still at JPH."""
    walk = walk(TOP)
    walk.to_hands()
    walk.press(Button.KEY_TO_JACKPOT, SUE)
    walk.press(Button.HAND, SUE, 3, TOP.hands[3])
    with pytest.raises(RefusedError):
        walk.end() if asked == "end" else walk.stand.send(command.CloseRound("sue", "stuck"), actor=SUE)
    check_as_in_book(walk.stand.room)
    walk.press(Button.KEY_TO_RUN, SUE)
    walk.end()
    assert only(event.PrizeRefused, walk.stand.events).seat == 3
    check_as_in_book(walk.stand.room)


@pytest.mark.parametrize("scene", SCENES)
def test_a_hand_that_cannot_be_posted_under_the_supervisors_key_is_not_read(walk, scene):
    """The dealer goes on while the supervisor looks at the first win: the second cannot be posted now."""
    walk = walk(SCENES[scene])
    walk.to_start()
    while not walk.wins:
        walk.stand.step()
    walk.press(Button.KEY_TO_JACKPOT, SUE)
    with pytest.raises(RefusedError):
        walk.read_hands()
    check_as_in_book(walk.stand.room)
    assert 2 not in walk.stand.live.read
    walk.press(Button.KEY_TO_RUN, SUE)
    walk.read_hands()
    walk.confirm_all()
    walk.end()
    check_as_in_book(walk.stand.room)


def test_a_dealer_who_presses_on_after_every_refusal_changes_nothing(walk):
    """Whatever is refused at any point of a round, by anybody."""
    walk = walk(TWO)
    walk.place()
    room, refused = walk.stand.room, 0
    tries = [
        (DAN, command.OpenBets()),
        (DAN, command.PlaceWager(2, "ante", 1)),
        (DAN, command.SetColumn(9)),
        (DAN, command.Decide(2, "play", "raise")),
        (SUE, command.CloseRound("sue", "too early")),
        (SUE, command.VoidRound("sue", "")),
        (DAN, command.Proceed(9_999)),
    ]

    def try_all():
        nonlocal refused
        for actor, asked in tries:
            with pytest.raises(InputError):
                walk.stand.send(asked, actor=actor)
            refused += 1
        check_as_in_book(room)

    try_all()
    walk.start()
    while walk.stand.table.phase is not Phase.CLOSING:
        try_all()
        walk.stand.step()
    try_all()
    assert refused > 30

"""The dealer's keypad beside a live table: shown as it can be pressed there, and pressed.

The table does by itself what a dealer would do at the keypad. So its first and last key are the table's own
steps ("no more bets", the end of the round), and a hand is pressed by hand only if the table has read it: a
keypad must not say anything else than the cards do.
"""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from pitboss.house.room.hosted import Hosted
from pitboss.jackpot.controller import Button, Keypad, Press
from pitboss.jackpot.refusal import RefusedError
from pitboss.service.acts import why_not
from pitboss.service.desk import round_hands
from pitboss.service.frame import keypad_view
from pitboss.service.premises import Premises
from pitboss.table import command
from pitboss.table.command import Message
from pitboss.table.phase import Phase

OF_A_SUPERVISOR = frozenset({Button.KEY_TO_JACKPOT, Button.CARD})
"""What only somebody of the floor can do: turn the key, swipe the card."""


async def show_keypad(premises: Premises, table: str) -> dict[str, Any] | None:
    """As it is now; what was confirmed or opened elsewhere is heard first."""
    keypad = await premises.keypad(table)
    if keypad is None:
        return None
    async with premises.floor.locks[table]:
        hosted = premises.floor.hosted.get(table)
        if hosted is None or not is_of(keypad, hosted):
            return keypad_view(keypad)
        assert hosted.live
        await asyncio.to_thread(hosted.live.meters.side.listen)
        return beside_table(hosted, keypad)


def is_of(keypad: Keypad, hosted: Hosted) -> bool:
    return hosted.live is not None and hosted.live.controller is keypad.controller


# -- what can be pressed ---------------------------------------------------------------------------


def beside_table(hosted: Hosted, keypad: Keypad) -> dict[str, Any]:
    shown = keypad_view(keypad)
    read = round_hands(hosted)
    shown["buttons"] = [with_table(hosted, keypad, one, read) for one in shown["buttons"]]
    return shown


def with_table(
    hosted: Hosted, keypad: Keypad, shown: dict[str, Any], read: set[tuple[int, str]]
) -> dict[str, Any]:
    why = shown["why_not"]
    match Button(shown["button"]):
        case Button.START:
            why = why_not(hosted.table, command.CallNoMoreBets)
        case Button.END:
            why = why_not_end(hosted, keypad)
        case Button.HAND if not why and not shown["is_lit"]:
            seat = shown["seat"] or keypad.selected
            why = "" if (seat, shown["line"]) in read else say_unread(seat)
    return {**shown, "can_press": not why, "why_not": why}


def why_not_end(hosted: Hosted, keypad: Keypad) -> str:
    if hosted.table.phase is not Phase.CLOSING:
        return "the round is not settled yet" if hosted.table.play else "no round is going on"
    for win in keypad.controller.round.open_wins:
        return f"a win of seat {win.lamp.seat} is neither confirmed nor taken back: call a supervisor"
    return ""


def say_unread(seat: int) -> str:
    return f"the table has not read this hand at seat {seat}: it lights when the seat is settled"


# -- pressing --------------------------------------------------------------------------------------


async def press_button(premises: Premises, table: str, asked: Press) -> dict[str, Any]:
    keypad = await premises.keypad(table)
    if keypad is None:
        raise RefusedError(f"{table} is on no progressive: it has no keypad")
    if asked.button in (Button.START, Button.END):
        await premises.floor.do(table, lambda hosted: step_of(hosted, keypad, asked), asked.by)
    else:
        async with premises.floor.locks[table]:
            hosted = premises.floor.hosted.get(table)
            if hosted is None or not is_of(keypad, hosted):
                raise RefusedError("the table was opened again elsewhere: press once more")
            await asyncio.to_thread(press, hosted, keypad, asked)
    premises.board.tell()
    found = await show_keypad(premises, table)
    assert found
    return found


def step_of(hosted: Hosted, keypad: Keypad, asked: Press) -> Sequence[Message]:
    """COIN IN is "no more bets", GAME OVER the end of the round."""
    step: command.Command = command.CallNoMoreBets()
    if asked.button is Button.END:
        if why := why_not_end(hosted, keypad):
            raise RefusedError(why)
        step = command.Proceed(hosted.table.running.point)
    return (Message(uuid4().hex, hosted.table.number, step),)


def press(hosted: Hosted, keypad: Keypad, asked: Press) -> None:
    assert hosted.live
    side = hosted.live.meters.side
    side.listen()
    if asked.button is Button.HAND:
        check_read(hosted, keypad, asked)
    side.follow(keypad.press(asked))


def check_read(hosted: Hosted, keypad: Keypad, asked: Press) -> None:
    """A lit hand may be taken back; only a hand that the table has read may be lit."""
    seat = asked.seat or keypad.selected
    lamp = keypad.controller.round.lamps.get(seat)
    if lamp is None and seat and (seat, asked.line) not in round_hands(hosted):
        raise RefusedError(say_unread(seat))

"""The dealer's keypad beside a live table: shown as it can be pressed there, and pressed.

The table does by itself what a dealer would do at the keypad. So its first and last key are the table's own
steps ("no more bets", the end of the round), and a hand is pressed by hand only if the table has read it: a
keypad must not say anything else than the cards do.
"""

from dataclasses import asdict
from typing import Any

from pitboss.house import agreement
from pitboss.house.live_meters import LiveMeters, say_unread
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.room import Plan
from pitboss.house.room.row import Row
from pitboss.jackpot.books import Books
from pitboss.jackpot.controller import Button, Keypad, Press
from pitboss.jackpot.display import stand_at
from pitboss.jackpot.refusal import RefusedError
from pitboss.service.acts import why_not
from pitboss.service.frame import keypad_view
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.phase import Phase

WITH_A_SECRET = frozenset({Button.KEY_TO_JACKPOT, Button.CONFIRM, Button.CARD})
"""What only somebody of the floor can do: turn the key, press CONFIRM, swipe the card."""


def show_keypad(hosted: Hosted, floor: Books) -> dict[str, Any] | None:
    """As it is now, with what was confirmed or opened elsewhere; none where there is no progressive."""
    live = hosted.live
    if live is None or floor.progressive_of(hosted.plan.id) is None:
        return None
    keypad = live.preview(floor)
    shown = keypad_view(keypad)
    shown["buttons"] = [with_table(hosted, live, keypad, one) for one in shown["buttons"]]
    shown["meters"] = [asdict(one) for one in stand_at(floor, hosted.plan.id)]
    return shown


def with_table(hosted: Hosted, live: LiveMeters, keypad: Keypad, shown: dict[str, Any]) -> dict[str, Any]:
    why = shown["why_not"]
    match Button(shown["button"]):
        case Button.START:
            why = why_not(hosted.table, command.CallNoMoreBets)
        case Button.END:
            why = why_not_end(hosted, live)
        case Button.HAND if not why and not shown["is_lit"]:
            seat = shown["seat"] or keypad.selected
            why = "" if live.read.get(seat) == shown["line"] else say_unread(seat)
    return {**shown, "can_press": not why, "why_not": why}


def why_not_end(hosted: Hosted, live: LiveMeters) -> str:
    if hosted.table.phase is not Phase.CLOSING:
        return "the round is not settled yet" if hosted.table.play else "no round is going on"
    return agreement.why_not_end(live, hosted.table)


def pressing(pressed: Press, round_: int | None, *, is_held: bool = False) -> Plan:
    """COIN IN is "no more bets", GAME OVER the end of the round; any other key is the keypad's own.

    A hand that is lit is taken back on purpose, by a key that is held: at JPH as well.
    """

    def plan(hosted: Hosted) -> Row:
        seen = hosted.table.number if round_ is None else round_
        if hosted.live is None:
            raise RefusedError(f"{hosted.plan.id} is on no progressive: it has no keypad")
        if pressed.button is Button.START:
            return Row((command.CallNoMoreBets(),), seen)
        if pressed.button is Button.END:
            return Row((end_of_round(hosted),), seen)
        if pressed.button is Button.HAND and not is_held:
            check_unlit(hosted.live, pressed)
        return Row((pressed,), seen)

    return plan


def check_unlit(live: LiveMeters, pressed: Press) -> None:
    seat = pressed.seat or live.keypad.selected
    lamp = live.controller.round.lamps.get(seat)
    if lamp and lamp.button.line == pressed.line:
        raise RefusedError(f"{lamp.button.label} of seat {seat} is posted: hold the key to take it back")


def end_of_round(hosted: Hosted) -> Command:
    if hosted.table.phase is not Phase.CLOSING:
        raise RefusedError("the round is not settled yet" if hosted.table.play else "no round is going on")
    return command.Proceed(hosted.table.running.point)

"""What a press of the keypad has done, in a line for its screen: nobody presses without being answered."""

from collections.abc import Mapping
from typing import Any

from pitboss.base.money import format_dollars
from pitboss.jackpot.controller import Button, Press

Pad = Mapping[str, Any]
"""The keypad as it is shown."""


def answer_press(pressed: Press, before: Pad, after: Pad) -> str:
    match pressed.button:
        case Button.START:
            return say_wagers(after)
        case Button.SEAT:
            return f"Spot {pressed.seat} is selected."
        case Button.KEY_TO_JACKPOT | Button.CONFIRM:
            return f"{pressed.by} looks at a win: check the hand."
        case Button.END:
            return f"Round {before['round']} is over."
        case _:
            return say_wins(before, after) or "Done."


def say_wagers(pad: Pad) -> str:
    locked = [str(one["seat"]) for one in pad["seats"] if one["sensor"] == "locked"]
    if not locked:
        return "No wager is locked in."
    return f"Locked in: {', '.join(locked)}."


def say_wins(before: Pad, after: Pad) -> str:
    """Wins that were posted, recorded, confirmed or taken back by the press; lamps where no meter pays."""
    was, now = ({one["seat"]: one for one in pad["wins"]} for pad in (before, after))
    said = [
        say_win(one, state_of(one)) for seat, one in now.items() if state_of(one) != state_of(was.get(seat))
    ]
    stays = {one["seat"]: one["stays"] for one in after["seats"]}
    for seat, one in was.items():
        if seat not in now:
            said += [say_win(one, "taken back"), *filter(None, (stays[seat],))]
    return " ".join(said) or say_lamps(before, after)


def state_of(win: Pad | None) -> str:
    if win is None:
        return ""
    return "confirmed" if win["is_confirmed"] else "recorded" if win["is_recorded"] else "posted"


def say_win(win: Pad, what: str) -> str:
    return f"Seat {win['seat']}, {win['hand']}, {format_dollars(win['micros'])}: {what}."


def say_lamps(before: Pad, after: Pad) -> str:
    was, now = ({one["seat"]: one["hand"] for one in pad["seats"]} for pad in (before, after))
    said = [f"Seat {seat}: {hand or 'no hand'}." for seat, hand in now.items() if hand != was.get(seat)]
    return " ".join(said)

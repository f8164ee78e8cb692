"""Before a round ends, a live table and its keypad agree: who has won what, and who gets envy for it."""

from typing import TYPE_CHECKING, NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.refusal import RefusedError
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.house.live_meters import LiveMeters


class TakenBack(NamedTuple):
    """A win from a meter that the table has read and somebody who is none of the floor has taken back."""

    seat: int
    line: str
    by: str


def say_taken_back(one: TakenBack) -> str:
    hand = f"seat {one.seat} has {line_words(one.line)} and {one.by} has taken the win back"
    decides = "a supervisor decides (refuses it when it is pressed, or closes the round)"
    return f"{hand}: press the hand again, or {decides}"


def check_agreement(live: "LiveMeters", table: Table) -> None:
    """Before a round ends, table and keypad say the same: who has won what, and who gets envy for it."""
    if not table.running.counted:
        return
    round_ = live.controller.round
    if round_.number != table.number or not round_.locked:
        raise RefusedError(f"the keypad is in round {round_.number} and the table in {table.number}")
    lit = {seat: lamp.button.line for seat, lamp in round_.lamps.items()}
    refused = live.refused(table)
    for seat in sorted(({*live.read} | {*lit}) - refused):
        if live.read.get(seat) != lit.get(seat):
            raise RefusedError(say_difference(live, seat, live.read.get(seat), lit.get(seat)))
    check_amounts(live, table)
    envies = [one for one in table.running.settlement.envies() if one.holder not in refused]
    paid = {(one.seat, one.holder, one.line, one.micros) for one in envies}
    shown = {(one.seat, one.holder, one.line, one.micros) for one in live.controller.envies}
    if paid != shown:
        seats = ", ".join(str(holder) for holder in sorted({one[1] for one in paid ^ shown}))
        raise RefusedError(f"the keypad shows other envy than the table pays, for the hand of seat {seats}")


def say_difference(live: "LiveMeters", seat: int, read: str | None, lit: str | None) -> str:
    hand = line_words(read) if read else "no such hand"
    if lit is None:
        waits = next((one for one in live.waiting if one.seat == seat), None)
        why = (waits and live.controller.why_not(waits)) or live.controller.refused
        return f"seat {seat} has {hand} and its key is not lit: press it again{f' ({why})' if why else ''}"
    return f"the key {line_words(lit)} of seat {seat} is lit and the table has read {hand}: put it out"


def check_amounts(live: "LiveMeters", table: Table) -> None:
    """What the table paid for a hand that the tray pays is what the keypad says."""
    bets = live.game.wagers[live.wager].bets
    for seat, lamp in live.controller.round.lamps.items():
        stake = live.controller.round.locked.get(seat)
        if stake is None or lamp.button.is_from_meter:
            continue
        said = lamp.button.fixed_micros(stake)
        paid = table.running.settlement.paid_micros.get((seat, bets[0]), 0)
        if said != paid:
            amounts = f"the keypad says {format_dollars(said)} and the table paid {format_dollars(paid)}"
            raise RefusedError(f"seat {seat}: {amounts}")

"""Before a round ends, a live table and its keypad agree: who has won what, and who gets envy for it; and a
win that is none is none because somebody of the floor said so."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.refusal import RefusedError
from pitboss.table.command import Command, Proceed, ReportWrongCount
from pitboss.table.phase import Phase
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


# -- whether a round can end -----------------------------------------------------------------------


def why_not_end(live: "LiveMeters", table: Table) -> str:
    """Why the round cannot end, as far as the keypad says; empty if it can."""
    for win in live.controller.round.open_wins:
        return f"a win of seat {win.lamp.seat} is neither confirmed nor taken back: call a supervisor"
    try:
        check_agreement(live, table)
    except RefusedError as refusal:
        return str(refusal)
    return why_undecided(live, table)


def why_not_close(live: "LiveMeters", table: Table) -> str:
    """Why the floor need not or cannot close the round; empty where nothing else is left."""
    if live.controller.round.open_wins:
        return why_not_end(live, table)
    return "" if why_not_end(live, table) else "table and keypad agree: end the round as usual"


def find_refused(live: "LiveMeters", table: Table) -> set[int]:
    """Seats whose win from a meter was taken back: they end without it, unless it is pressed again."""
    return {seat for seat in table.running.owed if not live.stands(seat)}


def find_taken_back(live: "LiveMeters", table: Table) -> Iterator[TakenBack]:
    """Wins from a meter that the table has read and a dealer alone has taken back."""
    back = live.controller.round.taken_back
    for seat in sorted(find_refused(live, table)) if table.play else ():
        by, _ = back.get(seat, ("", ""))
        if by not in live.in_charge.floor:
            yield TakenBack(seat, live.read[seat], by)


def why_undecided(live: "LiveMeters", table: Table) -> str:
    """A win that the table has read is none only if somebody of the floor says so; empty if so."""
    return next((say_taken_back(one) for one in find_taken_back(live, table)), "")


def check_decided(live: "LiveMeters", table: Table, asked: Command) -> None:
    """A dealer alone neither ends a round nor has it void after he has taken a win back.

    Asked of whoever acts: who follows a line does not ask again, for books of before have such rounds.
    """
    is_end = isinstance(asked, Proceed) and table.phase is Phase.CLOSING
    is_void = isinstance(asked, ReportWrongCount) and asked.by not in live.in_charge.floor
    if (is_end or is_void) and (why := why_undecided(live, table)):
        raise RefusedError(why)


# -- whether both say the same ---------------------------------------------------------------------


def check_agreement(live: "LiveMeters", table: Table) -> None:
    """Before a round ends, table and keypad say the same: who has won what, and who gets envy for it."""
    if not table.running.counted:
        return
    round_ = live.controller.round
    if round_.number != table.number or not round_.locked:
        raise RefusedError(f"the keypad is in round {round_.number} and the table in {table.number}")
    lit = {seat: lamp.button.line for seat, lamp in round_.lamps.items()}
    refused = find_refused(live, table)
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

"""What becomes of each table of an old room: where it stands, how its open round ends, and what differs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.base.money import format_dollars
from pitboss.house.old_room.comparing import (
    JournalRound,
    Pair,
    find_differences,
    pair_rounds,
    read_table_rounds,
)
from pitboss.house.old_room.playing import OldTable, rebuild
from pitboss.house.old_room.tape import OldLocker
from pitboss.house.room.chips import account_of
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.books import Books
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.table_fact import BroughtOver
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import Account
from pitboss.ledger.store import StoreError
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.storage.old_room import ROOM_PLACE, OldRoom
from pitboss.table.money import CAGE, TOKES, TRAY, chips_of

VOID, CLOSED = "void", "closed"
LASTING = (WinStatus.POSTED, WinStatus.CONFIRMED)


class Listed(NamedTuple):
    """A table of the room's list."""

    plan: TablePlan
    by: str
    is_open: bool


@dataclass
class Moving:
    """A table on its way into the book."""

    listed: Listed
    old: OldTable
    said: BroughtOver
    """Without what became of its round, and without differences."""
    counted: JournalRound | None = None
    """The round that the journal still has open."""
    is_over: bool = False
    """It ended at the table: it is ended in the journal too, and not void."""
    ended: str = ""
    round: int = 0
    """The number of the round that was going on at the table."""
    differences: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.listed.plan.id

    @property
    def balances(self) -> dict[str, int]:
        return {name: micros for name, micros in self.old.table.money.balances.items() if micros}

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Chips, tray and tokes out of the cage; a tray that has paid more than it took owes the cage.

        What the table fed to meters is not among them: the journal has it as contributions.
        """
        cage = account_of(self.id, CAGE)
        found = [
            Transfer(cage, account_of(self.id, chips_of(player)), micros, Reason.BUY_IN)
            for player, micros in sorted(self.old.table.player_chips().items())
        ]
        if tokes := self.balances.get(TOKES, 0):
            found.append(Transfer(cage, account_of(self.id, TOKES), tokes, Reason.TOKE))
        return (*found, *move_tray(cage, account_of(self.id, TRAY), self.balances.get(TRAY, 0)))


def move_tray(cage: Account, tray: Account, micros: int) -> Sequence[Transfer]:
    if not micros:
        return ()
    if micros > 0:
        return (Transfer(cage, tray, micros, Reason.BUY_IN),)
    return (Transfer(tray, cage, -micros, Reason.CASH_OUT),)


# -- the list --------------------------------------------------------------------------------------


def read_list(old: OldRoom) -> dict[str, Listed]:
    """All tables that there ever were, with who put them up."""
    found: dict[str, Listed] = {}
    for line in old.lines(ROOM_PLACE):
        try:
            said: Mapping[str, Any] = json.loads(line.body)
            if said["kind"] == "open":
                plan = read_plan(said["plan"])
                found[plan.id] = Listed(plan, said["by"], is_open=True)
            elif said["kind"] == "close":
                found[said["table"]] = found[said["table"]]._replace(is_open=False)
        except (ValueError, KeyError, TypeError) as problem:
            raise StoreError(
                f"line {line.number} of the room's list cannot be read ({problem}): it was changed; take the "
                "room from a backup; nothing was written"
            ) from problem
    return found


def read_plan(data: Mapping[str, Any]) -> TablePlan:
    limits = {wager: tuple(limit) for wager, limit in (data.get("limits") or {}).items()}
    return TablePlan(**{**data, "limits": limits, "closed": tuple(data.get("closed") or ())})


def check_wins(floor: Books, tables: Sequence[str]) -> None:
    """A round with a win is ended by the program that dealt it: here nobody could confirm or pay it."""
    for table in tables:
        round_ = floor.rounds.get(table)
        for win in (floor.wins[id_] for id_ in round_.wins) if round_ else ():
            if win.status in LASTING:
                raise RefusedError(
                    f"round {win.round} of {table} has a win of seat {win.seat} that is {win.status.value}, "
                    "and has not ended: with the program that dealt it confirm or withdraw the win, end the "
                    "round, and then bring the room over; nothing was written"
                )


# -- a table ---------------------------------------------------------------------------------------


def move_table(old: OldRoom, listed: Listed, locker: OldLocker, counted: Sequence[JournalRound]) -> Moving:
    table = listed.plan.id
    pairs = pair_rounds(read_table_rounds(old, table, locker), counted)
    said = BroughtOver(
        table, old.count("room_line", table), old.count("room_round", table), old.digest(table)
    )
    moving = Moving(listed, rebuild(old, listed.plan, locker), said)
    moving.differences += find_differences(pairs)
    if moving.old.torn:
        moving.differences.append(f"{moving.old.torn}: it stands as after line {moving.old.number}")
    settle_round(moving, pairs)
    return moving


def settle_round(moving: Moving, pairs: Sequence[Pair]) -> None:
    """End what is going on at the table, and say what the journal has to do."""
    table = moving.old.table
    last = next((one for one in reversed(pairs) if one.journal and one.journal.is_open), None)
    if last:
        moving.counted = last.journal
        moving.is_over = bool(last.table and last.table.is_over)
    if not moving.old.is_in_round:
        return
    moving.round = table.number
    play = table.play
    here = next((one for one in pairs if one.table and one.table.number == table.number), None)
    there = here.journal if here and play and play.counted else None
    chips = say_chips(moving)
    if there and there.is_over and moving.old.is_closing:
        moving.old.end()
        moving.ended = CLOSED
        moving.differences.append(
            f"round {moving.round}: ended in the journal (entry {there.entry}) and never at the table, which "
            f"was dead with {chips} on it: it is closed now as it lay"
        )
        return
    moving.old.void()
    moving.ended = VOID
    if there and not there.is_open:
        how = "void" if there.is_reversed else "over"
        moving.differences.append(
            f"round {moving.round}: {how} in the journal (entry {there.entry}) and going on at the table: "
            "it is void at the table now"
        )


def say_chips(moving: Moving) -> str:
    chips = moving.old.table.player_chips()
    many = f"{len(chips)} player{'s' if len(chips) != 1 else ''}"
    return f"{format_dollars(sum(chips.values()))} of {many}"

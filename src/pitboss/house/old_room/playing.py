"""An old room's table, rebuilt where it stood: its last snapshot, and the lines of its log played again.

Only what lies between two rounds is carried over: seats, chips, tray, tokes, and the numbers of rounds and
of the dealer's steps. A round that is going on is void, as the table's own void would do it. If the
progressive's journal has ended it already and the table lacks only its last step, that step is taken.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from pitboss.house.old_room.tape import OldLocker, OldMeters, OldRandomness, OldTape, WrongKeyError
from pitboss.house.opening import USUAL_DEVICES, card_source
from pitboss.house.room.fitting import make_setup
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.snapshot import restore_stand
from pitboss.storage.old_room import OldLine, OldRoom
from pitboss.table import command
from pitboss.table.phase import Phase
from pitboss.table.shuffler import CardSource
from pitboss.table.table import Table
from pitboss.table.wire import parse_command

NO_SEED = "00" * 32
BY, WHY = "the house", "the room was brought over"


@dataclass
class OldTable:
    plan: TablePlan
    table: Table
    tape: OldTape
    meters: OldMeters
    number: int = 0
    """Of the last line that was played."""
    told: int = 0
    torn: str = ""
    """Why the lines after it could not be played."""

    @property
    def is_in_round(self) -> bool:
        """A shuffler that failed between two rounds halts no round."""
        table = self.table
        return (table.halted_in if table.phase is Phase.HALTED else table.phase) is not Phase.IDLE

    @property
    def is_closing(self) -> bool:
        """Everything is paid and taken: only the end is missing."""
        return self.table.phase is Phase.CLOSING

    @property
    def fault(self) -> str:
        """What was reported about the shuffler; empty if it works."""
        return self.table.source.fault or ""

    def end(self) -> None:
        """Take the last step of a round that has ended elsewhere."""
        self.meters.is_over = True
        self.told += len(self.table.handle(command.Proceed(self.table.running.point)))

    def void(self) -> None:
        """Everything that moved since the bets were opened goes back."""
        self.meters.is_over = True
        self.told += len(self.table.handle(command.VoidRound(BY, WHY)))


def rebuild(old: OldRoom, plan: TablePlan, locker: OldLocker) -> OldTable:
    """The table as its log says; where a line cannot be played, as it stood before that line."""
    played = play(old, plan, locker, upto=None)
    if not played.torn:
        return played
    again = play(old, plan, locker, upto=played.number)
    again.torn = played.torn
    return again


def play(old: OldRoom, plan: TablePlan, locker: OldLocker, *, upto: int | None) -> OldTable:
    made = put_up(plan)
    snapshot = old.snapshot(plan.id)
    if snapshot:
        stand_at(made, snapshot, locker)
    for line in old.lines(plan.id, made.number):
        if upto is not None and line.number > upto:
            break
        try:
            follow(made, line, locker)
        except WrongKeyError:
            raise
        except Exception as problem:  # a log that was changed by hand may hold anything
            made.torn = f"line {line.number} cannot be played ({problem or type(problem).__name__})"
            break
    return made


def put_up(plan: TablePlan) -> OldTable:
    game, tape = plan.make_game(), OldTape()
    meters = OldMeters(tape)

    def device(model: str) -> CardSource:
        """At that time nobody had to set a column: whatever the device, its number was taken as shown."""
        made = card_source(game, OldRandomness(tape), model)
        made.shows_hands = True  # type: ignore[misc]
        return made

    setup = make_setup(plan, game, has_meters=True)
    first, second = USUAL_DEVICES
    table = Table(setup, device(first), meters, device(second), partial(device, second))
    return OldTable(plan, table, tape, meters)


def follow(made: OldTable, line: OldLine, locker: OldLocker) -> None:
    if line.number != made.number + 1:
        raise ValueError(f"line {made.number + 1} is missing")
    body: Mapping[str, Any] = json.loads(line.body)
    made.tape.load(unlock_tape(line, body, locker))
    events = made.table.handle(parse_command(body["did"]))
    made.tape.end()
    made.number = line.number
    made.told += len(events)


def unlock_tape(line: OldLine, body: Mapping[str, Any], locker: OldLocker) -> Any:
    return locker.unlock(body["tape"], f"line {line.number} of {line.place}") if "tape" in body else []


def stand_at(made: OldTable, snapshot: OldLine, locker: OldLocker) -> None:
    body: Mapping[str, Any] = json.loads(snapshot.body)
    about = f"the snapshot of {snapshot.place}"
    data = cast(dict[str, Any], locker.unlock(body["secret"], about))
    sources = {name: as_now(data[name]) if data[name] else None for name in ("source", "backup")}
    restore_stand(made.table, None, {**data, **sources, "live": None})
    made.number, made.told = snapshot.number, body["told"]


def as_now(source: Mapping[str, Any]) -> dict[str, Any]:
    """A shuffle as a stand has it now. Its salts are not carried over: it is dealt from here alone."""
    cards = "".join(source["cards"]) if source["cards"] else None
    hidden = list(range(source["position"]))
    return {**source, "cards": cards, "seed": NO_SEED, "secret": hidden, "is_retired": False}

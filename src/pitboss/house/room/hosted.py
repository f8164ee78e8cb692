"""A table of the room: it can be closed at any moment and opened again elsewhere, exactly where it was.

Whatever is done at it becomes a line of its log: the command, who sent it, and the answers that came from
outside while it was carried out (`tape`). Opening a table plays the log again from the last snapshot. So
a table belongs to no process: whoever has the log can deal it, and of two who deal at once one is told
that he came second.
"""

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from pitboss.house.live_table import LiveTable
from pitboss.house.room.locker import Locker
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.snapshot import can_snapshot, format_snapshot, restore_snapshot
from pitboss.house.room.tape import Answer, Tape
from pitboss.ledger.room_store import KeptRound, Line, Work
from pitboss.table import event
from pitboss.table.command import Message
from pitboss.table.event import Event
from pitboss.table.phase import Phase
from pitboss.table.proof import format_proof
from pitboss.table.table import Table
from pitboss.table.wire import format_command, parse_command

SNAPSHOT_EVERY = 200
"""Lines: a table is opened by playing at most about so many again."""
MOST_EVENTS = 2_000
"""Events that are kept for whoever has lost the connection."""


class Told(NamedTuple):
    """An event with its number in the table's life."""

    number: int
    event: Event


@dataclass
class Hosted:
    plan: TablePlan
    table: Table
    tape: Tape
    locker: Locker
    live: LiveTable | None = None
    """With the controller of its progressive, where it has one."""
    number: int = 0
    """Of the last line."""
    snapshot_number: int = 0
    told: int = 0
    """How many events there have been."""
    recent: deque[Told] = field(default_factory=lambda: deque(maxlen=MOST_EVENTS))

    # -- doing -----------------------------------------------------------------------------------

    def do(self, messages: Sequence[Message], by: str, at_micros: int) -> tuple[list[Told], Work]:
        """Carry messages out one after another; what happened, and what is to be written.

        Raises, with nothing done, if the first is refused; a later one that is refused ends the row. What
        closes the round begins a row of its own: everybody sees the settled felt before it is cleared.
        """
        told: list[Told] = []
        lines: list[Line] = []
        for message in messages:
            if lines and self.table.phase is Phase.CLOSING:
                break
            try:
                events = self._carry_out(message)
            except Exception:
                self.tape.take()
                if not lines:
                    raise
                break
            if events is not None:
                told += self._tell(events)
                lines.append(self._line(message, by, at_micros))
        return told, Work(tuple(lines), tuple(self._rounds(told)), self._snapshot())

    def act_as(self, person: str, *, can_void: bool) -> None:
        """Whoever of the staff is at the table answers for what its keypad asks."""
        if self.live:
            self.live.meters.dealer = person
            if can_void:
                self.live.meters.floor = person

    def _carry_out(self, message: Message) -> Sequence[Event] | None:
        """What happened; None if the message was carried out before."""
        if self.table.first_answer(message) is not None:
            return None
        with self.tape.recording():
            events = (self.live or self.table).handle(message.command)
        self.table.remember(message, tuple(events))
        return events

    def _line(self, message: Message, by: str, at_micros: int) -> Line:
        self.number += 1
        tape = self.tape.take()
        body = {"by": by, "at": at_micros, "round": message.round, "did": format_command(message.command)}
        if tape:
            body["tape"] = self.locker.lock([list(answer) for answer in tape])
        return Line(self.plan.id, self.number, message.id, json.dumps(body, separators=(",", ":")))

    def _tell(self, events: Sequence[Event]) -> list[Told]:
        told = [Told(self.told + place, one) for place, one in enumerate(events, start=1)]
        self.told += len(told)
        self.recent.extend(told)
        return told

    def _rounds(self, told: Sequence[Told]) -> list[KeptRound]:
        return [
            KeptRound(self.plan.id, one.round, format_proof(one.proof))
            for _, one in told
            if isinstance(one, event.RoundClosed | event.RoundVoided) and one.proof
        ]

    def _snapshot(self) -> Line | None:
        if self.number - self.snapshot_number < SNAPSHOT_EVERY or not can_snapshot(self.table):
            return None
        self.snapshot_number = self.number
        secret = self.locker.lock(format_snapshot(self.table))
        body = json.dumps({"told": self.told, "secret": secret})
        return Line(self.plan.id, self.number, str(self.number), body)

    # -- opening again ---------------------------------------------------------------------------

    def restore(self, snapshot: Line | None, lines: Sequence[Line]) -> None:
        if snapshot:
            body = json.loads(snapshot.body)
            restore_snapshot(self.table, cast(dict[str, Any], self.locker.unlock(body["secret"])))
            self.number = self.snapshot_number = snapshot.number
            self.told = body["told"]
        for line in lines:
            self.follow(line)

    def follow(self, line: Line) -> list[Told]:
        """Do again what was done here before, or what another server did at this table."""
        assert line.number == self.number + 1, f"line {line.number} does not follow line {self.number}"
        body: dict[str, Any] = json.loads(line.body)
        self.tape.load(cast(list[Answer], self.locker.unlock(body["tape"]) if "tape" in body else []))
        message = Message(line.id, body["round"], parse_command(body["did"]))
        events = self.table.handle(message.command)
        assert not self.tape.is_playing, "the tape has more answers than were asked for"
        self.table.remember(message, events)
        self.number = line.number
        return self._tell(events)

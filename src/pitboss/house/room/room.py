"""The room itself: which tables there are. Its own log tells who opened which table, and when."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from pitboss.base.error import InputError
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.opening import Household, make_setup, open_hosted
from pitboss.house.room.plan import TablePlan, format_plan, parse_plan
from pitboss.jackpot.regulation import in_force, regulation
from pitboss.ledger.room_store import Line, Work
from pitboss.table.phase import RefusedError

PLACE = "room"


class Room:
    def __init__(self, house: Household, *, most_tables: int | None = None) -> None:
        self.house = house
        self.most_tables = most_tables
        """Where the law is not asked, as in a trial of the program."""
        self.number = 0
        self.plans: dict[str, TablePlan] = {}
        self.names = {PLACE}
        """Of all tables that there ever were: a log belongs to one."""
        self.read_news()

    def read_news(self) -> None:
        for line in self.house.store.lines(PLACE, self.number):
            self._apply(json.loads(line.body))
            self.number = line.number

    def _apply(self, said: Mapping[str, Any]) -> None:
        match said["kind"]:
            case "open":
                plan = parse_plan(said["plan"])
                self.plans[plan.id] = plan
                self.names.add(plan.id)
            case "close":
                del self.plans[said["table"]]

    def plan(self, table: str) -> TablePlan:
        if table not in self.plans:
            raise InputError(f"there is no table {table!r} in this room")
        return self.plans[table]

    def open_table(self, plan: TablePlan, *, by: str, at_micros: int) -> None:
        """A table is put up: its game must be approved, its limits lawful, its name free for good."""
        self.read_news()
        if plan.id in self.names:
            raise RefusedError(f"{plan.id} is or was a table of this room: give the new one another name")
        most = self.most_tables or in_force(regulation().tables, plan.opened).most
        if len(self.plans) >= most:
            raise RefusedError(f"a card room has at most {most} tables")
        make_setup(plan, self.house.make_game(plan), has_meters=True)
        self._write({"kind": "open", "plan": format_plan(plan), "by": by, "at": at_micros})

    def close_table(self, table: str, *, by: str, at_micros: int) -> None:
        """Taken down between two rounds, with nobody's chips on it."""
        hosted = open_hosted(self.house, self.plan(table))
        if hosted.table.play or any(micros > 0 for micros in hosted.table.player_chips().values()):
            raise RefusedError(f"{table} is in use: end the round and cash everybody out first")
        self._write({"kind": "close", "table": table, "by": by, "at": at_micros})

    def _write(self, said: Mapping[str, object]) -> None:
        line = Line(PLACE, self.number + 1, uuid4().hex, json.dumps(said))
        (is_in,) = self.house.store.write([Work((line,))])
        self.read_news()
        if not is_in:
            raise RefusedError("somebody else changed the room at the same time: look again")

    def open(self, table: str) -> Hosted:
        return open_hosted(self.house, self.plan(table))

"""A live table of a room, played from a script with stacked cards: every command is an act in the book."""

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

from pitboss.house.manager import GameManager
from pitboss.house.room.locker import Locker, new_key
from pitboss.house.room.opening import Household
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.room import Room
from pitboss.house.room.row import Actor, Asked, Row
from pitboss.jackpot.controller import Button, Controller, Dialect, Press
from pitboss.jackpot.person import Role
from pitboss.table.event import Event
from pitboss.table.table import Table
from table.stand import StackedRandomness, Stand

DAN, SUE = Actor("dan", Role.DEALER.value), Actor("sue", Role.SUPERVISOR.value)
GENERATOR = "pitboss.house.room.opening.SystemRandomness"
"""What to put a stack in place of."""
KEY = new_key()
IDS = count(1)
CONFIRMING = {
    Dialect.GAME_MANAGER: (Button.KEY_TO_JACKPOT, Button.JACKPOT, Button.KEY_TO_RUN),
    Dialect.NEXUS: (Button.SEAT, Button.CONFIRM, Button.CARD),
}


class LiveStack(StackedRandomness):
    """Stands in for the generator of a live table."""

    is_seeded = False


def make_room(manager: GameManager) -> Room:
    return Room(Household(manager, Locker(KEY), None, "dan", "sue"))


class RoomStand(Stand):
    """Everything is an act of the dealer, unless somebody else is named."""

    def __init__(self, room: Room, plan: TablePlan, stack: LiveStack) -> None:
        self.room, self.id = room, plan.id
        self.randomness, self.random = stack, Random(1)
        self.decisions, self.events, self.log = {}, [], []
        if plan.id not in room.plans:
            room.open_table(plan, by="sue")

    @property
    def table(self) -> Table:
        return self.room.open(self.id).table

    @property
    def live(self) -> Any:
        return self.room.open(self.id).live

    @property
    def controller(self) -> Controller:
        return self.live.controller

    def send(self, *asked: Asked, actor: Actor = DAN, id_: str = "") -> Sequence[Event]:
        act = self.room.acting(
            self.id, lambda hosted: Row(asked, hosted.table.number), actor, id_=id_ or f"press {next(IDS)}"
        )
        done: Any = self.room.do(act)
        return [one.event for one in done.told]

    # -- the keypad ------------------------------------------------------------------------------

    def press(self, button: Button, actor: Actor = DAN, seat: int = 0, line: str = "") -> Sequence[Event]:
        return self.send(Press(button, actor.name, seat, line), actor=actor)

    def confirm(self, seat: int, actor: Actor = SUE) -> None:
        """A supervisor comes to the keypad and confirms the win of a seat."""
        for button in CONFIRMING[self.live.keypad.dialect]:
            self.press(button, actor, seat)

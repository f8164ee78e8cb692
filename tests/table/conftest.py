"""Live tables of a room, with stacked cards."""

import pytest
from progressive_floor import PAYTABLE, open_floor
from room_stand import GENERATOR, LiveStack, RoomStand, make_room

from pitboss.house.room.plan import TablePlan
from pitboss.rules import load_game
from pitboss.rules.notation import format_head
from pitboss.storage.memory import MemoryStore


@pytest.fixture
def manager():
    return open_floor(MemoryStore())


@pytest.fixture
def stack(monkeypatch):
    stack = LiveStack()
    monkeypatch.setattr(GENERATOR, lambda: stack)
    return stack


@pytest.fixture
def sit_at(stack):
    """Opens a live table with stacked cards in a room of its own, or in one that is there."""

    def sit_at(manager, table="T1", game="three_card_poker", paytable=PAYTABLE, *, room=None, **more):
        plan = {name: more.pop(name) for name in ("limits", "dialect") if name in more}
        dealt = load_game(game).with_settings(**more).with_paytable(paytable)
        head = format_head(dealt)
        return RoomStand(room or make_room(manager), TablePlan(table, head, "2024-06-14", **plan), stack)

    return sit_at

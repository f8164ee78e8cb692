"""Live tables of a room, with stacked cards."""

import pytest
from progressive_floor import PAYTABLE, open_floor
from room_stand import GENERATOR, LiveStack, RoomStand, make_room
from walk import BareWalk, LiveWalk

from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.authority import check_authority
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


@pytest.fixture(params=["live", "bare"])
def walk(request, sit_at):
    """Takes a scene to a live table, or to a keypad that stands alone."""

    def walk(scene):
        if request.param == "bare":
            return BareWalk(scene)
        manager = open_floor(MemoryStore(), scene.terms, guard=check_authority)
        plan = {"dialect": scene.dialect.value, "limits": scene.limits, **(scene.house or {})}
        stand = sit_at(manager, "T1", scene.game, scene.paytable, **plan)
        return LiveWalk(scene, manager, stand)

    return walk

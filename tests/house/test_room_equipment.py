"""A room opens a table only with approved parts, and follows one that is dealt by hand."""

from random import Random

import pytest
from test_room import NOW, Host, make_room, plan_of, seen

from documents import proves
from pitboss.house.approval import ListedApprovals, NotApprovedError
from pitboss.house.equipment import approved_parts
from pitboss.house.manager import GameManager
from pitboss.house.room.locker import Locker, new_key
from pitboss.house.room.opening import Household
from pitboss.house.room.room import Room
from pitboss.jackpot.equipment import ROOM
from pitboss.jackpot.request import ApproveGame, ListEquipment
from pitboss.rules import load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command
from pitboss.table.phase import Phase

OFFICE = ("tess", "ada")


@pytest.fixture
def manager():
    """Of a house in which Three Card Draw is approved, and nothing is in the register."""
    made = GameManager(MemoryStore(), lambda: NOW)
    game = load_game("three_card_draw_poker")
    named = {"rules": "rules", "rules_days": ("2023-05-05",), "controls": "IC-1"}
    made.ask(ApproveGame("a", OFFICE, game.id, fingerprint(game), "WA-1", "2023-06-14", **named))
    return made


@pytest.fixture
def room(manager):
    return Room(Household(manager, Locker(new_key()), ListedApprovals(manager), "the house", "the floor"))


@proves("000 Game Manager equipment", "000 Nexus equipment")
def test_a_table_without_approved_parts_is_not_put_up(manager, room):
    plan = plan_of("three_card_draw_poker")
    with pytest.raises(NotApprovedError, match="T1 cannot be opened: no i-Deal Plus is in the register"):
        room.open_table(plan, by="sue")
    assert not room.plans
    manager.ask(ListEquipment("b", OFFICE, ROOM, approved_parts()))
    room.open_table(plan, by="sue")
    assert list(room.plans) == ["T1"]


def test_no_bets_open_at_a_table_whose_parts_were_taken_out_of_the_register(manager, room):
    manager.ask(ListEquipment("b", OFFICE, "T1", approved_parts()))
    host = Host(room, plan_of("three_card_draw_poker"))
    host.send(command.TakeSeat("Ann", 1))
    host.send(command.OpenBets())
    host.send(command.VoidRound("Flo", "nobody bets"))
    manager.ask(ListEquipment("c", OFFICE, "T1", ()))
    with pytest.raises(NotApprovedError, match="T1 cannot be opened"):
        host.send(command.OpenBets())


def test_a_table_dealt_by_hand_is_the_same_after_any_command_its_column_included():
    room = make_room(Shelf())
    host, random = Host(room, plan_of("caribbean_stud", device="hand shuffle")), Random(3)
    host.sit_down()
    columns = 0
    for _ in range(60):
        table = host.hosted.table
        asked = host.next_command(random)
        if table.phase is Phase.COLUMN:
            asked, columns = table.dealers_act(), columns + 1
        host.send(asked)
        assert host.opened_again().table.source.name == "hand shuffle"
        assert seen(host.opened_again()) == seen(host.hosted)
    assert columns >= 1

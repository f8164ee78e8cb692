"""A game of the house's own at a live table: approved, opened, dealt and paid like any other."""

from random import Random

import pytest
from served_room import Served, make_premises

from example import GAME, write_example
from pitboss.house.room.plan import TablePlan
from pitboss.rules.catalogue import VARIABLE
from pitboss.service.demo import open_demo

HOUSE_DEALT, TABLE = "T9", "T10"


@pytest.fixture
def served(tmp_path, monkeypatch):
    write_example(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    premises = make_premises(tmp_path)
    open_demo(premises)
    premises.room.open_table(TablePlan(TABLE, GAME, "2026-01-02", "By a person"), by="sue")
    room = Served(premises)
    with room.client:
        yield room


def test_the_lobby_the_explorer_and_the_table_page_show_it(served):
    ann = served.person(guest="Ann")
    assert GAME in [card["id"] for card in ann.get("/api/explorer").json()]
    assert {HOUSE_DEALT, TABLE} <= {one["id"] for one in ann.get("/api/tables").json()}
    assert ann.get(f"/tables/{TABLE}").status_code == 200
    spots = ann.get(f"/api/tables/{HOUSE_DEALT}").json()
    assert "first_bet" in str(spots)


def test_a_round_is_bet_dealt_decided_and_settled(served):
    ann, dan, random = served.person(guest="Ann"), served.person(staff="dan"), Random(4)
    ann.did(TABLE, {"command": "take_seat", "seat": 1})
    ann.did(TABLE, {"command": "buy_in", "micros": 1_000_000_000})
    dan.did(TABLE, {"command": "open_bets"})
    ann.did(TABLE, {"command": "add_chip", "seat": 1, "wager": "bets", "chip_micros": 5_000_000})
    dan.did(TABLE, {"command": "call_no_more_bets"})
    asked = 0
    while (view := dan.now(TABLE)["view"])["phase"] != "idle":
        if view["phase"] != "deciding":
            dan.did(TABLE, {"command": "proceed", "point": view["point"]})
            continue
        choice = ann.now(TABLE)["view"]["asked"]
        option = random.choice(choice["options"])["name"]
        ann.did(TABLE, {"command": "decide", "seat": 1, "question": choice["question"], "option": option})
        asked += 1
    assert asked == 2
    (kept,) = ann.get(f"/api/tables/{TABLE}/rounds").json()
    assert kept["round"] == 1

"""Reading changes nothing: no GET of the OpenAPI document makes an entry, whoever asks, whatever is new."""

import time

import pytest
from served_room import Served, make_premises

from pitboss.house.manager import GameManager
from pitboss.jackpot.request import Switch
from pitboss.jackpot.table_fact import TableLine
from pitboss.service.demo import open_demo
from pitboss.service.guard import Guard
from pitboss.storage.address import open_store

TABLE, GAME = "T6", "casino_war"
KNOWN = {
    "table": TABLE,
    "order": "1",
    "name": "meters",
    "win": "1",
    "game": GAME,
    "kind": "meters",
    "form": "csv",
    "file": "csv",
    "lesson": "none",
}
"""What is there, for parameters of a path."""
ASKED = {
    "/api/tables/{table}/advice": "?seat=2",
    "/api/explorer/{game}/figures": "?wager=ante",
    "/api/trainer/progress/{game}": "?side=player",
}
PACK = "/api/office/pack.zip"
"""Every paper of the house takes minutes to make: `test_office_pack` asks for it, and it is left out here."""
SOON_SECONDS = 20


@pytest.fixture
def closed_elsewhere(tmp_path):
    """A room whose progressive at T6 another manager closes, and the same room served."""
    premises = make_premises(tmp_path)
    open_demo(premises)
    premises.hashing.close()
    premises.journal.close()
    premises = make_premises(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Guard, "refusal", lambda self, scope, headers: None)
        yield premises, lambda is_open, id_: switch(tmp_path, premises, is_open, id_)


def switch(folder, premises, is_open, id_):
    store = open_store(str(folder / "room.db"))
    try:
        other = GameManager(store, premises.manager.clock)
        progressive = other.floor.progressive_of(TABLE).terms.id
        other.ask(Switch(id_, ("sue",), progressive, is_open))
        return other.number
    finally:
        store.close()


def wait_until(is_so):
    end = time.monotonic() + SOON_SECONDS
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    assert is_so()


def heard_at(premises):
    """The lines in which the table's keypad heard something."""
    entries = premises.journal.entries()
    facts = [(one.draft.place, one.draft.fact) for one in entries if isinstance(one.draft.fact, TableLine)]
    return [fact.heard.closed for place, fact in facts if place == TABLE and fact.heard.closed]


def find_paths(room, progressive):
    values = {**KNOWN, "progressive": progressive}
    for path, methods in room.app.openapi()["paths"].items():
        if "get" in methods and path != PACK:
            yield path.format_map(values) + ASKED.get(path, "")


def test_what_was_closed_while_nobody_served_is_heard_at_the_start_and_not_when_somebody_looks(
    closed_elsewhere,
):
    premises, switch = closed_elsewhere
    switch(False, "closed while nobody served")
    room = Served(premises)
    with room.client:
        wait_until(lambda: heard_at(premises) == ["closed"])
        before = premises.journal.last()
        assert room.person().get(f"/api/tables/{TABLE}/now").status_code == 200
        time.sleep(0.5)
        assert premises.journal.last() == before


@pytest.mark.parametrize("who", [{}, {"staff": "sue"}], ids=["stranger", "supervisor"])
def test_no_get_makes_an_entry_even_where_a_table_has_not_heard_the_news(closed_elsewhere, who):
    premises, switch = closed_elsewhere
    room = Served(premises)
    with room.client:
        person = room.person(**who)
        wait_until(lambda: len(premises.room.hosted) == len(premises.room.plans))
        premises.room.hosted.clear()  # as after a fault: they are opened when they are asked for
        last = switch(False, "closed elsewhere")
        wait_until(lambda: premises.manager.number == last)
        before = premises.journal.last()
        paths = list(find_paths(room, premises.manager.floor.progressive_of(TABLE).terms.id))
        answers = {path: person.get(path).status_code for path in paths}
        time.sleep(0.5)
        assert premises.journal.last() == before, "a GET made an entry"
        found = [path for path, status in answers.items() if status == 200]
        assert f"/api/tables/{TABLE}/now" in found
        assert len(found) > (25 if who else 10), answers

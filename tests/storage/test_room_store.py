"""One contract for the log of a room's tables, on SQLite and on a real PostgreSQL."""

import pytest

from pitboss.ledger.room_store import KeptRound, Line, Work
from pitboss.ledger.store import StoreError
from pitboss.storage.room import open_room_store
from postgresql import fresh_schema


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def address(request, tmp_path):
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return str(tmp_path / "room.db")
    return fresh_schema(request.getfixturevalue("server"))


@pytest.fixture
def store(address):
    store = open_room_store(address)
    yield store
    store.close()


def line(number, place="T1", id_=None, body="{}"):
    return Line(place, number, id_ or f"id {number}", body)


def test_lines_come_back_in_their_order(store):
    assert store.write([Work((line(1), line(2))), Work((line(1, "T2"),))]) == [True, True]
    assert store.lines("T1") == [line(1), line(2)]
    assert store.lines("T1", after=1) == [line(2)]
    assert store.find("T1", "id 2") == line(2)
    assert store.find("T2", "id 2") is None


def test_a_number_is_taken_once_and_the_second_writes_nothing(store):
    store.write([Work((line(1),))])
    late = Work((line(1, id_="late"), line(2)), (KeptRound("T1", 1, "proof"),))
    assert store.write([late, Work((line(1, "T2"),))]) == [False, True]
    assert store.lines("T1") == [line(1)]
    assert store.rounds("T1") == []
    assert store.lines("T2") == [line(1, "T2")]


def test_an_id_is_known_once_at_a_place(store):
    store.write([Work((line(1, id_="same"),))])
    assert store.write([Work((line(2, id_="same"),))]) == [False]
    assert store.write([Work((line(1, "T2", id_="same"),))]) == [True]


def test_the_latest_snapshot_counts(store):
    assert store.snapshot("T1") is None
    store.write([Work((line(1),), snapshot=line(1, body="first"))])
    store.write([Work((line(2),), snapshot=line(2, body="second"))])
    assert store.snapshot("T1") == line(2, body="second")


def test_rounds_come_latest_first_a_page_at_a_time(store):
    kept = [KeptRound("T1", number, f"proof {number}") for number in range(1, 6)]
    store.write([Work((line(1),), tuple(kept))])
    assert store.rounds("T1", most=2) == [kept[4], kept[3]]
    assert store.rounds("T1", before=4, most=2) == [kept[2], kept[1]]


def test_a_keepsake_is_kept_for_its_time(store):
    store.keep("session x", "body", until_micros=100)
    assert store.keepsake("session x", now_micros=99) == "body"
    assert store.keepsake("session x", now_micros=100) is None
    store.keep("session x", "other", until_micros=200)
    assert store.keepsake("session x", now_micros=100) == "other"
    store.forget("session x")
    assert store.keepsake("session x", now_micros=0) is None


def test_what_is_written_is_there_after_opening_again(address):
    if address == "memory:":
        pytest.skip("nothing of it is kept")
    store = open_room_store(address)
    store.write([Work((line(1),))])
    store.close()
    again = open_room_store(address)
    assert again.lines("T1") == [line(1)]
    again.close()


@pytest.mark.parametrize("text", ["\u00e4 \U0001f0cf", "'; DROP TABLE room_line; --", "?", "%s", "a\tb\nc"])
def test_a_text_is_only_ever_text(store, text):
    assert store.write([Work((line(1, id_=text, body=text),))]) == [True]
    assert store.find("T1", text) == line(1, id_=text, body=text)


def test_a_store_that_was_closed_says_so(address):
    store = open_room_store(address)
    store.close()
    if not address.startswith("postgres"):
        with pytest.raises(StoreError, match="cannot be used"):
            store.lines("T1")


def test_one_server_hears_what_another_wrote(request):
    address = fresh_schema(request.getfixturevalue("server"))
    here, there = open_room_store(address), open_room_store(address)
    there.write([Work((line(1), line(2)))])
    assert dict(here.news(2.0)) == {"T1": 2}
    here.close()
    there.close()

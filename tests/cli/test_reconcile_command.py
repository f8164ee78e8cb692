"""`pitboss ledger reconcile`: exit status 0 where all laws hold, 1 with every difference otherwise."""

import pytest

from played_book import halve_contribution, keep, play_book


@pytest.fixture(scope="module")
def book():
    return play_book()


def test_a_room_in_which_all_laws_hold_is_right(pitboss, book, tmp_path):
    reply = pitboss("ledger", "reconcile", keep(book, tmp_path / "room.db"))
    assert (reply.status, reply.err) == (0, "")
    assert f"{len(book):,}" in reply.out


def test_a_breached_book_that_verify_finds_right_is_one_with_every_difference(pitboss, book, tmp_path):
    room = keep(halve_contribution(book), tmp_path / "room.db")
    assert pitboss("ledger", "verify", room).status == 0
    reply = pitboss("ledger", "reconcile", room)
    assert reply.status == 1
    assert "2 differences: see above" in reply.err
    for words in ("says $0.42 for the meter and moves $0.21", "says $0.03 for the reserve and moves $0.01"):
        assert words in " ".join(reply.out.split())
    told = pitboss("ledger", "reconcile", room, "--json")
    assert told.status == 1
    assert (told.json["is_right"], told.json["fault"]) == (False, None)
    assert [one["table"] for one in told.json["differences"]] == ["T1", "T1"]
    assert told.json["counts"]["entries"] == len(book)

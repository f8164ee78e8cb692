"""`pitboss ledger bring-over`: an old room into one book, with exit status 1 where its two books differed."""

import json

import pytest
from program import run

from old_room_places import EXPECT, KEY, make_sqlite


@pytest.fixture
def bring(pitboss, tmp_path, monkeypatch):
    def bring(name, *words, key=KEY):
        old = make_sqlite(tmp_path / "old.db", name)
        monkeypatch.setenv("PITBOSS_KEY", key)
        return pitboss("ledger", "bring-over", old, str(tmp_path / "new.db"), *words)

    return bring


def test_a_room_whose_books_agree_is_brought_over(tmp_path):
    old = make_sqlite(tmp_path / "old.db", "calm")
    reply = run("ledger", "bring-over", old, str(tmp_path / "new.db"), PITBOSS_KEY=KEY)
    assert (reply.returncode, reply.stderr) == (0, "")
    assert "Brought over: the room's log and its journal said the same" in reply.stdout
    for word in (
        "T1",
        "T3",
        "Three Card Poker",
        "$997.00",
        "-$5.00",
        "Cid",
        "has $1,005.00 in chips and no PIN",
    ):
        assert word in reply.stdout
    for command in ("verify", "reconcile"):
        assert run("ledger", command, str(tmp_path / "new.db")).returncode == 0


def test_differences_are_listed_with_status_1_and_the_book_is_written(pitboss, bring, tmp_path):
    reply = bring("two_servers")
    assert (reply.status, reply.err) == (1, "pitboss: 4 differences: see above\n")
    assert "the journal has no COIN IN" in reply.out
    assert "Brought over, with differences" in reply.out
    assert pitboss("ledger", "verify", str(tmp_path / "new.db")).status == 0


def test_it_is_told_as_json(bring):
    reply = bring("window_a", "--json")
    told = json.loads(reply.out)
    assert (reply.status, told["is_right"], told["entries"]) == (1, False, 5)
    (table,) = told["tables"]
    assert (table["table"], table["round"], table["ended"]) == ("T1", 3, "")
    assert table["chips_micros"] == {"Ann": EXPECT["window_a"]["T1"]["balances"]["player Ann"]}
    assert [one["table"] for one in told["differences"]] == ["T1"]
    assert {"old", "new", "lines", "rounds", "digest", "players", "to_add", "dropped", "last"} <= told.keys()


def test_without_the_rooms_key_nothing_is_done(bring, tmp_path):
    reply = bring("calm", key="")
    assert (reply.status, reply.out) == (2, "")
    assert "PITBOSS_KEY is not set: set it to the key that the old room was served with" in reply.err
    assert not (tmp_path / "new.db").exists()


def test_a_refusal_says_what_to_do_and_leaves_no_book(bring, tmp_path):
    reply = bring("won")
    assert reply.status == 2
    assert "confirm or withdraw the win, end the round, and then bring the room over" in reply.err
    assert not (tmp_path / "new.db").exists()

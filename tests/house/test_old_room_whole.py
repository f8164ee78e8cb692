"""An old room as a whole: its digest, its players, and what is refused."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from old_room_places import (
    bring,
    check_laws,
    make_postgres,
    make_sqlite,
    opened,
)
from pitboss.base.error import InputError
from pitboss.house.old_room.writing import ToAdd
from pitboss.house.room.locker import new_key
from pitboss.jackpot.refusal import RefusedError
from pitboss.ledger.store import StoreError
from pitboss.storage.old_room import check_empty, open_old_room
from postgresql import fresh_schema


def test_the_digest_is_of_every_row_of_the_old_room(tmp_path):
    plain = bring(make_sqlite(tmp_path / "one.db", "calm"), str(tmp_path / "1.db")).said
    changes = (
        "UPDATE room_round SET body = '{ }' WHERE round = 1 AND place = 'T3'",
        "UPDATE room_keepsake SET until_micros = 1 WHERE name = 'session abc'",
    )
    for number, change in enumerate(changes, start=2):
        changed = make_sqlite(tmp_path / f"old-{number}.db", "calm", change)
        assert bring(changed, str(tmp_path / f"{number}.db")).said.digest != plain.digest
    assert (plain.lines, plain.rounds) == (139, 6)


def test_the_digest_is_the_same_on_both_databases(tmp_path, server):
    one = make_sqlite(tmp_path / "one.db", "calm")
    other = make_postgres(tmp_path / "other.db", fresh_schema(server), "calm")
    with open_old_room(one) as here, open_old_room(other) as there:
        assert here.digest() == there.digest()
        assert here.digest("T1") == there.digest("T1")


def test_players_keep_their_pins_and_the_spelling_of_the_tables(tmp_path, new):
    hash_ = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNo"
    more = [
        ("INSERT INTO room_keepsake VALUES (?, 1, ?)", (name, json.dumps(hash_)))
        for name in ("player the house", "training blackjack tom")
    ]
    found = bring(make_sqlite(tmp_path / "old.db", "calm", *more), new)
    assert (found.players, found.dropped) == (("Ann", "zed"), 2)
    assert found.to_add == (
        ToAdd("the house", "the house is taken: choose another name"),
        ToAdd("Cid", "has $1,005.00 in chips and no PIN"),
    )
    with opened(new) as store:
        players = check_laws(store).players.values()
        assert {(one.name, one.pin_hash) for one in players} == {("Ann", hash_), ("zed", hash_)}


def test_a_log_of_a_table_that_nobody_put_up_is_a_difference(tmp_path, new):
    stray = "INSERT INTO room_line VALUES ('T9', 1, 'x', '{}')"
    found = bring(make_sqlite(tmp_path / "old.db", "calm", stray), new)
    assert found.differences == [("", "T9 has a log of 1 lines and was never put up")]


# -- refusals --------------------------------------------------------------------------------------


def test_a_round_with_a_win_is_ended_by_the_old_program_first(places):
    old, new = places("won")
    with pytest.raises(
        RefusedError, match=r"round 1 of T1 has a win of seat 1 that is posted.*nothing was written"
    ):
        bring(old, new)
    check_empty(new, unlike=old)


def test_another_key_is_refused(tmp_path, new):
    with pytest.raises(InputError, match="of T1 was locked with another key, or changed: set PITBOSS_KEY"):
        bring(make_sqlite(tmp_path / "old.db", "calm"), new, new_key())
    assert not Path(new).exists()


def test_a_journal_that_is_not_right_is_not_brought_over(tmp_path, new):
    change = "UPDATE entry SET body = replace(body, 'house-', 'mouse-') WHERE number = 3"
    with pytest.raises(StoreError, match="is not brought over, entry 3: its text and its hash"):
        bring(make_sqlite(tmp_path / "old.db", "calm", change), new)
    assert not Path(new).exists()


def test_a_new_book_is_made_in_an_empty_place_only(tmp_path, new):
    old = make_sqlite(tmp_path / "old.db", "numbers")
    bring(old, new)
    with pytest.raises(StoreError, match="not empty"):
        bring(old, new)
    with pytest.raises(StoreError, match="is not empty: name an empty place"):
        check_empty(new, unlike=old)
    with pytest.raises(StoreError, match="is the old room itself"):
        check_empty(old, unlike=old)


def test_what_is_no_old_room_is_refused(tmp_path, new):
    bring(make_sqlite(tmp_path / "old.db", "numbers"), new)
    with pytest.raises(StoreError, match="keeps no room beside its journal"):
        bring(new, str(tmp_path / "third.db"))
    with pytest.raises(StoreError, match="there is no journal at"):
        bring(str(tmp_path / "nothing.db"), new)
    early = make_sqlite(
        tmp_path / "early.db", "numbers", "UPDATE meta SET value = '1' WHERE name = 'version'"
    )
    with pytest.raises(StoreError, match="of version 1: start it once with the program that wrote it"):
        bring(early, str(tmp_path / "third.db"))


def test_the_room_is_read_from_its_write_ahead_log_too(tmp_path, new):
    old = make_sqlite(tmp_path / "old.db", "numbers")
    with closing(sqlite3.connect(old)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("INSERT INTO room_keepsake VALUES ('session x', 1, '{}')")
        writer.commit()
        assert bring(old, new).dropped == 1

"""A room with a log beside its journal becomes one book, and every difference between the two is listed."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from old_room_places import EXPECT, KEY, NOW, bring, make_postgres, make_sqlite, read_rows
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.old_room.comparing import JournalRound, Pair, TableRound, find_differences, pair_rounds
from pitboss.house.old_room.writing import ToAdd
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.room.locker import Locker, new_key
from pitboss.house.room.opening import Household
from pitboss.house.room.room import Room
from pitboss.house.room.row import Actor, Row
from pitboss.jackpot.fact import RoundVoided
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.table_fact import BroughtOver
from pitboss.ledger.account import Kind
from pitboss.ledger.store import StoreError
from pitboss.ledger.transfer import Reason
from pitboss.storage.address import open_store
from pitboss.storage.backup import journal_of
from pitboss.storage.old_room import check_empty, open_old_room
from pitboss.table import command
from pitboss.table.phase import Phase
from postgresql import fresh_schema, running_server

LOST = "the table counted wagers that feed $0.15, and the journal has no COIN IN: no meter got it"
DIFFERENCES = {
    "calm": [],
    "open_round": [],
    "two_servers": [
        f"round 4: {LOST}",
        f"round 5: {LOST}",
        f"round 7: {LOST}",
        "round 6 of the table is round 4 of the journal",
    ],
    "window_a": [
        "round 2 of the journal (entry 5): COIN IN of $1.00, and the table counted no such round; it was "
        "still open when the table had gone on, and is void now"
    ],
    "window_b": [
        "round 2: ended in the journal (entry 5) and never at the table, which was dead with $2,071.00 of 2 "
        "players on it: it is closed now as it lay"
    ],
    "window_c": [
        "round 2: void in the journal (entry 5) and going on at the table: it is void at the table now"
    ],
    "numbers": ["rounds 4 to 5 of the table are rounds 1 to 2 of the journal"],
}


@pytest.fixture(scope="module")
def server():
    with running_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def places(request, tmp_path):
    """Makes an old room of a name, and says where a new one may be."""
    if request.param == "sqlite":
        return lambda name: (make_sqlite(tmp_path / "old.db", name), str(tmp_path / "new.db"))
    server = request.getfixturevalue("server")
    return lambda name: (
        make_postgres(tmp_path / "old.db", fresh_schema(server), name),
        fresh_schema(server),
    )


@pytest.fixture
def new(tmp_path):
    return str(tmp_path / "new.db")


def opened(url):
    return closing(open_store(url, create=False, upgrade=False))


def room_of(store, key=KEY):
    manager = GameManager(store, lambda: NOW)
    return Room(Household(manager, Locker(key), None, "house-dealer", "house-floor"))


def check_laws(store):
    """The chain is whole, and all laws of the book hold."""
    assert journal_of(store).audit().fault is None
    found = reconcile_book(store.entries())
    assert found.differences == []
    return found.floor


def stands(table):
    players = {str(seat): player for seat, player in table.seating.players.items()}
    balances = {name: micros for name, micros in table.money.balances.items() if micros}
    return table.phase.name, table.number, table.points, players, balances


def stood(was):
    return "IDLE", was["number"], was["points"], was["players"], was["balances"]


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DIFFERENCES)
def test_tables_open_where_they_stood_and_differences_are_listed(places, name):
    old, new = places(name)
    before = read_rows(old)
    found = bring(old, new)
    assert [what for _, what in found.differences] == DIFFERENCES[name]
    assert read_rows(old) == before, "the old room is only read"
    with opened(new) as store:
        floor = check_laws(store)
        entries = list(store.entries())
        rows = [(one.number, one.id, one.before, one.hash, one.body) for one in entries[: found.entries]]
        assert rows == before["entry"]
        assert floor.meter("link", "") == EXPECT[name]["meter"]
        assert not floor.rounds
        room = room_of(store)
        for table, was in EXPECT[name].items():
            if isinstance(was, dict) and table.startswith("T") and was["phase"] == "IDLE":
                assert stands(room.open(table).table) == stood(was)
                assert room.open(table).told == was["told"]


def test_everybodys_chips_are_booked_from_the_cage(tmp_path, new):
    bring(make_sqlite(tmp_path / "old.db", "calm"), new)
    with opened(new) as store:
        entry = store.find("T1#brought over")
        assert entry.draft.fact_as(BroughtOver).lines == EXPECT["calm"]["T1"]["lines"]
        moved = [(str(t.source), str(t.target), t.micros, t.reason) for t in entry.draft.transfers]
        assert moved == [
            ("cage/T1/", "chips/T1/Ann", 997 * MICROS, Reason.BUY_IN),
            ("cage/T1/", "tray/T1/", 20_200_000, Reason.BUY_IN),
        ]
        book = check_laws(store).book
        assert book.balance(Kind.CHIPS, "T3", "Cid") == 1005 * MICROS
        assert book.balance(Kind.TRAY, "T3", "") == -5 * MICROS, "it has paid more than it took"
        assert book.balance(Kind.CAGE, "T3", "") == -1000 * MICROS


def test_open_rounds_are_void_at_the_table_and_in_the_journal(places):
    old, new = places("open_round")
    found = bring(old, new)
    assert [(one.table, one.said.ended) for one in found.tables] == [("T1", "void"), ("T2", "void")]
    with opened(new) as store:
        (voided,) = [one.draft for one in store.entries() if isinstance(one.draft.fact, RoundVoided)]
        assert (voided.fact.table, voided.fact.round, voided.by) == ("T1", 2, ("the house",))
        was = EXPECT["open_round"]["before"]
        table = room_of(store).open("T1").table
        assert (table.number, stands(table)[4]) == (2, was["balances"])
        assert room_of(store).open("T2").table.player_chips() == {"Eve": 1000 * MICROS}


@pytest.mark.parametrize("name", ["calm", "two_servers", "window_a", "window_b", "window_c", "numbers"])
def test_a_table_that_was_brought_over_is_dealt_on(tmp_path, new, name):
    found = bring(make_sqlite(tmp_path / "old.db", name), new)
    with opened(new) as store:
        meter = check_laws(store).meter("link", "")
        room = room_of(store)
        for _ in range(2):
            deal_round(room)
        floor = check_laws(store)
        seats = len(room.open("T1").table.seating.players)
        wagers = 2 * (seats if name != "calm" else 2)
        assert floor.meter("link", "") == meter + wagers * 140_000
        last = found.tables[0].round
        assert floor.last_round["T1"] == last + 2 == room.open("T1").table.number
        assert stands(room_of(store).open("T1").table) == stands(room.open("T1").table)


def deal_round(room):
    """With the ante and the progressive wager of everybody who has chips."""
    for _ in range(100):
        table = room.open("T1").table
        room.do(
            room.acting(
                "T1",
                lambda hosted: Row((next_command(hosted.table),), hosted.table.number),
                Actor("dan", "dealer"),
            )
        )
        if room.open("T1").table.phase is Phase.IDLE and table.number:
            return


def next_command(table):
    match table.phase:
        case Phase.IDLE:
            return command.OpenBets()
        case Phase.BETTING:
            for seat, player in table.seating.players.items():
                for wager in ("ante", "progressive"):
                    if wager not in table.seating.wagers[seat] and table.chips(player):
                        return command.PlaceWager(seat, wager, table.setup.posted[wager].minimum_micros)
            return command.CallNoMoreBets()
        case Phase.DECIDING:
            step = table.running.deal.step
            return command.Decide(step.seat, step.question, table.options()[-1].name)
    return command.Proceed(table.running.point)


@pytest.mark.parametrize(("line", "number", "more"), [(2, 0, 3), (34, 4, 3), (50, 5, 3)])
def test_a_line_that_cannot_be_played_leaves_the_table_before_it(tmp_path, new, line, number, more):
    change = f"UPDATE room_line SET body = '{{}}' WHERE place = 'T1' AND number = {line}"
    found = bring(make_sqlite(tmp_path / "old.db", "numbers", change), new)
    assert any(
        what.startswith(f"line {line} cannot be played (") and what.endswith(f"after line {line - 1}")
        for _, what in found.differences
    )
    assert len(found.differences) == more, "and what the journal has since"
    with opened(new) as store:
        check_laws(store)
        table = room_of(store).open("T1").table
        assert (table.number, table.phase) == (max(number, 2), Phase.IDLE)


def test_a_round_that_is_over_at_the_table_is_ended_in_the_journal_too(tmp_path, new):
    cut = (
        "DELETE FROM entry WHERE number = 6",
        "UPDATE meta SET value = (SELECT number || ' ' || hash FROM entry WHERE number = 5) "
        "WHERE name = 'head'",
    )
    found = bring(make_sqlite(tmp_path / "old.db", "numbers", *cut), new)
    said = "round 5: over at the table, and in the journal (entry 5) still open: it is ended there now"
    assert ("T1", said) in found.differences
    with opened(new) as store:
        floor = check_laws(store)
        assert (floor.rounds, floor.meter("link", "")) == ({}, EXPECT["numbers"]["meter"])


def test_an_open_round_of_a_table_that_was_taken_down_is_void(tmp_path, new):
    close = (
        "INSERT INTO room_line VALUES ('room', 3, 'c', ?)",
        ('{"kind":"close","table":"T1","by":"sue"}',),
    )
    found = bring(make_sqlite(tmp_path / "old.db", "open_round", close), new)
    said = "T1 was taken down, and the journal had its round 2 still open: it is void now"
    assert (found.taken_down, found.differences) == (("T1",), [("", said)])
    with opened(new) as store:
        assert check_laws(store).meter("link", "") == EXPECT["open_round"]["meter"]


def test_names_of_tables_that_were_taken_down_stay_taken(tmp_path, new):
    assert bring(make_sqlite(tmp_path / "old.db", "calm"), new).taken_down == ("T4",)
    with opened(new) as store:
        room = room_of(store)
        assert sorted(room.plans) == ["T1", "T3"]
        assert room.plans["T1"].name == "By the door"
        assert room.house.manager.floor.table_names == {"T1", "T3", "T4"}


# -- the whole room --------------------------------------------------------------------------------


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


# -- pairing ---------------------------------------------------------------------------------------


def times(kind, *seconds):
    made = {
        "table": lambda n, at: TableRound(n, at, 1),
        "journal": lambda n, at: JournalRound(n, n, at, 1, 1),
    }
    return [made[kind](number, at * MICROS) for number, at in enumerate(seconds, start=1)]


@pytest.mark.parametrize(
    ("table", "journal", "said"),
    [
        ({"is_over": True}, {"is_over": True}, []),
        ({}, {}, []),
        ({"fed_micros": 140_000}, {}, ["the table fed $0.14 and the journal (entry 9) got $0.15"]),
        (
            {"is_over": True, "paid_micros": 500 * MICROS},
            {"is_over": True},
            ["the table paid $500.00 from meters, and wins of $0.00 were confirmed"],
        ),
        (
            {"is_over": True},
            {"is_reversed": True},
            ["void in the journal (entry 9) and played to its end at the table"],
        ),
        (
            {"is_reversed": True},
            {"is_over": True},
            ["void at the table, and in the journal (entry 9) it ended"],
        ),
        (
            {"is_reversed": True},
            {},
            ["void at the table, and in the journal (entry 9) still open: it is void there now"],
        ),
    ],
)
def test_what_differs_in_a_round_of_both_books_is_said(table, journal, said):
    here = replace(TableRound(7, 0, 150_000), **table)
    there = replace(JournalRound(7, 9, 0, 150_000, MICROS), **journal)
    assert list(find_differences([Pair(here, there)])) == [f"round 7: {what}" for what in said]


@pytest.mark.parametrize(
    ("table", "journal", "pairs"),
    [
        ((10, 20, 30), (10, 20, 30), [(1, 1), (2, 2), (3, 3)]),
        ((10, 20, 30), (10, 30), [(1, 1), (2, None), (3, 2)]),
        ((10, 30), (10, 20, 30), [(1, 1), (None, 2), (2, 3)]),
        ((10,), (10_000,), [(1, None), (None, 1)]),
        ((10, 20, 30), (99_999, 99_999), [(1, 1), (2, 2), (3, None)]),
        ((), (5,), [(None, 1)]),
    ],
    ids=["alike", "lost in the journal", "lost at the table", "far apart", "clock stood still", "none"],
)
def test_rounds_of_both_books_are_paired(table, journal, pairs):
    found = pair_rounds(times("table", *table), times("journal", *journal))
    assert [(one.table and one.table.number, one.journal and one.journal.number) for one in found] == pairs

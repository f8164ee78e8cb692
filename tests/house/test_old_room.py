"""Tables of an old room open in the new book where they stood, and what differed is listed."""

import pytest

from old_room_places import EXPECT, bring, check_laws, make_sqlite, opened, read_rows, room_of
from pitboss.base.money import MICROS
from pitboss.house.room.row import Actor, Row
from pitboss.jackpot.fact import RoundVoided
from pitboss.jackpot.table_fact import BroughtOver
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.table import command
from pitboss.table.phase import Phase

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
                # The dealer's procedures have gained cues since these rooms were dealt, and each is an event.
                assert room.open(table).told >= was["told"]


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
        assert book.balance(AccountKind.CHIPS, "T3", "Cid") == 1005 * MICROS
        assert book.balance(AccountKind.TRAY, "T3", "") == -5 * MICROS, "it has paid more than it took"
        assert book.balance(AccountKind.CAGE, "T3", "") == -1000 * MICROS


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

"""Versions of the tables: an older journal is brought up to date with a copy, a newer one is refused."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from writing import make_journal

from pitboss.ledger.store import Checkpoint, StoreError
from pitboss.storage.address import open_store
from pitboss.storage.backup import journal_of
from pitboss.storage.schema import VERSION

JOURNAL = make_journal(5)
ROWS = [(entry.number, entry.before, entry.hash, entry.body) for entry in JOURNAL]
VERSION_0 = (
    "CREATE TABLE entry (number bigint PRIMARY KEY, before text, hash text, body text)",
    "CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)",
    "INSERT INTO meta VALUES ('version', '0')",
    *(("INSERT INTO entry VALUES (?, ?, ?, ?)", row) for row in ROWS),
)


@pytest.fixture
def old(database):
    database.by_hand(*VERSION_0)
    return database


def ask_copy(old, upgraded, question):
    """What is in the copy of the entries as they were."""
    if old.kind == "sqlite":
        with closing(sqlite3.connect(upgraded.backup)) as connection:
            return connection.execute(question).fetchall()
    return old.ask(question.replace("entry", "entry_version_0").replace("meta", "meta_version_0"))


def test_an_older_journal_is_brought_up_to_date_when_it_is_opened(old):
    store = old.open()
    assert store.upgraded.found == 0
    assert list(store.entries()) == JOURNAL
    assert store.find("round 3") == JOURNAL[2]
    assert journal_of(store).audit(expect=JOURNAL[-1].hash).fault is None
    store.append(make_journal(2, after=JOURNAL[-1]), Checkpoint(5, JOURNAL[-1].hash, "{}"))
    with pytest.raises(Exception, match="only ever added to"):
        old.by_hand("DELETE FROM entry")
    assert old.ask("SELECT value FROM meta WHERE name = 'version'") == [(str(VERSION),)]


def test_a_journal_without_a_head_gets_the_one_it_has(database):
    """Version 1 did not write down which entry is the last; nor would it keep up what it does not know of."""
    database.open().append(JOURNAL)
    database.by_hand(
        "DELETE FROM meta WHERE name = 'head'", "UPDATE meta SET value = '1' WHERE name = 'version'"
    )
    with pytest.raises(StoreError, match="'pitboss ledger upgrade'"):
        open_store(database.url, create=False, upgrade=False)
    store = database.open()
    assert store.upgraded.found == 1
    assert store.head() == (5, JOURNAL[-1].hash)
    store.append(make_journal(1, after=JOURNAL[-1]))
    assert journal_of(store).audit().fault is None


def test_the_journal_is_kept_as_it_was_beside_the_new_one(old):
    upgraded = old.open().upgraded
    assert ask_copy(old, upgraded, "SELECT number, before, hash, body FROM entry ORDER BY number") == ROWS
    assert ask_copy(old, upgraded, "SELECT name, value FROM meta") == [("version", "0")]


def test_a_copy_never_takes_the_place_of_another(old):
    first = old.open().upgraded
    tables = ("entry", "meta", "checkpoint")
    old.by_hand(*(f"DROP TABLE {table}" for table in tables))
    if old.kind == "postgres":
        old.by_hand("DROP FUNCTION refuse_change")
    old.by_hand(*VERSION_0)
    second = old.open().upgraded
    assert second.backup != first.backup
    assert ask_copy(old, first, "SELECT count(*) FROM entry") == [(5,)]


def test_a_journal_that_is_up_to_date_is_not_touched(database):
    database.open().append(JOURNAL)
    assert database.open().upgraded is None
    assert open_store(database.url, create=False, upgrade=False).upgraded is None


def test_several_who_open_an_older_journal_at_once_upgrade_it_once(old):
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: old.open(), range(4)))
    assert sorted(bool(store.upgraded) for store in stores) == [False, False, False, True]
    assert all(list(store.entries()) == JOURNAL for store in stores)


def test_several_who_make_a_journal_at_once_make_one(database):
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: database.open(), range(4)))
    stores[0].append(JOURNAL)
    assert all(store.last() == JOURNAL[-1] for store in stores)


def test_an_upgrade_that_fails_changes_nothing(old):
    old.by_hand("UPDATE entry SET body = 'no JSON' WHERE number = 3")
    with pytest.raises(StoreError):
        old.open()
    assert old.ask("SELECT count(*) FROM entry") == [(5,)]
    assert old.ask("SELECT value FROM meta WHERE name = 'version'") == [("0",)]


def test_requirement_48_a_newer_journal_is_refused_and_not_changed(database):
    database.open().append(JOURNAL)
    database.by_hand(f"UPDATE meta SET value = '{VERSION + 1}' WHERE name = 'version'")
    why = rf"was written by a newer Pitboss \(version {VERSION + 1} of the journal.*install the newer program"
    for opening in ({}, {"create": False}, {"create": False, "upgrade": False}):
        with pytest.raises(StoreError, match=why):
            open_store(database.url, **opening)
    assert database.ask("SELECT value FROM meta WHERE name = 'version'") == [(str(VERSION + 1),)]


def test_who_only_reads_does_not_upgrade(old):
    with pytest.raises(StoreError, match="bring it up to date with 'pitboss ledger upgrade'"):
        open_store(old.url, create=False, upgrade=False)
    assert old.ask("SELECT value FROM meta WHERE name = 'version'") == [("0",)]


def test_who_only_reads_makes_no_journal(database, tmp_path):
    for opening in ({"create": False}, {"create": False, "upgrade": False}):
        with pytest.raises(StoreError, match="there is no journal at"):
            open_store(database.url, **opening)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE entry (number bigint)",),
        ("CREATE TABLE meta (name text, value text)",),
        ("CREATE TABLE meta (name text, value text)", "INSERT INTO meta VALUES ('version', 'x')"),
        ("CREATE TABLE meta (album text)",),
    ],
)
def test_requirement_48_tables_of_somebody_else_are_left_alone(database, statements):
    database.by_hand(*statements)
    with pytest.raises(StoreError, match=r"is not a journal of Pitboss|cannot be used"):
        database.open()


def test_a_file_of_another_program_is_left_alone(make_place):
    database = make_place("sqlite")
    database.by_hand("CREATE TABLE song (title text)")
    with pytest.raises(StoreError, match="is not a journal of Pitboss: it has other tables"):
        database.open()
    assert database.ask("SELECT name FROM sqlite_master") == [("song",)]


def test_tables_of_others_in_the_same_schema_do_no_harm(make_place):
    database = make_place("postgres")
    database.by_hand("CREATE TABLE song (title text)")
    database.open().append(JOURNAL)


def test_the_version_and_the_day_are_in_the_tables(database):
    database.open()
    meta = dict(database.ask("SELECT name, value FROM meta"))
    assert meta["version"] == str(VERSION)
    assert meta["created"].startswith("20")
    assert len(meta["created"]) == len("2025-11-16T00:00:00Z")


def test_the_copy_of_a_file_lies_beside_it(make_place):
    old = make_place("sqlite")
    old.by_hand(*VERSION_0)
    assert Path(old.open().upgraded.backup) == Path(f"{old.url}.version-0")

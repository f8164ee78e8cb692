"""Versions of the tables: an older journal is brought up to date with a copy, a newer one is refused."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from writing import make_journal

from pitboss.ledger.attestation import UPGRADE
from pitboss.ledger.store import Checkpoint, StoreError
from pitboss.storage.address import open_store
from pitboss.storage.backup import journal_of
from pitboss.storage.checked_store import link_of
from pitboss.storage.schema import VERSION

JOURNAL = make_journal(5)
KEPT = make_journal(7, kept={5: "{}"})
CHECKPOINT = Checkpoint(5, KEPT[4].hash, "{}")
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


def kept_entries(store):
    """Without what an upgrade of PostgreSQL has written."""
    return [entry for entry in store.entries() if not entry.id.startswith(UPGRADE)]


def test_an_older_journal_is_brought_up_to_date_when_it_is_opened(old):
    store = old.open()
    assert store.upgraded.found == 0
    assert kept_entries(store) == JOURNAL
    assert store.find("round 3") == JOURNAL[2]
    assert journal_of(store).audit(expect=JOURNAL[-1].hash).fault is None
    store.append(make_journal(2, after=store.last()), Checkpoint(5, JOURNAL[-1].hash, "{}"))
    with pytest.raises(Exception, match="only ever added to"):
        old.by_hand("DELETE FROM entry")
    assert old.ask("SELECT value FROM meta WHERE name = 'version'") == [(str(VERSION),)]


def version_2(kind, *, head=True, entries=KEPT, checkpoint=CHECKPOINT):
    """The tables of the version before this one, or of version 1, with entries and a checkpoint."""
    strict, number = (" STRICT", "INTEGER") if kind == "sqlite" else ("", "bigint")
    refuse = "the journal is only ever added to"
    triggers = (
        [
            f"CREATE TRIGGER entry_{event} BEFORE {event} ON entry BEGIN SELECT RAISE(ABORT, '{refuse}'); END"
            for event in ("update", "delete")
        ]
        if kind == "sqlite"
        else [
            "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$\n"
            f"        BEGIN RAISE EXCEPTION '{refuse}'; END $$",
            "CREATE TRIGGER entry_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
        ]
    )
    collate = "" if kind == "sqlite" else 'COLLATE "C"'
    return (
        f"CREATE TABLE entry (number {number} PRIMARY KEY, id text {collate} NOT NULL UNIQUE, "
        f"before text NOT NULL, hash text NOT NULL, body text {collate} NOT NULL){strict}",
        *triggers,
        f"CREATE TABLE checkpoint (number {number} PRIMARY KEY, hash TEXT NOT NULL, "
        f"state TEXT NOT NULL){strict}",
        f"CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL){strict}",
        f"INSERT INTO meta VALUES ('version', '{2 if head else 1}')",
        "INSERT INTO meta VALUES ('created', '2026-11-16T00:00:00Z')",
        *(
            ("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (one.number, one.id, one.before, one.hash, one.body))
            for one in entries
        ),
        *([("INSERT INTO checkpoint VALUES (?, ?, ?)", tuple(checkpoint))] if checkpoint else []),
        *([f"INSERT INTO meta VALUES ('head', '{len(entries)} {entries[-1].hash}')"] if head else []),
    )


@pytest.mark.parametrize("head", [True, False], ids=["version 2", "version 1"])
def test_a_journal_of_version_1_or_2_is_brought_up_to_date_and_verifies(database, head):
    database.by_hand(*version_2(database.kind, head=head))
    with pytest.raises(StoreError, match="'pitboss ledger upgrade'"):
        open_store(database.url, create=False, upgrade=False)
    store = database.open()
    assert store.upgraded.found == (2 if head else 1)
    assert kept_entries(store) == KEPT
    assert (store.head(), store.checkpoint()) == (link_of(store.last()), CHECKPOINT)
    assert journal_of(store).audit(expect=KEPT[-1].hash).fault is None, (
        "no table looks otherwise than a new one"
    )
    store.append(make_journal(1, after=store.last()))
    assert journal_of(store).audit().fault is None


def test_the_copy_of_version_2_is_kept_with_its_hashes_as_they_were(database):
    database.by_hand(*version_2(database.kind))
    upgraded = database.open().upgraded
    question = "SELECT number, before, hash FROM entry ORDER BY number"
    if database.kind == "sqlite":
        with closing(sqlite3.connect(upgraded.backup)) as connection:
            found = connection.execute(question).fetchall()
    else:
        found = database.ask(question.replace("entry", "entry_version_2"))
    assert found == [(entry.number, entry.before, entry.hash) for entry in KEPT]


ROOM = (
    "CREATE TABLE room_line (place TEXT NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, "
    "body TEXT NOT NULL)",
    "CREATE TABLE room_keepsake (name TEXT PRIMARY KEY, until_micros BIGINT NOT NULL, body TEXT NOT NULL)",
)


def test_a_journal_with_a_room_beside_it_is_not_upgraded_but_brought_over(database, tmp_path):
    database.by_hand(*version_2(database.kind), *ROOM, "INSERT INTO room_line VALUES ('T1', 1, 'a', '{}')")
    with pytest.raises(StoreError, match=r"with 'pitboss ledger bring-over'; nothing was changed") as caught:
        database.open()
    assert "\n" not in str(caught.value)
    assert database.ask("SELECT value FROM meta WHERE name = 'version'") == [("2",)]
    assert database.ask("SELECT count(*) FROM room_line") == [(1,)]
    assert not list(tmp_path.glob("*.version-2"))
    assert database.ask("SELECT place, id FROM room_line") == [("T1", "a")], "for whoever brings it over"


def test_empty_tables_of_a_room_are_gone_after_the_upgrade(database):
    database.by_hand(*version_2(database.kind), *ROOM)
    assert journal_of(database.open()).audit().fault is None
    with pytest.raises(Exception, match="room_line"):
        database.ask("SELECT * FROM room_line")


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
    assert all(kept_entries(store) == JOURNAL for store in stores)


COPY_FAULTS = {
    "a row that was changed": (
        "UPDATE meta_version_2 SET value = '1' WHERE name = 'version'",
        "the table meta_version_2 is not as the upgrade left it: it was changed",
    ),
    "a row that was taken out": (
        "DELETE FROM entry_version_2 WHERE number = 3",
        "the table entry_version_2 is not as the upgrade left it: it was changed",
    ),
    "a row twice": (
        "INSERT INTO entry_version_2 SELECT * FROM entry_version_2 WHERE number = 3",
        "the table entry_version_2 is not as the upgrade left it: it was changed",
    ),
    "a copy of no upgrade": (
        "CREATE TABLE entry_version_1 AS TABLE entry_version_2",
        "there is a table entry_version_1 that is not Pitboss's: it was put in",
    ),
    "a second copy of one upgrade": (
        "CREATE TABLE entry_version_2_2 AS TABLE entry_version_2",
        "there is a table entry_version_2_2 that is not Pitboss's: it was put in",
    ),
}


@pytest.mark.parametrize("fault", COPY_FAULTS)
def test_a_copy_that_no_upgrade_has_left_as_it_is_is_named(make_place, fault):
    """The upgrade has written the hashes of its copies into the chain; they may be taken away."""
    statement, words = COPY_FAULTS[fault]
    database = make_place("postgres")
    database.by_hand(*version_2("postgres"))
    store = database.open()
    assert list(store.inspect()) == []
    database.by_hand(statement)
    assert list(store.inspect()) == [words]
    assert journal_of(store).audit().fault.why == words
    tables = (
        "entry_version_1",
        "entry_version_2_2",
        "entry_version_2",
        "meta_version_2",
        "checkpoint_version_2",
    )
    database.by_hand(*(f"DROP TABLE IF EXISTS {table}" for table in tables))
    assert list(store.inspect()) == []


def test_a_journal_whose_end_cannot_be_read_is_brought_up_to_date_and_named(make_place):
    database = make_place("postgres")
    database.by_hand(*version_2("postgres")[:1], *version_2("postgres")[3:])
    database.by_hand("UPDATE entry SET body = 'no JSON' WHERE number = 7")
    database.by_hand(*version_2("postgres")[1:3])
    assert journal_of(database.open()).audit().fault.number == 7


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


def test_meta_holds_the_version_and_the_head_and_nothing_else(database):
    database.open()
    meta = dict(database.ask("SELECT name, value FROM meta"))
    assert meta == {"version": str(VERSION), "head": f"0 {'0' * 64}"}


def test_the_copy_of_a_file_lies_beside_it(make_place):
    old = make_place("sqlite")
    old.by_hand(*VERSION_0)
    assert Path(old.open().upgraded.backup) == Path(f"{old.url}.version-0")

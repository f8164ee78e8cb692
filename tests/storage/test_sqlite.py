"""What only a SQLite file can suffer: other programs, damaged bytes, a disk that does not answer."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
from writing import INSERT, as_row, make_journal

from pitboss.base.error import InputError
from pitboss.ledger.store import StoreError, UnsureError
from pitboss.storage import sqlite
from pitboss.storage.address import open_store
from pitboss.storage.backup import back_up, journal_of, open_journal
from pitboss.storage.sqlite import SqliteStore

JOURNAL = make_journal(200)


@pytest.fixture
def file(make_place):
    return make_place("sqlite")


def test_requirement_47_a_commit_waits_for_the_disk_and_readers_do_not_wait(file):
    store = file.open()
    for connection in (store._writer, store._readers._connect()):
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (30_000,)


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_file_is_named_by_its_path_or_its_address(tmp_path, form):
    with closing(open_store(form.format(tmp_path / "journal.db"))) as store:
        store.append(JOURNAL[:3])
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        assert store.last() == JOURNAL[2]
        assert store.where == str(tmp_path / "journal.db")


@pytest.mark.parametrize("address", ["", "sqlite:///", "sqlite:x", "mysql://me:secret@host/x", "a\0b", "://"])
def test_an_address_that_cannot_be_read_is_refused_without_its_password(address):
    with pytest.raises(InputError, match="cannot read the address") as caught:
        open_store(address)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("address", ["", "/none/there.db"])
def test_a_place_where_no_file_can_be_is_refused(tmp_path, address):
    with pytest.raises(StoreError, match="cannot be used: unable to open database file"):
        open_store(f"{tmp_path}{address}")


def test_a_file_that_is_no_database_is_refused_and_not_changed(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("remember the milk" * 100)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        open_store(str(path))
    assert path.read_text() == "remember the milk" * 100


def test_a_program_that_keeps_the_file_locked_is_named_as_the_reason(file, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    store = file.open()
    store.append(JOURNAL[:3])
    with closing(file.connect()) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"another program keeps .* locked: end it and try again"):
            store.append(JOURNAL[3:5])
        assert list(store.entries()) == JOURNAL[:3], "readers go on"
    store.append(JOURNAL[3:5])


def test_a_disk_without_room_is_said_and_nothing_is_written(file):
    store = file.open()
    store.append(JOURNAL[:3])
    pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="database or disk is full"):
        store.append(JOURNAL[3:])
    assert store.last() == JOURNAL[2]
    store._writer.execute("PRAGMA max_page_count = 1000000")
    store.append(JOURNAL[3:])
    assert journal_of(store).audit().fault is None


class NoCommit(sqlite3.Connection):
    """A disk that fails when it is asked to confirm."""

    def execute(self, statement, *values):
        if statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(statement, *values)


def test_a_write_that_the_disk_does_not_confirm_is_unsure(file):
    store = file.open()
    store.append(JOURNAL[:3])
    sound = store._writer
    store._writer = sqlite3.connect(file.url, isolation_level=None, factory=NoCommit)
    with pytest.raises(UnsureError, match=r"did not confirm the write .*: read the journal again"):
        store.append(JOURNAL[3:5])
    store._writer.close()
    store._writer = sound
    assert store.last() == JOURNAL[2]
    store.append(JOURNAL[3:5])


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_requirement_48_damaged_bytes_anywhere_make_the_journal_not_right(file, tmp_path, share):
    with closing(file.open()) as store:
        store.append(JOURNAL)
    path = tmp_path / "damaged.db"
    data = bytearray(Path(file.url).read_bytes())
    place = data.index(bytes.fromhex(JOURNAL[int(len(JOURNAL) * share)].hash))
    data[place : place + 64] = bytes(byte ^ 0xA5 for byte in data[place : place + 64])
    path.write_bytes(data)
    with open_journal(str(path)) as journal:
        assert journal.audit(expect=JOURNAL[-1].hash).fault


def test_text_that_is_no_text_any_more_is_named(file):
    store = file.open()
    store.append(JOURNAL)
    file.drop_triggers()
    for column, kind in {"body": "TEXT", "id": "TEXT", "place": "TEXT", "hash": "BLOB"}.items():
        file.by_hand(f"UPDATE entry SET {column} = CAST(x'fffe' AS {kind}) WHERE number = 7")
        assert journal_of(store).audit().fault.number == 7
        file.by_hand("DELETE FROM entry WHERE number = 7", (INSERT, as_row(JOURNAL[6])))
    file.put_triggers()
    assert journal_of(store).audit().fault is None


def test_a_backup_can_be_read_where_nothing_can_be_written(file, tmp_path):
    store = file.open()
    store.append(JOURNAL)
    back_up(journal_of(store), tmp_path / "monday.backup")
    with closing(sqlite3.connect(f"file:{tmp_path}/monday.backup?mode=ro&immutable=1", uri=True)) as reader:
        assert reader.execute("SELECT count(*) FROM entry").fetchone() == (200,)
        assert reader.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_reading_leaves_the_file_as_it_is(file, tmp_path):
    with closing(file.open()) as store:
        store.append(JOURNAL)
    back = tmp_path / "monday.backup"
    with open_journal(file.url) as journal:
        back_up(journal, back)
    before = back.read_bytes()
    with open_journal(str(back)) as journal:
        assert journal.audit().fault is None
    assert back.read_bytes() == before


def test_who_waits_for_news_is_let_go_when_the_store_is_closed(file):
    store = file.open()
    Timer(0.05, store.close).start()
    assert store.news(0, 60) == 0

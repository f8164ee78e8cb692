"""What only a server can do: go away in the middle, come back, and tell others of news."""

import shutil
from contextlib import suppress
from threading import Timer

import psycopg
import pytest
from writing import make_journal

from pitboss.ledger.store import Checkpoint, MovedOnError, StoreError, UnsureError
from pitboss.storage.address import open_store
from pitboss.storage.backup import journal_of

JOURNAL = make_journal(30)


@pytest.fixture
def floor(make_place):
    return make_place("postgres")


@pytest.fixture
def store(floor):
    store = floor.open()
    store.append(JOURNAL[:4])
    return store


def cut_off(floor, store):
    """The server ends every connection of this store."""
    for connection in (store._writer, *store._readers._idle):
        floor.ask(f"SELECT pg_terminate_backend({connection.info.backend_pid}, 1000)")


# -- a connection that is lost ---------------------------------------------------------------------


def test_requirement_47_a_batch_is_written_on_a_new_connection_when_the_old_one_is_lost(floor, store):
    assert store.last() == JOURNAL[3]
    for number in range(4, 10, 2):
        cut_off(floor, store)
        store.append(
            JOURNAL[number : number + 2], Checkpoint(4, JOURNAL[3].hash, "{}") if number > 6 else None
        )
    assert list(store.entries()) == JOURNAL[:10]


def test_what_the_server_has_forgotten_is_told_to_it_again(store):
    """After a rollback the driver lets it forget every statement that was prepared."""
    store.append(JOURNAL[4:6])
    with suppress(RuntimeError), store.turn():
        store.append(JOURNAL[6:8])
        raise RuntimeError
    store.append(JOURNAL[6:9])
    store._writer.execute("DEALLOCATE ALL")
    store.append(JOURNAL[9:11])
    with store.turn():
        store.append(JOURNAL[11:13])
    assert list(store.entries()) == JOURNAL[:13]


def test_reading_goes_on_after_connections_were_lost(floor, store):
    for _ in range(2):
        cut_off(floor, store)
        assert store.last() == JOURNAL[3]
        assert list(store.entries(2)) == JOURNAL[2:4]
        assert store.news(0, 0) == 4


def lose_the_answer(store, *, written):
    """The connection breaks before or after the server has done what was asked, once."""
    write = store._insert

    def insert(entries):
        store._insert = write
        if written:
            write(entries)
        store._writer.close()
        raise psycopg.OperationalError("the connection is lost")

    store._insert = insert


@pytest.mark.parametrize("written", [True, False])
def test_requirement_47_an_answer_that_is_lost_is_asked_for_and_nothing_is_doubled(store, written):
    lose_the_answer(store, written=written)
    store.append(JOURNAL[4:9])
    assert list(store.entries()) == JOURNAL[:9]


def test_an_answer_lost_while_another_writes_is_told_as_moved_on(floor, store):
    other = floor.open()
    lose_the_answer(store, written=False)
    other.append(JOURNAL[4:6])
    with pytest.raises(MovedOnError):
        store.append(make_journal(1, after=JOURNAL[3], name="late"))
    assert list(store.entries()) == JOURNAL[:6]


def test_a_server_that_does_not_come_back_leaves_it_unsure(store):
    lose_the_answer(store, written=True)
    address = store._url
    store._url = "postgresql://127.0.0.1:1/nowhere"
    with pytest.raises(UnsureError, match=r"stopped answering .*: read the journal again"):
        store.append(JOURNAL[4:9])
    store._url = address
    assert store.last() == JOURNAL[8], "it was written after all"
    store.append(JOURNAL[4:9])
    assert list(store.entries()) == JOURNAL[:9], "and a second try finds it there"
    store.append(JOURNAL[9:12])
    with pytest.raises(MovedOnError):
        store.append(JOURNAL[4:9])


# -- being refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:secret@127.0.0.1:1/floor",
        "postgresql://me:secret@127.0.0.1:1/floor?connect_timeout=x",
        "postgresql://me:secret@[broken/floor",
        "postgresql://me:secret@host/floor?nothing=1",
        "postgres://",
    ],
)
def test_an_address_where_nobody_answers_is_refused_without_its_password(address, monkeypatch):
    monkeypatch.setenv("PGHOST", "/nowhere")
    with pytest.raises(StoreError) as caught:
        open_store(address)
    assert "secret" not in str(caught.value)
    assert "does not answer" in str(caught.value) or "address cannot be read" in str(caught.value)


def test_the_journal_is_named_by_server_and_database(floor):
    assert (
        floor.open().where == f"postgresql://{psycopg.conninfo.conninfo_to_dict(floor.url)['host']}/postgres"
    )


def test_a_user_who_may_not_write_is_told_so(floor, store):
    schema = floor.url.rpartition("%3D")[2]
    floor.by_hand(
        "DROP ROLE IF EXISTS auditor",
        "CREATE ROLE auditor LOGIN",
        f"GRANT USAGE ON SCHEMA {schema} TO auditor",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO auditor",
    )
    auditor = open_store(floor.url.replace("postgres:@", "auditor:@"), create=False, upgrade=False)
    try:
        assert journal_of(auditor).audit(expect=JOURNAL[3].hash).fault is None
        with pytest.raises(StoreError, match="cannot be used: permission denied for table meta"):
            auditor.append(JOURNAL[4:5])
    finally:
        auditor.close()
        floor.by_hand("DROP OWNED BY auditor", "DROP ROLE auditor")


def test_requirement_47_a_commit_waits_for_the_disk_whatever_the_server_is_set_to(floor):
    url = f"{floor.url}%20-csynchronous_commit%3Doff"
    store = open_store(url)
    for connection in (store._writer, store._readers._connect()):
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        connection.close()
    store.close()


# -- news ------------------------------------------------------------------------------------------


def test_news_of_another_journal_or_of_nonsense_wakes_nobody(floor, store, make_place):
    other = make_place("postgres").open()
    channel = store._channel
    for delay, act in (
        (0.02, lambda: other.append(JOURNAL)),
        (0.04, lambda: floor.by_hand(f"NOTIFY \"{channel}\", 'nonsense'")),
        (0.06, lambda: floor.by_hand(f"NOTIFY \"{channel}\", '4'")),
    ):
        Timer(delay, act).start()
    assert store.news(4, 0.3) == 4


def test_nobody_is_told_of_a_batch_that_was_not_written(floor, store):
    with psycopg.connect(floor.url, autocommit=True) as listener:
        listener.execute(f'LISTEN "{store._channel}"')
        with pytest.raises(MovedOnError):
            store.append(JOURNAL[2:4])
        store.append(JOURNAL[4:7])
        assert [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)] == ["7"]


def test_a_schema_may_have_the_longest_name_there_is(make_place):
    floor = make_place("postgres")
    name = "x" * 63
    floor.by_hand(f"DROP SCHEMA IF EXISTS {name} CASCADE", f"CREATE SCHEMA {name}")
    floor.url = f"{floor.url.rpartition('%3D')[0]}%3D{name}"
    one, other = floor.open(), floor.open()
    Timer(0.05, one.append, [JOURNAL]).start()
    assert other.news(0, 60) == 30


def test_a_thorough_try_finds_that_no_new_page_can_be_had(store, server):
    """A place for new tables that is gone is like a full disk: what is there already can be changed."""
    folder = server.pgdata / "no room"
    folder.mkdir()
    if server.system_user:
        shutil.chown(folder, server.system_user)
    store._writer.execute(f"CREATE TABLESPACE gone LOCATION '{folder}'".encode())
    away = folder.rename(folder.with_name("away"))
    folder.touch()
    store._writer.execute("SET default_tablespace = gone")
    store.check_writable()
    with pytest.raises(StoreError):
        store.check_writable(thoroughly=True)
    folder.unlink()
    away.rename(folder)
    store.check_writable(thoroughly=True)
    store._writer.execute("SET default_tablespace = ''")
    store._writer.execute("DROP TABLESPACE gone")

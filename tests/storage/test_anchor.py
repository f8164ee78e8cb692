"""The anchor: what was written is known outside of the database, whoever is its clerk."""

import os
import re
import shutil
import stat
from contextlib import closing
from pathlib import Path

import pytest
from writing import INSERT, as_row, chained, coin_in, make_journal, rechained

from pitboss.base.error import InputError
from pitboss.house.self_check import NoServiceError, check_journal
from pitboss.ledger.store import Checkpoint, Link, SeenBeforeError, StoreError
from pitboss.storage.address import open_store
from pitboss.storage.anchor import Anchor, anchor_paths
from pitboss.storage.backup import back_up, journal_of, open_journal, restore

JOURNAL = make_journal(12)
LINE = re.compile(r"(\d+) ([0-9a-f]{64}) \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """An anchor elsewhere, for either database, whatever its journal is called."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(folder))
    monkeypatch.setattr("pitboss.storage.address.name_of", lambda url: "kept")
    return folder / "kept.anchor"


def numbers_in(path):
    return [int(LINE.fullmatch(line)[1]) for line in path.read_text().splitlines()]


def mode_of(path):
    return stat.S_IMODE(Path(path).stat().st_mode)


# -- writing ---------------------------------------------------------------------------------------


def test_a_line_is_written_after_the_first_batch_and_when_the_journal_is_closed(database, kept):
    store = database.open()
    assert not kept.exists()
    store.append(JOURNAL[:2])
    store.append(JOURNAL[2:5])
    assert numbers_in(kept) == [2], "not for every batch"
    with store.turn():
        store.append(JOURNAL[5:6])
    store.close()
    assert numbers_in(kept) == [2, 6]
    assert kept.read_text().splitlines()[1].split()[1] == JOURNAL[5].hash
    assert mode_of(kept) == 0o600
    database.open().close()
    assert numbers_in(kept) == [2, 6], "nothing new, no line"


def test_a_line_is_due_after_a_while_after_many_entries_or_on_demand(tmp_path, monkeypatch):
    path = tmp_path / "some.anchor"
    anchor = Anchor(path)
    for number in (1, 2, 1_000, 1_001, 1_500):
        anchor.note(Link(number, "a" * 64))
    assert numbers_in(path) == [1, 1_001]
    anchor.note_now(Link(1_600, "b" * 64))
    anchor.note_now(Link(1_600, "b" * 64))
    assert numbers_in(path) == [1, 1_001, 1_600]
    anchor.note(Link(1_601, "c" * 64))
    anchor.catch_up()
    assert numbers_in(path) == [1, 1_001, 1_600]
    monkeypatch.setattr(anchor, "_due", 0.0)
    anchor.catch_up()
    assert numbers_in(path) == [1, 1_001, 1_600, 1_601]


def test_who_waits_for_news_writes_the_line_that_is_due(database, kept):
    store = database.open()
    store.append(JOURNAL[:2])
    store.append(JOURNAL[2:5])
    store.anchor._due = 0.0
    store.news(5, 0)
    assert numbers_in(kept) == [2, 5]


def fail_in_turn(store):
    with store.turn():
        store.append(JOURNAL[2:5])
        store.append(list(chained([coin_in(1)], after=JOURNAL[4])))


def test_what_was_not_written_is_not_in_the_anchor(database, kept):
    store = database.open()
    store.append(JOURNAL[:2])
    store.anchor._due = 0.0
    with pytest.raises(SeenBeforeError):
        fail_in_turn(store)
    with pytest.raises(StoreError):
        store.append(JOURNAL[:2])
    store.close()
    assert numbers_in(kept) == [2]


def test_a_file_has_an_anchor_beside_it_and_one_elsewhere(make_place, kept):
    place = make_place("sqlite")
    place.open().append(JOURNAL)
    assert kept.read_text() == Path(f"{place.url}.anchor").read_text()
    assert mode_of(f"{place.url}.anchor") == mode_of(place.url) == 0o600
    assert mode_of(f"{place.url}-wal") == mode_of(f"{place.url}-shm") == 0o600


def test_a_folder_of_anchors_has_one_for_every_journal(database, tmp_path, monkeypatch):
    folder = tmp_path / "anchors"
    folder.mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(folder))
    database.open().append(JOURNAL)
    (one,) = folder.iterdir()
    assert one.name.endswith(".anchor")
    assert numbers_in(one) == [12]
    assert anchor_paths(str(folder), None, "db.example-floor") == (folder / "db.example-floor.anchor",)


def test_the_option_comes_before_the_environment(make_place, kept, tmp_path):
    with closing(open_store(make_place("postgres").url, anchor=str(tmp_path / "other"))) as store:
        store.append(JOURNAL)
    assert numbers_in(tmp_path / "other") == [12]
    assert not kept.exists()


def test_an_anchor_that_cannot_be_written_stops_nobody_and_is_a_problem_until_it_can_be(make_place, kept):
    place = make_place("sqlite")
    store = place.open()
    kept.parent.rmdir()
    store.append(JOURNAL[:4])
    assert store.last() == JOURNAL[3]
    beside = Path(f"{place.url}.anchor")
    assert numbers_in(beside) == [4], "the one beside the file does not depend on the other"
    assert store.anchor.problems == {
        kept: "The anchor kept.anchor cannot be written: No such file or directory"
    }
    kept.parent.mkdir()
    store.anchor._due = 0.0
    store.append(JOURNAL[4:])
    assert (numbers_in(kept), numbers_in(beside), store.anchor.problems) == ([12], [4, 12], {})


@pytest.mark.parametrize("make", [lambda path: None, Path.touch], ids=["nothing", "a file"])
def test_a_folder_of_anchors_that_is_none_is_refused_before_anything_is_opened(tmp_path, monkeypatch, make):
    path = tmp_path / "anchors"
    make(path)
    monkeypatch.setenv("PITBOSS_ANCHOR", str(path))
    with pytest.raises(InputError, match=r"PITBOSS_ANCHOR names a folder .* is none: make it, or mount it"):
        open_store(str(tmp_path / "room.db"))
    assert not (tmp_path / "room.db").exists()


def test_a_restored_backup_that_is_played_on_leaves_the_rooms_anchor_alone(tmp_path, monkeypatch):
    """A drill, in the room's own environment: the room is right before and after, and so is the backup."""
    for name in ("anchors", "live", "drill"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(tmp_path / "anchors"))
    live, drill, backup = (tmp_path / one for one in ("live/room.db", "drill/room.db", "night.db"))
    with closing(open_store(str(live))) as store:
        store.append(JOURNAL[:6])
        back_up(journal_of(store), backup)
        store.append(JOURNAL[6:])
    with (
        open_journal(str(backup)) as journal,
        closing(open_store(str(drill), restores=True)) as target,
    ):
        assert journal.audit().fault is None
        restore(journal, target)
        target.append(list(chained([coin_in(99)], after=JOURNAL[5])))
    for place in (live, drill, backup):
        with closing(open_store(str(place))) as store:
            assert journal_of(store).audit().fault is None
            check_journal(store)


def test_half_a_line_left_by_a_power_cut_is_taken_off(tmp_path):
    path = tmp_path / "some.anchor"
    Anchor(path).note(Link(1, "a" * 64))
    with path.open("ab") as file:
        file.write(b"2 bbbb")
    assert [mark.number for mark in Anchor(path).marks()] == [1]
    assert Anchor(path).last_mark().number == 1
    Anchor(path).note(Link(3, "c" * 64))
    assert numbers_in(path) == [1, 3]


def test_reading_makes_no_anchor(make_place, tmp_path):
    place = make_place("sqlite")
    with closing(place.open()) as store:
        store.append(JOURNAL)
    place.lose_anchor()
    with open_journal(place.url) as journal:
        assert journal.audit().fault is None
    assert not Path(f"{place.url}.anchor").exists()


def test_the_anchor_costs_next_to_nothing(tmp_path):
    """A comparison for a batch, and once a minute a line that nobody waits for."""
    anchor = Anchor(tmp_path / "some.anchor")
    anchor.note(Link(1, "a" * 64))
    written = os.stat(tmp_path / "some.anchor").st_size
    for number in range(2, 900):
        anchor.note(Link(number, "b" * 64))
    assert os.stat(tmp_path / "some.anchor").st_size == written


# -- comparing -------------------------------------------------------------------------------------


def cut(database, entries):
    """By a clerk who moves the head as well and leaves no trace in the database."""
    database.drop_triggers()
    last = f"{entries[-1].number} {entries[-1].hash}" if entries else f"0 {'0' * 64}"
    database.by_hand(
        "DELETE FROM entry",
        *((INSERT, as_row(entry)) for entry in entries),
        ("UPDATE meta SET value = ? WHERE name = 'head'", [last]),
    )
    database.put_triggers()


@pytest.fixture
def written(database, kept):
    """Three lines: after 4, 8 and 12 entries."""
    for end in (4, 8, 12):
        with closing(open_store(database.url)) as store:
            store.append(JOURNAL[end - 4 : end])
    assert numbers_in(kept) == [4, 8, 12]
    return database


def test_an_end_that_was_cut_off_is_found_by_the_anchor(written):
    cut(written, JOURNAL[:9])
    store = written.open()
    number, why = journal_of(store).audit().fault
    assert number == 10
    assert (
        "knows entry 12 and the journal ends at 9: its end was cut off, or its write-ahead log was lost"
        in why
    )
    with pytest.raises(
        NoServiceError, match="entry 10 of the journal is not right: it is missing: the anchor"
    ):
        check_journal(store)


@pytest.mark.parametrize("number", [1, 6, 10])
def test_a_chain_made_anew_is_found_by_the_anchor(written, number):
    forged = rechained(JOURNAL, {number: coin_in(number, by=("somebody else",))})
    cut(written, forged)
    store = written.open()
    fault = journal_of(store).audit().fault
    assert (fault.number, "knows it with another hash" in fault.why) == (number + 3 & ~3, True)
    with pytest.raises(NoServiceError, match="knows it with another hash: the chain was made anew"):
        check_journal(store)


def test_lines_before_the_checkpoint_are_compared_at_the_start_as_well(database, kept):
    from pitboss.jackpot.books import Books
    from pitboss.jackpot.snapshot import format_books

    state = format_books(Books())
    entries = make_journal(12, kept={9: state})
    with closing(database.open()) as store:
        store.append(entries[:4])
    with closing(database.open()) as store:
        store.append(entries[4:], Checkpoint(9, entries[8].hash, state))
    store = database.open()
    assert store.checkpoint().number == 9
    lines = kept.read_text().splitlines()
    kept.write_text(f"{lines[0].replace(entries[3].hash, 'f' * 64)}\n{lines[1]}\n")
    with pytest.raises(NoServiceError, match="entry 4 of the journal is not right: the anchor"):
        check_journal(store)


def test_every_line_is_compared_and_more_entries_than_lines_are_right(written):
    store = written.open()
    store.append(make_journal(3, after=JOURNAL[-1]))
    assert journal_of(store).audit().fault is None
    check_journal(store)


@pytest.mark.parametrize("line", ["nonsense", "0 " + "a" * 64 + " now", "4 abc 2026-11-16T00:00:00Z", "\xff"])
def test_a_line_that_cannot_be_read_is_said(written, kept, line):
    kept.write_bytes(kept.read_bytes() + f"{line}\n".encode("latin-1"))
    with pytest.raises(StoreError, match=r"of the anchor .* cannot be read: somebody has changed it"):
        written.open()


# -- a journal that is gone ------------------------------------------------------------------------


def test_a_file_that_is_gone_is_not_begun_anew(make_place):
    place = make_place("sqlite")
    with closing(place.open()) as store:
        store.append(JOURNAL)
    Path(place.url).unlink()
    for opening in ({}, {"create": False}, {"create": False, "upgrade": False}):
        with pytest.raises(
            StoreError, match=r"is missing or empty, and the anchor .* knows its entry 12: bring"
        ) as told:
            open_store(place.url, **opening)
        assert "\n" not in str(told.value)
    assert not Path(place.url).exists()


def test_a_young_file_without_its_write_ahead_log_is_not_begun_anew(make_place, tmp_path):
    """A crash: everything is still in the log, and the log is lost."""
    place = make_place("sqlite")
    place.open().append(JOURNAL[:3])
    lost = tmp_path / "lost.db"
    for ending in ("", ".anchor"):
        shutil.copy(f"{place.url}{ending}", f"{lost}{ending}")
    before = lost.read_bytes()
    with pytest.raises(StoreError, match="knows its entry 3: bring the file back with its write-ahead log"):
        open_store(str(lost))
    assert lost.read_bytes()[:18] == before[:18]


def test_a_later_write_ahead_log_that_is_lost_is_noticed(make_place, tmp_path):
    place = make_place("sqlite")
    with closing(place.open()) as store:
        store.append(JOURNAL[:6])
    place.open().append(JOURNAL[6:])
    lost = tmp_path / "lost.db"
    for ending in ("", ".anchor"):
        shutil.copy(f"{place.url}{ending}", f"{lost}{ending}")
    with closing(open_store(str(lost))) as store:
        assert "knows entry 12 and the journal ends at 6" in journal_of(store).audit().fault.why
        with pytest.raises(NoServiceError, match="its write-ahead log was lost"):
            check_journal(store)


def test_whenever_a_write_ahead_log_is_lost_the_entries_that_were_in_it_alone_are_missed(
    make_place, tmp_path, monkeypatch
):
    """Again and again the log is moved into the file, which by then has entries that no line knows of."""
    monkeypatch.setattr("pitboss.storage.sqlite.LOG_ENTRIES", 7)
    place = make_place("sqlite")
    with closing(place.open()) as store:
        for number, entry in enumerate(make_journal(30), start=1):
            store.append([entry])
            lost = tmp_path / f"lost-{number}.db"
            for ending in ("", ".anchor"):
                shutil.copy(f"{place.url}{ending}", f"{lost}{ending}")
            if number < 7:
                with pytest.raises(StoreError, match="bring the file back with its write-ahead log"):
                    open_store(str(lost))
                continue
            with closing(open_store(str(lost))) as found:
                assert bool(journal_of(found).audit().fault) == (found.last().number < number)


def test_an_anchor_that_somebody_has_moved_away_is_missed(database, kept):
    with closing(database.open()) as store:
        assert store.anchor.begun == ()
        store.append(JOURNAL[:6])
    kept.unlink()
    with closing(database.open()) as store:
        (words,) = store.anchor.begun
        assert "kept.anchor in elsewhere was not there, and begins after entry 6" in words
        store.append(JOURNAL[6:])
    with closing(database.open()) as store:
        assert store.anchor.begun == ()


def test_an_emptied_journal_is_not_begun_anew(written):
    cut(written, [])
    with pytest.raises(StoreError, match=r"is missing or empty, and the anchor .* knows its entry 12"):
        written.open()


def test_tables_that_are_gone_are_not_made_again(make_place, kept):
    place = make_place("postgres")
    place.open().append(JOURNAL)
    place.by_hand(
        *(f"DROP TABLE {name}" for name in ("entry", "meta", "checkpoint")), "DROP FUNCTION refuse_change"
    )
    with pytest.raises(StoreError, match=r"is missing or empty, and the anchor .* knows its entry 12"):
        place.open()
    assert place.ask("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == [(0,)]


def test_a_backup_that_holds_what_the_anchor_knows_is_restored(make_place, tmp_path):
    place = make_place("sqlite")
    with closing(place.open()) as store:
        store.append(JOURNAL)
        back_up(journal_of(store), tmp_path / "new.backup")
    Path(place.url).unlink()
    with (
        open_journal(str(tmp_path / "new.backup")) as journal,
        closing(open_store(place.url, restores=True)) as target,
    ):
        restore(journal, target)
    with closing(place.open()) as store:
        assert list(store.entries()) == JOURNAL
        assert journal_of(store).audit().fault is None


def test_a_backup_that_is_older_than_the_anchor_is_not_restored_without_a_word(make_place, tmp_path):
    place = make_place("sqlite")
    with closing(place.open()) as store:
        store.append(JOURNAL[:6])
        back_up(journal_of(store), tmp_path / "old.backup")
        store.append(JOURNAL[6:])
    Path(place.url).unlink()
    with (
        open_journal(str(tmp_path / "old.backup")) as journal,
        closing(open_store(place.url, restores=True)) as target,
    ):
        with pytest.raises(
            StoreError, match="is not copied, entry 7 is not right: it is missing: the anchor"
        ):
            restore(journal, target)
        assert target.last() is None


def test_a_backup_writes_a_line_for_what_it_holds(database, kept, tmp_path):
    store = database.open()
    store.append(JOURNAL[:2])
    store.append(JOURNAL[2:5])
    assert numbers_in(kept) == [2]
    with open_journal(database.url) as journal:
        back_up(journal, tmp_path / "some.backup")
    assert numbers_in(kept) == [2, 5]
    assert mode_of(tmp_path / "some.backup") == 0o600

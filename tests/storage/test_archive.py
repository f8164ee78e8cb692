"""Archives: closed days leave the database, and the journal is read and verified as before."""

import json
import stat
from contextlib import closing
from itertools import chain as joined

import pytest
from writing import chained, coin_in, make_journal

from pitboss.ledger.attestation import vouch_for
from pitboss.ledger.store import Checkpoint, SeenBeforeError, StoreError
from pitboss.storage.address import open_store
from pitboss.storage.archive import archive
from pitboss.storage.backup import back_up, journal_of, open_journal

DAY = 86_400 * 1_000_000
PLACES = ("T1", "T2", "", "T1")


def make_days(days, *, rounds=6, standing=("T1", "T2"), kept=True):
    """Days of a room: rounds at tables, where each table stands, a checkpoint and the entry that vouches."""
    entries, checkpoint = [], None
    for day in range(days):
        for number in range(1, rounds + 1):
            place = PLACES[number % len(PLACES)]
            add(
                entries,
                coin_in(number, id=f"day {day} round {number}", place=place, at_micros=day * DAY + number),
            )
        for table in standing:
            add(
                entries,
                coin_in(0, id=f"{table} stands {day}", place=f"{table}#", at_micros=day * DAY + rounds),
            )
        if kept:
            checkpoint = Checkpoint(entries[-1].number, entries[-1].hash, f'{{"day":{day}}}')
            add(entries, vouch_for(checkpoint, day * DAY + rounds + 1))
    return entries, checkpoint


def add(entries, draft):
    entries += chained([draft], after=entries[-1] if entries else None)


ENTRIES, CHECKPOINT = make_days(4)
PER_DAY = len(ENTRIES) // 4


@pytest.fixture
def store(database):
    store = database.open()
    store.append(ENTRIES, CHECKPOINT)
    return store


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "archives"


def kept_numbers(database):
    return [number for (number,) in database.ask("SELECT number FROM entry ORDER BY number")]


def check_reads(store, entries):
    """Whatever is asked, the answer is that of a journal without archives."""
    assert list(store.entries()) == entries
    assert store.last() == entries[-1]
    for after in (0, 1, 5, 8, 9, 17, 18, 30, len(entries)):
        assert list(store.entries(after)) == entries[after:]
        for upto in (0, 3, 8, 9, 18, 25):
            assert list(store.entries(after, upto=upto)) == entries[after : max(upto, after)]
    assert [store.find(entry.id) for entry in entries] == entries
    assert store.find("never") is None
    for place in ("T1", "T2", "T1#", "T9", ""):
        of = [entry for entry in entries if place and entry.place == place]
        assert [one.number for one in store.entries_of(place)] == [one.number for one in of]
        assert [one.body for one in store.entries_of(place, 12)] == [
            one.body for one in of if one.number > 12
        ]
        assert store.last_of(place) == (of[-1] if of else None)


def test_closed_days_are_moved_out_and_everything_is_read_as_before(database, store, folder):
    made = archive(store, 2 * DAY, folder)
    assert (made.first, made.last, made.hash) == (1, 2 * PER_DAY - 1, ENTRIES[2 * PER_DAY - 2].hash)
    assert kept_numbers(database) == list(range(2 * PER_DAY, 4 * PER_DAY + 1))
    for reader in (store, database.open(), open_store(database.url, create=False, upgrade=False)):
        with closing(reader):
            check_reads(reader, ENTRIES)
            found = journal_of(reader).audit(expect=ENTRIES[2].hash)
            assert (found.fault, found.expected, found.verdict.entries) == (None, 3, len(ENTRIES))


def test_one_archive_after_another(database, store, folder):
    archive(store, 1 * DAY, folder)
    archive(store, 3 * DAY, folder)
    assert [one.first for one in store.archives().files] == [1, PER_DAY]
    check_reads(store, ENTRIES)
    more = make_journal(3, after=ENTRIES[-1])
    store.append(more)
    check_reads(database.open(), [*ENTRIES, *more])
    assert journal_of(store).audit().fault is None
    with pytest.raises(StoreError, match="there is nothing to archive"):
        archive(store, 3 * DAY, folder)


def test_another_handle_goes_on_while_days_are_moved_out(database, store, folder):
    other = database.open()
    reading = other.entries()
    begun = [next(reading), next(reading)]
    archive(store, 2 * DAY, folder)
    assert [*begun, *reading] == ENTRIES, "as it was when the reading began"
    check_reads(other, ENTRIES)
    other.append(make_journal(1, after=ENTRIES[-1]))
    with pytest.raises(SeenBeforeError):
        other.append(list(chained([coin_in(1, id="day 0 round 2")], after=other.last())))


def test_an_id_in_an_archive_is_never_taken_again(database, store, folder):
    archive(store, 2 * DAY, folder)
    for writer in (store, database.open()):
        for id_ in ("day 0 round 1", "T2 stands 1"):
            with pytest.raises(SeenBeforeError, match="is in the journal already"):
                writer.append(list(chained([coin_in(1, id=id_)], after=ENTRIES[-1])))
            with pytest.raises(SeenBeforeError), writer.turn():
                writer.append(list(chained([coin_in(1, id=id_)], after=ENTRIES[-1])))
    assert store.last() == ENTRIES[-1]


def test_what_a_table_did_since_it_last_stood_stays_in_the_database(database, folder):
    """T2 stood on the first day only: from then on all of its entries are needed."""
    first, _ = make_days(1)
    later, _ = make_days(3, standing=("T1",), kept=False)
    entries = list(first)
    for day in range(3):
        for one in later[day * 7 : day * 7 + 7]:
            add(entries, coin_in(1, id=f"later {one.id}", place=one.place, at_micros=DAY * (day + 1)))
        checkpoint = Checkpoint(entries[-1].number, entries[-1].hash, f'{{"day":{day}}}')
        add(entries, vouch_for(checkpoint, DAY * (day + 1) + 1))
    store = database.open()
    store.append(entries, checkpoint)
    made = archive(store, 9 * DAY, folder)
    assert made.last == PER_DAY - 1
    assert store.last_of("T2#").number < PER_DAY
    since = [one.number for one in store.entries_of("T2", store.last_of("T2#").number)]
    assert set(since) <= set(kept_numbers(database))


def test_without_a_checkpoint_nothing_goes(database, folder):
    store = database.open()
    store.append(make_journal(9))
    with pytest.raises(StoreError, match="there is nothing to archive: no checkpoint was made"):
        archive(store, 99 * DAY, folder)
    assert kept_numbers(database) == list(range(1, 10))


def test_a_journal_that_is_not_right_is_not_archived(database, store, folder):
    database.drop_triggers()
    database.by_hand("UPDATE entry SET body = 'x' WHERE number = 7")
    with pytest.raises(
        StoreError, match="is not right, nothing was archived: entry 7: its text and its hash"
    ):
        archive(store, 2 * DAY, folder)
    assert not folder.exists()


def test_archives_of_one_journal_lie_in_one_folder(store, folder, tmp_path):
    archive(store, 1 * DAY, folder)
    with pytest.raises(
        StoreError, match=r"the archives of this journal lie in .*archives: put the new one there"
    ):
        archive(store, 2 * DAY, tmp_path / "elsewhere")


def test_the_folder_may_be_another_on_this_machine(store, folder, tmp_path, monkeypatch):
    archive(store, 2 * DAY, folder)
    folder.rename(tmp_path / "moved")
    fault = journal_of(store).audit().fault
    assert fault.why.endswith("is missing: bring it back, or name its folder in PITBOSS_ARCHIVES")
    monkeypatch.setenv("PITBOSS_ARCHIVES", str(tmp_path / "moved"))
    assert journal_of(store).audit().fault is None
    check_reads(store, ENTRIES)


def test_an_archive_is_its_owners_and_small(store, folder):
    made = archive(store, 2 * DAY, folder)
    assert stat.S_IMODE((folder / made.file).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [made.file]


def test_a_backup_and_an_export_hold_what_is_in_archives(store, folder, tmp_path, make_place):
    archive(store, 3 * DAY, folder)
    back_up(journal_of(store), tmp_path / "whole.backup")
    with open_journal(str(tmp_path / "whole.backup")) as journal:
        assert list(journal.read(0)) == ENTRIES
        assert journal.audit().fault is None


# -- tampering -------------------------------------------------------------------------------------


def spoil(data):
    return bytes([*data[:5000], data[5000] ^ 1, *data[5001:]])


@pytest.fixture
def two(store, folder):
    """Two archives of the same make."""
    archive(store, 1 * DAY, folder)
    archive(store, 2 * DAY, folder)
    return sorted(folder.iterdir())


def test_a_changed_archive_is_named(store, two):
    two[0].write_bytes(spoil(two[0].read_bytes()))
    assert two[0].name in journal_of(store).audit().fault.why


def test_an_archive_with_a_byte_more_is_named(store, two):
    two[1].write_bytes(two[1].read_bytes() + b"\0")
    fault = journal_of(store).audit().fault
    assert (fault.number, f"{two[1].name} is not as it was written" in fault.why) == (0, True)


def test_a_missing_archive_is_named_and_nothing_is_appended(store, two):
    two[1].unlink()
    fault = journal_of(store).audit().fault
    assert (fault.number, f"{two[1].name} is missing" in fault.why) == (0, True)
    with pytest.raises(StoreError, match="is missing: bring it back"):
        store.append(make_journal(1, after=ENTRIES[-1]))


def test_swapped_archives_are_named(store, two):
    one, other = (path.read_bytes() for path in two)
    two[0].write_bytes(other)
    two[1].write_bytes(one)
    fault = journal_of(store).audit().fault
    assert (fault.number, f"{two[0].name} is not as it was written" in fault.why) == (0, True)


def test_an_archive_emptied_or_of_another_program_is_named(store, two):
    for data in (b"", b"remember the milk" * 999):
        two[0].write_bytes(data)
        assert f"{two[0].name} is not as it was written" in journal_of(store).audit().fault.why


@pytest.mark.parametrize(
    ("change", "number", "words"),
    [
        (
            lambda told: told["files"].pop(),
            PER_DAY,
            f"it is missing: entry {2 * PER_DAY} stands in its place",
        ),
        (lambda told: told["files"].pop(0), 0, f"begins with entry {PER_DAY} in place of 1"),
        (
            lambda told: told["files"][1].__setitem__(3, "f" * 64),
            2 * PER_DAY,
            "it does not follow the entry before it",
        ),
        (lambda told: told["files"][0].__setitem__(3, "f" * 64), PER_DAY - 1, "knows it with another hash"),
        (lambda told: told["files"][0].__setitem__(4, "f" * 64), 0, "is not as it was written"),
        (lambda told: told["files"][0].__setitem__(1, 3), 0, "begins with entry 3 in place of 1"),
        (lambda told: told["files"][0].__setitem__(1, "1"), 0, "does not say what its archives hold"),
        (lambda told: told["files"][0].__setitem__(0, "no"), 0, "is missing: bring it back"),
        (lambda told: told.pop("folder"), 0, "does not say what its archives hold"),
    ],
    ids=["last gone", "first gone", "last hash", "hash", "digest", "first", "kind", "name", "folder"],
)
def test_a_changed_list_of_archives_is_named(database, store, two, change, number, words):
    ((text,),) = database.ask("SELECT value FROM meta WHERE name = 'archive'")
    told = json.loads(text)
    change(told)
    database.by_hand(("UPDATE meta SET value = ? WHERE name = 'archive'", [json.dumps(told)]))
    database.lose_anchor()
    fault = journal_of(store).audit().fault
    assert (fault.number, words in fault.why) == (number, True), fault


def test_a_list_of_archives_that_is_gone_leaves_a_hole(database, store, two):
    database.by_hand("DELETE FROM meta WHERE name = 'archive'")
    assert journal_of(store).audit().fault == (1, f"it is missing: entry {2 * PER_DAY} stands in its place")


def test_large_archives_are_read_in_blocks(make_place, folder):
    entries, checkpoint = make_days(3, rounds=700)
    store = make_place("sqlite").open()
    store.append(entries, checkpoint)
    archive(store, 2 * DAY, folder)
    assert list(store.entries()) == entries
    assert [one.number for one in store.entries_of("T2", 300)] == [
        one.number for one in entries if one.place == "T2" and one.number > 300
    ]
    assert [store.find(entry.id) for entry in entries[::97]] == entries[::97]
    assert list(joined(store.entries(256, upto=512), store.entries(512))) == entries[256:]

"""Backup, restore and export: what comes back is the journal, to the last byte."""

import csv
import io
import json
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from writing import COLUMNS, as_row, chained, coin_in, make_journal, with_changes, written

from pitboss.base.error import InputError
from pitboss.ledger.entry import Entry
from pitboss.ledger.fact import Note, encode_fact
from pitboss.ledger.store import Checkpoint, MovedOnError, StoreError
from pitboss.storage.address import open_store
from pitboss.storage.backup import back_up, journal_of, open_journal, restore
from pitboss.storage.body_pack import unpack_body
from pitboss.storage.export import csv_lines, format_line, parse_line

JOURNAL = make_journal(30, kept={20: '{"floor":20}'})
CHECKPOINT = Checkpoint(20, JOURNAL[19].hash, '{"floor":20}')


@pytest.fixture
def source(database):
    store = database.open()
    store.append(JOURNAL, CHECKPOINT)
    return store


def write_export(path, entries):
    path.write_text("".join(f"{format_line(entry)}\n" for entry in entries))
    return str(path)


# -- backup ----------------------------------------------------------------------------------------


def test_a_backup_is_a_journal_in_one_file(source, tmp_path):
    file = tmp_path / "monday.backup"
    assert back_up(journal_of(source), file).verdict.hash == JOURNAL[-1].hash
    assert not list(tmp_path.glob("monday.backup?*"))
    with open_journal(str(file)) as journal:
        assert list(journal.read(0)) == JOURNAL
        assert journal.store.checkpoint() == CHECKPOINT
        assert journal.audit(expect=JOURNAL[-1].hash).fault is None


def test_a_backup_is_made_while_others_write(database, source, tmp_path):
    stop = Event()

    def write():
        with closing(open_store(database.url)) as store:
            while not stop.is_set():
                store.append(make_journal(3, after=store.last()))

    writer = Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            source.news(source.last().number, 10)
            back_up(journal_of(source), tmp_path / f"{number}.backup")
    finally:
        stop.set()
        writer.join()
    lengths = []
    for number in range(3):
        with open_journal(str(tmp_path / f"{number}.backup")) as journal:
            found = journal.audit()
            assert found.fault is None
            lengths.append(found.verdict.entries)
    assert lengths == sorted(set(lengths))
    assert lengths[0] > 30
    assert journal_of(source).audit().fault is None


def test_a_backup_takes_no_file_that_is_there(source, tmp_path):
    file = tmp_path / "monday.backup"
    file.write_text("precious")
    with pytest.raises(StoreError, match=r"monday.backup exists already: name another file"):
        back_up(journal_of(source), file)
    assert file.read_text() == "precious"


def test_a_journal_that_is_not_right_is_not_backed_up(database, source, tmp_path):
    database.drop_triggers()
    database.by_hand("UPDATE entry SET body = 'x' WHERE number = 7")
    with pytest.raises(StoreError, match="is not copied, entry 7 is not right: its text and its hash"):
        back_up(journal_of(source), tmp_path / "monday.backup")
    assert not list(tmp_path.glob("monday*"))


# -- restore ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_a_backup_is_restored_into_any_empty_store(source, tmp_path, make_place, kind):
    back_up(journal_of(source), tmp_path / "monday.backup")
    target = make_place(kind).open()
    with open_journal(str(tmp_path / "monday.backup")) as journal:
        restore(journal, target)
        assert list(target.entries()) == JOURNAL
        assert target.checkpoint() == CHECKPOINT
        with pytest.raises(StoreError, match="is not empty"):
            restore(journal, target)
    target.append(make_journal(1, after=JOURNAL[-1]))
    with pytest.raises(MovedOnError):
        target.append(make_journal(1, after=JOURNAL[-1], name="late"))


def test_an_export_is_restored_to_the_last_byte(source, tmp_path, make_place):
    file = write_export(tmp_path / "journal.jsonl", source.entries())
    target = make_place("sqlite").open()
    with open_journal(file) as journal:
        restore(journal, target)
    again = write_export(tmp_path / "again.jsonl", target.entries())
    assert Path(file).read_bytes() == Path(again).read_bytes()


def test_what_is_not_right_is_not_restored(tmp_path, make_place):
    changed = [*JOURNAL[:5], with_changes(JOURNAL[5], id="other"), *JOURNAL[6:]]
    target = make_place("sqlite").open()
    with (
        open_journal(write_export(tmp_path / "journal.jsonl", changed)) as journal,
        pytest.raises(
            StoreError, match="is not copied, entry 6 is not right: it is kept under the id 'other'"
        ),
    ):
        restore(journal, target)
    assert target.last() is None


# -- JSON lines ------------------------------------------------------------------------------------


def test_a_line_can_be_checked_without_this_program():
    told = json.loads(format_line(JOURNAL[1]))
    assert told["hash"] == sha256(f"{told['before']}\n{told['body']}".encode()).hexdigest()
    assert told["before"] == JOURNAL[0].hash
    assert json.loads(told["body"])[:3] == [2, "round 2", "coin in"]


@given(st.integers(), st.text(), st.text(), st.text(), st.text())
def test_any_line_is_read_back_equal_even_of_an_entry_that_is_wrong(number, id_, body, before, hash_):
    entry = Entry(number, id_, body, before, hash_)
    line = format_line(entry)
    assert line.isascii()
    assert "\n" not in line
    assert parse_line(line) == entry


GOOD = format_line(JOURNAL[0])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        "null",
        GOOD[:-1],
        GOOD + " ",
        GOOD.replace(":", ": ", 1),
        GOOD.replace('"number":1', '"number":true'),
        GOOD.replace('"number":1', '"number":"1"'),
        GOOD.replace('"id":"round 1"', '"id":null'),
        GOOD.replace('{"number"', '{"more":1,"number"'),
        "[" * 100_000,
    ],
)
def test_what_is_no_line_of_an_export_is_refused(tmp_path, line):
    file = tmp_path / "journal.jsonl"
    file.write_text(f"{GOOD}\n{line}\n")
    with open_journal(str(file)) as journal:
        number, why = journal.audit().fault
    assert number == 2
    assert why.startswith("it cannot be read: line 2: it is")


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "journal.jsonl"
    file.write_bytes(b"\xff\xfe")
    with open_journal(str(file)) as journal:
        assert "cannot be read" in journal.audit().fault.why
    with pytest.raises(StoreError, match="there is no journal at"), open_journal(str(tmp_path / "no.jsonl")):
        pass


def test_an_export_is_not_opened_as_a_store(tmp_path):
    with pytest.raises(InputError, match="is an export: restore it into a journal"):
        open_store(write_export(tmp_path / "journal.jsonl", JOURNAL))


# -- CSV -------------------------------------------------------------------------------------------


def read_csv(entries):
    return list(csv.DictReader(io.StringIO("".join(f"{line}\n" for line in csv_lines(entries)))))


def test_requirement_27_csv_has_a_row_for_every_transfer_with_its_reason():
    rows = read_csv(JOURNAL[:2])
    assert [row["number"] for row in rows] == ["1", "1", "1", "2", "2", "2"]
    assert rows[1] == {
        "number": "1",
        "time": "2025-11-13T02:13:20.000001+00:00",
        "id": "round 1",
        "kind": "coin in",
        "by": "dealer 7",
        "source": "contribution/tcp link/Mega",
        "target": "reserve/tcp link/Mega",
        "dollars": "0.07",
        "reason": "reserve contribution",
        "facts": json.dumps(dict(sorted(encode_fact(coin_in(1).fact).items()))),
        "hash": JOURNAL[0].hash,
    }


def test_an_entry_without_money_has_a_row_too():
    (row,) = read_csv(chained([coin_in(1, transfers=(), fact=Note("opened"), by=("ann", "bob"))]))
    assert (row["kind"], row["by"], row["source"], row["dollars"]) == ("opened", "ann, bob", "", "")


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_a_spreadsheet_takes_no_id_for_a_formula(cell):
    row = read_csv(chained([coin_in(1, id=cell, fact=Note(cell), by=(cell,))]))[0]
    assert {row["id"], row["kind"], row["by"]} == {f"'{cell}"}


def test_commas_quotes_and_line_ends_stay_in_their_cell():
    facts = {"why": 'said "no, never"\nand left ♠'}
    row = read_csv(chained([coin_in(1, fact=written(facts), id='a,"b"')]))[0]
    assert json.loads(row["facts"]) == facts
    assert row["id"] == 'a,"b"'


@pytest.mark.parametrize("at", [10**30, -(10**30)])
def test_an_entry_that_fits_no_table_is_said_with_its_number(at):
    with pytest.raises(InputError, match=r"entry 1 fits no table .*: export as jsonl"):
        list(csv_lines(chained([coin_in(1, at_micros=at)])))


def test_a_row_of_the_store_is_what_was_written(database):
    database.open().append(JOURNAL)
    rows = database.ask(f"SELECT {', '.join(COLUMNS)} FROM entry ORDER BY number")
    rows = [(*row, unpack_body(body) if isinstance(body, bytes) else body) for *row, body in rows]
    assert rows == [as_row(entry) for entry in JOURNAL]

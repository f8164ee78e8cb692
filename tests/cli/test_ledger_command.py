"""`pitboss ledger`: the journal verified, exported, backed up, restored and brought up to date."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from program import run, run_in_terminal

from pitboss.cli.ledger import COMMANDS
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.attestation import vouch_for
from pitboss.ledger.entry import FIRST_HASH, Draft, chain
from pitboss.ledger.fact import Note
from pitboss.ledger.store import Checkpoint
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.storage.address import name_of, open_store
from pitboss.storage.export import format_line
from pitboss.storage.schema import SQLITE_TRIGGERS
from postgresql import fresh_schema

ROOT = Path(__file__).parents[2]
SHOWN = ROOT / "docs" / "journal.jsonl"
DOLLAR = 1_000_000
LINK = "tcp link"


def transfer(source, target, micros, reason, level="Mega"):
    return Transfer(Account(source, LINK, level), Account(target, LINK, level), micros, reason)


def at(minute):
    return 1_763_300_000_000_000 + minute * 60 * DOLLAR


def counted(number, minute, seats):
    """A round at 14% for the meter and 1% for the reserve."""
    stake, stakes = seats * DOLLAR, {str(seat): DOLLAR for seat in range(1, seats + 1)}
    return Draft(
        f"table 3 round {number}",
        at(minute),
        ("dealer 7",),
        Note("coin in", {"table": "table 3", "round": number, "stakes": stakes}),
        (
            transfer(AccountKind.CONTRIBUTION, AccountKind.METER, stake * 14 // 100, Reason.CONTRIBUTION),
            transfer(AccountKind.CONTRIBUTION, AccountKind.RESERVE, stake // 100, Reason.RESERVE),
        ),
    )


def told(id_, minute, kind, by, *transfers):
    return Draft(id_, at(minute), by, Note(kind, {"table": "table 3"}), transfers)


AWARD = 100 * DOLLAR + 98 * DOLLAR // 100
DRAFTS = (
    told(
        "seed 1",
        0,
        "seed",
        ("ann", "bob"),
        transfer(AccountKind.SEED, AccountKind.METER, 1000 * DOLLAR, Reason.SEED),
    ),
    counted(1, minute=1, seats=7),
    counted(2, minute=2, seats=5),
    told(
        "win 1",
        3,
        "win",
        ("dealer 7",),
        transfer(AccountKind.METER, AccountKind.PENDING, AWARD, Reason.AWARD),
    ),
    told(
        "yes 1",
        4,
        "confirm",
        ("carol",),
        transfer(AccountKind.PENDING, AccountKind.PAID, AWARD, Reason.CONFIRM),
    ),
    counted(3, minute=5, seats=6),
)


def make_entries():
    before = FIRST_HASH
    for number, draft in enumerate(DRAFTS, start=1):
        entry = chain(number, before, draft)
        before = entry.hash
        yield entry


ENTRIES = list(make_entries())
LAST_HASH = ENTRIES[-1].hash


@pytest.fixture
def url(tmp_path):
    with closing(open_store(str(tmp_path / "journal.db"))) as store:
        store.append(ENTRIES)
    return str(tmp_path / "journal.db")


def tamper(url, *statements):
    with closing(sqlite3.connect(url)) as connection:
        for event in ("update", "delete"):
            connection.execute(f"DROP TRIGGER IF EXISTS entry_{event}")
        for statement in (*statements, *SQLITE_TRIGGERS):
            connection.execute(statement)
        connection.commit()


# -- verify ----------------------------------------------------------------------------------------


def test_a_journal_that_is_right_is_said_with_what_it_adds_up_to(pitboss, url):
    reply = pitboss("ledger", "verify", url)
    assert (reply.status, reply.err) == (0, "")
    assert re.search(r"^Entries +6$", reply.out, re.MULTILINE)
    assert f"Hash of the last  {LAST_HASH}\n" in reply.out
    assert re.search(r"^Contributions +\$2\.70$", reply.out, re.MULTILINE)
    assert re.search(r"^Seeds +\$1,000\.00$", reply.out, re.MULTILINE)
    assert re.search(r"^Paid +\$100\.98$", reply.out, re.MULTILINE)
    assert reply.out.endswith("Right: every entry is as it was written, and the books balance\n")


def test_requirement_22_what_came_in_is_there_or_was_paid_to_the_last_fraction(pitboss, url):
    sums = pitboss("ledger", "verify", url, "--json").json["sums_micros"]
    came_in = sums["contribution"] + sums["seed"] + sums["adjustment"]
    assert came_in == sum(sums.values()) - came_in == 1_002_700_000


def test_json_holds_the_balance_of_every_account(pitboss, url):
    told = pitboss("ledger", "verify", url, "--expect", ENTRIES[2].hash, "--json").json
    assert told["right"] is True
    assert told["fault"] is None
    assert (told["entries"], told["hash"], told["checkpoint"], told["expected"]) == (6, LAST_HASH, None, 3)
    assert told["balances_micros"]["paid/tcp link/Mega"] == AWARD
    assert sum(told["balances_micros"].values()) == 0


def test_requirement_59_a_changed_amount_is_named_with_status_1(pitboss, url):
    tamper(url, "UPDATE entry SET body = replace(body, '1000000000', '9000000000') WHERE number = 1")
    reply = pitboss("ledger", "verify", url)
    assert reply.status == 1
    assert "Not right" in reply.out
    assert (
        reply.err
        == "pitboss: entry 1: its text and its hash do not belong together: one of them was changed, or the "
        "entry before\n"
    )


def test_requirement_59_json_names_the_fault_too(pitboss, url):
    tamper(url, "DELETE FROM entry WHERE number = 3")
    reply = pitboss("ledger", "verify", url, "--json")
    assert reply.status == 1
    assert reply.json["right"] is False
    assert reply.json["entries"] == 2
    assert reply.json["fault"] == {"entry": 3, "why": "it is missing: entry 4 stands in its place"}


def test_a_hash_that_was_written_down_finds_an_end_that_was_cut_off(pitboss, url):
    assert (
        "Expected hash     of entry 6, the last"
        in pitboss("ledger", "verify", url, "--expect", LAST_HASH).out
    )
    assert "of entry 5, 1 written since" in pitboss("ledger", "verify", url, "--expect", ENTRIES[4].hash).out
    tamper(url, "DELETE FROM entry WHERE number = 6")
    reply = pitboss("ledger", "verify", url)
    assert reply.status == 1
    assert "entry 6: it is missing: entry 6 was the last that was written, the end was cut off" in reply.err
    tamper(url, f"UPDATE meta SET value = '5 {ENTRIES[4].hash}' WHERE name = 'head'")
    reply = pitboss("ledger", "verify", url)
    assert (
        reply.status,
        "the anchor journal.db.anchor knows entry 6 and the journal ends at 5" in reply.err,
    ) == (
        1,
        True,
    )
    Path(f"{url}.anchor").unlink()
    assert pitboss("ledger", "verify", url).status == 0, "somebody has changed all that lies together"
    reply = pitboss("ledger", "verify", url, "--expect", LAST_HASH)
    assert reply.status == 1
    assert "entry 5: the journal ends here, and no entry has the expected hash" in reply.err


def test_an_anchor_elsewhere_is_named_by_an_option_or_the_environment(pitboss, url, tmp_path, monkeypatch):
    kept = tmp_path / "kept.anchor"
    kept.write_text(f"9 {LAST_HASH} 2026-11-16T00:00:00Z\n")
    assert pitboss("ledger", "verify", url).status == 0
    reply = pitboss("ledger", "verify", url, "--anchor", str(kept))
    assert (reply.status, "the anchor kept.anchor knows entry 9 and the journal ends at 6" in reply.err) == (
        1,
        True,
    )
    folder = tmp_path / "anchors"
    folder.mkdir()
    shutil.copy(kept, folder / f"{name_of(str(Path(url).resolve()))}.anchor")
    monkeypatch.setenv("PITBOSS_ANCHOR", str(folder))
    assert pitboss("ledger", "verify", url).status == 1
    monkeypatch.setenv("PITBOSS_ANCHOR", str(kept))
    reply = pitboss("ledger", "verify", url)
    assert (reply.status, "names a folder" in reply.err) == (2, True)


def test_what_is_wrong_beside_the_entries_is_said_without_one(pitboss, url):
    tamper(url, "CREATE TABLE debts (x text)")
    reply = pitboss("ledger", "verify", url)
    assert (reply.status, reply.err) == (
        1,
        "pitboss: there is a table debts that is not Pitboss's: it was put in\n",
    )
    assert pitboss("ledger", "verify", url, "--json").json["fault"]["entry"] is None


def test_a_journal_that_is_gone_is_not_begun_anew(pitboss, url):
    Path(url).unlink()
    reply = pitboss("ledger", "verify", url)
    assert (reply.status, reply.err.count("\n")) == (2, 1)
    assert "is missing or empty, and the anchor journal.db.anchor knows its entry 6" in reply.err


def test_an_exported_file_is_verified_as_well(pitboss):
    assert pitboss("ledger", "verify", str(SHOWN), "--json").json["hash"] == LAST_HASH


def test_a_terminal_shows_that_it_is_working(url):
    assert "Verifying" in run_in_terminal("ledger", "verify", url)


# -- export ----------------------------------------------------------------------------------------


def test_json_lines_are_printed_entry_by_entry(pitboss, url):
    reply = pitboss("ledger", "export", url)
    assert reply.out == "".join(f"{format_line(entry)}\n" for entry in ENTRIES)
    assert pitboss("ledger", "export", url, "--after", "4").out.splitlines() == reply.out.splitlines()[4:]
    assert pitboss("ledger", "export", url, "--after", "6").out == ""


def test_csv_has_a_head_and_a_row_for_every_transfer(pitboss, url):
    lines = pitboss("ledger", "export", url, "--format", "csv").out.splitlines()
    assert lines[0] == "number,time,id,kind,by,source,target,dollars,reason,facts,hash"
    assert len(lines) == 1 + 9
    assert "100.98,award confirmed" in lines[7]


def test_what_is_exported_is_restored_and_exported_again_the_same(pitboss, tmp_path, url):
    first = run("ledger", "export", url).stdout
    (tmp_path / "journal.jsonl").write_text(first)
    assert pitboss("ledger", "restore", str(tmp_path / "journal.jsonl"), str(tmp_path / "new.db")).status == 0
    assert pitboss("ledger", "export", str(tmp_path / "new.db")).out == first


# -- backup, restore, upgrade ----------------------------------------------------------------------


def test_a_backup_is_verified_and_restored(pitboss, url, tmp_path):
    reply = pitboss("ledger", "backup", url, str(tmp_path / "monday"))
    assert reply.out == f"Backed up to {tmp_path}/monday: 6 entries, the last with the hash {LAST_HASH}\n"
    assert pitboss("ledger", "verify", str(tmp_path / "monday"), "--expect", LAST_HASH).status == 0
    reply = pitboss("ledger", "restore", str(tmp_path / "monday"), str(tmp_path / "new.db"), "--json")
    assert reply.json["hash"] == LAST_HASH
    assert reply.json["checkpoint"] is None
    reply = pitboss("ledger", "restore", str(tmp_path / "monday"), str(tmp_path / "new.db"))
    assert (reply.status, reply.out) == (2, "")
    assert "is not empty: a journal is restored into an empty one" in reply.err


def test_postgresql_is_an_address_like_any_other(pitboss, server, tmp_path):
    floor = fresh_schema(server)
    assert pitboss("ledger", "restore", str(SHOWN), floor).status == 0
    assert pitboss("ledger", "verify", floor, "--expect", LAST_HASH).status == 0
    assert pitboss("ledger", "export", floor).out == SHOWN.read_text()
    assert pitboss("ledger", "backup", floor, str(tmp_path / "floor.backup")).status == 0
    assert pitboss("ledger", "upgrade", floor).out == "Up to date: version 3\n"
    assert pitboss("ledger", "verify", str(tmp_path / "floor.backup"), "--expect", LAST_HASH).status == 0


def test_an_older_journal_is_brought_up_to_date(pitboss, tmp_path):
    old = str(tmp_path / "old.db")
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(
            "CREATE TABLE entry (number integer PRIMARY KEY, before text, hash text, body text)"
        )
        connection.execute("CREATE TABLE meta (name text PRIMARY KEY, value text)")
        connection.execute("INSERT INTO meta VALUES ('version', '0')")
        rows = [(entry.number, entry.before, entry.hash, entry.body) for entry in ENTRIES]
        connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    reply = pitboss("ledger", "verify", old)
    assert reply.status == 2
    assert "bring it up to date with 'pitboss ledger upgrade'" in reply.err
    reply = pitboss("ledger", "upgrade", old)
    assert reply.out == f"Brought from version 0 to 3; as it was it is kept in {old}.version-0\n"
    assert pitboss("ledger", "upgrade", old, "--json").json == {
        "journal": old,
        "version": 3,
        "was": 3,
        "backup": None,
    }
    assert pitboss("ledger", "verify", old, "--expect", LAST_HASH).status == 0


def test_closed_days_are_archived_and_verified(pitboss, url, tmp_path):
    with closing(open_store(url)) as store:
        checkpoint = Checkpoint(6, LAST_HASH, "{}")
        store.append([chain(7, LAST_HASH, vouch_for(checkpoint, at(9)))], checkpoint)
    folder = str(tmp_path / "archives")
    words = ("ledger", "archive", url, "--into", folder, "--zone", "UTC", "--before")
    reply = pitboss(*words, "2025-11-16")
    assert (reply.status, reply.out) == (2, "")
    assert "there is nothing to archive" in reply.err
    reply = pitboss(*words, "2025-11-17", "--json")
    assert (reply.json["first"], reply.json["last"], reply.json["hash"]) == (1, 6, LAST_HASH)
    assert reply.json["file"] == f"{folder}/entries-1-6.archive"
    assert pitboss("ledger", "verify", url, "--json").json["entries"] == 7
    assert len(pitboss("ledger", "export", url).out.splitlines()) == 7
    Path(reply.json["file"]).unlink()
    assert "is missing: bring it back" in pitboss("ledger", "verify", url).err


def test_without_an_address_the_journal_is_that_of_the_other_commands(pitboss, tmp_path, monkeypatch):
    """PITBOSS_STORE, else the usual place; an address that is given comes first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PITBOSS_STORE", raising=False)
    assert "there is no journal at" in pitboss("ledger", "verify").err
    assert pitboss("ledger", "restore", str(SHOWN)).status == 0
    usual = str(tmp_path / "pitboss" / "floor.db")
    assert pitboss("ledger", "verify", "--json").json["journal"] == usual
    assert pitboss("ledger", "upgrade").out == "Up to date: version 3\n"
    monkeypatch.setenv("PITBOSS_STORE", str(SHOWN))
    assert pitboss("ledger", "verify", "--json").json["journal"] == str(SHOWN)
    assert pitboss("ledger", "verify", usual, "--json").json["journal"] == usual
    assert pitboss("ledger", "export").out == SHOWN.read_text()
    assert pitboss("report", "retention").status in (0, 1)
    copy = str(tmp_path / "copy.db")
    assert pitboss("ledger", "backup", copy).status == 0
    assert pitboss("ledger", "verify", copy, "--expect", LAST_HASH).status == 0


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("verify", "none.db"), "there is no journal at none.db"),
        (("verify", "none.jsonl"), "there is no journal at none.jsonl"),
        (("verify", "mysql://a:secret@b/c"), "cannot read the address 'mysql://b/c'"),
        (
            ("verify", "postgresql://me:secret@127.0.0.1:1/floor"),
            "postgresql://127.0.0.1/floor does not answer",
        ),
        (("verify", str(SHOWN), "--expect", "abc"), "a hash is 64 hexadecimal digits, not 'abc'"),
        (("export", str(SHOWN), "--after", "-1"), "--after: write a whole number, not '-1'"),
        (("export", str(SHOWN), "--format", "xml"), "'xml' is not one of 'jsonl', 'csv'"),
        (("backup", "none.db", "x.backup"), "there is no journal at none.db"),
        (("backup", str(SHOWN), str(SHOWN)), "exists already: name another file"),
        (("backup", str(SHOWN), "/none/there"), "cannot be used: unable to open database file"),
        (("restore", "none.db", "new.db"), "there is no journal at none.db"),
        (("restore", str(SHOWN), "new.jsonl"), "new.jsonl is an export"),
        (("upgrade", "none.db"), "there is no journal at none.db"),
        (("archive", "none.db", "--before", "2026-01-01", "--into", "x"), "there is no journal at none.db"),
        (
            ("archive", "none.db", "--before", "Monday", "--into", "x"),
            "write a day as 2026-11-01, not 'Monday'",
        ),
        (("archive", "none.db", "--into", "x"), "see 'pitboss ledger archive --help'"),
        (("backup",), "see 'pitboss ledger backup --help'"),
        (("backup", "a.db", "b.db", "c.db"), "a journal and a file, not 3 names"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_makes_no_file(pitboss, tmp_path, monkeypatch, words, reason):
    monkeypatch.chdir(tmp_path)
    reply = pitboss("ledger", *words)
    assert (reply.status, reply.out) == (2, "")
    assert reply.err.count("\n") == 1
    assert reason in reply.err
    assert "secret" not in reply.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_its_place_in_the_docs(pitboss, name):
    assert re.search(rf"^  {name} +\S[^.]*\.$", pitboss("ledger").out, re.MULTILINE)
    assert f"## pitboss ledger {name}" in (ROOT / "docs" / "commands.md").read_text()
    assert ("--json" in pitboss("ledger", name, "--help").out) == (name != "export")


def test_the_journal_shown_in_the_docs_is_one_that_anybody_can_make_again():
    assert SHOWN.read_text() == "".join(f"{format_line(entry)}\n" for entry in ENTRIES)
    assert json.loads(SHOWN.read_text().splitlines()[0])["id"] == "seed 1"

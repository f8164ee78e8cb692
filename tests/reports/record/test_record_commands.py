"""`pitboss report` for records: each is a command, and says by its status when something is not right."""

import json
import os
import time
from contextlib import closing, contextmanager

import pytest
from typer.testing import CliRunner

from pitboss.base.error import InputError
from pitboss.cli.app import GROUPS
from pitboss.cli.command import make_group
from pitboss.cli.record import COMMANDS, OF_THE_PROGRAM
from pitboss.reports.record.catalogue import RECORDS
from pitboss.storage.address import open_store
from pitboss.storage.backup import open_journal
from pitboss.storage.export import format_line
from reports.record.journal_room import make_room


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "floor.db"
    with closing(open_store(str(path))) as written:
        written.fill(make_room().manager.store.entries(), None)
    return str(path)


@pytest.fixture
def run(store):
    app = make_group("report", *GROUPS["report"])

    def ask(*words, code=0):
        named = () if "--store" in words else ("--store", store)
        ran = CliRunner().invoke(app, [*words, *named, "--zone", "UTC"], catch_exceptions=True)
        if isinstance(ran.exception, InputError):
            return f"refused: {ran.exception}"
        assert ran.exit_code == code, ran.output
        return ran.output

    return ask


def test_every_record_is_a_command_with_its_sentence():
    assert COMMANDS.keys() == RECORDS.keys() - {OF_THE_PROGRAM}
    assert all(command.__doc__ == RECORDS[name].about for name, command in COMMANDS.items())


def test_a_record_is_printed_as_text_or_json_or_written_by_the_ending_of_its_file(run, tmp_path):
    assert "Reconciled: every difference is zero." in run("reconciliation")
    assert json.loads(run("reconciliation", "--json"))["found"]["is_zero"]
    for ending, start in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("html", b"<!doctype"), ("md", b"# ")):
        out = tmp_path / f"paper.{ending}"
        assert run("accrual", "--out", str(out), "--paper", "letter") == f"{out}: Daily accrual\n"
        assert out.read_bytes().startswith(start)


def test_several_forms_are_written_from_one_reading_or_none_of_them(run, tmp_path):
    files = [tmp_path / f"hits.{ending}" for ending in ("csv", "json", "txt")]
    words = [word for file in files for word in ("-o", str(file))]
    assert run("hits", *words) == "".join(f"{file}: Hits\n" for file in files)
    header, *rows = files[0].read_text().splitlines()
    assert header == "No.,Posted,Progressive,Level,Table,Seat,Hand,Amount,Status"
    assert len(rows) == len(json.loads(files[1].read_text())["found"]) == 5
    assert "a paper's file ends with one of" in run("hits", "-o", str(tmp_path / "a.pdf"), "-o", "b.doc")
    assert not (tmp_path / "a.pdf").exists()


def test_hits_may_be_those_confirmed_and_progressives_may_be_several(run):
    assert {row["status"] for row in json.loads(run("hits", "--confirmed", "-j"))["found"]} == {"confirmed"}
    two = json.loads(run("meters", "--progressive", "Second", "--progressive", "house", "-j"))["found"]
    assert {one["id"] for one in two} == {"Second", "House"}


def test_retention_is_read_from_any_journal_and_status_1_if_records_are_missing(run, store, tmp_path):
    assert json.loads(run("retention", "-j"))["found"]["is_whole"]
    with open_journal(store) as journal:
        lines = [format_line(entry) for entry in journal.read(0)]
    (tmp_path / "cut.jsonl").write_text("\n".join(lines[1:]) + "\n")
    assert "Records are missing" in run("retention", "--store", str(tmp_path / "cut.jsonl"), code=1)


def test_the_exit_status_is_1_if_the_paper_says_that_something_is_late(run):
    assert "deposit it at once" in run("deposit", code=1)
    assert "All that has accrued" not in run("deposit", "--at", "2024-06-26 08:00", code=1)


def test_what_cannot_be_asked_is_refused_in_a_line(run):
    assert "there is no win '77'" in run("win", "77")
    assert "write a day as 2024-06-14" in run("accrual", "--since", "soon")
    assert "write a moment as '2024-06-14 18:30'" in run("deposit", "--at", "later")
    assert "the journal goes on until 2024-06-25 12:00:00" in run("deposit", "--at", "2024-06-14")
    assert "unknown progressive 'Fourth'" in run("accrual", "--progressive", "Fourth")
    assert "say whose rounds" in run("rounds")
    for name in ("accrual", "deposit", "hits", "master"):
        refused = run(name, "--since", "2024-06-20", "--until", "2024-06-10")
        assert refused == "refused: the days begin on 2024-06-20 and end before, on 2024-06-10: swap them"
    assert "no round of 'T1' is kept" in run("rounds", "--table", "T1")
    assert "a paper's file ends with one of" in run("hits", "--out", "paper.doc")


@pytest.mark.parametrize("form", ["pdf", "json"])
def test_without_a_zone_the_paper_is_the_same_wherever_the_machine_stands(store, tmp_path, form):
    """The default is UTC: days of a machine's own zone would be other days elsewhere."""
    app = make_group("report", *GROUPS["report"])
    papers = []
    for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
        out = tmp_path / f"accrual.{form}"
        with local_zone(zone):
            assert CliRunner().invoke(app, ["accrual", "--store", store, "--out", str(out)]).exit_code == 0
        papers.append(out.read_bytes())
    assert len(set(papers)) == 1
    if form == "json":
        assert json.loads(papers[0])["zone"] == "UTC"


@contextmanager
def local_zone(name):
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
        time.tzset()


def test_one_progressive_and_the_latest_only(run):
    found = json.loads(run("accrual", "--progressive", "second", "--last", "2", "--json"))["found"]
    assert [row["progressive"] for row in found["days"]] == ["Second", "Second"]
    assert {row["progressive"] for row in found["levels"]} == {"Second"}

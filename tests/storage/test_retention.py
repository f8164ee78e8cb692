"""Requirement 62: records are kept for five years, because nothing ever deletes one."""

from contextlib import closing
from datetime import UTC, date, datetime

import pytest

from pitboss.base.money import MICROS
from pitboss.cli.ledger import COMMANDS as LEDGER_COMMANDS
from pitboss.cli.progressive.app import COMMANDS as PROGRESSIVE_COMMANDS
from pitboss.jackpot.decider import DECIDERS
from pitboss.jackpot.fact import Adjusted
from pitboss.ledger.entry import FIRST_HASH, Draft, chain
from pitboss.ledger.transfer import Reason
from pitboss.reports.record.reconciliation import read_retention, years_later
from pitboss.storage.address import open_store
from pitboss.storage.backup import back_up, open_journal
from pitboss.storage.checked_store import CheckedStore
from pitboss.storage.export import format_line

DELETING = ("delete", "prune", "purge", "truncate", "clean", "drop", "expire", "remove", "clear")


def at(day):
    return int(datetime(*day, 12, tzinfo=UTC).timestamp()) * MICROS


def entries_over_six_years():
    entries, before = [], FIRST_HASH
    for number, year in enumerate(range(2018, 2025), start=1):
        fact = Adjusted("link", "", "meter", -1, Reason.DISPLAY_ERROR, str(year), before_micros=1)
        draft = Draft(f"reduction {year}", at((year, 3, 1)), ("tess", "ada"), fact)
        entries.append(chain(number, before, draft))
        before = entries[-1].hash
    return entries


@pytest.fixture
def old(tmp_path):
    """A journal whose first record is six years older than its last."""
    path = tmp_path / "floor.db"
    with closing(open_store(str(path))) as store:
        store.append(entries_over_six_years())
    return path


def test_requirement_62_a_backup_and_an_export_keep_every_record_from_the_first_on(old, tmp_path):
    with open_journal(str(old)) as journal:
        back_up(journal, tmp_path / "backup.db")
        lines = [format_line(entry) for entry in journal.read(0)]
    (tmp_path / "export.jsonl").write_text("\n".join(lines) + "\n")
    for copy in ("backup.db", "export.jsonl"):
        with open_journal(str(tmp_path / copy)) as journal:
            assert list(journal.read(0)) == entries_over_six_years()


def test_requirement_62_the_statement_says_since_when_records_are_kept_and_until_when(old):
    with open_journal(str(old)) as journal:
        found = read_retention(journal.read(0), at((2024, 6, 1)), zone=UTC)
    assert (found.first_day, found.last_day) == (date(2018, 3, 1), date(2024, 3, 1))
    assert (found.years, found.keep_until, found.is_whole) == (5, date(2029, 3, 1), True)


@pytest.mark.parametrize("gone", [0, 3])
def test_requirement_62_a_record_that_is_missing_is_noticed(gone):
    entries = entries_over_six_years()
    del entries[gone]
    assert not read_retention(entries, at((2024, 6, 1)), zone=UTC).is_whole


def test_requirement_62_no_store_no_request_and_no_command_deletes_anything():
    names = {name for name in dir(CheckedStore) if not name.startswith("_")}
    reading = {
        "archives",
        "check_writable",
        "checkpoint",
        "entries",
        "entries_of",
        "find",
        "hashes",
        "head",
        "inspect",
        "last",
        "last_of",
        "marks",
        "news",
    }
    assert names == {"append", "close", "fill", "turn", *reading}
    words = (
        *names,
        *LEDGER_COMMANDS,
        *PROGRESSIVE_COMMANDS,
        *(kind.__name__.lower() for kind in DECIDERS),
    )
    assert not [word for word in words if word.startswith(DELETING)]


def test_the_29th_of_february_is_kept_a_day_longer():
    assert years_later(date(2024, 2, 29), 5) == date(2029, 3, 1)

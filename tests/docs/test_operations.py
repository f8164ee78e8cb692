"""docs/operations.md: its options and metrics exist; backup, drill, anchor and archive can be followed."""

import os
import re
import shlex
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml
from argon2 import PasswordHasher
from prometheus_client import generate_latest
from typer.main import get_command

from pitboss.cli.app import GROUPS
from pitboss.cli.command import make_group
from pitboss.house.room.locker import new_key
from pitboss.ledger.store import StoreError
from pitboss.service import connection, guard, throttle, watch
from pitboss.service.demo import open_demo
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings
from pitboss.storage.address import open_store

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text()
BUILT_IN = ("up", "process_open_fds", "process_max_fds")


def blocks(kind):
    """Blocks of the page, those inside of a list too."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def write_program(folder):
    """The command of the page, which runs what is tested."""
    program = folder / "pitboss"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pitboss "$@"\n')
    program.chmod(0o700)
    return program


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A room with a book, an anchor elsewhere, and the environment in which the page's commands run."""
    monkeypatch.setattr("pitboss.house.page.CHECKPOINT_EVERY", 5)  # a young room has something to archive
    for name in ("bin", "backups", "drill", "anchors", "archives"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(tmp_path / "anchors"))
    store = tmp_path / "room.db"
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    premises = Premises(Settings(str(store), new_key(), is_demo=True), hasher=cheap)
    open_demo(premises)
    entries = premises.manager.number
    premises.hashing.close()
    premises.journal.close()
    program = write_program(tmp_path / "bin")
    environment = {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PITBOSS_STORE": str(store),
        "BACKUPS": str(tmp_path / "backups"),
        "DRILL": str(tmp_path / "drill"),
        "ARCHIVES": str(tmp_path / "archives"),
        "before": (date.today() + timedelta(days=2)).isoformat(),
    }
    return environment, entries


def follow(environment, *wanted):
    """Run the page's own commands, those blocks that have these words."""
    found = [next(block for block in blocks("sh") if words in block) for words in wanted]
    return subprocess.run(
        ["sh", "-eu", "-c", "".join(found)], env=environment, capture_output=True, text=True, timeout=240
    )


NIGHT, DRILL, ARCHIVE = "ledger backup", "ledger restore", "ledger archive"


def test_the_nights_backup_and_the_monthly_drill_can_be_followed(room, tmp_path):
    environment, entries = room
    done = follow(environment, NIGHT, DRILL)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(f"{entries:,} entries") == 2, "backed up and restored"
    assert done.stdout.count("All laws hold") == 2
    hashes = set(re.findall(r"\b[0-9a-f]{64}\b", done.stdout))
    assert len(hashes) == 1
    made = [path for name in ("backups", "drill") for path in (tmp_path / name).iterdir()]
    assert len([path for path in made if path.suffix != ".anchor"]) == 2
    assert {path.stat().st_mode & 0o777 for path in made} == {0o600}


def test_the_anchor_of_the_page_knows_the_end_and_a_book_that_lacks_it_is_named(room, tmp_path):
    environment, entries = room
    (anchor,) = (tmp_path / "anchors").iterdir()
    assert anchor.read_text().splitlines()[-1].startswith(f"{entries} ")
    assert follow(environment, NIGHT).returncode == 0
    with anchor.open("a") as file:
        file.write(f"{entries + 7} {'a' * 64} 2026-11-01T00:00:00Z\n")
    (tmp_path / "backups").rename(tmp_path / "older")
    (tmp_path / "backups").mkdir()
    done = follow(environment, NIGHT)
    assert done.returncode != 0
    assert f"knows entry {entries + 7} and the journal ends at {entries}" in done.stdout + done.stderr


def test_closed_days_are_archived_as_the_page_says_and_the_nights_commands_still_hold(room, tmp_path):
    environment, entries = room
    done = follow(environment, ARCHIVE, NIGHT, DRILL)
    assert done.returncode == 0, done.stderr
    assert "Archived in" in done.stdout
    assert list((tmp_path / "archives").iterdir())
    assert done.stdout.count("All laws hold") == 3
    assert f"{entries:,} entries" in done.stdout


def test_a_room_without_its_write_ahead_log_is_refused_as_the_page_says(room):
    environment, _ = room
    store = Path(environment["PITBOSS_STORE"])
    store.unlink()
    store.touch()
    with pytest.raises(StoreError, match="restore a backup"):
        open_store(str(store))
    assert "The room is refused" in PAGE


def test_the_service_is_started_with_options_that_there_are():
    (unit,) = blocks("ini")
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1]
    _, group, name, *rest = shlex.split(command)
    assert group == "floor"
    serve = get_command(make_group("floor", *GROUPS["floor"])).commands[name]
    context = serve.make_context("serve", [*rest, "--store", "room.db"])
    given = context.params
    Settings(
        given["store"],
        new_key(),
        port=given["port"],
        origins=tuple(given["origin"]),
        proxies=tuple(given["proxy"]),
        lessons=given["lessons"],
    )


def test_alerts_are_about_metrics_that_there_are():
    (text,) = blocks("yaml")
    assert watch.REQUESTS
    served = generate_latest().decode()
    rules = yaml.safe_load(text)["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 5
    assert any("pitboss_differences" in rule["expr"] for rule in rules)
    for rule in rules:
        names = re.findall(r"\b(?:pitboss|process)_\w+|\bup\b", rule["expr"])
        assert names
        for name in names:
            kept = name.removesuffix("_bucket")
            assert name in BUILT_IN or re.search(rf"^# HELP {kept} ", served, re.MULTILINE), name


def test_the_limits_of_the_page_are_those_of_the_program():
    serve = get_command(make_group("floor", *GROUPS["floor"])).commands["serve"]
    defaults = {option.name: option.default for option in serve.params}
    assert (defaults["sockets"], defaults["sockets_each"]) == (8000, 64)
    assert (connection.HEADER_SECONDS, connection.BODY_SECONDS, connection.KEEP_ALIVE_SECONDS) == (10, 30, 15)
    assert (throttle.FREE_TRIES, throttle.LONGEST_SECONDS, throttle.SLOWEST_SECONDS) == (3, 900, 3)
    found = guard.Guard(None, Settings("room.db", new_key()))
    buckets = [(one.at_once, one.a_second) for one in (found.asking, found.signing_in, found.reading)]
    assert buckets == [(200, 50), (10, 0.2), (60, 20)]
    assert connection.SPARE_FILES == 64

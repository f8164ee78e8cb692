"""docs/operations.md: an upgrade and the way back can be followed, from a book of version 2."""

import os
import shutil
import subprocess

import psycopg
import pytest
from test_schema import version_2

from docs.test_operations import blocks, follow, write_program
from pitboss.house.manager import GameManager
from pitboss.jackpot.request import Switch
from pitboss.storage.address import open_store
from pitboss.storage.memory import MemoryStore
from table.progressive_floor import open_floor

UPGRADE, BACK, ANCHORS = "ledger upgrade", ".version-2", "for anchor in"
ROWS = "SELECT number, id, before, hash, body FROM entry ORDER BY number"


@pytest.fixture(params=["sqlite", "postgres"])
def book(request, make_place, tmp_path, monkeypatch):
    """A book of version 2 whose anchor is elsewhere, and the environment of the page's commands."""
    for name in ("bin", "anchors"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(tmp_path / "anchors"))
    place = make_place(request.param)
    entries = list(open_floor(MemoryStore()).store.entries())
    place.by_hand(*version_2(request.param, entries=entries, checkpoint=None))
    program = write_program(tmp_path / "bin")
    environment = {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PITBOSS_STORE": place.url,
        "ASIDE": str(tmp_path / "newer"),
    }
    return place, environment


def verify(environment):
    done = subprocess.run(
        ["pitboss", "ledger", "verify", environment["PITBOSS_STORE"]],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def go_back(place, environment):
    """As the page says it for either database."""
    if place.kind == "sqlite":
        assert follow(environment, BACK).returncode == 0
        return
    (statements,) = blocks("sql")
    with psycopg.connect(place.url, autocommit=True) as connection:
        connection.execute(statements)


def move_anchors(place, environment, tmp_path):
    if place.kind == "sqlite":
        assert follow(environment, ANCHORS).returncode == 0
        return
    (anchor,) = (tmp_path / "anchors").iterdir()
    shutil.move(anchor, tmp_path / "newer.anchor")


def test_an_upgrade_and_its_way_back_can_be_followed_from_a_book_of_version_2(book, tmp_path):
    place, environment = book
    before = place.ask(ROWS)
    done = follow(environment, UPGRADE)
    assert done.returncode == 0, done.stderr
    assert "Brought from version 2 to 3" in done.stdout
    store = open_store(place.url)
    last = store.last().number
    GameManager(store, lambda: 1_800_000_000_000_000).ask(Switch("close", ("sue",), "link", False))
    newest = store.last().number
    store.close()
    assert newest > last
    go_back(place, environment)
    assert place.ask(ROWS) == before
    code, said = verify(environment)
    assert (code > 0, "version 2 of the journal" in said) == (True, True), "it is one for the old program"
    assert follow(environment, UPGRADE).returncode > 0
    code, said = verify(environment)
    assert code > 0
    assert f"knows entry {newest} and the journal ends at {last}" in said
    move_anchors(place, environment, tmp_path)
    code, said = verify(environment)
    assert (code, f"Entries {last}" in said) == (0, True), said

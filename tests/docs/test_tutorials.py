"""A tutorial is one story: its files are written, its commands and its Python run in order, in one folder."""

import doctest
import io
import re
import shlex
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from pitboss.cli import main
from pitboss.house import credential
from pitboss.house.room.locker import new_key
from pitboss.house.room.plan import TablePlan
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings
from shown import is_as_shown, read_commands

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', re.DOTALL | re.MULTILINE)
PINS = {"tess": "271828", "sue": "161803", "dan": "141421", "house-dealer": "173205", "house-floor": "223606"}
"""What each person of the card room types."""


class Story:
    """A tutorial that is followed from its first block to its last."""

    def __init__(self, page, capfd, monkeypatch) -> None:
        self.page, self.capfd, self.monkeypatch = page, capfd, monkeypatch
        self.names: dict[str, object] = {}

    def follow(self) -> None:
        blocks = BLOCK.findall((FOLDER / self.page).read_text())
        assert len(blocks) > 4
        for kind, title, text in blocks:
            if title:
                Path(title).write_text(text)
            elif kind == "console":
                self.run_commands(text)
            elif kind == "python":
                self.run_python(text)

    def run_commands(self, block: str) -> None:
        for command, lines in read_commands(block):
            program, *words = shlex.split(command)
            assert program == "pitboss"
            self.monkeypatch.setattr("sys.stdin", io.StringIO(type_pins(words)))
            main(words)
            printed = "".join(self.capfd.readouterr())
            assert is_as_shown(lines, printed), f"{command}\n{printed}"

    def run_python(self, block: str) -> None:
        told = doctest.DocTestParser().get_doctest(block, self.names, self.page, self.page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        assert runner.run(told, clear_globs=False).failed == 0, "".join(self.capfd.readouterr())
        self.names.update(told.globs)


def type_pins(words: list[str]) -> str:
    """A line for each who signs, and one for somebody new."""
    signers = [name for option, name in pairwise(words) if option == "--by"]
    new = words[3:4] if words[1:3] == ["people", "add"] else []
    return "".join(f"{PINS[name]}\n" for name in (*signers, *new) if name in PINS)


@pytest.fixture
def follow(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return lambda page: Story(page, capfd, monkeypatch).follow()


def test_every_tutorial_is_followed_here():
    text = Path(__file__).read_text()
    assert all(f'follow("{page.name}")' in text for page in FOLDER.glob("*.md"))


def test_the_mathematician_files_a_sheet(follow):
    follow("mathematician.md")


def test_the_python_user_gets_to_a_sheet(follow):
    follow("python.md")


def test_the_card_room_confirms_a_win_and_opens_a_table(follow, tmp_path, monkeypatch):
    """With cheap hashes. What the page says of the browser's office is done by the office's own call."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(credential.Credentials.__init__, "__defaults__", (cheap, b"", ()))
    key = new_key()
    monkeypatch.setenv("PITBOSS_STORE", "room.db")
    monkeypatch.setenv("PITBOSS_KEY", key)
    follow("card-room.md")
    premises = Premises(Settings(str(tmp_path / "room.db"), key), hasher=cheap)
    try:
        today = datetime.now(UTC).date().isoformat()
        premises.room.open_table(TablePlan("T1", "three_card_poker", today, has_house_dealer=True), by="sue")
        assert premises.personnel.sign_in("sue", pin=PINS["sue"]).person == "sue"
    finally:
        premises.hashing.close()
        premises.journal.close()

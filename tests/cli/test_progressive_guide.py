"""The technician's guide is one story: its commands are run in order on a journal of their own."""

import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli.progressive.app import COMMANDS
from shown import read_commands

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "progressive.md").read_text()
REFERENCE = (ROOT / "docs" / "commands.md").read_text()
STORY = re.compile(r"```text\n(.*?)```", re.DOTALL)


def as_pattern(lines):
    """A line of three dots stands for any lines, three dots within a line for any words."""
    parts = [".*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") for line in lines]
    return re.compile("\n".join(parts), re.DOTALL)


def test_the_story_of_the_guide_happens_as_it_is_told(pitboss, tmp_path, monkeypatch):
    monkeypatch.setenv("PITBOSS_STORE", str(tmp_path / "floor.db"))
    monkeypatch.chdir(ROOT)
    told = [step for block in STORY.findall(GUIDE) for step in read_commands(block)]
    assert len(told) > 8
    for command, lines in told:
        program, *words = shlex.split(command)
        assert program == "pitboss"
        reply = pitboss(*words)
        printed = "\n".join(line.rstrip() for line in (reply.out + reply.err).rstrip("\n").splitlines())
        assert as_pattern([line.rstrip() for line in lines]).fullmatch(printed), f"{command}\n{printed}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_place_in_the_guide_and_the_reference(name):
    assert re.search(rf"(`|progressive ){name}\b", GUIDE)
    assert f"`{name}" in REFERENCE
